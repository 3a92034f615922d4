"""Spanish as it is written: changes of mind that meet in one slot, and look-alikes that say nothing lasting."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.statement import Statement


def _slots(text: str) -> list[tuple[str, str | None, str, bool]]:
    return [(made.subject, made.attribute, made.value, made.polarity) for made in extract(text)]


def _one(text: str, attribute: str) -> Statement:
    found = [made for made in extract(text) if made.attribute == attribute]
    assert len(found) == 1, (text, extract(text))
    return found[0]


@pytest.mark.parametrize(
    ("earlier", "later", "attribute"),
    [
        ("Vivo en Palencia.", "Nos hemos ido a vivir a Trujillo.", "location"),
        ("Llevo seis años viviendo en Palencia.", "me mude a Trujillo", "location"),
        ("Trabajo en Initech como auxiliar.", "He cambiado de trabajo, estoy en Umbra.", "employer"),
        ("Trabajo de camarera.", "Antes era camarera, ahora soy fisioterapeuta.", "occupation"),
        ("Mi número es el 655 010 203.", "He cambiado de número: ahora es el 655 010 999.", "phone number"),
        ("Pago 650 euros de alquiler.", "Me han subido el alquiler, pago 720.", "alquiler"),
        ("Soy vegetariana.", "Ya no soy vegetariana.", "diet"),
        ("Me encanta el cilantro.", "Ya no soporto el cilantro.", "preference:cilantro"),
        ("El backend va con PHP 7.4.", "Hemos subido el backend a PHP 8.3.", "uses:language"),
        ("Uso Emacs.", "Me he pasado a Helix.", "uses:editor"),
        ("La mudanza es el jueves.", "Hemos movido la mudanza al sábado.", "date"),
        ("El PIN del trastero es 1200.", "El PIN del trastero ha cambiado: ahora es 7310.", "pin"),
    ],
)
def test_a_change_of_mind_meets_what_was_said_before_in_one_slot(earlier: str, later: str, attribute: str) -> None:
    before, after = _one(earlier, attribute), [made for made in extract(later) if made.attribute == attribute]
    assert after and {made.subject for made in after} == {before.subject}
    assert (after[-1].value_key, after[-1].polarity) != (before.value_key, before.polarity)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("Trabajo en el hospital como técnica de rayos, turno de tarde.", "employer", "el hospital"),
        ("Hablo francés bastante bien, viví en Lyon.", "language spoken", "francés"),
        ("vivo en palencia xq mi pareja es de alli", "location", "palencia"),
        ("Llevo usando Vim desde la carrera.", "uses:editor", "Vim"),
        ("Vivimos de alquiler en Trujillo.", "location", "Trujillo"),
        ("Mi nuevo correo es ana@olmo.example.", "email", "ana@olmo.example"),
    ],
)
def test_a_value_ends_before_what_only_trails_after_it(text: str, attribute: str, value: str) -> None:
    assert _one(text, attribute).value == value


@pytest.mark.parametrize(
    ("text", "value", "polarity"),
    [
        ("respondé siempre en castellano", "respondé siempre en castellano", True),
        ("Cuando te pase un csv, convertilo a tabla.", "convertilo a tabla", True),
        ("Acá no se fuma.", "Acá no se fuma", False),
        ("No metas dependencias nuevas sin preguntar.", "metas dependencias nuevas", False),
        ("No quiero que uses anglicismos.", "uses anglicismos", False),
        ("Los mensajes de commit, siempre en inglés.", "Los mensajes de commit, siempre en inglés", True),
        ("Todos los endpoints llevan autenticación, sin excepción.", "Todos los endpoints llevan autenticación", True),
        ("Los registros nunca deben contener contraseñas.", "contener contraseñas", False),
    ],
)
def test_a_rule_to_follow_is_one_however_it_is_put(text: str, value: str, polarity: bool) -> None:
    made = [one for one in extract(text) if one.family == "policy"]
    assert [(one.value, one.polarity) for one in made] == [(value, polarity)]


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("Cambié la correa y anda joya.", True),
        ("El bizcocho se me quemó.", False),
        ("El grifo ya no gotea.", True),
        ("El test sigue en rojo.", False),
        ("Con el parche nuevo ya compila.", True),
        ("Por fin arranca el servidor.", True),
        ("no funciono el reinicio", False),
        ("Lo de dormir sin pantallas ha funcionado.", True),
    ],
)
def test_what_came_of_an_attempt_is_good_or_bad(text: str, good: bool) -> None:
    made = [one for one in extract(text) if one.family == "outcome"]
    assert [one.polarity for one in made] == [good], extract(text)


@pytest.mark.parametrize(
    "text",
    [
        "¿Te mudaste a Trujillo?",
        "Ojalá trabajara en Umbra.",
        "Me he pasado la tarde limpiando.",
        "Me cambié de ropa.",
        "Me pasé a saludar.",
        "He dejado el coche en el taller.",
        "Estoy pensando en cambiar de trabajo.",
        "No me hagas reír.",
        "No lo hagas.",
        "No quiero que te preocupes.",
        "Ya no queda pan.",
        "Siempre se me olvida.",
        "Nunca más.",
        "Al final vimos una peli.",
        "Me han dado las gracias.",
        "Gracias, quedó perfecto.",
        "Mejor mañana que hoy.",
        "Me gusta la opción B.",
        "La reunión es larguísima.",
        "Esto no solo es caro, sino que además llega tarde.",
        "Me lo dijo Marta: trabajo en Umbra.",
        "Llevo el paraguas.",
        "Soy todo oídos.",
    ],
)
def test_what_is_asked_wished_or_over_says_nothing(text: str) -> None:
    assert _slots(text) == []
