"""Macros of Spanish for open frames: how one asks, what one tries, what came of it, and what is no habit."""

from __future__ import annotations

from awhm.language.packs.spanish.verbs import TRIED, TRIED_PARTICIPLES, TRYING

# fmt: off
OPEN_WORDS: dict[str, str] = {
    # How one asks for something, politely or not, before "que".
    "asking": (
        "(?:(?:me|nos) (?:gustaría|encantaría|convendría|vendría (?:muy |mejor |genial )?(?:bien|de perlas)?|interesa"
        "|interesaría)|(?:(?:te|le|os|les) )?(?:agradecería|agradezco|agradeceré|agradeceríamos|pido|pediría|pedimos"
        "|pediríamos|ruego|rogaría|rogamos|encargo|suplico)(?: (?:mucho|por favor|encarecidamente))?|quiero|quisiera"
        "|querría|queremos|quisiéramos|querríamos|necesito|necesitaría|necesitamos|preferiría|preferiríamos|prefiero"
        "|preferimos|deseo|desearía|(?:es|sería|será) (?:muy |más )?(?:importante|mejor|preferible|ideal|bueno"
        "|conveniente|fundamental|necesario|imprescindible|estupendo|genial)|estaría (?:bien|genial)|lo (?:ideal|"
        "mejor) "
        "(?:es|sería)|conviene|convendría|haz(?:me)? el favor de|hágame el favor de|procura|procure|intenta|intente"
        "|asegúrate de|asegúrese de|fíjate en|ten cuidado de|cuida de|exijo|insisto en|espero)"
    ),
    "from_now": (
        "(?:a partir de (?:ahora|hoy|ya|este momento)|de (?:ahora|aquí|hoy) en adelante|desde (?:ahora|hoy|ya)|en "
        "(?:adelante|lo sucesivo|el futuro)|de aquí en más|siempre|cada vez)"
    ),
    "whenever": "(?:cuando|cada vez que|siempre que|si|antes de|después de|al|en|para)",
    "your_texts": (
        "(?:(?:en )?(?:las |los |tus |mis |el |la )?(?:respuestas?|contestaciones|explicaciones|resúmenes|resumen"
        "|correos?|mensajes?|textos?|frases|párrafos|ejemplos|comentarios|listas|tablas|títulos?|informes?|actas"
        "|notas|traducciones))"
    ),
    "how_written": (
        "(?:cort(?:it)?[oa]s?|breves?|brevísim[oa]s?|concis[oa]s?|escuet[oa]s?|al grano|direct[oa]s?|sencill[oa]s?"
        "|larg[oa]s?|detallad[oa]s?|completas?|esquemátic[oa]s?|numerad[oa]s?|formales|informales|ordenad[oa]s?"
        "|clar[oa]s?|telegráfic[oa]s?|en (?:español|castellano|inglés|catalán|gallego|euskera|francés|viñetas|puntos"
        "|tablas?|prosa|negrita|minúsculas?|mayúsculas?|pasado|presente|primera|tercera|markdown|pdf|word|un solo"
        "|una sola)|sin (?:emojis?|emoticonos|relleno|rodeos|florituras|introducci|saludos?|tecnicismos|jerga|adjetivos"
        "|negritas?|listas|anglicismos|disculpas)|con (?:ejemplos|fuentes|viñetas|tablas|números|acentos|tildes)|de "
        "(?:tú|usted|vos)|(?:de )?(?:máximo|como (?:mucho|máximo)|no más de|menos de) (?:\\d|~count~))"
    ),
    # What one tried: "he cambiado", "quité".
    "tried": (
        "(?:(?:me|nos|lo|la|los|las|le|les|se lo|se la) )?(?:(?:he|hemos) (?:vuelto a (?:~trying~)|(?:"
        + TRIED_PARTICIPLES +
        "))|(?:acab(?:o|amos)|veng(?:o)|venimos|termin(?:o|é|amos)) de (?:~trying~)|volv(?:í|imos) a (?:~trying~)|"
        "prueba de (?:~trying~)|(?:" + TRIED + "))(?!\\w)"
    ),
    # What one happens to be busy with, wants, thinks or says: no habit. Other words of the same ending.
    "no_habit": (
        "(?:[a-záéíóúñ]*[áéíóú][a-zñ]*l[oa]s?|(?:haz|pon|di|da|ten|quit|dej|cambi|us|mir|manda|pasa)(?:me|te|se|a|e)"
        "?l[oa]s?|dijo|hizo|puso|vino|quiso|"
        "pudo|estuvo|tuvo|hubo|anduvo|trajo|supo|cupo|[a-z]+dujo|esto|eso|aquello|ello|yo|decimos|llamamos|compramos|"
        "llegamos|salimos|vimos|fuimos|quedamos|cenamos|acabamos|terminamos|empezamos|pasamos|estuvimos|hicimos|"
        "tuvimos|pudimos|vinimos|nos|adapto|conformo|apaño|sumo|apunto|alegro|arrepiento|refiero|disculpo|quedo|"
        "quiero|queremos|quiere|quieren|necesit[oae]n?|busc[oa]n?|pued[oe]n?|podemos|deb[oe]n?|debemos|cre[oe]n?|"
        "creemos|piens"
        "[oa]n?|supongo|supone|imagino|esper[oa]n?|dese[oa]|entiend[oe]n?|entendemos|recuerd[oa]n?|sient[oe]n?|"
        "sabemos|sabe|saben|"
        "noto|pregunt[oa]n?|dig[oa]|dice|dicen|cuent[oa]n?|explic[oa]n?|escribo|mand[oa]|envi[oa]|adjunto|pego|paso|"
        "pasa|pasan|dejo"
        "|deja|pongo|pone|pid[oe]n?|pedimos|ruego|agradezco|propongo|sugiero|prometo|insist[oe]n?|llam[oa]n?|estoy|"
        "está|están|soy|"
        "somos|es|son|hemos|habemos|hay|ha|han|sig[oau]e?n?|seguimos|vengo|viene|vienen|ando|anda|andan|quedo|queda|"
        "quedan|llego"
        "|llega|llegan|llegue|salgo|sale|salen|entro|entra|empiezo|empieza|empiezan|acabo|acaba|acaban|termino|"
        "termina|preparo"
        "|prepara|organizo|organiza|planeo|planifico|redacto|intento|intenta|trato|trata|pruebo|prueba|miro|mira|"
        "reviso|revisa|"
        "corrijo|resumo|copio|elijo|dudo|duda|temo|teme|muero|río|pierdo|pierde|encuentro|encuentra|parece|parecen|"
        "vuelv[oe]n?|voy|"
        "vamos|va|van|doy(?= (?:las )?gracias)|veo|vemos|ve|hago|haremos|tengo|tenemos|llevo(?= (?:un|una|el|la|los|"
        "las|toda|todo|dos|tres|días|"
        "horas|el día|rato))|quisiera|prefiero|adoro|odio|detesto|amo|gust[oae]n?|encant[oae]n?|merezco|olvido|aviso|"
        "repito|confieso"
        "|reconozco|admito|ofrezco|autorizo|solicito|reclamo|presento|informo|comunico|confirmo|lamento|celebro|"
        "felicito|felicita"
        "|contesto|respondo|consulto|hablo|cambi[oa]n?|compr[oa]n?|vend[oe](?= (?:mi|el|la|un|una) )|mudo|mudamos|"
        "jubilo|caso|opero|"
        "examino|fall[ao]n?|falta|faltan|cuest[oa]n?|duele|duelen|molest[ae]n?|funcion[oa]n?|sirvo|ayudo|mejoro|"
        "empeoro|resulto|arranca|arrancan|carga|cargan|"
        "llora|lloran|tarda|tardan|importa|interesa|bast[ae]|sobra|apetece|toca|conviene|urge|huele|suena|"
        "todo|solo|sólo|como|cuando|mucho|poco|bueno|otro|uno|ambos|tanto|cuanto|algo|nuevo|mismo|medio|luego|pero|"
        "sino|cuarto|cero"
        "|primero|segundo|tercero|último|largo|alto|claro|cierto|dentro|debajo|bajo|quizá|ningun[oa]|algun[oa]|cada|"
        "sobre|entre|"
        "desde|durante|ante|casi|hasta|hace|para|por|que|nada|antes|tarde|noche|"
        "correo|precio|número|tiempo|dinero|trabajo|caso|tipo|grupo|equipo|proyecto|código|texto|archivo|fichero|"
        "resultado|objetivo|"
        "tema|título|horario|plazo|presupuesto|contrato|documento|asunto|motivo|nombre|fondo|modo|formato|ejemplo|"
        "ejercicio|recurso|"
        "favor|gracias|vuelo|viaje|regalo|curso|piso|perro|gato|coche|libro|vino|queso|pollo|arroz|huevo|año|mes|"
        "lunes|martes|"
        "miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|mayo|junio|julio|agosto|febrero|verano|invierno|"
        "otoño|plano|"
        "cuadro|cuento|relato|anuncio|aviso|menú|plato|sitio|negocio|producto|servicio|pedido|estado|punto|partido|"
        "dato|error|"
        "periodo|salario|sueldo|seguro|banco|médico|abogado|hijo|hermano|amigo|tío|primo|abuelo|vecino|compañero|"
        "marido|hola|"
        "buenos|bastante|demasiado|listo|perfecto|exacto|correcto|genial|vale|venga|bravo|ánimo|socorro|cuidado)"
    ),
    "data": (
        "(?:cantidades|importes|medidas|fechas|precios|horas|nombres|unidades|números|cifras|temperaturas|títulos|"
        "apellidos|tallas"
        "|pesos|distancias|variables|columnas|decimales|miles|siglas|abreviaturas|citas|enlaces|márgenes)"
    ),
    "trying": f"(?:{TRYING})(?:l[oa]s?|les?|me|se)?(?!\\w)",
    # Who gave one what was tried: "que me pasaste".
    "helped": (
        "(?:pasaste|diste|mandaste|enviaste|recomendaste|aconsejaste|sugeriste|propusiste|escribiste|hiciste|dijiste"
        "|ayudaste|preparaste|generaste|montaste|creaste|pusiste|arreglaste|indicaste|explicaste|decías|redactaste"
        "|calculaste|pasó|dio|recomendó|aconsejó|sugirió|propuso|(?:has|ha) (?:pasado|dado|mandado|enviado|recomendado"
        "|aconsejado|sugerido|propuesto|escrito|hecho|preparado|generado|creado|puesto|indicado|explicado|redactado)"
        "|(?:escribimos|preparamos|hicimos|montamos|redactamos)(?: (?:juntos|ayer|entre los dos))?)"
    ),
    "result_subject": (
        "(?:(?:el|la|los|las|lo|mi|mis|nuestr[oa]s?|su|sus|todo|toda|todos|todas|nada|nadie|ese|esa|ninguno"
        "|ninguna|ni un[oa]?|cada|casi|medio|media|otr[oa]s?)(?: (?!que |es |son )[^,;:]{2,45}?)?)"
    ),
    # How far it came: before the verb of an outcome.
    "so_far": (
        "(?:no |ya no |ya |sí |por fin |al fin |al final |tampoco |apenas |casi |solo |nunca más |todavía |aún |"
        "también "
        "|encima |enseguida |directamente |hoy |esta mañana |al momento )"
    ),
    # A past of the third person, in one word or two.
    "turned": (
        "(?:(?<=le\\s)(?:ha|han) ido|(?<=me\\s)(?:ha|han) ido|(?:ha|han|había) (?!dicho|contado|comentado|explicado|"
        "preguntado|venido|llegado|ido (?!genial|bien|mal|por))"
        "(?:[a-záéíóúñ]+(?:ado|ido|ído)|[a-z]*(?:hecho|puesto|roto|muerto|suelto|vuelto|abierto|cubierto|frito))|"
        "(?!(?:dij"
        "|cont(?!amin)|coment|explic|pregunt|avis|record|llam|invit|conoci|encontr|pens|cre[yí]|pareci(?!\\w*ó)"
        "|gust|encant|nací|nació|aconsej|recomend|mand|pidi|compr|lleg|record|ocurri|propus|sugiri)[a-záéíóúñ]*)"
        "[a-záéíóúñ]{2,}(?:ó|aron|ieron|jeron)|(?:fue|fueron) (?=bien|mal|genial|fatal|perfect|de |un |una |como |todo "
        "|muy |peor|mejor)|hizo|hicieron|puso|pusieron|tuvo|hubo|anduvo|dio(?!\\w)|dieron|deshizo|rehízo)"
    ),
    # A present that says how it is since.
    "since_then": (
        "(?:(?:sigue|siguen|continúan?)|(?<=no\\s)[a-záéíóúñ]{2,}(?:a|e|an|en)(?= |$)|(?<=no\\sse\\s)"
        "[a-záéíóúñ]{2,}(?:a|e|an|en)|(?<=no\\sme\\s)[a-záéíóúñ]{2,}(?:a|e|an|en)|(?<=ya\\s)[a-záéíóúñ]{3,}(?:a|e"
        "|an|en)(?<!casa)|(?<=fin\\s)[a-záéíóúñ]{2,}(?:a|e|an|en)|(?:funcion|arranc|compil|carg|tard|dur|sub|baj|escal"
        "|aguant|pes|ocup|tir|cort|fall|rind|vuel|par|gote|suen|hued|huel|sab|brill|pic|duel|cabe|cierr|abr|enciend"
        "|conect|imprim|respond|cuelg|cae|peg|queda|corr|sal|va|aparec|desaparec|da|pierd|gan)(?:a|e|an|en|n)?(?= "
        "(?:bien|mal|mejor|peor|perfect|como|de |sin |con |a la |menos|más|la mitad|el doble|el triple|mucho|muchísimo"
        "|mucha|un error|error|fallo|otra|igual|al |en |tod|lent|rápid|fenomenal|genial|solo \\d|\\d|el mismo|cada)|$)"
        "|(?<=se\\s)(?:cort|cuelg|ca|romp|not|ve|oy|agriet|despeg|atasc|bloque|pierd|seca|desconect|duplic|abr|cierr"
        "|queda|quem|desmoron|deshac|mueve|pega)[a-záéíóúñ]*(?:a|e|an|en|n)?|est[áa]n? (?:mucho |muy |más |como |ya "
        "|todo |toda |por fin |de |en verde|perfect|mejor|peor|igual|impecable|arreglad|reluciente|limp|vac|rot|caíd|"
        "list|sec|crud|negr|quemad|lleno|sin )[a-záéíóúñ]*)"
    ),
}
# fmt: on
