"""Spanish as different people write it: the frames of each family with words that no rule names, and look-alikes."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.statement import Family, Statement


def _of(text: str, family: Family) -> list[Statement]:
    return [made for made in extract(text) if made.family == family]


@pytest.mark.parametrize(
    ("text", "value", "polarity"),
    [
        ("Las colas del súper me crispan.", "Las colas del súper", False),
        ("No me terminan de convencer los menús degustación.", "los menús degustación", False),
        ("A mi suegra y a mí nos entusiasma el bingo.", "el bingo", True),
        ("me caen gordos los tertulianos", "los tertulianos", False),
        ("Los ascensores llenos los llevo fatal.", "Los ascensores llenos", False),
        ("El remo es lo que más me relaja.", "El remo", True),
        ("Nada me alegra tanto como cocinar.", "cocinar", True),
        ("Siempre he sido más de libreta que de pantalla.", "libreta", True),
        ("Estoy enganchadísimo a los crucigramas.", "los crucigramas", True),
        ("mi juego fav es el parchís", "el parchís", True),
        ("Me inclino siempre por los cuadernos sin rayas.", "los cuadernos sin rayas", True),
        ("Encuentro pesadísimos los manuales en papel.", "los manuales en papel", False),
        ("lo q mas me gusta es nadar", "nadar", True),
    ],
)
def test_a_taste_is_one_whatever_the_verb_and_the_order(text: str, value: str, polarity: bool) -> None:
    assert [(made.value, made.polarity) for made in _of(text, Family.PREFERENCE)] == [(value, polarity)]


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Los rótulos, siempre con mayúscula.", True),
        ("De aquí en más, los planos a escala.", True),
        ("Ningún becario debe firmar albaranes.", False),
        ("La caldera no se toca sin el técnico.", False),
        ("Las mascotas están prohibidas en el portal.", False),
        ("Solo se puede regar de noche.", True),
        ("Siempre que menciones un precio pon la moneda.", True),
        ("Nuestra norma es no hablar de política.", False),
        ("Que no se te olvide nunca cerrar el gas.", True),
        ("Desde hoy quiero los títulos en negrita.", True),
        ("Si te escribo en gallego, contéstame en gallego.", True),
        ("Los presupuestos los quiero siempre con desglose.", True),
        ("Máximo tres viñetas por respuesta.", True),
        ("A los proveedores hay que pagarles a treinta días.", True),
        ("tienes prohibido usar mi nombre", False),
    ],
)
def test_a_rule_needs_no_known_verb_where_its_frame_says_it(text: str, polarity: bool) -> None:
    assert [made.polarity for made in _of(text, Family.POLICY)] == [polarity], extract(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Los jueves ensayamos con la banda.", "Los jueves ensayamos con la banda"),
        ("Llevo veinte años tallando madera.", "tallando madera"),
        ("Tengo un acordeón.", "un acordeón"),
        ("No tengo tarjeta de crédito.", "tarjeta"),
        ("Mi tío Braulio esquila ovejas.", "esquila ovejas"),
        ("Pertenezco a un club de lectura.", "un club de lectura"),
        ("Me diagnosticaron artrosis.", "artrosis"),
        ("El panel está escrito en Elm.", "Elm"),
        ("La furgoneta es de mi cuñado.", "mi cuñado"),
        ("Mi escuela está a dos paradas del centro.", "a dos paradas del centro"),
        ("Soy el menor de seis hermanos.", "el menor de seis hermanos"),
        ("Llevamos casados doce años.", "casados"),
        ("Mi cuñado es camionero.", "camionero"),
        ("soy de medellin", "medellin"),
        ("tengo un loro q se llama Kiko", "un loro q se llama Kiko"),
    ],
)
def test_a_fact_is_one_though_no_list_has_its_noun(text: str, value: str) -> None:
    assert value in [made.value for made in _of(text, Family.FACT)], extract(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("me he liado, son 14 no 18", "14"),
        ("la clave no es otoño es invierno", "invierno"),
        ("No mide dos metros, mide tres.", "tres"),
        ("Cometí un error, la calle correcta es Olmo 3.", "Olmo 3"),
        ("Nos hemos pasado de Movistar a Orange.", "Orange"),
        ("Olvídate de lo que te conté del viaje, vamos a Elche.", "Elche"),
        ("El portal está mal, es el 9.", "9"),
        ("Mi hermano ya no vive en Lugo, se fue a Vigo.", "Vigo"),
        ("Ahora la tutora es Begoña, en lugar de Rosa.", "Begoña"),
    ],
)
def test_what_puts_right_is_marked_as_a_correction(text: str, value: str) -> None:
    assert any(value in made.value for made in extract(text) if made.corrects), extract(text)


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("El injerto agarró de maravilla.", True),
        ("La fotocopia salió torcida.", False),
        ("La tortilla se me pegó.", False),
        ("Tuvimos que repetir el ensayo.", False),
        ("Ni reiniciando se arregla.", False),
        ("El turno partido ha sido un acierto.", True),
        ("El parche arregló el error.", True),
        ("La reunión se canceló.", False),
        ("Quedamos segundos en el torneo.", True),
        ("probe con otra pila y ya va", True),
    ],
)
def test_how_it_went_tells_an_outcome_whatever_the_verb(text: str, polarity: bool) -> None:
    assert [made.polarity for made in _of(text, Family.OUTCOME)] == [polarity], extract(text)


@pytest.mark.parametrize(
    "text",
    [
        "Mi padre lleva todo el día dormido.",
        "Mi vecina hace obras otra vez.",
        "Tengo una sartén puesta.",
        "Tengo un nudo en el estómago.",
        "No tenemos leche.",
        "El coche tiene las ruedas rotas.",
        "En la línea 12, cambia el nombre.",
        "Sin prisa, míralo y dime.",
        "No pongas más ejemplos.",
        "No cambies de tema.",
        "Solo se oye el viento.",
        "Cero ganas de trabajar.",
        "Hay que llevar la moto al taller.",
        "Prefiero la opción C.",
        "El avión llegó bien.",
        "Me dieron las dos.",
        "No es difícil, es razonable.",
        "Me interesa el local de la esquina.",
        "La mancha no se va.",
        "Los lunes me cuesta arrancar.",
        "Ya no aguanto mas este ruido.",
        "Me ha gustado la charla.",
        "El regalo es de parte de mis tíos.",
        "Al salir, apaga la radio.",
    ],
)
def test_what_is_of_the_moment_says_nothing_in_the_same_frames(text: str) -> None:
    assert extract(text) == []


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("tambien me gusta el te", "también me gusta el té"),
        ("jamas uses jerga", "jamás uses jerga"),
        ("soy electricista y trabajo en un almacen", "soy electricista y trabajo en un almacén"),
        ("soy alergico al polen", "soy alérgico al polen"),
    ],
)
def test_what_is_typed_without_accents_says_the_same(typed: str, written: str) -> None:
    plain, proper = extract(typed), extract(written)
    assert plain
    assert [(made.rule, made.polarity) for made in plain] == [(made.rule, made.polarity) for made in proper]
