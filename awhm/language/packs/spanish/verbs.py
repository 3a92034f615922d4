"""Spanish verbs by their classes: the forms that rules look up, made from infinitives. Pure.

A verb is written with what its stressed stem turns into: "contar:ue", "pedir:i", "conducir:zc". What no class
makes stands in the lists of forms below.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WIDENED = {"ue": "o", "ie": "e", "i": "e"}
_BEFORE_E = {"c": "qu", "g": "gu", "z": "c"}
_OF_US = {"ar": "amos", "er": "emos", "ir": "imos"}

# What people do as a rule, and say so in the plain present; not what they happen to be busy with.
_HABITS = """
cultivar criar fabricar alquilar gestionar administrar coordinar enseñar entrenar practicar tocar cantar bailar bordar
coleccionar restaurar programar ilustrar cocinar pescar cazar nadar patinar esquiar escalar remar meditar rezar ayunar
veranear militar colaborar asesorar auditar reparar tatuar cuidar regentar liderar cursar opositar hospedar facturar
cobrar ganar ahorrar cotizar fumar desayunar cenar almorzar:ue merendar:ie madrugar trasnochar calzar pesar usar emplear
utilizar pintar teletrabajar votar navegar apadrinar arbitrar rotar guardar comer beber vender tejer coser
padecer:zc pertenecer:zc carecer:zc competir:i impartir dirigir conducir:zc producir:zc dormir:ue medir:i vestir:i
residir sufrir compartir
"""
_HABIT_FORMS = """
juego jugamos leo leemos voy vamos hago hacemos llevo llevamos tomo tomamos doy damos veo vemos corro
corremos estudio estudiamos escribo escribimos participo participamos asisto asistimos entro entramos salgo salimos
empiezo empezamos termino terminamos monto montamos manejo mantengo mantenemos
"""
# What one does to make something work, go away or come out well.
_TRIES = """
probar intentar quitar cambiar instalar desinstalar reinstalar actualizar reiniciar resetear apagar encender
configurar reconfigurar desactivar activar habilitar deshabilitar añadir agregar subir bajar aumentar
incrementar limpiar fregar frotar lavar echar aplicar usar utilizar emplear preparar hornear cocer freír amasar montar
desmontar conectar desconectar enchufar desenchufar sustituir reemplazar borrar eliminar vaciar enviar mandar presentar
solicitar reclamar escribir meter sacar dejar pintar lijar soldar regar abonar trasplantar podar sembrar plantar
cortar congelar engrasar lubricar ajustar apretar aflojar tapar sellar pegar coser tomar hidratar migrar desplegar
revertir restaurar compilar ejecutar lanzar depurar parchear corregir arreglar reparar formatear optimizar indexar
cachear escalar duplicar mover copiar generar reordenar reorganizar practicar entrenar negociar contratar
publicar difundir modificar editar reescribir mezclar batir calentar enfriar remojar empapar secar planchar colgar
atornillar taladrar clavar cubrir aislar ventilar fumigar rociar vendar estirar adoptar implantar implementar fijar
purgar reentrenar ampliar recortar unificar separar dividir cocinar adelantar retrasar recalibrar calibrar
girar rellenar filtrar sazonar salar endulzar espesar colar triturar rallar marinar adobar asar guisar saltear
recolocar vacunar desparasitar cepillar cargar recargar sincronizar exportar importar validar
"""
_TRIED_FORMS = """
puse pusimos hice hicimos rehice rehicimos deshice seguí seguimos pedí pedimos di dimos repetí repetimos freí introduje
introdujimos reduje redujimos traduje repuse traje sustituí probe reinicie instale
reinstale intente actualice borre limpie use quite
desinstale apague compre lave eche monte conecte toque subi abri meti pedi segui escribi añadi
"""
_TRIED_PARTICIPLES = """
puesto hecho rehecho deshecho seguido pedido dado repetido frito introducido escrito cubierto vuelto
"""


def _first(verb: str) -> str:
    """The first person of the present: "juego" is too odd, "toco" is not."""
    name, _, change = verb.partition(":")
    stem, kind = name[:-2], name[-2:]
    if change == "zc":
        return f"{stem[:-1]}zco"
    if change:
        old = _WIDENED[change]
        at = stem.rindex(old)
        stem = stem[:at] + change + stem[at + 1 :]
    if kind != "ar" and stem.endswith("gu"):
        return f"{stem[:-1]}o"
    if kind != "ar" and stem.endswith("g"):
        return f"{stem[:-1]}jo"
    return f"{stem}o"


def _we(verb: str) -> str:
    name = verb.partition(":")[0]
    return name[:-2] + _OF_US[name[-2:]]


def _past(verb: str) -> tuple[str, str]:
    """What I and we did."""
    stem, kind = verb[:-2], verb[-2:]
    if kind != "ar":
        return f"{stem}[íi]", f"{stem}imos"
    spelled = re.sub("[cgz]$", lambda end: _BEFORE_E[end[0]], stem)
    return f"{spelled}[ée]", f"{stem}amos"


def _participle(verb: str) -> str:
    return f"{verb[:-2]}{'ado' if verb.endswith('ar') else 'ido'}"


def _choice(words: Iterable[str]) -> str:
    """The words as alternatives, those of one first letter together: few are looked at."""
    grouped: dict[str, list[str]] = {}
    for word in dict.fromkeys(words):
        grouped.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{letter}(?:{'|'.join(rest)})" for letter, rest in grouped.items())


_PRESENT = [one for verb in _HABITS.split() for one in (_first(verb), _we(verb))]
HABITS = " ".join(dict.fromkeys([*_PRESENT, *_HABIT_FORMS.split()]))
_TRYING = "poner hacer seguir pedir dar repetir reducir introducir"
TRIED = _choice([*(one for verb in _TRIES.split() for one in _past(verb)), *_TRIED_FORMS.split()])
TRIED_PARTICIPLES = _choice([*map(_participle, _TRIES.split()), *_TRIED_PARTICIPLES.split()])
TRYING = _choice([*_TRIES.split(), *_TRYING.split()])
