"""More words of Spanish: what people try, what they say without meaning it, and what takes back what was said."""

from __future__ import annotations

from typing import Any

# fmt: off
MORE: dict[str, Any] = dict(
    acts=(
        "(?:(?:me|nos|lo|la|los|las|le|les|se) )*(?:[a-z]{3,}[aeiz](?:me|nos)(?:l[oa]s?)?(?!\\w)|us[aáeé]|utili[cz]|"
        "emple[aeé]|pon|escrib|respond|contest|"
        "habl|trat[aeé]|llam|tute|inclu[iy]|añad|agreg|formate|nombr|firm|etiquet|cit[aeé]|envuelv|registr|"
        "commite|haz|hag[aá]|hac[eé]|reinici|toquet|mergu|forz|fuerc|fuerz|sobrescrib|calcul|redact|dibuj|analiz"
        "|resalt|justific|"
        "desglos|dat[ea](?!\\w)|adapt|revert|reviert|monitor|restaur|migr|carg|comprim|optimi|test|deploy|commit"
        "|import|export|conviert|convert|traduc|traduzc|resum|expli[cq]|muestr|mostr|enseñ|pregunt|"
        "descr[ií]b|detall|enumer|corr[ei][gj]|cort|recort|citad|colg|colo[cq]|copi|deleg|destac|especifi|estructur"
        "|entreg|"
        "anonimi|censur|comparti|av[ií]s|confirm|consult|comprueb|comprob|verifi|revis|ejecut|corr[aei]|lanz|pas[aáeé]"
        "|prueb|prob[aá]|"
        "despli[eé]g|despleg|merge|fusion|sub[aáeéi]|empuj|document|coment|valid|devuelv|devolv|guard|almacen|"
        "archiv|b[oó]rr|elimin|quit|renombr|refactori|divid|limit|redonde|orden|agrup|list|numer|empie[zc]|empez|"
        r"comien[zc]|termin|acab|cierr|cerr|abr|apag|enciend|deja|deje|dej[aá]|lav|limpi|da(?!\w)|dé(?!\w)|"
        r"den(?!\w)|dad(?!\w)|des(?!\w)|dar|d[aá]me|dale|dime|decime|cocin|sirv|compr|reserv|env[ií]|mand|notif|"
        "adviert|recu[eé]rd|record[aá]|asum|evit|salt|ignor|mencion|ofre[cz]|sugier|suger|recomiend|propon|"
        "imprim|fij|actuali|instal|cobr|pag|factur|cuent|mid|llev|trae|traig|coge|coj|tom[aáeé]|toqu|toc[aá]|"
        "cambi|modif|edit|mezcl|publi|compart|revel|pis[aeé]|repit|repet|suprim|desactiv|activ|hardcode|exp[oó]n|"
        "invent|gener|cre[ae]|adjunt|enlaz|insert|reempla|sustitu|separ|indent|despiert|entr[aeé]|fum|grit|aparc|"
        "aliment|rieg|llegu|sac|sáqu|saqu|met[aáeé]|muev|subray|abrevi|acept|cancel|dirig|dirij|refier|asign|"
        "sigue|siga|seguí|esper|incorpor|consider|dup|molest|interrump|oblig|permit|apunt|anot|descarg|baj|busc|"
        "busqu|prior|lee|leer|le[aí]|mir|separ|encript|cifr|despach|rellen|tir[aeé]|recog|recoj|friegu|barr[ea]|"
        "planch|cuid|vigil|indi[cq]|señal|aclar|razon|argument|justifi|aport|sinteti|simplifi|omit|salud|despid|"
        "desped|respet"
        "|conserv|mant[eé]n|manten|ajust|contest|plante|distin[g]|explor|evalu|cotej|contrast|desarroll|ilustr|"
        "ejemplifi"
        "|formul|expres|particip|sub[eí]|avanz|par[aeá](?!\\w)|pid[ae]|ped[ií]|precis|desinfect|esterili|higieni|rotul"
        "|cubr|tap|sell|embal|pes[ae]|medi|tritur|coment|puntú|puntu|corrobor|autori|apoy|bas[ae]|prepar|arm[ae]|"
        "diseñ|vacun"
        "|encabe[zc]|titul|resuelv|resolv|aplic|aplíc|apliqu|prescind|respald|sincroni|etiquet|compil|factor|tipa|tipe"
        "|contabil|concret|mándam|pásam|dímel|recomiénd|haznos|hazme|avísam|pregúnt|corrígem|explícam|contést|respónd"
        "|escríb|tradúc|resúm|manténm|trad[uú]c)[a-záéíóúñ]*"
    ),
    ending=(
        "de ahora en adelante|a partir de ahora|desde ahora|en adelante|a partir de hoy|de aquí en adelante|"
        "sin excepción|sin excepciones|es norma|es la norma|es la regla|es ley"
    ),
    forget=(
        "olv[ií]d[aáe](?:te)?(?: de)? lo (?:del |de (?:que )?)(?P<topic>[^,;:.!?\\n]{3,60})|(?:olvid[aáeé](?:te|se)?"
        "|olvídate|olvídese|ignor[aáe]|borr[aáe]|descart[aáe]|no (?:hagas|haga|tengas "
        "en) (?:caso|cuenta))(?: de| a)? (?:todo )?lo que (?:te |le |os )?(?:dije|he dicho|había dicho|conté|he "
        "contado|comenté|escribí|mencioné)(?: (?:antes|ayer))? (?:sobre|acerca de|respecto a|de|del) "
        r"(?P<topic>[^,;:.!?\n]{1,60})|(?:olvida|borra|olvidá|borrá) todo (?:lo que sabes )?(?:sobre|acerca de) "
        r"(?P<topic>[^,;:.!?\n]{1,60})|olvid[aáe] que (?P<topic>[^,;:.!?\n]{3,60})"
    ),
    formerly=(
        "antes|(?:era|éramos|vivía|trabajaba|[a-záéíóúñ]+(?:ábamos|íamos)|usaba|tenía|estaba)"
    ),
    no_topic=(
        "eso esto ello ese esa"
    ),
    nows=(
        "ahora hoy"
    ),
    purpose=(
        "para"
    ),
    sayings=(
        "más vale|a quien madruga|a caballo regalado|en boca cerrada|ojos que no ven|quien mucho abarca|no hay "
        "mal que por bien|el que no arriesga|perro ladrador|cría cuervos|dime con quién|en casa de herrero|nunca "
        "llueve a gusto|nunca es tarde|nunca digas nunca|nunca se sabe|siempre hay un roto|el hábito no hace|no "
        "es oro todo|donde fueres|al mal tiempo|la práctica hace|el tiempo es oro|el tiempo (?:vuela|pasa "
        "volando)|las apariencias engañan|querer es poder|ojo por ojo|agua que no has de beber|camarón que se "
        "duerme|de tal palo|no dejes para mañana|la curiosidad mató|hierba mala nunca|mala hierba nunca|el "
        "cliente siempre tiene|la esperanza es lo último|no todo el monte|no hay dos sin tres|el que ríe último|"
        "quien ríe último|a la tercera va|barriga llena|zapatero a tus|los árboles no dejan|matar dos pájaros|"
        "pan comido|estar como una cabra|meter la pata|tomar el pelo|ponerse las pilas|costar un ojo|tirar la "
        "toalla|no por mucho madrugar|poco a poco se|roma no se hizo|todos los caminos llevan|cuando el río "
        "suena|la excepción que confirma|mucho ruido y pocas nueces|sin comerlo ni beberlo|nunca mejor dicho|ni "
        "fu ni fa|ni loco|ni en broma|ni de broma|ni en sueños"
    ),
    several=(
        "hija hijo hijos hijas niña niño nena nene nieta nieto tía tío prima primo sobrina sobrino colega "
        "compañera compañero vecina vecino amiga amigo cliente clienta becaria becario asistente hijastra "
        "hijastro ahijada ahijado perro perra gato gata cachorro loro conejo caballo mascota cuñada cuñado socia "
        "socio profesora profesor tutora tutor"
    ),
    signals=(
        ""
    ),
    sure_outcome=(
        r"(?:(?:me|nos|le|les|te) )?(?:ha |han )?ido (?:genial|bien|mal|fatal|de (?:maravilla|lujo|perlas))|(?:pasó"
        r"|superó|pasaron|superaron) (?:la itv|la inspección|la auditoría|la revisión|el control|el corte|la prueba)"
        r"|(?:mereció|valió) la pena|(?:dio|dieron) (?:muy )?(?:buen|mal)[a-z]* resultados?|se quedó (?:en nada|a "
        r"medias|colgad[oa]|pillad[oa])|se (?:ha |han )?(?:cancel|arregl|solucion|resolv|recuper)\w*|(?:no "
        r")?prosper\w+|fue(?:ron)? un (?:éxito|fracaso|desastre|fiasco)|(?:salió|salieron) (?:crud\w+|quemad\w+"
        r"|buenísim\w+|riquísim\w+|sos[oa]s?|perfect\w+)|(?:no )?dej(?:ó|"
        "aron) de [a-z]+|no sobreviv(?:ió|ieron)|se (?:cuelga|bloquea|congela|quemó|quemaron)|(?:salió|salieron) "
        r"(?:crud\w+|quemad\w+|buenísim\w+|riquísim\w+)|dej(?:ó|aron) de [a-z]+|no sobreviv(?:ió|ieron)|se "
        r"(?:cuelga|bloquea|congela|queda colgad)\w*|qued(?:ó|aron) (?:perfect\w+|genial\w*|buenísim\w+|"
        r"riquísim\w+|estupend\w+|fatal|de (?:rechupete|cine|fábula|vicio)|crud\w+|quemad\w+|arreglad\w+|list[oa]s?"
        r"|solucionad\w+|bien|mal|de lujo|"
        r"de maravilla|impecable|redond\w+)|est(?:á|án) (?:en verde|arreglad\w+|resuelt\w+|solucionad\w+)|"
        "(?:(?:no|tampoco|ni) )?(?:(?:me|nos|te|lo|le) )?(?:(?:ha|han) )?(?:funcion(?:ó|aron|ado)|fall(?:ó|aron|"
        "ado)|sirv(?:ió|ieron|ido) (?:de|para) nada|compil(?:ó|aron|a)|arranc(?:ó|aron)|petó|arregl(?:ó|aron|"
        r"ado)|solucion(?:ó|aron|ado)|resolv(?:ió|ieron)|resuelto|colg(?:ó|aron)|salió (?:bien|mal|perfect\w+|"
        r"genial|fatal|redond\w+)|rechazad\w+|aprobad\w+|denegad\w+|hizo (?:nada|efecto)|hecho (?:nada|efecto)|salido "
        r"(?:bien|mal|perfect\w+|"
        r"genial|fatal|redond\w+|de maravilla)|se (?:me|nos) (?:quemó|hundió|cortó))"
    ),
    tried=(
        "builds?|compilación|tests?|pruebas?|unitarios|suites?|despliegues?|releases?|migraci(?:ón|ones)|"
        "importaci(?:ón|ones)|exportaci(?:ón|ones)|copias?|respaldos?|restauraci(?:ón|ones)|reinicios?|"
        "actualizaci(?:ón|ones)|parches?|arreglos?|soluci(?:ón|ones)|scripts?|jobs?|tareas?|pipelines?|"
        "consultas?|índices?|caché|servidor(?:es)?|servicios?|contenedor(?:es)?|pods?|clúster(?:es)?|apps?|"
        "aplicaci(?:ón|ones)|web|página|páginas|apis?|endpoints?|peticion(?:es)?|petición|login|formularios?|"
        "botón|compilador|linter|driver|kernel|configuración|base|bases|réplicas?|router|wi-?fi|impresoras?|"
        "pantalla|monitor|baterías?|cables?|discos?|instalador|instalaci(?:ón|ones)|plugins?|extensi(?:ón|ones)|"
        "paquetes?|merge|commits?|prs?|ramas?|benchmark|experimentos?|modelos?|entrenamiento|demo|lanzamiento|"
        "campañas?|propuestas?|solicitud(?:es)?|apelación|recurso|beca|préstamos?|hipoteca|visado|visa|permisos?|"
        "reclamación|oferta|reembolso|ex[aá]men(?:es)?|entrevistas?|auditoría|inspección|operación|tratamientos?|"
        "medicina|medicamento|pomada|crema|pastillas|terapia|ejercicios|dieta|tos|ci|suflé|soufflé|bizcocho|"
        "tarta|torta|pan|masa|hogaza|salsa|guiso|receta|receta|tanda|galletas|mermelada|mayonesa|flan|merengue|"
        "pizza|tortilla|paella|semillas?|plantas?|esquejes?|tomat(?:es|era)s?|tomates|rosal(?:es)?|césped|"
        "injerto|orquídeas?|albahaca|grifo|fregadero|tubería|tuberías|desagüe|caldera|calefacción|radiador|fuga|"
        "gotera|bisagra|puerta|cerradura|ventana|estante|tejado|pintura|pegamento|soldadura|rueda|neumático|"
        "frenos|motor|cadena|lámpara|fusible|nevera|heladera|horno|lavavajillas|lavadora|mancha|cremallera|"
        "costura|venta|evento|charla|presentación|plan|intento|cambio|función|opción|ajuste|reset|sincronización|"
        "webhook|cron|certificado|renovación|túnel|vpn|proxy|firewall|regla|hilo|bucle|módulo|sensor|bomba|"
        "filtro|bot|algoritmo|clasificador|borrador|ensayo|tesis|artículo|curso|cosecha|trasplante|poda|injertos?"
        "|riego|ungüento|vinagre|bicarbonato|lejía|amoniaco|limón|jabón|detergente|quitamanchas|alcohol|acetona|agua "
        "oxigenada|aspirina|ibuprofeno|paracetamol|"
        r"probióticos?|magnesio|colágeno|cinta|espray|spray|insecticida|té|miel|compresas?|faja|rodilleras?|sal gorda|"
        r"aceite|manzanilla|valeriana|melatonina|"
        r"humidificador|deshumidificador|ventilador|aislante|sellador|lo del?(?= )|truco|lo de [a-záéíóúñ]+(?:ar|er|"
        r"ir)|correa|integración|lasaña|pastel|empanada|croquetas|sopa"
        "|natillas|hojaldre|brownie|risotto|pollo|arroz|plantillas?|"
        "tapones|colchón|almohada|firmware|cambios?|trampa|remedio|"
        "reparación|firmware|trámite|juicio|pedido|envío|mudanza|reforma|truco|método|jarabe|vacunas?|reclamos?"
        "|masajes?|fisio|fisioterapia|"
        "cura|tinte|corte|ayuno|rutina|silicona|junta|cargador|antena|tóner|cartucho|escáner|cámara|micrófono"
        "|auriculares|altavoz|mando|"
        "termostato|persiana|interruptor|enchufe|bombilla|cisterna|inodoro|ducha|batido|carburador|alternador|masa "
        "madre|yogur|queso|cerveza|"
        "conserva|gazpacho|empanadas?|arepas?|tamales|asado|mole|puchero|cocido|caldo|potaje|fideos|demanda|denuncia"
        "|licitación|subvención|"
        "oposición|parcial|biopsia|análisis|analítica|quimio|rehabilitación|antibióticos?|inhalador|dosis|deploys?"
        "|rollback|hotfix|backups?|"
        "restore|snapshot|rebase|query|importador|exportador|scraper|parser|cola|workers?|healthcheck|alertas?|dns"
        "|balanceador|cache|failover|"
        "imagen|nodos?|terraform|playbook|refactor|refactorización|optimización|config|flag|feature|versión"
        "|reinstalación|vuelo|reserva|oferta|"
        "alisado|depilación|"
        "insulina|vendaje|sutura|férula|colirio|infusión|compost|abono|fertilizante|poda|siembra|trasplante"
        "|negociación|mediación|traspaso"
    ),
    pronoun=r"(?:(?P<she>ella)|(?P<he>él))(?= )|(?=tiene \d)",
    mine="mi ",
    women=(
        "hija hermana madre mamá esposa mujer novia tía abuela sobrina nieta prima suegra cuñada nuera hijastra amiga"
    ),
    men="hijo hermano padre papá esposo marido novio tío abuelo sobrino nieto primo suegro cuñado yerno hijastro amigo",
    passing=(
        r"(?<!por\s)hoy(?! (?:en día|por hoy|en adelante))|esta (?:noche|tarde|mañana|vez|semana)|mañana|por esta vez"
    ),
    heading=(
        "(?:(?:estas son|aquí van|sigue|las|los|mis|nuestras|nuestros|estas|unas|algunas) )*(?:normas|reglas|"
        "convenciones|pautas|directrices)(?: básicas| generales)?(?: (?:de (?:la |las |los )?(?!juego|ortografía|"
        "gramática|fútbol|ajedrez)[a-záéíóúñ]+|del (?!juego|ajedrez)[a-záéíóúñ]+|(?:para|en) "
        "(?!.*(?:juego|ajedrez|concurso|ejercicio|cuento))[^:]{1,40}))?"
    ),
    use="usar",
    using=(
        "usar usa use usá usas usad usen utiliza utilice utilizar utilizá emplea emplear"
    ),
    degrees="siempre habitualmente principalmente",
    idle=(
        "cuando trabajo trabajar trabajes proyecto proyectos código programar programes tarea tareas desarrollo nuevo "
        "nuevos"
    ),
    measured=(
        r"(?:\d[\d.,]*|un|una|cada|por|dos|tres|cuatro|cinco|diez|media) (?:segundos?|minutos?|horas?|días?|"
        r"semanas?|meses|mes|años?)|\d[\d.,]* (?:columnas?|caracteres|líneas?|palabras?)"
    ),
    role=r"como (?:(?:el |la |tu |mi |nuestr[oa] ))(?P<role>\w[\w -]{1,40})",
    weak=(
        "(?:no|perdón|perdon|disculpa|lo siento|espera|esperá|ups|uy|en realidad|al final|actualización|digo|"
        "mejor)$"
    ),
    # What follows a fact behind a comma and is no part of a list.
    aside=(
        r"(?:, +(?:(?:as[ií]|que|cuando|c[oó]mo|qu[eé]|d[oó]nde|cu[aá]l|cu[aá]nto|quiero|quer[ií]a|necesito|busco|y|"
        r"pero|tengo|tenemos"
        r"|estoy|estamos|me|te|se|nos|no|es|son|est[aá]|vivo|trabajo|hoy|mañana|por|para|aunque|porque|muy|bastante|"
        r"gracias|dime|"
        r"ay[uú]dame|recomi[eé]ndame|hazme|puedes|podr[ií]as|hay|va|voy|vamos|creo|a ver|si|tambi[eé]n|ya|luego|ahora|"
        r"lo|la que|el "
        r"que|donde|desde|uno|una de|solo|s[oó]lo|mi|nuestr[oa]|su)(?!\w)|[a-záéíóúñ]+(?:me|melo|dlo|rlo)(?!\w)))"
    ),
)
# fmt: on
