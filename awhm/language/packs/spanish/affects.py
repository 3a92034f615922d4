"""How Spanish says what pleases and what annoys: verbs and phrases after "me", shared by all rules of taste."""

from __future__ import annotations

# Verbs of the third person; each also with the ending of the plural.
_GLAD = (
    "gusta encanta fascina apasiona chifla flipa mola pirra priva entusiasma enamora emociona divierte relaja calma "
    "tranquiliza alegra anima motiva inspira engancha atrae seduce cautiva interesa llena copa late conquista "
    "hipnotiza "
    "reconforta convence entretiene enloquece chinga importa pierde puede compensa"
)
_UPSET = (
    "molesta fastidia irrita cansa agobia estresa aburre repatea revienta jode embola choca caga disgusta horroriza "
    "horripila desespera desquicia espanta agota satura marea distrae incomoda deprime crispa exaspera harta amarga "
    "estorba abruma repugna repele aterra indigna enerva mosquea mata pudre enoja enfada asquea angustia altera supera "
    "descoloca desconcentra empalaga duerme ahoga oprime intimida frustra empacha atraganta fatiga entristece acongoja "
    "ralla raya emputa enchila saca"
)
_LIGHT = (
    "quita termina acaba da pone vuelve hace cae sienta viene va tira llama saca trae tiene parece resulta dice sigue"
)


def _forms(words: str) -> str:
    return " ".join(f"{word} {word}n" for word in words.split())


def _choice(words: str) -> str:
    return "|".join(words.split())


