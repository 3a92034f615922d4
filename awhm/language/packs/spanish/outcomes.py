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
        "(?:(?:por fin|al final|al fin) )?(?:yo )?(?P<value>(?P<neg>no )?(?:conseguí|conseguimos|logré|logramos|he"
        " conseguido|hemos conseguido|he logrado|hemos logrado|pude|pudimos|aprobé|aprobamos|suspendí|suspendimos"
        "|arreglé|arreglamos|saqué|perdí|perdimos|gané|ganamos|fallé|fallamos|resolví|resolvimos|solucioné"
        "|solucionamos|fracasamos|me (?:han|ha) (?:concedido|denegado|dado|cogido|aceptado|rechazado|aprobado"
        "|admitido)|nos (?:han|ha) (?:concedido|denegado|dado|aceptado|rechazado|aprobado)) .*)",
        "perdí perdimos gané ganamos fallé fallamos resolví resolvimos solucioné solucionamos fracasamos concedido "
        "denegado dado cogido aceptado rechazado aprobado admitido conseguí conseguimos logré logramos conseguido "
        "logrado pude pudimos aprobé aprobamos suspendí suspendimos arreglé arreglamos saqué",
        None,
        (E("Conseguimos bajar el consumo.", "Conseguimos bajar el consumo", None, "unstated"),),
        subject="unstated", checks=("outcome",),
    ),
    Rule(
        "no_luck", _OUTCOME,
        "(?P<value>(?:no hubo (?:suerte|manera|forma)|sin (?:suerte|éxito)|nada funcionó|ni (?:así|con esas)|todo "
        "(?:en verde|funciona|va|bien|perfecto|anda)|en verde|de maravilla|éxito total)(?:,? .{0,40})?)$",
        "hubo sin nada ni verde todo maravilla éxito", None,
        (E("No hubo suerte.", "No hubo suerte", None, "unstated", polarity=False),),
        subject="unstated", checks=("outcome",),
    ),
    Rule(
        "still", _OUTCOME,
        "(?:(?P<subject>(?:el|la|los|las|mi|tu|su|nuestr[oa]) [^,;:]{2,50}?) )?(?P<value>(?:sigue|siguen|continúa)"
        r" (?:\w+ndo|igual|sin|fallando|rot[oa]|mal|en verde|caíd[oa]|colgad[oa])(?:,? .{0,50})?)$",
        "sigue siguen continúa", None,
        (E("El grifo sigue goteando.", "sigue goteando", None, "grifo", polarity=False),),
        never=("Mi hermano sigue estudiando.",), subject="unstated", checks=("outcome", "thing"),
    ),
    Rule(
        "thing_worked", _OUTCOME,
        "(?:(?:eso|esto|ya|ahora|también|y|con eso|con esto) )*(?:(?P<subject>(?:el|la|los|las|mi|mis|tu|tus|su"
        "|nuestr[oa]s?|todos|todas|ese|esa|este|esta|tod[oa]|[a-záéíóúñ]+(?:ar|er|ir)(?:lo|la)?) [^,;:]{2,60}?)"
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
        subject="unstated", checks=("outcome", "thing", "bare_outcome", "named_outcome"),
    ),
    Rule(
        "after", _OUTCOME,
        "(?:y |pero |así que |y ahora |ahora |aunque )*(?P<value>(?:ya |sigue |siguen |todo |nada |ni |cero |el "
        "|la |los |las |se |no |va |funciona|arranca|igual|mejor|peor|desapareció|se fue)[^,;:]{0,80})$",
        "@after", None,
        (E("Cambié el cable y se nota la diferencia.", "se nota la diferencia", None, "unstated"),),
        subject="unstated", checks=("outcome", "after", "thing"),
    ),
    Rule(
        "zero", _OUTCOME,
        "(?P<value>(?:cero|ni un|ni una|ningún|sin) (?:errores?|fallos?|problemas?|incidencias?|avisos?)(?: .*)?)$",
        "cero ni ningún sin", None,
        (E("Cero errores.", "Cero errores", None, "unstated"),),
        subject="unstated", checks=("outcome",),
    ),
)
# fmt: on
