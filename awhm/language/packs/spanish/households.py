"""The facts of Spanish about what people have, eat and belong to."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
HOUSEHOLDS: tuple[Rule, ...] = (
    Rule(
        "takes_time", _FACT,
        "(?!(?:la|el|esta|este|un|una) (?:película|peli|serie|viaje|vuelo|charla|curso|partido|concierto|capítulo"
        "|vídeo)(?!\\w))"
        "~quien~(?:ahora )?(?P<verb>tarda|dura|ocupa|consume|gasta) (?P<value>(?:unos |unas |casi )?(?:"
        r"(?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta"
        "|cincuenta|cien|media docena de|una docena de)|media|un|una|la mitad) .*)$",
        "tarda dura ocupa consume gasta", "{verb}",
        (E("El build tarda doce minutos.", "doce minutos", "tarda", "build"),),
        checks=("named",),
    ),
    Rule(
        "own_kind", _FACT,
        "(?P<subject>(?:mi|nuestr[oa]) (?:perr[oa]|gat[oa]|caballo|yegua|conejo|loro|tortuga)) (?P<neg>no )?es "
        "(?P<value>una? .+)$",
        "perro perra gato gata caballo yegua conejo loro tortuga",
        "kind",
        (E("Nuestro perro es un mastín.", "un mastín", "kind", "user's perro"),),
        never=("Mi perro es un desastre.",), checks=("lasting",),
    ),
    Rule(
        "stored", _FACT,
        "(?!llevo (?:el|la|los|las|todo|con|en) )~yo~(?P<neg>no )?(?P<verb>guardamos|guardo|dejamos|almacenamos"
        "|compilo|compilamos|alojamos|cobramos|cobro"
        "|pagamos|pago|celebramos|entregamos|abrimos|cerramos|llevo|publico|desplegamos|hospedamos|compramos"
        "|compro) (?P<value>(?:todo con |todo en |con |en |el |la |los |las |gafas|lentillas|audífono|marcapasos"
        "|barba|bigote|gorra|aparato).*)$",
        "guardamos guardo dejamos almacenamos compilo compilamos alojamos cobramos cobro pagamos pago celebramos "
        "entregamos abrimos cerramos llevo publico desplegamos hospedamos compramos compro",
        "{verb}",
        (E("Cobramos el día 25.", "el día 25", "cobramo"), E("Llevo gafas desde niño.", "gafas desde niño", "llevo")),
        never=("Llevo la bolsa ahora.",), many=True, checks=("lasting", "not_now"),
    ),
    Rule(
        "kin_state", _FACT,
        "(?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+(?: (?:pequeñ[oa]|mayor|mediano|mediana|gemel[oa]"
        "|[a-z]+))?) (?P<value>(?:(?:se (?:jubiló|jubilaron|casó|divorció|operó|licenció|graduó)|va a|va (?:en|con)|"
        "anda con|están? en"
        "|hace|empezó|cursa|padece|lleva|juega|falleció|murió|nació|estudió|trabajó|emigró|fundó|luchó|heredó|"
        "construyó|vivió|emigraron) )(?:.*))$",
        "emigró emigraron fundó luchó heredó construyó vivió va anda jubiló jubilaron casó divorció operó licenció "
        "graduó va está están hace empezó cursa padece lleva juega "
        "falleció murió nació estudió trabajó",
        "situation",
        (E("Mi suegro se jubiló en 2019.", "se jubiló", "situation", "user's suegro"),),
        never=("Mi hermana está en la cocina.",), checks=("related", "kin_state", "passing"), keeps=("tail",),
    ),
    Rule(
        "goes_to", _FACT,
        r"~quien~(?:van?|apuntan?|acaban?|terminan?) (?:a|en) (?P<value>\S*[/.]\S+.*)$",
        "va van apunta apuntan acaba acaban termina terminan", "goes to",
        (E("Los logs van a /var/log/app.", "/var/log/app", "goes to", "logs"),),
        checks=("named",),
    ),
    Rule(
        "swapped", _FACT,
        "~yo~(?:ya )?(?:dejamos|dejé|cambiamos|cambié|hemos cambiado|he cambiado|sustituimos|reemplazamos|pasamos"
        "|hemos pasado) (?:de )?(?P<source>[^,;:]{1,30}?) (?:por|a) ~value~",
        "dejamos dejé cambiamos cambié cambiado sustituimos reemplazamos pasamos pasado", "{uses}",
        (E("Dejamos Slack por Zulip.", "Zulip", "uses"),),
        checks=("proper",), corrects=True,
    ),
    Rule(
        "in_family", _FACT,
        "~yo~~no~(?:soy|somos) (?P<value>(?:(?:el|la|los|las) (?:mayor|menor|pequeñ[oa]|median[oa]|segund[oa]"
        "|tercer[oa]|benjamina?)(?:es|s)? (?:de|en) .*|hij[oa]s? únic[oa]s?|(?:padre|madre|abuel[oa]|tí[oa]|viud[oa]"
        "|familia) "
        "(?:soltera?o? )?(?:de|numerosa) .*|familia numerosa|melliz[oa]s?|gemel[oa]s?))$",
        "mayor menor pequeña pequeño mediana mediano segundo segunda tercero tercera única único padre madre abuela "
        "abuelo tía tío familia melliza mellizo gemela gemelo gemelas mellizos",
        "family",
        (E("Soy la mayor de cinco hermanos.", "la mayor de cinco hermanos", "family"),),
        many=True,
    ),
    Rule(
        "gets_around", _FACT,
        "~yo~~no~(?:ando|voy|vamos|me muevo|me desplazo) (?:siempre )?(?P<value>en silla de ruedas|con (?:muletas"
        "|bastón|andador|respirador)|en (?:bici|bicicleta|metro|bus|autobús|moto|patinete|coche|carro|tren)(?= (?:al?"
        "|a la|a todas|todos|siempre)(?!\\w)))(?: .*)?$",
        "ando voy vamos muevo desplazo", "gets around",
        (E("Ando en silla de ruedas.", "en silla de ruedas", "gets around"),),
        never=("Voy en coche.",), checks=("not_now",),
    ),
    Rule(
        "looks", _FACT,
        "(?:~yo~(?:tengo|llevo)|~quien~(?:tiene|lleva)) (?P<value>(?:los ojos|el pelo|la piel|el cabello|los pies|la "
        "barba|el flequillo) (?!fatal|mal|sucio|hecho|muy)[^,;:]{3,30})$",
        "ojos pelo piel cabello pies barba flequillo", "looks",
        (E("Tengo los ojos verdes.", "los ojos verdes", "looks"),),
        never=("Tengo el pelo hecho un desastre.",), many=True, checks=("own", "not_now"),
    ),
    Rule(
        "years_married", _FACT,
        "~yo~(?:llevo|llevamos) (?P<value>casad[oa]s?|divorciad[oa]s?|separad[oa]s?|jubilad[oa]s?|viud[oa]|junt[oa]s"
        "|vegan[oa]|vegetarian[oa]) (?:[a-záéíóúñ]+|\\d+) (?:años|meses).*$",
        "llevo llevamos", "status",
        (E("Llevamos casados veinte años.", "casados", "status"),),
    ),
    Rule(
        "member", _FACT,
        "~yo~~no~~yano~(?:pertenezco|pertenecemos|estoy (?:apuntad|afiliad|suscrit|federad|inscrit)[oa]|formo parte"
        "|soy (?:miembro|soci[oa]|voluntari[oa]|monitor[a]?|vocal|delegad[oa]"
        "|concejal[a]?|antigu[oa] alumn[oa]|fundador[a]?|entrenador[a]?)) (?:a la|al|a los|a las|a|de la|del|de los|de"
        "|en el|en la|en|con) ~value~",
        "pertenezco pertenecemos apuntado apuntada afiliado afiliada suscrito suscrita federado federada inscrito "
        "inscrita formo miembro socio socia vocal",
        "member of",
        (E("Pertenezco a un club de ajedrez.", "un club de ajedrez", "member of"),),
        many=True, checks=("known",),
    ),
    Rule(
        "diagnosed", _FACT,
        "(?:(?:a (?P<subject>(?:mi|mis|nuestr[oa]) [^,;:]{2,25}?) le|me) (?:(?:han|ha) (?:diagnosticado|detectado"
        "|recetado|operado|puesto|implantado)|diagnosticaron|detectaron|recetaron"
        "|operaron|pusieron|implantaron)) (?:del?|de la|de los )?(?P<value>(?!buen|mal|nervios|la (?:multa|mano|cara)"
        "|un (?:multa|mensaje|examen)|una multa|falta|pegas)[^,;:]{3,60})$",
        "diagnosticado detectado recetado operado implantado diagnosticaron detectaron recetaron operaron implantaron",
        "health",
        (E("Me diagnosticaron celiaquía.", "celiaquía", "health"),),
        many=True, checks=("known",),
    ),
    Rule(
        "never_eats", _FACT,
        "(?:por [^,;:]{3,30}?,? )?~yo~(?P<neg>(?:no|nunca) )(?P<verb>como|tomo|bebo|pruebo|consumo|tolero) (?:nada de "
        "|ni )?~value~",
        "como tomo bebo pruebo consumo tolero", "{habit}",
        (E("No bebo refrescos.", "refrescos", "bebo", polarity=False),),
        never=("No tomo nota.", "No como hoy.", "No tomo decisiones así."), many=True,
        checks=("edible", "known", "not_now"),
    ),
    Rule(
        "have", _FACT,
        "(?:~yo~~no~~yano~(?:tengo|tenemos)|~quien~~no~~yano~(?:tiene|tienen)) (?!(?:el|la|los|las|mi) "
        "(?!carn))(?P<value>(?:(?:un|una|dos|tres"
        r"|cuatro|cinco|seis|siete|ocho|nueve|diez|\d+|ningún|ninguna|el(?= carn)) )?(?:[\wáéíóúñ]+ ){0,2}?"
        "(?P<attribute>mellizos|mellizas|gemelos|gemelas|trillizos|hij[oa]s?|herman[oa]s?|niet[oa]s?|sobrin[oa]s?|"
        "perr[oa]s?|gat[oa]s?|mascotas?|gallinas"
        "|caballos?|conejos?|loros?|diabetes|asma|epilepsia|migrañas?|artritis|insomnio|hipertensión|carn[eé]t?"
        "|carnet|coche|carro|auto|moto|bici|bicicleta|furgoneta|barco|jardín|huerto|casa|piso|finca|tienda"
        "|panadería|piano|guitarra|télescopio|nodos|réplicas|empleados|miembros|núcleos|particiones|habitaciones"
        "|plantas|televisión|tele|móvil|smartphone)(?:,? .{1,50})?)$",
        "tengo tenemos tiene tienen", "has {attribute}",
        (E("Tengo dos gatas.", "dos gatas", "has gata"), E("No tengo coche.", "coche", "has coche", polarity=False)),
        never=("Tengo una duda sobre los perros.",), checks=("have", "own"),
    ),
    Rule(
        "possesses", _FACT,
        "~yo~(?:tengo|tenemos) (?P<value>(?:(?:alquilad|comprad|guardad|contratad)[oa] )?(?:una|un par de|~count~) "
        "(?P<attribute>(?!(?:dud|pregunt|problem|reuni|cita|examen|entrevist|vuelo|llamad|boda|fiesta|cena|comida"
        "|partido|idea|plan|error|bug|fallo|lío|dolor"
        "|fiebre|resfri|gripe|tos|minut|moment|rato|hora|día|seman|mal|sueñ|sensaci|impresi|presentim|mensaj|correo"
        "|archiv|ficher|text|borrador|inform|list|script"
        "|funci|clase|tabla|csv|document|artícul|párraf|frase|códig|bucl|tarea|deber|trabaj|entreg|plaz|pedid|paquet"
        "|favor|excus|opci|oportunid|posibilid|cosa"
        "|mont[óo]n|millon|mogoll|poc|par|puñad|invitad|visit|array|dict|datafr|endpoint|compon|formular|botón|query"
        "|consult|regex|string|json|excel|pdf|bueno|buena"
        "|gran|nuev|mes|año|vid|noche|tarde|mañana|sorpres|notici|cliente|compromis|capítul|viaj|aspect|punt|detalle"
        "|capricho|antoj|secret|respuest|objetiv|caso"
        "|sit|situaci|sospech|corazonad|algo|resac|pesadill|ataque|golpe|herid|rasguñ|ampoll|contractur|manch|agujer"
        "|pinchaz|avería|fuga|retras|cosit|poquit|recurs"
        "|nudo|esguinc|pestañ|propuest|instancia de|variable|campo|columna|fila|imagen|foto|vídeo|video|captura"
        "|ejemplo|modelo|objeto|ejercicio|proyecto de|presentaci|mil|cien)[a-záéíóúñ]*)"
        "[a-záéíóúñ]{3,})(?: (?!que (?!se llama))[^,;:]{2,30})?)$",
        "tengo tenemos", "has {attribute}",
        (
            E("Tengo un acuario.", "un acuario", "has acuario"),
            E("Tengo alquilado un trastero en Vic.", "alquilado un trastero en Vic", "has trastero"),
        ),
        never=("Tengo un problema.", "Tengo una cita mañana.", "Tengo dos dudas.", "Tengo un array con números."),
        many=True, checks=("not_now", "passing"),
    ),
    Rule(
        "lacks", _FACT,
        "~yo~(?P<neg>no |tampoco )(?:tengo|tenemos) (?P<value>(?P<attribute>(?!(?:ganas|idea|hambre|sed|sueño|frío"
        "|calor|tiempo|prisa|claro|nada|ni|por|que|quien|más|remedio|dudas?|problemas?|razón|cobertura|señal|luz"
        "|internet"
        "|acceso|permisos?|respuesta|noticias|constancia|fuerzas?|palabras|cuerpo|fiebre|suelto|cambio|batería|saldo"
        "|manera|forma|sitio|espacio|miedo|suerte|culpa|sentido|ningún|ninguna|otr[oa]|mucho|mucha|muchas|muchos|tanto"
        "|tanta|un|una|el|la|los|las|mi|tu|nadie|planes|tan|inconveniente|costumbre|fecha|datos?|copia|memoria|turno"
        "|clase|cita|hoy|ahora|aún|todavía|certeza|opinión|preferencia|preferencias|intención|excusa|duda|dolor"
        "|síntomas"
        "|gana|dinero|efectivo|pan|leche|huevos|azúcar|sal|agua|aceite|café|comida|papel|gas|tinta|stock|dos|tres"
        "|cuatro|cinco|seis|diez|ese|esa|este|esta|eso)(?!\\w))[a-záéíóúñ]{3,}(?: [a-záéíóúñ]+)?))(?: (?:en|de|para"
        "|desde|porque) .*)?$",
        "tengo tenemos", "has {attribute}",
        (E("No tengo redes sociales.", "redes sociales", "has redes sociale", polarity=False),),
        never=("No tengo ganas.", "No tengo tiempo."), many=True, checks=("not_now",),
    ),
    Rule(
        "married", _FACT,
        "(?:~yo~~no~(?:estoy|soy)|~quien~~no~(?:está|es)) (?P<verb>casad[oa]|comprometid[oa]|emparejad[oa]) con"
        " ~value~",
        "casado casada comprometido comprometida", "spouse",
        (E("Estoy casada con Tove.", "Tove", "spouse"),),
        checks=("own",),
    ),
    Rule(
        "languages", _FACT,
        "(?:~yo~~no~~yano~~adv~(?:hablo|hablamos)|~quien~~no~(?:habla|hablan)) (?:solo |un poco de |algo de |bien"
        " )?(?P<value>[^,;]+?)(?: (?:bastante |muy |más o menos )?(?:bien|mal|regular|fluido|con fluidez"
        "|perfectamente))?(?:,.*)?$",
        "hablo hablamos habla hablan", "language spoken",
        (E("Hablo neerlandés y frisón.", "neerlandés y frisón", "language spoken"),),
        never=("Hablo en serio.",), many=True, conditional=True, checks=("language_es", "own"),
    ),
    Rule(
        "nothing", _FACT,
        "~yo~(?P<neg>no |nunca |tampoco )~yano~(?P<value>(?:como|tomo|bebo) (?:carne|cerdo|pescado|gluten|lácteos"
        "|marisco|alcohol|leche|café)|fumo|bebo|conduzco|manejo|nado|cocino|fumamos|bebemos)$",
        "fumo bebo conduzco manejo nado cocino como tomo fumamos bebemos", "{value}",
        (E("No fumo.", "fumo", "fumo", polarity=False),),
    ),
)
# fmt: on
