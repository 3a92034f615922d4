"""The words of Spanish that rules and checks look up: relations, nouns, classes, and what says nothing."""

from __future__ import annotations

from typing import Any

# fmt: off
WORDS: dict[str, Any] = dict(
    kin=(
        "bisabuelo bisabuela mujer esposa marido esposo pareja novia novio madre mamá mama padre papá papa padres "
        "vieja viejo hermana "
        "hermano hermanas hermanos hija hijo hijas hijos niña niño nena nene bebé abuela abuelo abuelos nieta "
        "nieto nietos tía tío tíos prima primo primos sobrina sobrino sobrinos jefa jefe colega compañera "
        "compañero compañeros vecina vecino vecinos amiga amigo amigos casera casero dentista médico médica "
        "doctora doctor abogada abogado contable profesora profesor tutor tutora becaria becario asistente cliente "
        "clienta suegra suegro suegros cuñada cuñado nuera yerno hijastra hijastro madrastra padrastro ex ahijada "
        "ahijado madrina padrino socia socio perro perra gato gata cachorro loro conejo caballo mascota familia "
        "gemelas gemelos"
    ),
    kin_phrase=r"(?:mi|mis|nuestr[oa]s?) (?P<kin>[^\W\d_][\wáéíóúñ-]*)",
    own_phrase=r"(?:mi|mis|nuestr[oa]s?) (?P<thing>\S.*)",
    not_names=(
        "yo tú vos él ella ellos ellas nosotros nosotras usted ustedes esto eso aquello este esta estos estas ese "
        "esa esos esas aquel aquella que qué quien quién cual cuál como cómo cuando cuándo donde dónde porque si "
        "sí no ya nunca siempre también tampoco nadie nada algo alguien todo todos todas cada otro otra uno una un "
        "unos unas hay ha he es son está están fue era lo le les me te se nos y o pero aunque pues mientras hoy "
        "ayer mañana ahora luego entonces así bueno vale gracias claro quizá quizás tal hola buenas muy más menos "
        "tan en de con por para sin a al del mi mis tu tus su sus nuestro nuestra"
    ),
    indefinite="un una unos unas algún alguna",
    no_name="",
    determiners="",
    rule_nouns="",
    articles="el|la|los|las|un|una|unos|unas|lo|mi|mis|ahora|actualmente|solo|sólo|unos|aproximadamente|sobre",
    stop_words=(
        "el la los las un una unos unas de del al a en con por para y e o u que se me te nos lo le les mi mis tu "
        "tus su sus nuestro nuestra nuestros nuestras todo toda todos todas cada cualquier es son está están ser "
        "no muy más ya siempre nunca jamás también como este esta estos estas ese esa cuando"
    ),
    nouns=(
        "puerto host url uri ruta endpoint versión servidor repositorio repo rama plazo presupuesto contraseña "
        "usuario dirección código número correo email teléfono nombre apellido licencia fecha hora zona región "
        "clúster cluster lenguaje idioma framework horario responsable dueño dueña mantenedor límite cuota tamaño "
        "talla color precio coste costo tarifa sueldo salario título mote cumpleaños aniversario capital directora "
        "director sede fundador religión empresa equipo puesto autora autor compositor presidenta presidente "
        "ministro entrenador productor editorial creador cónyuge hija hijo nacionalidad deporte género tipo "
        "universidad colegio lema logo tema formato estándar convención prefijo sufijo extensión intervalo "
        "frecuencia umbral wifi pin clave token cuenta plan modelo marca editor fuente herramienta biblioteca "
        "proveedor registro dominio subred planta piso sala despacho mesa asiento taquilla línea ruta vuelo altura "
        "peso política norma edad dieta alergia raza contacto cliente estado prioridad tabla esquema columna moneda "
        "reunión "
        "lanzamiento matrícula coche nif iban país ciudad barrio"
    ),
    assignments="proyecto equipo departamento turno comité cuadrilla grupo área guardia división",
    classes={
        "editor": "vim neovim emacs helix vscode vs_code nano sublime zed pycharm intellij",
        "language": (
            "python rust go golang java javascript typescript kotlin swift ruby perl php c c++ c# scala haskell "
            "elixir"
        ),
        "theme": "modo_oscuro modo_claro tema_oscuro tema_claro",
        "indentation": "tabs tabuladores espacios tabulaciones",
        "answer length": (
            "respuestas_cortas respuestas_largas respuestas_breves respuestas_detalladas respuestas_concisas"
        ),
        "database": "postgres postgresql mysql mariadb sqlite mongodb redis",
        "operating system": "linux windows macos ubuntu fedora debian arch",
        "hot drink": "té café",
        "seat": "ventanilla pasillo",
    },
    attributes={
        "nombre": "name", "apellido": "surname", "ciudad": "location", "trabajo": "occupation",
        "profesión": "occupation", "empresa": "employer", "correo": "email", "mail": "email", "email": "email",
        "teléfono": "phone number", "móvil": "phone number", "puerto": "port", "edad": "age", "cumpleaños": "birthday",
        "mujer": "spouse", "marido": "spouse", "esposa": "spouse", "esposo": "spouse", "capital": "capital",
        "autor": "author", "autora": "author", "director": "director", "directora": "director", "dirección": "address",
        "editor": "editor", "idioma": "language", "lenguaje": "language", "versión": "version", "plazo": "deadline",
        "repositorio": "repository", "repo": "repository", "rama": "branch", "servidor": "server",
        "sede": "headquarters", "fundador": "founder",
    },
    many_nouns="política norma regla alergia hijo hija hermano hermana amigo afición hobby mascota",
    lasting=(
        "vegetariano vegetariana vegano vegana celíaco celíaca celiaco celiaca diabético diabética diabetico "
        "diabetica asmático asmática disléxico disléxica autista sordo sorda ciego ciega daltónico daltónica zurdo "
        "zurda diestro diestra ambidiestro casado casada soltero soltera divorciado divorciada viudo viuda "
        "jubilado jubilada retirado retirada desempleado autónomo autónoma embarazada bilingüe calvo calva "
        "musulmán musulmana cristiano cristiana católico católica judío judía budista ateo atea agnóstico "
        "agnóstica intolerante abstemio abstemia gay lesbiana bisexual trans introvertido introvertida "
        "extrovertido hipertenso hipertensa miope pescetariano pescetariana alérgico alérgica huérfano adoptado "
        "adoptada solo sola casados casadas jubilados jubiladas solteros divorciados celíacos zurdos sordos autónomos "
        "alérgicos bilingües"
    ),
    trades=(
        r"(?:un |una |el |la )?(?:[\wáéíóúñ-]+ )?(?:profe|\w*(?:ista|ólog[oa]|ólogo|ador[a]?|edor[a]?|idor[a]?"
        r"|tor[a]?|ier[oa]|grafo|grafa|nauta)|\w*(?:terapeuta|iatra)|auxiliar|técnic[oa]|administrativ[oa]|comercial"
        r"|militar|conserje|dependient[ae]|ayudante|azafata|asesor[a]?|sacerdote|pastor[a]?|ganader[oa]|poeta|atleta"
        r"|médic[oa]|abogad[oa]|arquitect[oa]|maestr[oa]|profesor[a]?|estudiante"
        "|ingenier[oa]|enfermer[oa]|informátic[oa]|químic[oa]|físic[oa]|matemátic[oa]|veterinari[oa]"
        "|farmacéutic[oa]|músic[oa]|actor|actriz|cantante|escritor[a]?|chef|policía|bombero|bombera|piloto|soldado"
        "|guía|gerente|comerciante|vigilante|psicólog[oa]|jef[ea]|director[a]?|becari[oa]|funcionari[oa]"
        "|secretari[oa]|albañil|fontanero|electricista|mecánic[oa]|juez[a]?|notari[oa]|madre|padre|abuel[oa]"
        "|(?:camar|cocin|panad|carpint|jardin|peluqu|banqu|fontan|obr|granj|caj|cart|libr|zapat|pastel|joy|costur"
        "|torn|min|marin|niñ|cervec|ferrovi|bibliotec|empres)(?:er|ari)[oa]|autónom[oa]|freelance|matrona|sastre"
        "|modista)(?: (?!(?:de|en|del|y|con|por|a|al|que|para|tuy[oa]|mí[oa])(?!\\w))[a-záéíóúñ]+)?(?: (?:de|en|del) "
        ".{1,60})?"
    ),
    lemma=(
        ("^es", "es"), ("([aeiou])s", r"\1"), ("([dlnrz])es", r"\1"),
    ),
    passives={
        "fundado por": "founder", "creado por": "creator", "escrito por": "author", "dirigido por": "director",
        "desarrollado por": "developer", "casado con": "spouse", "casada con": "spouse",
    },
    numbers=(
        "segundo tercero tercer tercera cuarto quinto un una dos tres cuatro cinco seis siete ocho nueve diez doce "
        "quince veinte treinta cien mil primer "
        "primero segunda segundo cada"
    ),
    quantified=(
        "siempre|nunca|jamás|todos|todas|todo|cada|cualquier|ningún|ninguna|nada|nadie|solo|sólo|únicamente|en"
        r" todo momento|sin excepción|sin (?:mi|consultar|preguntar|avisar|permiso|confirmar)\w*|para siempre|por"
        " defecto|por norma|obligatoriamente|obligatorio"
    ),
    bare_outcome=(
        r"(?:(?:no|tampoco|ya|ni) )*(?:(?:me|nos|te|lo|le) )?(?:(?:ha|han) )?(?:funcion\w+|fall\w+|sirv\w+"
        r"|arregl\w+|solucion\w+|sal(?:ió|ieron|ido) (?:bien|mal|perfect\w+|genial|fatal"
        r"|redond\w+|tal)|resolv\w+|resuelto|result\w+|compil\w+|arranc\w+|petó|reventó|ayud\w+|mejor\w+|empeor\w+"
        r"|deneg\w+|rechaz\w+|conced\w+|admit\w+|acept\w+|fue (?:genial|bien|fatal|mal|de maravilla|perfect\w+|un"
        r" \w+)|fueron \w+|va (?:bien|perfecto|fino)|se (?:ha )?(?:arregl|solucion|romp|roto|cay|colg|quem|perd"
        r"|bloque|estrope|fund|apag|congel|desconfigur|instal|guard|actualiz)\w*(?! (?:un|una|unos|unas|el|la|los|"
        r"las|mi)(?!\w)))"
    ),
    attempts=(
        "(?:ya |al final |por fin |también )*(?:(?:he|hemos) [a-záéíóúñ]+(?:ado|ido|to|cho)|[a-záéíóúñ]{2,}(?:é|í)"
        "|(?:puse|hice|rehice|deshice|repuse|traduje|introduje|pusimos|hicimos|di|dimos|traje|[a-záéíóúñ]{3,}(?:amos"
        "|imos)))(?= (?:el|la|los|las|un|una|de"
        "|a|con|en|lo|al|mi|tu|su|todo|otra|otro|el|dos|tres))"
    ),
    failed=(
        r"(?:se me (?:quem|hund|cort|romp|cay|estrop|perd|apag|mur|sec|pas)\w*|se (?:hundió|cortó|estropeó)|hizo nada"
        r"|hecho nada"
        r"|(?<!no\s)se (?:cuelga|bloquea|congela)|no sobrevivió|murió|murieron|marchit\w+|secó|secaron|pudri\w+"
        r"|encogió|"
        "perdimos|perdí|suspendí|perdido|ni|ya no (?:funciona|arranca|carga|compila|va|anda|enciende|responde|abre"
        "|conecta|imprime|pasa|llega)|"
        r"(?<!ya\s)no|nunca|desastre|fracaso|descascarill\w+|despeg\w+|despint\w+|agriet\w+|atasc\w+|desbord\w+"
        r"|oxid\w+|hund\w+|"
        ""
        r"nada|el mismo error|la misma|tampoco|falló|en rojo|(?<!ya\sno\s)fallan?|fallaron|ha fallado|mal|fatal|peor"
        r"|crudo|cruda|"
        "quemad[oa]"
        r"|rot[oa]|rompió|rompieron|cayó|cayeron|colgó|colgad[oa]|explotó|petó|reventó|rechaz\w+|deneg\w+"
        r"|suspend\w+|sin éxito|fracas\w+|sigue \w+ndo|sigue (?:igual|sin|fallando|roto|dando)|siguen (?:\w+ndo|sin"
        r"|igual)|secado|quemado|estropead[oa]s?|cortado|muerto|cayo|fallo|caído|durísim\w+|dur[oa]s|sos[oa]s?"
        r"|aguad[oa]s?|"
        r"perdió|perdieron|empeor\w+|error|se quedó a medias|dejó de funcionar|ni (?:con|así))"
    ),
    once=(
        "(?:cuando|si) (?:puedas|puedes|quieras|quieres|llegues|vengas|salgas|vuelvas|termines|acabes|tengas"
        " tiempo)|ahora(?! en adelante)|hoy|mañana|esta (?:vez|noche|tarde|mañana|semana|función)|este (?:archivo"
        "|párrafo|caso|texto|documento|informe|ejercicio|mensaje|correo|commit|proyecto no"
        "|test|error|mensaje|fichero)|todavía|aún|un (?:momento|segundo|minuto|rato)|de momento|por ahora|cuanto"
        " antes|ya mismo|enseguida|ayer|anoche|luego|después me"
    ),
    habits="",
    habitual=(
        "siempre|cada|todos los|todas las|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|fines de"
        " semana)|por las (?:mañanas|tardes|noches)|a diario|normalmente|habitualmente|a las|(?:una|dos|tres)"
        " veces|a menudo|a veces|de noche|entre semana|en verano|en invierno|nunca"
    ),
    light=(
        "hago|hacemos|hace|voy|vamos|va|tomo|toma|leo|lee|veo|ve|como|come|corro|corre|duermo|entro|entra|entramos"
        "|salgo|sale|salimos|empiezo|empieza|termino|termina|llevo|lleva|pongo|compro|hacen|desayuno|ceno|quedo"
        "|quedamos|me levanto|me acuesto|nos reunimos|publicamos|desplegamos|necesito|me he pasado|me pasé|me pase"
        "|nos hemos pasado|nos pasamos|me he cambiado|me cambié|me"
        " cambie|nos hemos cambiado|nos cambiamos|he migrado|migré|hemos migrado|migramos|he vuelto|volví|hemos vuelto"
        "|volvimos|corre|corren|funciona|funcionan|está hech[oa]|(?:he|hemos) (?:subido|actualizado|pasado|movido"
        "|cambiado"
        "|portado)|subimos|actualizamos|pasamos|movimos"
    ),
    no_policy=(
        "(?:dime|decime|cuéntame|contame|tienes?|tenés|sabes?|puedes?|podés"
        "|quieres?|eres|sos|estás?|has|ha|he|hemos|han|vas?|crees?|ves|dices|haces|te preocupes|me digas|dudes"
        "|tengas miedo|lo dudes|te olvides|pasa|importa|es|son|fue|era|hay|me (?:ha|he|llegó|gustó|gusta|pasó|dijo"
        "|lo)|se (?:sabe|me|le)|mejor|había|habían|voy|vi|sé|pensé|imaginé|oí|nos|te (?:rindas|vayas)|llueve"
        "|llovió|pude|falla|pido|quise|soy|estoy|tengo|ser|seas|está|he visto|mind|llueve sobre|dijo|decir|digas"
        "|dejes para|hagas caso|llegó|llegué|olvides|sobra|viene bien|que|se|la|el|un|una|los|las|y|al|del|de)"
    ),
    no_order=(
        "[a-záéíóúñ]+(?:rá|rán|ré|remos)|(?!(?:respond|pon|hac|le|corr|met|tra|manten|ofrec|devolv|encend|mov|resolv"
        "|proteg)é(?!\\w)|"
        "[a-záéíóúñ]{3,}[aei]lo(?!\\w))[a-záéíóúñ]+(?:o|é|í|mos|ando|endo|iendo|ía|ían|aba|aban|ado|ido|ó|aron"
        "|ieron)|es|son|está|están|era|fue|ha|han|hay|tiene|tienen|va|van|viene|hace|hacen|parece|queda|pasa|sale"
        "|gusta|encanta|para|como|una|la|a|de|en|este|esta|ese|esa|que|se|me|te|le|lo|casa|gente|cosa|noche|tarde"
        "|semana|vez|parte|forma|puede|pueden|quiere|sabe|dice|nada|vive|trabaja|funciona|falta|anda"
    ),
    verbs_be="es son era está están fue estaba llegó llega hay",
    no_objects="",
    happenings=(
        "reunión autobús bus tren metro tranvía taxi película partido fiesta boda concierto clase sol luna lluvia "
        "nieve tormenta tiempo vida año noche verano invierno primavera otoño comida cena desayuno gato perro"
    ),
    finite="",
    persons_only="yo nosotros tú vos usted él ella ellos",
    results=(
        r"\w+(?:ó|aron|ieron)|sigue|siguen|ya|está|están|funciona|funcionan|anda|va|van|quedó|nada|mejor|peor|igual"
        r"|desastre|éxito|maravilla|fracaso|mano de santo|vuelan?|tardan?|pasan?|rinde|quedó|quedaron|salió|anda"
        r"|andan|compila"
        r"|no|desapareci\w+|ahora|se|arranca|carga|falla"
    ),
    orders="",
    no_rule="",
    persons=(
        "sol luna lluvia yo tú vos él ella ellos nosotros usted ustedes quien quién cómo qué cuándo dónde si "
        "cuando porque todavía"
    ),
    inner_subject="por fueron han que es son está quien cuando porque si era fue",
    loose="en|con|al|por|sin|los|bajo|entre|dentro de|para(?= (?:dormir|todo))",
    place_words=(
        "carpeta directorio repositorio rama cajón armario estante nevera garaje sótano ático calle avenida plaza "
        "planta edificio"
    ),
    places=(
        "oficina despacho mesa casa piso apartamento taquilla colegio gimnasio estudio tienda almacén laboratorio "
        "asiento sala reunión servidor cabaña clínica sede taller local escuela biblioteca garaje"
    ),
    not_attributes=(
        "resultado suma total valor diferencia prioridad teoría sospecha hipótesis apuesta sensación propuesta "
        "conclusión recomendación preferencia motivación "
        "prioridad parte problema idea duda pregunta cuestión culpa turno objetivo plan opinión impresión cabeza "
        "corazón "
        "vida "
        "experiencia suerte intención día semana noche favorito favorita código build test tests consejo "
        "sugerencia respuesta punto sueño miedo cosa"
    ),
    demonyms="",
    nationalities=r"\w+(?:és|esa|ano|ana|eño|eña|ino|ina|ense)",
    plain_negations="no",
    refused={
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
        "taste": "(?:que (?!(?:l[ao]s|mis|sus|nos|nuestr[oa]s|algunas|todas|todos|otras|otros|muchas)(?!\\w))"
                 "[a-záéíóúñ]+(?:es|as)|ser yo|decir(?:te|lo)|molestar\\w*|insistir|interrumpir\\w*|tener que|(?:la"
                 "|el) (?:texto|borrador|respuesta|resumen|informe|logo|opción|propuesta|versión|plan|resultado"
                 "|diseño|título|primera|segunda)|esa|eso|esto|tu|la "
                 "idea|el enfoque|cómo|como|que (?:me|te) hayas|"
                 "mucho|verte|tanto)",
        "have": (
            "(?:que|ganas|hambre|sed|sueño|frío|calor|miedo|prisa|razón|suerte|tiempo|una (?:duda|pregunta|idea"
            "|reunión|cita)|un (?:problema|error|momento)|dudas|problemas|claro|en cuenta|todo|algo|nada)"
        ),
        "prefer_es": r"(?:la duda|las ganas|(?:el|la) (?:primer|segund|tercer|últim|otr)[oa]?(?: \w+)?$|(?:el|la) \w+ "
                     r"anterior)|(?:no )?(?:decir|contar|hablar|opinar|comentar|responder|saber|esperar|quedarme|irme"
                     r"|callar|"
                     "pensar|hacer)(?:lo|la|te|me)?",
        "managed_es": "(?:no )?(?:conseguí|conseguimos|logré|logramos|pude|pudimos|he conseguido|he logrado|hemos "
                      "conseguido|hemos logrado) (?:leer|dormir|descansar|comer|desayunar|ir|venir|llegar|hablar|salir|"
                      "ver|encontrar|decir|evitar|resistir|esperar|parar|dejar|creer|contener(?:me|nos)?|aguantar|"
                      "entender|"
                      "recordar|quedar|despedir|asistir|contactar|levantar|pegar ojo)|(?:perdí|perdimos|gané|"
                      r"ganamos|saqué) (?!(?:la |el |un |una |al |los |las |otra |nuestr\w+ )?(?:final|semifinal|"
                      "partido|juicio|cliente|contrato|concurso|caso|licitación|apuesta|elecciones|torneo|plaza|"
                      "recurso|premio|beca|oposici|campeonato|liga|nota|sobresaliente|notable|matrícula|licencia|"
                      "carnet|carné)).*",
        "not_done": r"(?:.* )?(?:no|nunca|jamás) se (?:preocup\w+|sab\w+|v[eé]|puede (?:ver|saber|hacer nada)|ha|me"
                    r"|le|les|nota|oye|"
                    "trata|"
                    r"entiende|acaba|pierd\w+|enter\w+|parec\w+|mueve|encuentr\w+|pas[ae]|qued\w+|dig\w+|rinda|"
                    r"llam\w+|olvid\w+|conoce|muer\w+|"
                    r"ríe|van?(?!\w)|parece)",
        "habit": (
            "(?:siempre|eso|esto|lo|que|la verdad|una pregunta|el (?:tema|mismo|código|error|script|comando)|en "
            "(?:cuenta"
            "|ello|serio)|a (?:ver|la|ti|probar|hacer)|un (?:rato|momento|poco|error|problema)|mucho|poco|bien|mal"
            "|más|ya|los tests|las pruebas|la página|el capítulo|la mitad)"
        ),
        "tool": (
            "(?:eso|esto|lo|la (?:misma|palabra|siguiente)|el (?:mismo|término|siguiente)|un|una|para|como|mucho"
            "|siempre)"
        ),
        "language_es": "(?:luego|contigo|ahora|después|mañana|hoy|en|de|con|por|muy|mucho|poco|bien|mal|así|claro|más"
                       "|sobre|a)",
        "work": "(?:camino|acuerdo|vuelta|viaje|vacaciones|baja|pie|broma|nuevo|suerte|lo|los|el|la|luto)",
        "gave_up": (
            "(?:esperar|llorar|(?:leer|dormir|comer|hablar|ver)$|buscar|intentar|insistir|llamar|sonar|preocupar\\w*"
            "|escuchar|mirar|contar|creer|confiar|"
            "sufrir|temblar|llover|funcionar|[a-záéíóúñ]+(?:a|e|an|en)|puedo|sé|quiero|queda|hay|es|está|aguanto"
            "|recuerdo|importa|hace|sirve"
            "|funciona|tengo (?:ganas|tiempo)|me (?:acuerdo|queda)|lo)"
        ),
        "not_place": "(?:aquí|ahí|allí|fiar|piedra|extrañar|recibo|los que|las que|la zona|cerca|lejos|por)",
        "short": "(?:en|de|a|la|el|no|muy|un|una)",
        "no_ban": (
            "(?:problemas?|ganas|idea|dudas?|prisas?|drama|miedo|estrés|rendirse|interés|caso|suerte|culpa|rencor"
            "|margen)$"
        ),
        "just_now": (
            r"(?:(?:lo|la|los|las) .*|.*(?<!\w)(?:eso|esto|es[ea]|est[ea]|hoy|ahora|todavía|aún|así|tanto|caso"
            r"|reír)"
            r"(?!\w).*|.*nada más.*|dejes de (?:ver|leer|probar|visitar|ir|venir|comer|escuchar)(?!\w).*)"
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
        "no_kin_rule": r"(?:los|las) (?:niñ[oa]s|chic[oa]s|pobres|padres|hijos|trenes|cosas) .*",
        "could_be": r"(?:sido|estado|pasado|much[oa]s?|tant[oa]s?|más|otr[oa]|algo|alguien|venido|ido|cambiado)(?!\w)",
        "with_result": r"(?:ya|ahora) (?:veremos|está(?:s|mos)?$|basta|llega|sabe|sé|vale|era|toca|tengo)(?!\w)",
        "best": "(?:mañana|hoy|eso|esto|cualquier|todo|a las|el (?:lunes|martes|miércoles|jueves|viernes))",
    },
    base={},
    ours="nuestr[oa]s?",
    fronts=(
        "(?!(?:cuando|si) (?:puedas|puedes|podés|quieras|quieres|querés|llegues|vengas|salgas|vuelvas|termines"
        r"|acabes|te apetece|tengas tiempo|tienes (?:tiempo|hambre))(?!\w))(?:cuando|cada vez|siempre que|siempre y"
        " cuando|para|en|antes de|después de|al|sin|todos|todas|cada|a la hora de|en cuanto a|respecto|salvo|a"
        " menos)"
    ),
    reported=(
        r"(?:(?:mi|mis|el|la|los|las|un|una|su) [\wáéíóúñ' -]{1,40}?|él|ella|ellos|la gente|todos|alguien|dicen"
        r"|[^\W\d_][\wáéíóúñ'-]+) ?(?:me |nos |les |le |se )?(?:dice|dicen|dijo|dijeron|jura|juran|juró|cree|creen"
        "|asegura|aseguran|afirma|contó|cuenta|cuentan|piensa|opina|insiste|comentó|aconsejó|recomendó|recomienda"
        "|sugirió|avisó|explicó|escribió|preguntó|pregunta|quiere|espera|prometió|sostiene|mandó decir) (?:que|a"
        " todos|a todo|si)|dicen que|se dice que|según|parece que|he (?:leído|oído) que|me han dicho que|leí que"
        "|oí que"
    ),
)
# fmt: on
