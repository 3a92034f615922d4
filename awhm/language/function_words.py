"""The function words of the languages that are told apart: articles, pronouns, prepositions, auxiliaries.

They tell which language a text is in, and say nothing about what it is about. As texts have them once they are
case-folded; accents stay.
"""

from __future__ import annotations

_SPANISH_WORDS = """
a ahora al algo alguna algunas alguno algunos algún ante aquel aquella aquellas aquello aquellos aquí así aunque ayer
aún bajo cada casi como con contra cual cuales cuando cuanto cuál cuáles cuándo cuántas cuánto cuántos cómo de del
desde donde durante dónde e el ella ellas ellos en entre era eran eras eres es esa esas ese eso esos esta estaba
estaban estamos estar estas este esto estos estoy estuve estuvo está están estás fue fueron fui ha haber había habían
han has hasta hay he hemos hoy hube hubo la las le les lo los mas mañana me mi mis mucho muchos muy más mí mía mías
mío míos nada ni ninguna ningún no nos nosotras nosotros nuestra nuestras nuestro nuestros nunca o os otra otras otro
otros para pero poco por porque pues que quien quienes quién qué se sea ser será si sido siempre sin sino sobre sois
somos son soy su sus suya suyo sé sí también tampoco tan tanto te tenemos tener tengo ti tiene tienen tienes toda
todas todo todos tras tu tus tuya tuyo tú u un una unas uno unos usted ustedes va vamos van vosotros voy y ya yo él
"""
_GERMAN_WORDS = """
aber alle allem allen aller alles als also am an ander andere anderen auch auf aus außerdem bei beim bin bis bist da
dabei dafür damit dann das dass dazu daß dein deine deinem deinen deiner dem den denn der deren des dessen dich die
dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer
eure für gegen gewesen hab habe haben habt hast hat hatte hatten hier hinter ich ihm ihn ihnen ihr ihre ihrem ihren
ihrer im in indem ins ist ja jede jedem jeden jeder jedes jene jetzt kann kannst kein keine keinem keinen keiner
können könnte machen mal man manche mein meine meinem meinen meiner mich mir mit muss musst muß müssen nach nicht
nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit selbst sich sie sind so solche soll sollen
sollte sondern sonst um und uns unser unsere unserem unseren unter viel viele vom von vor wann war waren warum was weg
weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieder will willst wir wird wirst wo
wofür woher wohin wollen während würde würden zu zum zur zwar zwischen über
"""
_FRENCH_WORDS = """
ai aie ainsi alors après as au aucun aucune aujourd'hui auprès auquel aura aurait aussi autre autres aux avaient avais
avait avant avec avez aviez avons ayant beaucoup car ce cela celle celles celui cependant ces cet cette ceux chaque
chez ci combien comme comment d'un d'une dans de depuis des donc dont du elle elles en encore entre es est et eu eux
faire fait il ils j'ai je jusque la laquelle le lequel les lesquels leur leurs lors lorsque lui là ma mais me mes moi
moins mon même mêmes ne ni nos notre nous on ont ou où par parce pas pendant peu peut plus plusieurs pour pourquoi qu
quand que quel quelle quelles quels qui quoi sa sans se sera serait ses si sien sienne soi sommes son sont sous suis
sur ta te tes toi ton toujours tous tout toute toutes très tu un une va vais vers voici voilà vos votre vous y à ça
étaient étais était étant été êtes être
"""
_RUSSIAN_WORDS = """
а без более больше будем будет будете будешь буду будут бы был была были было быть в вам вами вас ваш ваша ваше ваши
весь во вот все всего всей всем всех всю вся всё вы где да даже для до его ее ей ему если есть еще ещё её ж же за и из
или им ими их к каждый как какая какие какой какую когда кого ком кому которая которое которой которые который которых
кто куда ли либо меж между меня мне мной мое мои моим моих мой мою моя моё мы на над надо наш наша наше наши не него
нее ней нельзя нем нет неё ни нибудь ним ними них ничего но ну нём о об один однако он она они оно от очень перед по
под после потом потому почти при про раз с сам сама сами само свое своего своей свои своих свой своя своё себе себя
сейчас со совсем та так такая такие такой там твое твои твой твоя твоё те тебе тебя тем теперь то тобой тогда того
тоже той только том тот тою тут ты у уж уже хотя чего чей чем через что чтоб чтобы чье чья эта эти этим этих это этого
этой этом этот эту я
"""
# Those that English text has for other reasons: they count, but do not set anyone counting.
_ENGLISH_WORDS = """
a ah ai al allen also am an as au aura avant bin bis can car chez ci comment con das dem den des die do don dont du
durante e er era et fait fur ha has hat hay he her hers hier him i ii im in ins is ja lo ma mal man me mes mi mis most
no nos not o on os ou pas pendant per plus pour re sea seine ses si sie sin so sobre some son soy sub sur ta tan te
ten ti to todo ton tout tu u um under va van vers via war was weg will y ya
"""
SPANISH, GERMAN, FRENCH, RUSSIAN = (
    frozenset(words.split()) for words in (_SPANISH_WORDS, _GERMAN_WORDS, _FRENCH_WORDS, _RUSSIAN_WORDS)
)
TELLING = (SPANISH | GERMAN | FRENCH) - frozenset(_ENGLISH_WORDS.split())
