"""The words of Spanish that rules and checks look up: relations, nouns, classes, and what says nothing."""

from __future__ import annotations

from typing import Any

from awhm.language.packs.spanish.refusals import REFUSED

# fmt: off
WORDS: dict[str, Any] = dict(
    kin=(
        "bisabuelo bisabuela mujer esposa marido esposo pareja novia novio madre mamá mama padre papá papa padres "
        "vieja viejo hermana "
        "hermano hermanas hermanos hija hijo hijas hijos niña niño nena nene bebé abuela abuelo abuelos nieta "
        "nieto nietos tía tío tíos prima primo primos sobrina sobrino sobrinos jefa jefe colega compañera "
        "compañero compañeros vecina vecino vecinos amiga amigo amigos dentista médico médica "
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
        "tan en de con por para sin a al del mi mis tu tus su sus nuestro nuestra conmigo contigo"
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
        "adoptada pensionista prejubilado prejubilada epiléptico epiléptica bipolar hemofílico hemofílica anémico "
        "anémica mudo muda cojo coja creyente protestante evangélico evangélica feminista friolero friolera caluroso "
        "calurosa madrugador madrugadora noctámbulo noctámbula insomne tímido tímida hipotiroidea asexual trilingüe "
        "parado parada separado separada solo sola casados casadas jubilados jubiladas solteros divorciados celíacos "
        "zurdos sordos autónomos "
        "alérgicos bilingües colegiado colegiada titulado titulada empadronado empadronada federado federada afiliado "
        "afiliada sindicado sindicada"
    ),
    trades=(
        r"(?:un |una |el |la )?(?:[\wáéíóúñ-]+ )?(?:(?!primer|sincer|liger|enter|verdader|extranjer|solter|cafeter"
        r"|frioler|tercer|sever|fiester|player|futboler|embuster|caser|hereder|compañer|pasajer|cualquier|auster"
        r"|placenter|certer|esper)\w{3,}er[oa]|(?:vice)?president[ae]|responsable|encargad[oa]|delegad[oa]|portavoz"
        r"|dueñ[oa]|propietari[oa]|aprendiza?|docente|barista|interin[oa]|opositora?|bedel|voluntari[oa]|sysadmin"
        r"|devops|data \w+|product \w+|scrum master|tech lead|team lead|pensionista|profe|\w*(?:ista|ólog[oa]|ólogo"
        r"|ador[a]?|edor[a]?|idor[a]?"
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
        r" todo momento|sin excepción|sin (?:mi(?!\w)|(?:consultar|preguntar|avisar|permiso|confirmar)\w*)|para "
        r"siempre|por"
        " defecto|por norma|obligatoriamente|obligatorio"
    ),
    bare_outcome=(
        r"(?:(?:no|tampoco|ya|ni) )*(?:(?:me|nos|te|lo|le) )?(?:(?:ha|han) )?(?:(?:dio|dieron) (?:muy )?(?:buen|mal"
        r"|error|fallo|positivo|negativo)[a-z]*|(?:mereció|valió) la pena|se quedó (?:en nada|a medias|colgad[oa]"
        r"|pillad[oa])|est[áa]n? (?:ya )?(?:arreglad|solucionad|resuelt|funcionando)\w*|qued(?:ó|o|aron) (?:arreglad"
        r"|solucionad|resuelt|fatal|mal)\w*|sal(?:ió|io|ieron) ~badly~|sal(?:ió|io|ieron) ~well~|prosper\w+|funcion\w+"
        r"|fall\w+|sirv\w+"
        r"|arregl\w+|solucion\w+|sal(?:ió|ieron|ido) (?:bien|mal|perfect\w+|genial|fatal"
        r"|redond\w+|tal)|resolv\w+|resuelto|result\w+|compil\w+|arranc\w+|petó|reventó|ayud\w+|mejor\w+|empeor\w+"
        r"|deneg\w+|rechaz\w+|conced\w+|admit\w+|acept\w+|fue (?:genial|bien|fatal|mal|de maravilla|perfect\w+|un"
        r" \w+)|fueron \w+|va (?:bien|perfecto|fino)|se (?:ha )?(?:arregl|solucion|romp|roto|cay|colg|quem|perd"
        r"|bloque|estrope|fund|apag|congel|desconfigur|instal|guard|actualiz)\w*(?! (?:un|una|unos|unas|el|la|los|"
        r"las|mi)(?!\w)))"
    ),
    attempts=(
        "(?:y |pero |bueno,? |pues |ya |al final |por fin |también |ayer |hoy |anoche |esta mañana |la semana pasada |"
        "yo "
        "|hoy mismo |entonces |luego |primero )*(?:~tried~|(?:tras|después de|al|a base de|nada más) ~trying~|"
        "(?:he|hemos) (?!visto|sido|estado|tenido|dicho|oído|leído|pensado|visto|ido|venido|quedado|conocido|hablado)"
        "[a-záéíóúñ]+(?:ado|ido|to|cho)(?= (?:el|la|los|las|un|una|a|con|en|lo|al|mi|tu|su|todo|tod[oa]s|otr[oa]))|"
        "[a-záéíóúñ]{2,}(?:é|í)(?= (?:el|la|los|las|un|una|a|con|en|lo|al|mi|tu|su|todo|otra|otro)(?!\\w)))"
    ),
    failed=(
        r"(?:d(?:a|io|ado|aba|an|ieron) (?:un |una |mucha |muchísima )?(?:alergia|reacción|sarpullido|dolor|fiebre|"
        r"náuseas|mareos?|urticaria|diarrea|ardor|acidez|problemas|guerra)|"
        r"sentado (?:mal|fatal|como)|igual(?:es)? de|igual$|se (?:me|nos) (?:ha|han) (?!quitad|curad|pasad|arreglad|"
        r"solucionad|ido)|se (?:me|nos) (?!(?:ha|han) |quit|cur|pas|arregl|solucion|ocurr|dio bien|da|dan)\w+(?:ó|"
        r"aron|ieron|ido|ado|uerto|oto)"
        r"|nadie (?:contest|respond|vin|apareci|llam)\w+|se (?:hundió|cortó|estropeó)|hizo nada"
        r"|hecho nada"
        r"|(?<!no\s)se (?:cuelg|bloque|congel|cort|cae|desconect|apag|atasc)[a-záéíóúñ]*|desestim\w+|inadmit\w+|no "
        r"sobrevivió|murió|murieron|marchit\w+|secó|secaron|pudri\w+"
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
        r"|suspend\w+|sin éxito|(?:fue|sido|ser) (?:todo )?un (?:gran |completo )?error|chasco|fiasco|chapuza"
        r"|catástrofe|ruina|pérdida de tiempo|(?:hubo|tuvimos|tuve) que|(?:dio|dieron) (?:mal|negativo|error|fallo"
        r"|problemas)|en nada|cancelad[oa]s?|se canceló|canceló|(?:borró|duplicó|dañó|corrompió|tumbó|tiró|ralentizó"
        r"|estropeó|estropearon)(?= )|inservibles?|~badly~|chamuscad\w+|salad[oa]s?|fracas\w+|sigue \w+ndo|sigue "
        r"(?:igual|sin|fallando|roto|dando)|siguen (?:\w+ndo|sin"
        r"|igual)|secado|quemado|estropead[oa]s?|cortado|muerto|cayo"
        r"|(?<!el\s)(?<!un\s)(?<!del\s)(?<!los\s)(?<!ese\s)fallo|caído|durísim\w+|dur[oa]s|sos[oa]s?"
        r"|aguad[oa]s?|"
        r"dej(?:ó|aron|a) de (?:reconocer|cargar|ir|responder|arrancar|encender|conectar|leer|imprimir|salir|aparecer|"
        r"enviar|abrir|cerrar|calentar|"
        r"enfriar|detectar|sincronizar|actualizar|guardar|crecer|florecer|comer|andar|girar|grabar|llegar|verse|oírse|"
        r"pasar)|perdió|perdieron|empeor\w+|(?:da|dan|dio|daba|tira|lanza|devuelve|sale|salta) (?:un |el )?error|"
        r"(?<!el\s)(?<!del\s)(?<!ese\s)(?<!sin\s)(?<!un\s)error|se quedó a medias|dejó de "
        r"funcionar|ni (?:con|así))"
    ),
    once=(
        "(?:cuando|si) (?:puedas|puedes|quieras|quieres|llegues|vengas|salgas|vuelvas|termines|acabes|tengas"
        " tiempo)|ahora(?! en adelante)|hoy|mañana|esta (?:vez|noche|tarde|mañana|semana|función)|este (?:archivo"
        "|párrafo|caso|texto|documento|informe|ejercicio|mensaje|correo|commit|proyecto no"
        "|test|error|mensaje|fichero)|todavía|aún|un (?:momento|segundo|minuto|rato)|de momento|por ahora|cuanto"
        " antes|ya mismo|enseguida|ayer|anoche|luego|después me|hasta que (?:te|yo|me|vuelv[a-z]+|lleg[a-z]+"
        "|termin[a-z]+|acab[a-z]+)"
    ),
    habits="",
    habitual=(
        "siempre|cada|todos los|todas las|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos|fines de"
        " semana)|por las (?:mañanas|tardes|noches)|a diario|normalmente|habitualmente|a las|(?:una|dos|tres|cuatro"
        "|cinco)"
        " (?:veces|días)|a menudo|a veces|de noche|entre semana|en verano|en invierno|nunca|desde (?:hace|que|niñ[oa]"
        "|pequeñ[oa]"
        "|siempre|los)|por (?:salud|religión|alergia|principios|prescripción)"
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
        "(?:ver (?:lo|qué|que|cómo|si)|reconocer|admitir|tener (?:paciencia|cuidado|ganas|valor|fe|mala)|fiarse"
        "|echarle|dime|decime|cuéntame|contame|tienes?|tenés|sabes?|puedes?|podés"
        "|quieres?|eres|sos|estás?|has|ha|he|hemos|han|vas?|crees?|ves|dices|haces|te preocupes|me digas|dudes"
        "|tengas miedo|lo dudes|te olvides|pasa|importa|es|son|fue|era|hay|me (?:ha|he|llegó|gustó|gusta|pasó|dijo"
        "|lo)|se (?:sabe|me|le)|mejor|había|habían|voy|vi|sé|pensé|imaginé|oí|nos|te (?:rindas|vayas)|llueve"
        "|llovió|pude|falla|pido|quise|soy|estoy|tengo|ser|seas|está|he visto|mind|llueve sobre|dijo|decir|digas"
        "|dejes para|hagas caso|llegó|llegué|olvides|sobra|viene bien|que|se|la|el|un|una|los|las|y|al|del|de)"
    ),
    no_order=(
        "[a-záéíóúñ]+(?:rá|rán|ré|remos)|(?!(?:respond|pon|hac|le|corr|met|tra|manten|ofrec|devolv|encend|mov|resolv"
        "|proteg)é(?!\\w)|"
        "(?:pon|haz|ten|di|ve|sal)(?:me|se|le)?l[oa]s?(?!\\w)|[a-záéíóúñ]{3,}[aei]lo(?!\\w))[a-záéíóúñ]+(?:o|é|í|mos|"
        "ando|endo|iendo|ía|ían|aba|aban|ado|ido|ó|aron"
        "|ieron)|es|son|está|están|era|fue|ha|han|hay|tiene|tienen|va|van|viene|hace|hacen|parece|queda|pasa|sale"
        "|gusta|encanta|para|como|una|la|a|de|en|este|esta|ese|esa|que|se|me|te|le|lo|casa|gente|cosa|noche|tarde"
        "|semana|vez|parte|forma|puede|pueden|quiere|sabe|dice|nada|vive|trabaja|funciona|falta|anda"
    ),
    verbs_be="es son era está están fue estaba llegó llega hay",
    no_objects="",
    happenings=(
        "autobús bus tren metro tranvía taxi película sol luna lluvia "
        "nieve tormenta tiempo vida año noche verano invierno primavera otoño gato perro"
    ),
    finite="",
    persons_only="yo nosotros tú vos usted él ella ellos",
    results=(
        r"\w+(?:ó|aron|ieron|é|í)|conseguimos|recuperamos|pude|pudimos|perdimos|ganamos|ahorramos|sigue|siguen|ya|está"
        r"|están|funciona|funcionan|anda|va|van|quedó|nada|mejor|peor|igual"
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
    inner_subject="no le les se me nos hizo por fueron han que es son está quien cuando porque si era fue",
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
        "experiencia paciencia alma humor ánimo conciencia energía suerte intención día semana noche favorito favorita "
        "código build test tests consejo "
        "sugerencia respuesta punto sueño miedo cosa"
    ),
    demonyms="",
    nationalities=r"\w+(?:és|esa|ano|ana|eño|eña|ino|ina|ense)",
    plain_negations="no",
    refused=REFUSED,
    base={},
    ours="nuestr[oa]s?",
    fronts=(
        "(?!(?:cuando|si) (?:puedas|puedes|podés|quieras|quieres|querés|llegues|vengas|salgas|vuelvas|termines"
        r"|acabes|te apetece|tengas tiempo|tienes (?:tiempo|hambre))(?!\w))(?:cuando|cada vez|siempre que|siempre y"
        " cuando|para(?! (?:est[ea](?! (?:curso|proyecto|repo|grupo|chat|equipo|cliente|casa)(?!\\w))|es[ea]|mañana"
        "|hoy|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|día"
        "|informe|viaje)|la (?:reunión|cena|fiesta|semana|boda)|las|mí|ti)(?!\\w))"
        r"|en(?! (?:vez|lugar|resumen|serio|cuanto|realidad|concreto)(?!\\w)| (?:la (?:página|línea|celda|columna|"
        r"fila|diapositiva|foto|tabla|lista|parte|sección)|el (?:párrafo"
        r"|archivo|punto|apartado|título|ejercicio|capítulo|anexo|correo|texto)|est[ea]|es[ea])(?!\w))"
        r"|antes de(?! (?:dormir|comer|salir|irte|cenar|acostarte|venir|empezar|nada|seguir)(?!\w))|después de|al(?! "
        r"(?:salir|llegar|volver|final)(?!\w))|sin(?! (?:prisa|más|miedo|falta|embargo))|todos|todas|cada|a la hora de"
        r"|en cuanto a|respecto|salvo|a"
        " menos|si (?:te|le|os|les) (?:escribo|pido|paso|mando|pregunto|hablo|digo|envío|pego|comparto|doy|consulto)"
        "|si (?:(?:un|una) (?!día|rato|poco|vez|momento)\\w+|algún|alguna|los|las|se|el (?:cliente|paciente|usuario"
        "|alumno|test|build|pedido|niño)|la (?:clienta|paciente))(?!\\w))"
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
