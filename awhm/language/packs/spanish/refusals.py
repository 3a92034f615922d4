"""What Spanish rules refuse: values that fail a rule's check, by the check's name."""

from __future__ import annotations

# fmt: off
REFUSED: dict[str, str] = {
    "place": (
        r"(?:\S*\w\.\w\S*|(?:el|la|los|las) (?:bosque|mar|selva|río|agua|nubes|luna|pasado|presente|ignorancia)"
        r"|miedo|paz|duda"
        "|serio|este|ese|el (?:mismo|trabajo|camino|momento|paso)|ello|eso|esto|otra|cuanto|"
        "general)"
    ),
    "workplace": (
        "(?:ello|eso|esto|casa|el (?:bug|error|informe|problema|código|fichero|tema|mismo)|la (?:función|tarea"
        "|misma)|gusto|mí|ti|nada|equipo|remoto|pijama)"
    ),
    "mine": r"(?:mi|nuestr[oa]) (?:culpa|problema|día|turno|última|primera|mejor|peor|condena|idea|opinión|favorit"
            r"|preferid|lugar|sitio|sueño"
            r"|vida|pesadilla|perdición|pasión|debilidad)",
    "owned_thing": r"(?:mi|mis|nuestr[oa]s?) (?:parte|culpa|agrado|gusto|interés|confianza|ordenador|opinión)(?!\w)",
    "no_clause": r"(?:que|porque|lo que|un|una|muy|sin|con)(?!\w)",
    "passing": r".*(?<!\w)(?:otra vez|de nuevo|sin parar|desde (?:ayer|hoy|anoche|hace (?:un rato|\w+ (?:horas?"
               r"|días?)))|tod[oa] (?:el|la) (?:día|rato|tarde|mañana|noche)|ayuda|enfadad[oa]|un rato"
               r"|vací[oa]|caíd[oa]|muert[oa]|pendientes?|puest[oa]s?|abiert[oa]s?|rot[oa]s?|mojad[oa]|averiad[oa]"
               r"|suci[oa]|para (?:ti|vos|usted)|[a-záéíóúñ]{3,}ndo|como (?:un|una) loc[oa])(?!\w)",
    "for_when": r".* (?:para|por) (?:el|la|las|mañana|hoy|ayer|antes)(?!\w).*",
    "rule_said": r"(?:absurd|clar|sencill|estúpid|tont|viej|nuev|antigu|buen|mal|la (?:misma|primera)|un |una "
                 r")[a-záéíóú]*",
    "unfed": r".* siempre con (?:hambre|sueño|prisa|ganas|frío|calor)(?!\w)",
    "loved": r"(?:mañanas|humor|aquí|ahí|allí|los que|las que|fiar|piedra|el (?:que|primero)|acuerdo|nada|que no"
             r"|una (?:"
             r"pieza|vez)|lo (?:más|que|mejor)|\w+ísim\w+)(?!\w)",
    "taste": "(?:que (?!(?:l[ao]s|mis|sus|nos|nuestr[oa]s|algunas|todas|todos|otras|otros|muchas)(?!\\w))"
             "[a-záéíóúñ]+(?:es|as)|ser yo|decir(?:te|lo)|molestar\\w*|insistir|interrumpir\\w*|tener que|(?:la"
             "|el) (?:texto|borrador|respuesta|resumen|informe|logo|opción|propuesta|versión|plan|resultado"
             "|diseño|título|primera|segunda)|esa|eso|esto|tu|la "
             "idea|el enfoque|cómo|como|que (?:me|te) hayas|"
             "mucho|verte|tanto|m[aá]s|a (?:las?|los) \\w+$|(?:en|por) |el (?:lunes|martes|miércoles|jueves"
             "|viernes|sábado|domingo)$|(?:la|el|los|las|un|una) (?:rodilla|espalda|cabeza|muela|muelas|barriga"
             "|tripa|pie"
             r"|pies|brazo|hombro|cuello|oído|garganta|estómago|herida|foto|imagen|párrafo|portada|pinta|factura"
             r"|noticia"
             r"|\w+ (?:que (?:me|nos|le|te) (?:has|ha|han|pas|mand|envi|diste|dio|ofrec)\w*|de (?:hoy|ayer|anoche)"
             r"|(?:así|nuev[oa])$))|el (?:calor|frío) que hace|est[ea]s?|es[ea]s?|(?:ir|ver|quedar|probar)(?:la|lo"
             r"|te)?"
             r" (?:mañana|hoy|contigo))",
    "have": (
        "(?:.* humor de perros|que|ganas|hambre|sed|sueño|frío|calor|miedo|prisa|razón|suerte|tiempo|una (?:duda|"
        "pregunta|idea"
        "|reunión|cita)|un (?:problema|error|momento)|dudas|problemas|claro|en cuenta|todo|algo|nada)"
    ),
    "prefer_es": r"(?:(?:la|el) (?:opción|versión|propuesta|variante|color) \w+$|(?:el|la) (?:azul|roj[oa]|verde"
                 r"|negr[oa]|blanc[oa]|amarill[oa]|gris|rosa|grande|pequeñ[oa]|de (?:la derecha|la izquierda"
                 r"|arriba|abajo))$|la duda|las ganas|(?:el|la) (?:primer|segund|tercer|últim|otr)[oa]?(?: \w+)?$"
                 r"|(?:el|la) \w+ "
                 r"anterior)|(?:no )?(?:decir|contar|hablar|opinar|comentar|responder|saber|esperar|quedarme$|irme"
                 r"|callar|"
                 "pensar|hacer)(?:lo|la|te|me)?",
    "managed_es": "(?:no )?(?:conseguí|conseguimos|logré|logramos|pude|pudimos|he conseguido|he logrado|hemos "
                  "conseguido|hemos logrado) (?:tu|el (?:número|teléfono|correo)|entradas|sitio|mesa|(?:leer|ver"
                  "|hablar|comprar|decir|encontrar)(?:lo|la|los|las|le|te|me)+|leer|dormir|descansar|comer"
                  "|desayunar|ir|venir|llegar|hablar|salir|"
                  "ver|encontrar|decir|evitar|resistir|esperar|parar|dejar|creer|contener(?:me|nos)?|aguantar|"
                  "entender|"
                  "recordar|quedar|despedir|asistir|contactar|levantar|pegar ojo)|(?:perdí|perdimos|gané|"
                  r"ganamos|saqué) (?!(?:la |el |un |una |al |los |las |otra |nuestr\w+ )?(?:final|semifinal|"
                  "partido|juicio|cliente|contrato|concurso|caso|licitación|apuesta|elecciones|torneo|plaza|"
                  "recurso|premio|beca|oposici|campeonato|liga|nota|sobresaliente|notable|matrícula|licencia|"
                  "carnet|carné)).*",
    "not_done": r"(?:.* )?(?:no|nunca|jamás) se (?:preocup\w+|sab\w+|v[eé]|puede (?:ver|saber|hacer nada)|ha|me"
                r"|les?(?! (?:da|dan|pone|cobra|habla|grita|permite|toca|envía|llama|manda|contesta|retira"
                r"|administra))|nota|oye|"
                "trata|"
                r"entiende|acaba|pierd\w+|enter\w+|parec\w+|mueve|encuentr\w+|pas[ae]|qued\w+|dig\w+|rinda|"
                r"llam\w+|olvid\w+|conoce|muer\w+|"
                r"ríe|van?(?!\w)|parece)",
    "habit": (
        "(?:(?:un|una|dos|tres|cuatro|cinco|varios|varias|muchos|unos|unas) (?:días|horas|semanas|minutos|meses)"
        "|madera|contigo|conmigo|siempre|eso|esto|lo|que|la verdad|una pregunta|el (?:tema|mismo|código|error"
        "|script|comando)|en "
        "(?:cuenta"
        "|ello|serio)|a (?:ver|la|ti|probar|hacer)|un (?:rato|momento|poco|error|problema)|mucho|poco|bien|mal"
        "|más|ya|los tests|las pruebas|la página|el capítulo|la mitad|desde (?!casa)|hace )"
    ),
    "tool": (
        "(?:eso|esto|lo|la (?:misma|palabra|siguiente)|el (?:mismo|término|siguiente)|un|una|para|como|mucho"
        "|siempre)"
    ),
    "language_es": "(?:luego|contigo|ahora|después|mañana|hoy|en|de|con|por|muy|mucho|poco|bien|mal|así|claro|más"
                   "|sobre|a)",
    "work": "(?:camino|acuerdo|vuelta|viaje|vacaciones|baja|pie|broma|nuevo|suerte|lo|los|el|la|luto)",
    "gave_up": (
        "(?:[a-záéíóúñ]+(?:as|es)(?!\\w)|esperar|llorar|(?:leer|dormir|comer|hablar|ver)$|buscar|intentar|insistir|"
        "llamar|sonar|preocupar\\w*"
        "|escuchar|mirar|contar|creer|confiar|"
        "sufrir|temblar|llover|funcionar|[a-záéíóúñ]+(?:a|e|an|en)|puedo|sé|quiero|queda|hay|es|está|aguanto"
        "|recuerdo|importa|hace|sirve"
        "|funciona|tengo (?:ganas|tiempo)|me (?:acuerdo|queda)|lo)"
    ),
    "not_place": "(?:aquí|ahí|allí|fiar|piedra|extrañar|recibo|los que|las que|la zona|cerca|lejos|por)",
    "short": "(?:en|de|a|la|el|no|muy|un|una)",
    "no_ban": (
        "(?:problemas?|novedad|novedades|noticias?|ganas? de .*|motivo|pegas?|rastro|señal|sorpresas?|respuesta"
        "|ganas|idea|dudas?|prisas?|drama|miedo|estrés|rendirse|interés|caso|suerte|culpa|rencor"
        "|margen)$"
    ),
    "just_now": (
        r"(?:(?:lo|la|los|las) .*|.*(?<!\w)(?:eso|esto|es[ea]|est[ea]|hoy|ahora|todavía|aún|así|tanto|caso"
        r"|reír)"
        r"(?!\w).*|.*nada más.*|.*(?<!\w)(?:más(?! de)|últim[oa]|primera|primer|siguiente|anterior|tema)(?!\w).*"
        r"|dejes de (?:ver|leer|probar|visitar|ir|venir|comer|escuchar)(?!\w).*)"
    ),
    "no_event": r"(?:el (?:primero|segundo|último|mejor|peor|mismo|problema)).*",
    "moved_home": r"(?:cama|cine|casa|playa|mesa|otr[oa]|lado|fondo|trabajo|sofá|despacho)(?!\w)",
    "left_job": r"(?:(?:[\w]+ ){0,4}(?:a las|ayer|hoy|esta) .*|casa|viaje|vacaciones|fiesta|copas|compras|.* a "
                r"las .*)",
    "took_to": (
        r"(?:(?:otr[oa]|lado|cocina|salón|mesa|sitio|banco|por|cuarto|casa|ver|gimnasio|oficina|bar|despacho)(?!\w)"
        r"|\w+(?:ar|er|ir)(?:me|te|lo|la|los|las|le|se|os)?(?!\w))"
    ),
    "charge": r"(?:eso|esto|ello|yo|todo|él|ella|la (?:mesa|cena|compra)|mesa|cena|compra|lo)(?!\w)",
    "fearful": r"(?:que|.*(?<!\w)(?:esto|eso|ahora|hoy|mañana|est[ea])(?!\w)|tu|preguntar|decir|pensar)(?!\w)",
    "learned": r"(?:mucho|bastante|poco|un montón|de|con|para|cómo|algo|el (?:código|caso|problema)|a)(?!\w)",
    "edible": (
        r"(?:ahora|hoy|más|nada|fuera|ahí|aquí|así|con|en|tant[oa]s?|a|al|la|el|un|una|est[ea]|es[ea]|solo|sin|y"
        r"|ni|"
        r"tan|todavía|mañana|antes|después|hasta|contigo|parte|nota|decisiones|otr[oa])(?!\w)"
    ),
    "no_sign": (
        "(?:leo|aries|tauro|géminis|cáncer|virgo|libra|escorpio|sagitario|capricornio|acuario|piscis|devops|pm|qa"
        "|cto|"
        "ceo|dba|sre|hr|dj|senior|junior)$"
    ),
    "no_kin_rule": r"(?:el|la|los|las) (?:vecin[oa]s?|jef[ea]s?|perr[oa]s?|gat[oa]s?|niñ[oa]s|chic[oa]s|pobres"
                   r"|padres|hijos|trenes|cosas) .*",
    "could_be": r"(?:sido|estado|pasado|much[oa]s?|tant[oa]s?|más|otr[oa]|algo|alguien|venido|ido|cambiado)(?!\w)",
    "not_wished": (
        r"(?:(?:te|le|os|les) (?:mejor|recuper|vay|sient|gust|sirv|encuentr|diviert|lo pas|ayude)|est[eé]|fuer[ae]"
        r"|sea[ns]? (?!breve|concis|direct|clar|formal|educad)|hay|hubier|todo |vin|veng|vay|sirv|salg|lleg|gust|pas|"
        r"pud|"
        r"teng|tuvier|me (?:ayud|dej(?!e de|es de)|gust|quier|acept|contrat|cojan|llam|toque|salga)|nos (?:ayud|vea)|"
        r"funcion|acab|termin|gan|llov|cambi|mejor|dur)[a-záéíóúñ]*"
    ),
    "not_arrived": r"(?:(?:me|se|nos|ya) )*(?:llegó|llegaron|pareció|gustó|encantó|sorprendió|interesó|tocó)(?!\w)",
    "no_teller": (
        r"(?:[^,;:]{0,30} )?(?:me|nos|le|les) (?:ha |han )?(?:dij|dich|cont|coment|explic|pregunt|avis|record|invit|"
        r"pidi"
        r"|llam|ped|propus|sugiri|encontr|recomend|aconsej|mir|esper)[a-záéíóúñ]*|(?:me|nos) (?:gust|encant|pareci|"
        r"sorprend|acord|di(?!o)|enter|qued)[a-záéíóúñ]*"
    ),
    "known_so":
    r"(?:nada|en (?:general|absoluto|principio|los|las|el|la)|más$|de (?:verdad|siempre|todo)|con locura|a rabiar|"
    r"solo$|sólo$)",
    "so_what":
    r"(?:que|lo que|eso|esto|contigo|conmigo|bien|mal|más$|ya$|la verdad|a ver|un (?:rato|momento|poco|error|problema)"
    r"|muy )(?!\w)",
    "no_self": r".*(?<!\w)(?:iré|voy|vamos|tengo|tenemos|estoy|mañana|hoy|me|nos|pagaré|haré)(?!\w)",
    "not_polite": r"(?:me (?:voy|quedo|gust|despid|pregunt)|no (?:sé|se sale|puedo)|se (?:sabe|ve))[a-záéíóúñ]*",
    "no_wanting":
    r"(?:(?:lo|la|los|las|me|nos|se) )?(?:quiero|queremos|necesit|busc|pued|pod|deb|cre|teng|tenem|estoy|estamos|veo|"
    r"vamos|voy)[a-záéíóúñ]*(?!\w) ?(?!(?:en|con) )",
    "no_timetable":
    r"(?:(?:se|ya|no|me|nos) )*(?:ha |han )?(?:sal(?:ió|ieron|ido)|lleg|empez|empiez|comenz|termin|acab|pas(?:ó|aron|"
    r"ado) (?:a|por|de)|cerr|abr|retras|adelant|aplaz|vencid|venci|caduc|subi(?:ó|do) (?:de precio|a)|perd)"
    r"[a-záéíóúñ]*(?: (?:a|ayer|hoy|el|tarde|pronto|con|de|en|la|los|las)(?!\w).*)?$",
    "of_people":
    r"(?:tod[oa]s )?(?:los|las) (?:niñ|tarde|mañana|noche|día|semana|persona|vecin|chic|año|mes|gente|padre|madre|"
    r"alumn|amig)[a-záéíóúñ]*",
    "one_day": (
        r".*(?<!\\w)(?:el (?:próximo )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|día \\d+)|esta "
        r"(?:semana|tarde|noche"
        r"|mañana|vez)|este (?:finde|fin de semana|mes|lunes|martes|viernes|sábado|domingo)|mañana|hoy|ayer|"
        r"próxim[oa]s?|que viene|"
        r"dentro de|en breve|pronto|otra vez|de nuevo|todavía|aún|ahora|ahora mismo|ya)(?!\\w)"
    ),
    "busy": (
        r"(?:(?:el|la|los|las|un|una|unos|unas|este|esta|tu|mi|al|varios|varias) )?(?:enlace|archivo|documento|texto|"
        r"foto"
        r"|captura|código|logs?|resumen|borrador|mensaje|correo|informe|ejercicio|problema|tareas?|pedido|presentación"
        r"|lista|tabla|cuento|reunión|cena|fiesta|viaje|boda|vacaciones|cumpleaños|mudanza|regalo|ideas?|contigo|aquí"
        r"|ahí|que|ver|bien|mal|mejor|tarde|pronto|hoy|mañana|duda|pregunta|cosa|cosas|médico|dentista|notario|hospital"
        r"|aeropuerto|examen|exámenes|entrevista|casa$|si|en cuenta|nota|parte|caso|falta|gracias|ganas|claro|cuidado|"
        r"miedo|prisa|sueño|hambre|tiempo|razón|cita|error|errores|fallo|fiebre|dolor|opción|impresión|sensación)(?!\w)"
    ),
    "with_result": r"(?:ya|ahora) (?:veremos|está(?:s|mos)?$|basta|llega|sabe|sé|vale|era|toca|tengo)(?!\w)",
    "best": "(?:mañana|hoy|eso|esto|cualquier|todo|a las|el (?:lunes|martes|miércoles|jueves|viernes))",
}
# fmt: on
