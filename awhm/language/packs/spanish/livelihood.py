"""The facts of Spanish about work, money, health and what people look after."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT
_POLICY = Family.POLICY

# fmt: off
LIVELIHOOD: tuple[Rule, ...] = (
    Rule(
        "works_from", _FACT,
        "~yo~~no~~yano~~adv~(?:trabajo|trabajamos|curro|laburo|tengo) (?:solo )?(?P<value>(?:desde casa|en remoto|a "
        "distancia)(?= (?:los|las|todos|siempre|dos|tres|"
        "cuatro|casi|salvo|excepto|entre))|(?:el )?turno de (?:noche|tarde|mañana)|a jornada completa|a media jornada"
        "|a tiempo parcial|de noche|por las "
        "noches|a turnos|por turnos|de lunes a \\w+)"
        "(?: .*)?$",
        "trabajo trabajamos curro laburo turno", "work mode",
        (E("Trabajo a turnos.", "a turnos", "work mode"),),
        never=("Hoy trabajo desde casa.",), checks=("not_now",), beside=("employer",),
    ),
    Rule(
        "was_trade", _FACT,
        "(?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+) (?:fue|era|ha sido|fueron|eran) (?:siempre )?~value~",
        "fue era sido fueron eran", "former occupation",
        (E("Mi abuelo era carpintero.", "carpintero", "former occupation", "user's abuelo"),),
        never=("Mi abuelo era muy alto.",), checks=("trade",),
    ),
    Rule(
        "phone", _FACT,
        "(?:(?:mi|nuestro) (?:nuevo )?(?:número|numero|teléfono|telefono|tel|móvil|movil|celular|cel|whatsapp)"
        "(?: nuevo)?(?: de (?:teléfono|telefono|móvil|movil|celular|contacto))? (?:ahora )?(?:es|será|pasa a ser|ha "
        "pasado a ser)(?: ahora)?|(?:he cambiado|hemos cambiado|cambié|cambie|cambiamos) de (?:número|numero|teléfono|"
        "telefono|móvil|movil)(?:,|:|;| y)+ (?:mi nuevo número es|el nuevo es|ahora (?:es|tengo)|es))(?: el)?"
        r" (?P<value>\+?\d[\d .-]{5,20}\d)$",
        "@digit", "phone number",
        (
            E("Mi número nuevo es el 655 010 203.", "655 010 203", "phone number"),
            E("He cambiado de número: ahora es el 655 010 203.", "655 010 203", "phone number"),
        ),
        corrects=False,
    ),
    Rule(
        "birthday", _FACT,
        r"(?:~yo~(?:cumplo|cumplimos)(?: los| mis)? (?:\w+ )?años|~quien~cumplen?(?: los)? años) (?:el|en) (?:día )?"
        r"(?P<value>\d{1,2} de ~month~|~month~)",
        "años", "birthday",
        (E("Cumplo años el 8 de marzo.", "8 de marzo", "birthday"),),
        checks=("own",),
    ),
    Rule(
        "of_has_changed", _FACT,
        r"(?:el|la|los|las) (?P<attribute>[\wáéíóúñ -]{2,30}?) (?:de|del) (?:la |los |las )?(?P<subject>[^,;:]{1,40}?)"
        " (?:ha|han) cambiado(?:,|:|;| y)+ (?:ya )?(?:ahora )?(?:es|son|será|está en|queda en) ~value~",
        "cambiado", "{attribute}",
        (E("El PIN del trastero ha cambiado: ahora es 7310.", "7310", "pin", "trastero"),),
        checks=("relation", "lasting"), corrects=True,
    ),
    Rule(
        "own_has_changed", _FACT,
        "(?:mi|mis|nuestr[oa]s?) (?P<attribute>[^,;:]{1,40}?) (?:ha|han) cambiado(?:,|:|;| y)+ (?:ya )?(?:ahora )?(?:es"
        "|son|será|está en|queda en) ~value~",
        "cambiado", "{own}",
        (E("Mi taquilla ha cambiado: ahora es la 31.", "la 31", "taquilla"),),
        checks=("own_attribute", "lasting"), corrects=True,
    ),
    Rule(
        "has_changed", _FACT,
        "(?:el|la|los|las) (?P<subject>[^,;:]{1,40}?) (?:ha|han) cambiado(?:,|:|;| y)+ (?:ya )?(?:ahora )?(?:es|son"
        "|será"
        "|está en|queda en) ~value~",
        "cambiado", "{thing}",
        (E("El puerto ha cambiado: ahora es el 9001.", "el 9001", "port", "puerto"),),
        checks=("thing_is", "lasting"), corrects=True,
    ),
    Rule(
        "pays", _FACT,
        r"~yo~(?:pago|pagamos|gano|ganamos|cobro|cobramos) (?P<value>(?:unos |casi )?\d[\d.,]*(?: ?(?:€|euros|pesos|"
        "dólares|soles|mil))*(?: (?:al mes|por mes|mensuales|al año|netos|brutos))*) (?:de|por) (?:el |la |los )?"
        "(?P<attribute>alquiler|hipoteca|luz|agua|gas|internet|comunidad|seguro|gimnasio|guardería|cuota|sueldo|nómina|"
        "parking|garaje|móvil|colegio|suscripción)(?: .{0,30})?$",
        "pago pagamos gano ganamos cobro cobramos", "{attribute}",
        (E("Pago 650 euros de alquiler.", "650 euros", "alquiler"),),
    ),
    Rule(
        "earns", _FACT,
        r"~yo~(?P<verb>gano|ganamos|cobro|cobramos|facturo|facturamos|ahorro|ahorramos|pago|pagamos) (?P<value>(?:unos "
        r"|casi )?\d[\d.,]*(?: ?(?:€|euros|pesos|"
        "dólares|soles|mil|k|lucas))* (?:al mes|por mes|mensuales|al año|anuales|netos|brutos|por hora|la hora|al "
        "trimestre)(?: .{0,30})?)$",
        "gano ganamos cobro cobramos facturo facturamos ahorro ahorramos pago pagamos", "{verb}",
        (E("Cobro 1.900 euros al mes.", "1.900 euros al mes", "cobro"),),
        never=("Cobro 20 euros hoy.",), checks=("not_now",),
    ),
    Rule(
        "raised", _FACT,
        "(?:me|nos) (?:han|ha) (?:subido|bajado) (?:el|la) (?P<attribute>alquiler|hipoteca|luz|cuota|seguro|sueldo|"
        "internet)(?:,|:|;| y)? (?:a|hasta|pago|pagamos|cobro|ahora (?:pago|pagamos|cobro|cobramos|es de|son))"
        r" (?P<value>\d.*)$",
        "subido bajado", "{attribute}",
        (E("Me han subido el alquiler, pago 720.", "720", "alquiler"),),
        corrects=True,
    ),
    Rule(
        "in_charge", _FACT,
        "(?:~yo~(?:me encargo|nos encargamos|me ocupo) (?:siempre )?del?|~quien~(?:se encarga|se ocupa|está a cargo) "
        "del?"
        "|~quien~(?:gestiona|coordina|dirige|administra)|(?:~yo~llevo|~quien~lleva)(?= (?:el |la |los |las )?(?:contab|"
        "cuentas|redes|nómin|factur|finanz|soporte|ventas|marketing|comunicac|compras|backend|frontend|web|blog|"
        "clientes|recursos|tienda|agenda|prensa|logíst|papeleo|almacén|infra|diseño|producto|inventario|pedidos)))"
        " (?:el |la |los |las )?~value~",
        "encargo encargamos ocupo encarga ocupa cargo gestiona coordina dirige administra llevo lleva",
        "responsible for",
        (
            E("Bruna lleva la contabilidad.", "contabilidad", "responsible for", "bruna"),
            E("Me encargo del boletín.", "boletín", "responsible for"),
        ),
        never=("Me encargo yo.", "Bruna lleva la camisa roja."), many=True, checks=("charge", "named", "not_now"),
    ),
    Rule(
        "runs_business", _FACT,
        "~yo~(?:llevo|llevamos|regento|regentamos|tengo|tenemos) (?P<value>(?:un|una) (?:pequeñ[oa] )?(?:panadería|"
        "bar|tienda|taller|restaurante|cafetería|librería|peluquería|consultora|agencia|academia|imprenta|floristería|"
        "carpintería|granja|hostal|hotel|pensión|clínica|estudio|negocio|finca|bodega|quiosco|ferretería|frutería|"
        "pastelería|asesoría)(?!\\w).*)$",
        "llevo llevamos regento regentamos tengo tenemos", "runs",
        (E("Llevo una imprenta en Elche.", "una imprenta en Elche", "runs"),),
        many=True,
    ),
    Rule(
        "fears", _FACT,
        "(?:a mí )?me (?:da|dan) (?:mucho |muchísimo |auténtico )?(?:miedo|pánico|terror|pavor) ~value~",
        "da dan", "fear",
        (E("Me dan pánico las agujas.", "las agujas", "fear"),),
        never=("Me da miedo que falle.", "Me da miedo borrar esto."), many=True, checks=("taste", "fearful"),
    ),
    Rule(
        "learning", _FACT,
        "~yo~(?:estoy|estamos|sigo) (?:aprendiendo|estudiando)(?: a)? ~value~",
        "aprendiendo estudiando", "aprendiendo",
        (E("Estoy aprendiendo sueco.", "sueco", "aprendiendo"),),
        never=("Estoy aprendiendo mucho.",), many=True, checks=("learned", "known"),
    ),
    Rule(
        "on_leave", _FACT,
        "~yo~~no~~yano~(?:estoy|estaré|estamos) (?P<value>de (?:baja|vacaciones|excedencia|permiso|maternidad|guardia|"
        "viaje)(?: (?:médica|maternal|de (?:maternidad|paternidad)))?)(?: .*)?$",
        "baja vacaciones excedencia permiso maternidad guardia viaje", "status",
        (E("Estoy de excedencia hasta septiembre.", "de excedencia", "status"),),
        never=("Estoy de vacaciones.",), checks=("windowed",),
    ),
    Rule(
        "diet", _FACT,
        "(?:~yo~~no~~yano~(?:ahora )?(?:soy|somos|sigo siendo|me he hecho|me hice)|~quien~~no~~yano~(?:es|son|se ha "
        "hecho|se hizo)) (?:muy )?(?P<value>(?:vegan|vegetarian|pescetarian|crudívor|flexitarian|omnívor|celíac|celiac)"
        "[oa]s?)(?!\\w)(?:,? (?:de|desde|hace|y|por|estrict[oa]).*)?$",
        "vegana vegano veganos veganas vegetariana vegetariano vegetarianos pescetariana pescetariano flexitariana "
        "flexitariano omnívora omnívoro celíaca celíaco celiaca celiaco",
        "diet",
        (E("Soy vegana.", "vegana", "diet"), E("Ya no soy vegano.", "vegano", "diet", polarity=False)),
        checks=("own",),
    ),
    Rule(
        "cannot_eat", _FACT,
        "~yo~(?P<neg>no )(?:puedo|podemos|debo) (?:comer|tomar|beber) (?:nada (?:de|con) |ni )?~value~",
        "comer tomar beber", "como",
        (E("No puedo comer nueces.", "nueces", "como", polarity=False),),
        never=("No puedo comer ahora.", "No puedo tomar esa decisión."), many=True, checks=("edible", "known"),
    ),
    Rule(
        "im_name", _FACT,
        r"(?:yo )?soy (?P<value>[^\W\d_][\wáéíóúñ'-]+(?: [^\W\d_][\wáéíóúñ'-]+){0,2})(?:,? (?:de|la|el|y) .*)?$",
        "soy", "name",
        (E("Soy Noelia Prats.", "Noelia Prats", "name"),),
        never=("Soy zurda.", "Soy Leo."), checks=("introduction", "no_sign"),
    ),
    Rule(
        "form_of_address", _POLICY,
        "(?:por favor |porfa |mejor |ya )*(?:(?:no|nunca)(?P<neg>) )?(?P<value>(?:me |nos )?tutee?s|tut[eé][aá]?(?:me"
        "|nos)|"
        "(?:(?:me|nos) )?(?:tr[aá]t|h[aá]bl|llam|ll[aá]m)[a-záé]+ (?:siempre )?(?:de )(?:tú|vos|usted|ud))(?:,? .*)?$",
        "tutees tutéame tuteame tutéanos trates tratame trátame trátanos hables háblame hablame habláme llames tratés "
        "habléis trata habla tratá hablá",
        "form of address",
        (
            E("No me trates de usted.", "me trates de usted", "form of address", polarity=False),
            E("No me tutees.", "me tutees", "form of address", polarity=False),
            E("Mejor tutéame.", "tutéame", "form of address"),
        ),
        never=("¿Me tuteas?",),
    ),
)
# fmt: on