GLAD = (
    rf"(?:(?:"
    rf"{_choice(_GLAD.replace('interesa', '').replace('importa', '').replace('puede', '').replace('chinga', ''))})n?"
    "(?: la vida)?|interesan? (?:mucho|muchísimo|poco)|(?<=no\\sme\\s)interesan?|(?<=no\\snos\\s)interesan?|caen? "
    "(?:muy |super ?|re |bastante |tan )?(?:bien|simpátic[oa]s?)|sientan? (?:muy )?(?:bien"
    "|genial|mejor|de (?:maravilla|lujo))|vienen? mejor|van? mejor|va[n]?(?! a(?!\\w)| (?:bien|mal|fatal|lent[oa]))"
    "|llaman? (?:mucho |más )?la atención|tiran?(?: más| mucho)?(?! (?:más|mucho|un |el |la |una )?(?:error|excep"
    "|fallo|warning|log|traza))|dan? (?:mucho |mucha |muchísim[oa] )?(?:gusto|paz|vida"
    "|la vida|alegría|buen rollo|buena onda|felicidad|calma|energía|tranquilidad|confianza)|ponen? (?:de buen (?:humor"
    "|rollo)|content[oa]|feliz|las pilas)|vuelven? loc[oa]s?|hacen? (?:muy |tan )?(?:feliz|ilusión|mucha ilusión|gracia"
    "|mucha gracia|ninguna gracia|ni pizca de gracia)|(?:termina|acaba)n? de (?:gustar|convencer|llenar|entusiasmar)"
    "|parecen? (?:muy |más |una? )?(?:precios[oa]s?|cómod[oa]s?|útil|útiles|relajantes?|encantador[a]?e?s?"
    "|fascinantes?|maravill[a-z]+|fácil(?:es)?|prácti[a-z]+|legibles?|clar[oa]s?|agradables?|geniales|genial"
    "|deliciosa?s?)"
    "|resultan? (?:muy |más |bastante )?(?:cómod[oa]s?|útil|útiles|relajantes?|agradables?|fácil|fáciles|clar[oa]s?"
    "|legibles?|práctic[oa]s?|sencill[oa]s?|fascinantes?|ameno?a?s?|natural(?:es)?|intuitiv[oa]s?))"
)
UPSET = (
    rf"(?:(?:{_choice(_UPSET.replace('saca', ''))})n?(?: la vista)?|caen? (?:muy |super ?|bastante |re )?(?:mal|fatal"
    rf"|gord[oa]s?"
    "|pesad[oa]s?)|sacan? de (?:quicio|mis casillas|onda|mí)|ponen? (?:muy |super |bastante )?(?:de los nervios"
    "|nervios[oa]"
    "|enferm[oa]|mal[oa]|negr[oa]|de mal humor|de malas|histéric[oa]|triste|los pelos de punta|como una moto)|dan? "
    "(?:muchísim[oa] |much[oa] |bastante |tant[oa] |un poco de |un |mal )?(?:asco|asquito|grima|rabia|pereza|repelús"
    "|fiaca"
    "|hueva|flojera|lata|alergia|rollo|cosa|dentera|cringe|vergüenza ajena|paja|palo|sueño|dolor de cabeza|náuseas"
    "|agobio"
    "|ansiedad|bajón|escalofríos|tirria|coraje|cosica)|sientan? (?:muy )?(?:mal|fatal|como un tiro)|van? (?:muy "
    ")?(?:mal"
    "|fatal)|traen? (?:de cabeza|frit[oa])|tienen? (?:hart[oa]|frit[oa])|hacen? (?:poca gracia|mala cara)|quitan? "
    "(?:el sueño|las ganas|la energía)|tocan? las narices|comen? la moral|(?:parecen?"
    "|resultan?) (?:muy |bastante |demasiado |tan |de lo más )?(?:un (?:rollo|horror|asco|coñazo|tostón|aburrimiento"
    "|plomo"
    "|suplicio|bodrio)|una (?:lata|pesadez|tortura|plasta)|~bad~)|se (?:me|nos) hacen? (?:muy )?(?:bola|etern[oa]s?"
    "|pesad[oa]s?|larg[oa]s?|cuesta arriba))"
)
BAD = (
    "(?:aburrid(?:ísim)?[oa]s?|pesad(?:ísim)?[oa]s?|insoportables?|incómod(?:ísim)?[oa]s?|fe(?:ísim)?[oa]s?|horribles?"
    "|horroros[oa]s?|agotador[a]?e?s?"
    "|molest(?:ísim)?[oa]s?|insufribles?|cargantes?|liosa?o?s?|confus[oa]s?|tedios[oa]s?|repugnantes?|asqueros[oa]s?"
    "|deprimentes?|estresantes?|irritantes?"
    "|desagradables?|inútil(?:es)?|ridícul[oa]s?|empalagos[oa]s?|sos[oa]s?|insípid[oa]s?|vulgar(?:es)?|espantos[oa]s?"
    "|cursis?|un (?:crimen|sacrilegio|delito))"
)
AFFECT_WORDS = _forms(f"{_GLAD} {_UPSET} {_LIGHT}")
# What one does oneself: pleasure and its opposite.
LOVE = (
    "(?:adoro|adoramos|amo|amamos|venero|idolatro|disfruto|disfrutamos|gozo|gozamos|soy|somos|tengo|tenemos|siento"
    "|no (?:perdono|perdonamos|cambio|me pierdo|me canso de|me cansaría de))"
)
HATE = (
    "(?:odio|odiamos|detesto|detestamos|aborrezco|aborrecemos|desprecio|(?:ya )?no (?:soporto|soportamos|aguanto"
    "|aguantamos|trago|tragamos|tolero|toleramos|banco|bancamos|resisto)|no puedo(?: ni)? (?:con|ver)(?! (?:este|tanto"
    "|todo|eso|esto|más|mi|la vida|nada|el (?:calor|frío|sueño|dolor|cansancio|ruido|archivo|correo|mensaje|vídeo"
    "|enlace)"
    "|ningún)(?!\\w))|llevo (?:muy |bastante )?(?:mal|fatal|peor)|rehúyo|huyo de|paso de(?! \\d)|no (?:soy|somos) "
    "(?:muy "
    "|mucho |nada |demasiado )?(?:fan |amig[oa]s? |partidari[oa]s? |amantes? )?de|(?:soy|somos) (?:poco|poc[oa]s?"
    "|nada) de"
    "|le(?:s)? (?:tengo|tenemos|he cogido|cogí|agarré|tomé) (?:mucha |mucho |un poco de )?(?:manía|tirria|asco|alergia"
    "|fobia|grima|rabia|odio|idea) a|tengo (?:aversión|alergia|manía|fobia) a(?=l? ))"
)
HATE_WORDS = (
    "odio odiamos detesto detestamos aborrezco aborrecemos desprecio soporto soportamos aguanto aguantamos trago "
    "tragamos "
    "tolero toleramos banco bancamos resisto puedo llevo rehúyo huyo paso soy somos manía tirria asco alergia fobia "
    "grima "
    "rabia aversión"
)
