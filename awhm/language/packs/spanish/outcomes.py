"""What came of what was tried, in Spanish."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_OUTCOME = Family.OUTCOME

# fmt: off
OUTCOMES: tuple[Rule, ...] = (
    Rule(
        "managed", _OUTCOME,
        "(?!.*(?:las gracias|la enhorabuena|la razón|la mano|las tantas|la noticia|la bienvenida|la hora|un susto"
        "|miedo|pena|ganas))"
        "(?:(?:por fin|al final|al fin) )?(?:yo )?(?P<value>(?P<neg>no )?(?:consegu[ií]|conseguimos|logr[ée]|logramos"
        "|(?:he|hemos) (?:conseguido|logrado|podido|aprobado|suspendido|sacado|ganado|perdido|arreglado|resuelto"
        "|solucionado)|fui capaz de|fuimos capaces de|acert[ée] con|pude|pudimos|aprob[ée]|aprobamos|suspend[ií]"
        "|suspendimos"
        "|arreglé|arreglamos|(?:pas|super)(?:é|amos)(?= (?:el|la|las|los|con) (?:examen|teórico|práctico|prueba|corte|"
        "itv|inspección|auditoría|entrevista|control|revisión|oposici|nota|selectividad))|saqué|perdí|perdimos|gané|"
        "ganamos|fallé|fallamos|resolví|resolvimos|solucioné"
        "|solucionamos|fracasamos|me (?:han|ha) (?:concedido|denegado|dado|cogido|aceptado|rechazado|aprobado"
        "|admitido)|nos (?:han|ha) (?:concedido|denegado|dado|aceptado|rechazado|aprobado)) .*)",
        "pasé pasamos superé superamos podido perdido capaz capaces acerté acerte consegui logre aprobe suspendi "
        "suspendido sacado ganado arreglado "
        "resuelto solucionado perdí perdimos gané ganamos fallé fallamos "
        "resolví resolvimos solucioné solucionamos fracasamos concedido "
        "denegado dado cogido aceptado rechazado aprobado admitido conseguí conseguimos logré logramos conseguido "
        "logrado pude pudimos aprobé aprobamos suspendí suspendimos arreglé arreglamos saqué",
        None,
        (E("Conseguimos bajar el consumo.", "Conseguimos bajar el consumo", None, "unstated"),),
        never=("No pude dormir.", "Perdimos el autobús."), subject="unstated", checks=("outcome", "managed_es"),
    ),
    Rule(
        "had_to", _OUTCOME,
        "(?:al final |y |así que |total )*(?P<value>(?:tuvimos|tuve|hubo) que (?:revertir|deshacer|repetir|tirar"
        "|cancelar|volver (?:atrás|a empezar)|devolver|suspender|parar|empezar de (?:cero|nuevo)"
        "|hacer rollback|rehacer|desinstalar|restaurar)(?:l[oa]s?)?(?: .{0,50})?)$",
        "tuvimos tuve hubo", None,
        (E("Tuvimos que revertir el despliegue.",
          "Tuvimos que revertir el despliegue", None, "unstated", polarity=False),),
        never=("Tuve que comprar pan.",), subject="unstated", checks=("outcome",),
    ),
    Rule(
        "came_out", _OUTCOME,
        "(?:al final |por fin |y )*(?P<value>(?:quedamos|quedé|acabamos|acabé|terminamos) (?:(?:en )?(?:primer|segund"
        "|tercer|últim|cuart|quint)[oa]s?|eliminad[oa]s|descalificad[oa]s?|fuera|finalistas?|campeon(?:es|as)|sin "
        "(?:plaza|beca|premio))"
        "(?: .*)?|(?:me|nos) (?:cogieron|contrataron|ficharon|admitieron|seleccionaron|descartaron|echaron atrás"
        "|tumbaron|aprobaron|rechazaron|aceptaron|concedieron|denegaron|devolvieron|arreglaron)(?: (?:el|la|los|las|en"
        "|para|un|una) [^,;:]{2,40})?"
        "|saqué (?:un |una )?(?:\\d|diez|nueve|ocho|siete|seis|cinco|cuatro|sobresaliente|notable"
        "|matrícula)[^,;:]{0,40})$",
        "quedamos quedé acabamos acabé terminamos cogieron contrataron ficharon admitieron seleccionaron descartaron "
        "echaron tumbaron aprobaron rechazaron aceptaron "
        "concedieron denegaron devolvieron arreglaron saqué",
        None,
        (E("Quedamos segundos en el torneo.", "Quedamos segundos en el torneo", None, "unstated"),),
        never=("Quedamos a las cinco.",), subject="unstated", checks=("outcome",),
    ),
    Rule(
        "not_even", _OUTCOME,
        "(?P<value>ni (?:con [^,;:]{3,30}?|[a-záéíóúñ]+ndo(?:l[oa]s?)?(?: [^,;:]{2,20}?)?|así) (?:se |me |lo |la "
        "|consigo |deja |logro )?(?:[a-záéíóúñ]+(?:a|e|an|en|ó)|que [^,;:]+|[a-záéíóúñ]+(?:ar|er|ir))(?: .{0,40})?)$",
        "ni", None,
        (E("Ni reiniciando se arregla.", "Ni reiniciando se arregla", None, "unstated", polarity=False),),
        never=("Ni hablar de eso.",), subject="unstated", checks=("outcome",),
    ),
    Rule(
        "was_a", _OUTCOME,
        "(?P<subject>(?:el|la|los|las|mi|lo de|lo del|[a-záéíóúñ]+(?:ar|er|ir)) [^,;:]{2,50}?) (?P<value>(?:ha sido"
        "|han sido|fue|fueron|resultó(?: ser)?) (?:todo )?(?:un|una) (?:gran |completo |auténtico |verdadero |rotundo "
        ")?(?:acierto|error|desastre|fracaso"
        "|éxito|exitazo|chasco|fiasco|triunfo|pérdida de tiempo|chapuza|catástrofe|ruina|bendición|maravilla)(?: "
        ".{0,30})?)$",
        "acierto error desastre fracaso éxito exitazo chasco fiasco triunfo pérdida chapuza catástrofe ruina bendición "
        "maravilla", None,
        (E("El nuevo horario ha sido un acierto.", "ha sido un acierto", None, "nuevo horario"),),
        never=("Mi hermano fue un desastre.",), checks=("outcome", "thing", "named_outcome"),
    ),
    Rule(
        "no_luck", _OUTCOME,
        "(?P<value>(?:no hubo (?:suerte|manera|forma)|sin (?:suerte|éxito)|nada funcionó|ni (?:así|con esas)|todo "
        "(?:en verde|funciona|perfecto)|en verde|de maravilla|éxito total)(?:,? .{0,40})?)$",
        "hubo sin nada ni verde todo maravilla éxito", None,
        (E("No hubo suerte.", "No hubo suerte", None, "unstated", polarity=False),),
        subject="unstated", checks=("outcome",),
    ),
    Rule(
        "still", _OUTCOME,
        "(?!(?:el resto|lo demás|todo lo demás|los demás|las demás|sigue sin salirme) ?)(?:(?P<subject>(?:el|la|los|"
        "las|mi|tu|su|nuestr[oa]) [^,;:]{2,50}?) )?(?P<value>(?:sigue|siguen|continúa)"
        r" (?:\w+ndo|igual|sin|fallando|rot[oa]|mal|en verde|en rojo|caíd[oa]|colgad[oa])(?:,? .{0,50})?)$",
        "sigue siguen continúa", None,
        (E("El grifo sigue goteando.", "sigue goteando", None, "grifo", polarity=False),),
        never=("Mi hermano sigue estudiando.",), subject="unstated", checks=("outcome", "thing"),
    ),
    Rule(
        "verb_first", _OUTCOME,
        "(?:(?:al|tras|después de) [^,;:]{3,40}? |(?:ya |al final |por fin |ayer |hoy |también |ahora "
        ")*)(?P<value>(?!(?:me|nos) (?:(?:han|ha) )?[a-z]+(?:aron|ieron|ado|ido) )(?:no )?"
        "(?:(?:me|nos|se) )?(?:(?:ha|han) )?(?:~came~|~became~|murieron|murió|cayó|cayeron)) "
        "(?P<subject>(?:el|la|los|las|mi|mis|nuestr[oa]s?|tod[oa]s (?:los|las)) [^,;:]{2,50}?)$",
        "@all", None,
        (
            E("Pasaron los tests.", "Pasaron", None, "tests"),
            E("Se murieron los tomates.", "Se murieron", None, "tomates", polarity=False),
        ),
        never=("Salió el sol.", "Se rompió un vaso.", "Llegó mi hermana."),
        checks=("outcome", "thing", "named_outcome", "must_be_tried"),
    ),
    Rule(
        "thing_worked", _OUTCOME,
        "(?:(?:con|tras|después de) (?:el|la|los|las) [^,;:]{3,25}? (?=(?:el|la|los|las|mi) ))?(?:(?:eso|esto|ya|"
        "ahora|también|y|con eso|con esto) )*(?:(?P<subject>(?:el|la|los|las|mi|mis|tu|tus|su"
        "|nuestr[oa]s?|todos|todas|ese|esa|este|esta|tod[oa]|lo de|lo del|[a-záéíóúñ]+(?:ar|er|ir)(?:lo|la)?) "
        "[^,;:]{2,60}?)(?: que (?:me |te |le |nos )?[^,;:]{3,30}?)??"
        " )??(?P<value>(?P<neg>(?:no|tampoco|ni) )?(?:(?:me|nos|te|lo|le) )?(?:(?:ha|han|había) )?(?:~came~"
        r"|~became~)(?!\w)(?:,? .{0,70})?)$",
        "@all", None,
        (
            E("Funcionó a la primera.", "Funcionó a la primera", None, "unstated"),
            E("La importación falló.", "falló", None, "importación", polarity=False),
            E("El despliegue salió bien.", "salió bien", None, "despliegue"),
            E("El certificado se renovó sin problemas.", "se renovó sin problemas", None, "certificado"),
        ),
        never=("¿Funcionó?", "Mi hermana salió a comprar.", "El tren llegó.", "La boda terminó tarde."),
        subject="unstated", checks=("outcome", "thing", "bare_outcome", "named_outcome", "tried"),
    ),
    Rule(
        "went_well", _OUTCOME,
        "(?:al final |ya |por fin |ayer |hoy |y |con eso )*(?:(?P<subject>(?:el|la|los|las|mi|mis|tu|nuestr[oa]s?|lo "
        "de|lo del|ese|esa|este|esta) [^,;:]{2,60}?) )?"
        "(?P<value>(?:no )?(?:(?:se )?(?:me|nos|le|les|se) )?(?:(?:ha|han) [a-záéíóúñ]+(?:ado|ido|to|cho)|(?!estuv"
        "|lleg|despeg|aterriz)[a-záéíóúñ]{2,}(?:ó|aron|ieron)|fue(?:ron)?(?= (?:muy |bastante )?(?:bien|mal|genial|de "
        "pena|de maravilla|estupend[a-z]+|horrible|regular|de lujo|rodado"
        "|fatal)(?!\\w))|anduvo|quedo|salio) "
        "(?:muy |bastante |super |realmente |tan |todo |mucho |más o menos |bastante )?(?:~well~|~badly~)(?!\\w)(?:,? "
        "(?!(?:el|la|los|las|mi|mis|nuestr[oa]) ).{0,60}?)?)"
        "(?: (?P<subject>(?:el|la|los|las|mi|mis|nuestr[oa]s?) [^,;:]{2,40}))?$",
        "bien genial perfecto perfecta perfectos perfectas perfectamente maravilla lujo perlas cine primera sin "
        "redondo redonda fenomenal "
        "estupendo estupenda estupendamente seda impecable increíble espectacular riquísimo riquísima riquísimos "
        "riquísimas buenísimo buenísima "
        "rico rica mejor éxito mal fatal horrible peor regular crudo cruda quemado quemada quemados quemadas soso sosa "
        "duro dura medias errores fallos roto rota "
        "pena estupendamente rodado lujo regular inservible vacío desastre fracaso porquería chapuza joya bárbaro "
        "positiva positivo negativa negativo "
        "favorable torcido torcida verde rojo",
        None,
        (
            E("El paciente respondió de maravilla.", "respondió de maravilla", None, "paciente"),
            E("Quedó perfecta la maqueta.", "Quedó perfecta", None, "maqueta"),
        ),
        never=("Mi hermana cantó muy bien.", "Lo pasamos bien.", "Durmió mal.", "¿Salió bien?"),
        subject="unstated", checks=("outcome", "thing", "named_outcome", "bare_outcome"),
    ),
    Rule(
        "after", _OUTCOME,
        "(?:y |pero |así que |y ahora |ahora |aunque )*(?P<value>(?:ya |sigue |siguen |todo |nada |nadie |(?:no "
        ")?(?:recuper[éa]|recuperamos|consegu[ií]|conseguimos|logr[ée]|pude|pudimos|perdí|perdimos|gané|ganamos|aprobé"
        "|suspendí|dormí|(?:lo|la) (?:empeor|arregl|romp|li)[éí]|bajé|adelgacé|ahorré|ahorramos|mejoré|mejoramos) ?|ni "
        "|cero |el "
        "|la |los |las |se |no |va |un desastre|un éxito|una maravilla|un fracaso|mano de santo|anda |volvi(?:ó|eron) "
        "|dejó de "
        "|dejaron de |ha dejado de |quedó |quedaron |al final quedó |salió |subió |funciona|arranca|compila|igual"
        "|mejor|peor|desapareció|se fue)[^,;:]{0,80})$",
        "@after", None,
        (E("Cambié el cable y se nota la diferencia.", "se nota la diferencia", None, "unstated"),),
        subject="unstated", checks=("outcome", "after", "thing"),
    ),
    Rule(
        "with_it", _OUTCOME,
        "(?:con|tras|después de|gracias a|desde que (?:puse|pusimos|cambié|cambiamos|uso|usamos)|quitando|cambiando"
        "|poniendo|usando) (?P<subject>(?:el|la|los|las|ese|esa|este|esta|un"
        "|una) "
        "[^,;:]{3,40}?),? "
        "(?P<value>(?:ya no|ya|por fin|al fin|ahora) (?:todo )?(?:se )?(?:(?:el|la|los|las) [^,;:]{2,25}? (?:ya |por "
        "fin "
        ")?)?(?:me )?[a-záéíóúñ]+(?:a|e|an|en|ó|í|é)(?!\\w).*|(?:el|la|los|las|mi) [^,;:]{2,25}? (?:(?:ya no|ya|por "
        "fin) "
        "(?:me |se )?[a-záéíóúñ]+(?:a|e|an|en|ó)(?!\\w).*|(?:tardan?|consumen?|pesan?|ocupan?|van?|rinden?) (?:la "
        "mitad|menos|el "
        "doble|mucho|mejor|peor|más)(?!\\w).*))$",
        "con tras después gracias desde quitando cambiando poniendo usando", None,
        (E("Con el cable corto ya carga.", "ya carga", None, "cable corto"),),
        never=("Con el frío ya no crecen las plantas.", "Con el parche ya veremos."),
        subject="unstated", checks=("outcome", "thing", "named_outcome", "must_be_tried", "with_result"),
    ),
    Rule(
        "no_more_trouble", _OUTCOME,
        "(?P<subject>(?:el|la|los|las|mi|mis|nuestr[oa]) [^,;:]{2,40}?) (?P<value>ya no (?:me |nos |se |da "
        ")?(?:duelen?|goteas?n?|"
        "chirrían?|cuelgan?|pierden?|suenan?|huelen?|fallan?|error(?:es)?|problemas|pitan?|vibran?|caen?|calientan?"
        "|atascan?|"
        "bloquean?|congelan?|arrancan?|funcionan?|cargan?|encienden?|responden?|cierra sola)(?: .*)?)$",
        "ya+no", None,
        (
            E("El grifo ya no gotea.", "ya no gotea", None, "grifo"),
        ),
        never=("Mi jefe ya no responde.",), checks=("outcome", "thing", "named_outcome"),
    ),
    Rule(
        "is_working", _OUTCOME,
        "(?P<subject>(?:el|la|los|las|mi|mis|nuestr[oa]|lo de) [^,;:]{2,50}?) (?P<value>(?P<neg>no )?(?:me |nos "
        ")?(?:está|están) "
        "(?:funcionando|dando (?:resultado|sus frutos)|ayudando|surtiendo efecto|mejorando|empeorando|sirviendo)(?: "
        ".*)?)$",
        "funcionando dando ayudando surtiendo mejorando empeorando sirviendo", None,
        (E("La nueva pomada está funcionando.", "está funcionando", None, "nueva pomada"),),
        never=("Mi hermana está ayudando.",), checks=("outcome", "thing", "named_outcome", "must_be_tried"),
    ),
    Rule(
        "at_last", _OUTCOME,
        "(?P<value>(?:por fin|al fin|ya por fin) (?:me |nos |se )?(?:arranca|compila|funciona|carga|conecta|anda|va|"
        "enciende|imprime|pasa|dormí|dormimos)n?(?!\\w)(?: (?:de|sin|bien|como|a|tod[oa]) .*)?)"
        "(?: (?P<subject>(?:el|la|los|las|mi|tod[oa]s) [^,;:]{2,40}?))?$",
        "fin", None,
        (E("Por fin imprime la etiquetadora.", "Por fin imprime", None, "etiquetadora"),),
        never=("¿Por fin arranca?",), subject="unstated", checks=("outcome", "thing"),
    ),
    Rule(
        "makes_it", _OUTCOME,
        "(?P<subject>(?:el|la|los|las|mi|tu|su|nuestr[oa]|este|ese|esta|esa|(?:con|tras|después de) (?:el|la|los|las)|"
        "[a-záéíóúñ]+(?:ar|er|ir)(?:lo|la)?) [^,;:]{2,60}?)(?: que (?:me |te |le |nos )?[^,;:]{3,30}?)?? (?:ha |han "
        "|ya |me |nos |lo )*(?P<value>(?:no )?(?:(?:arregl(?:ó|aron)|solucion(?:ó|aron)|(?:borr|duplic|triplic|dañ|"
        "corromp"
        "|desbloque|bloque|limpi|recuper|salv|alivi|calm|devolvi|desatasc|destap|acort|ralentiz|estrope|elimin"
        "|revent)(?:ó|aron|ado)|rompió|"
        "rompieron|roto"
        "|redujo|reducido|bajó|bajado|aumentó|subió|dobló|duplicó|mejoró|mejorado|empeoró|arregló|arreglado|"
        "eliminó|quitó"
        "|quitado|curó|curado|solucionó|solucionado|resolvió|resuelto|estropeó|tumbó|aceleró|ahorró|acabó con|"
        "terminó con) "
        r"(?:el|la|los|las|lo|un|una|todo|mi|nuestr\w+|más|casi|a la|al|en|\d).*|dej(?:ó|aron|ado) (?:el|la|los|las|mi"
        r"|todo|me) .*|no (?:cambió|arregló|mejoró|"
        "solucionó"
        "|resolvió) .*|(?:no )?(?:sirvió|sirvieron) (?:de|para) (?:nada|poco|mucho)|(?:levanta|arranca|funciona|"
        "compila|carga"
        r"|va|vuela) (?:sin|de nuevo|otra vez|perfect\w+|como|por fin|bien|ya).*))$",
        "@all", None,
        (E("El índice redujo la consulta a 3 ms.", "redujo la consulta a 3 ms", None, "índice"),),
        never=("Mi hermana rompió el vaso.", "El jefe subió el sueldo."),
        checks=("outcome", "thing", "named_outcome", "must_be_tried"),
    ),
    Rule(
        "given", _OUTCOME,
        "(?!.*(?:dieron las? (?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)|tantas|correcci"
        "|noticia|gracias|enhorabuena|razón|dirección|bienvenida|la mano|la hora))(?:por "
        "fin |al final |ya )*(?P<value>(?P<neg>no )?(?:me|nos|le|les) (?:(?:han|ha) )?(?:dieron|dado|concedieron"
        "|concedido|denegaron|denegado|aprobaron|aprobado|rechazaron|rechazado|aceptaron|aceptado|cogieron|cogido"
        "|contrataron|contratado|admitieron|admitido|devolvieron|devuelto|suspendieron|suspendido) (?:el|la|los|"
        "las|en|un"
        " aprobado|una plaza) [^,;:]{2,50})$",
        "dieron dado concedieron concedido denegaron denegado aprobaron aprobado rechazaron rechazado aceptaron "
        "aceptado "
        "cogieron cogido contrataron contratado admitieron admitido devolvieron devuelto suspendieron suspendido",
        None,
        (E("Me dieron el trabajo.", "Me dieron el trabajo", None, "unstated"),),
        never=("Me dieron la noticia.", "Me dieron las gracias."),
        subject="unstated", checks=("outcome",),
    ),
    Rule(
        "same_error", _OUTCOME,
        "(?:(?:me|nos|se) )?(?:sigue )?(?P<value>(?:(?:da|dando|sale|aparece|tira|salta) )?(?:el mismo|la misma|"
        "los mismos"
        "|las mismas) (?:error(?:es)?|fallo|problema|mensaje|excepción)(?: .*)?|ahora sí (?:que )?(?:compila|funciona|"
        "arranca|va|carga"
        "|pasa)(?: .*)?|ahora (?:ya )?(?:compila|funciona|arranca|carga|conecta|pasan? (?:todo|todos)|va (?:bien|fino"
        "|perfect[oa]|de lujo))"
        "(?: (?:bien|perfect\\w+|de lujo|sin .*|todo|genial|fenomenal|otra vez))?|ni por esas)(?:,.*)?$",
        "mismo misma mismos mismas sí ni ahora", None,
        (E("Me da el mismo error.", "da el mismo error", None, "unstated", polarity=False),),
        never=("¿Es el mismo error?",), subject="unstated", checks=("outcome",),
    ),
    Rule(
        "nothing_after", _OUTCOME,
        "(?:y |pero )*(?P<value>nada(?: de nada| nuevo| cambió)?(?:, .*)?|igual|ni caso|sin cambios|tampoco)$",
        "nada igual ni sin tampoco", None,
        (E("Reinicié el router y nada.", "nada", None, "unstated", polarity=False),),
        never=("No quiero nada.",), subject="unstated", checks=("outcome", "after_attempt"),
    ),
    Rule(
        "zero", _OUTCOME,
        "(?!ningún problema$)(?P<value>(?:cero|ni un|ni una|ningún|sin) (?:errores?|fallos?|problemas?|incidencias?"
        "|avisos?)(?: .*)?)$",
        "cero ni ningún sin", None,
        (E("Cero errores.", "Cero errores", None, "unstated"),),
        subject="unstated", checks=("outcome",),
    ),
)
# fmt: on
