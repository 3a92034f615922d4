"""The verbs of English by what they tell when they are said in the plain present, with their forms."""

from __future__ import annotations

# What people do again and again: "I teach chemistry", "we rent a van", "she sings".
_DOINGS = """
teach study practise practice play sing dance paint draw knit sew crochet bake cook brew garden fish hunt hike climb
run jog walk cycle bike swim row surf ski skate box lift train coach compete perform record collect restore repair
build breed raise foster keep grow farm forage own rent lease drive ride commute fly sail travel work freelance
volunteer consult manage lead head supervise mentor tutor report earn pay save invest bank donate subscribe watch
listen stream support attend worship pray meditate fast celebrate observe eat drink smoke vape take wear carry sleep
snore nap share split host sell buy shop order supply import export ship deploy release publish maintain develop
design operate store track meet bill invoice charge serve employ specialise specialize major speak translate
interpret nurse babysit clean mow compost recycle start finish alternate rotate homeschool moonlight type code program
squash rebase lint format monitor suffer sweat belong weigh measure write read make go stay sit spend spray plant
harvest milk shear prune water feed groom walk stock cater tailor weld curate edit proofread blog podcast photograph
film mix dj busk juggle fence wrestle row shoot golf bowl camp kayak dive sketch carve whittle weave spin quilt
embroider throw distil ferment pickle preserve roast grind barbecue grill steam deliver cure treat operate perform
prescribe examine assess audit survey inspect certify license insure underwrite broker trade lend borrow litigate
defend prosecute represent advise counsel lecture research supervise grade mark transcribe dispatch drill mine log
quarry forge cast mould machine solder wire plumb tile plaster decorate landscape excavate haul tow tour gig
"""
# The same where only a complement makes it one: "I use a cane", "we run a kennel", "I do pottery".
_WITH_OBJECT = """
use do run take wear keep ride drive go read write watch listen buy
"""
# What a thing does as a rule: "the logs go to Loki", "the printer sits in the hall".
_THINGS = """
run go live sit stay listen point talk write read ship deploy return use speak store serve depend rely route forward
sync mirror replicate poll stream push publish subscribe expose accept emit produce log report expire rotate refresh
start end open close last meet face overlook back border hold seat fit weigh measure cost take cover contain belong
"""


def third(verb: str) -> str:
    """The form of the third person: "teaches", "studies", "goes"."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    if verb == "have":
        return "has"
    return f"{verb}es" if verb.endswith(("s", "x", "ch", "sh", "o", "z")) else f"{verb}s"


DOING = tuple(dict.fromkeys(_DOINGS.split() + _WITH_OBJECT.split()))
THING_DOES = tuple(dict.fromkeys(form for verb in _THINGS.split() for form in (verb, third(verb))))
