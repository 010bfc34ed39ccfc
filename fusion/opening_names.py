"""Names of openings and variations, sorted by how much they prove; data only.

Curated from the lichess `chess-openings` list (CC0): its families, its variations that people
ask for by name, plus abbreviations, other spellings and nicknames. Names are comma-separated and
written folded: lower case, no accents, no apostrophes, a space for a hyphen. The reader drops a
final "s" of each word on both sides, so "king indian" and "King's Indian" need no entry each.
"""

# Enough alone: in a chess query these mean the opening and little else.
SURE_NAMES = """
sicilian, sicillian, scicilian, sizilianisch, sizilianische, sizilianischen, siciliana, sicilienne,
najdorf, nadjorf, dragon, accelerated dragon, hyperaccelerated dragon, dragadorf, scheveningen,
sveshnikov, kalashnikov, taimanov, kan variation, kan sicilian, the kan, lowenthal, sozin,
velimirovic, richter rauzer, rauzer, rauzer attack, yugoslav attack, english attack, keres attack,
perenyi attack, alapin, delayed alapin, rossolimo, moscow variation, smith morra, morra, grand prix,
grand prix attack, wing gambit, okelly, nimzowitsch sicilian, poisoned pawn, maroczy bind, maroczy,
lasker pelikan, pelikan, four knights sicilian, siberian trap, botez gambit, closed sicilian, open
sicilian, chekhover, prins variation, pin variation, gurgenidze, brussels gambit, caro kann,
carokann, karo kann, caro can, karokann, caro, panov, panov botvinnik, fantasy variation, bronstein
larsen, tartakower variation, advance caro, accelerated panov, french defense, french defence,
french tarrasch, french winawer, winawer, maccutcheon, mccutcheon, mac cutcheon, burn variation,
alekhine chatard, milner barry, franzosisch, franzosische verteidigung, defensa francesa, defense
francaise, fort knox, chigorin french, rubinstein french, guimard, ruy lopez, ruy lopes, roy lopez,
rui lopez, spanish game, spanish opening, spanische partie, apertura espanola, partie espagnole,
closed spanish, open spanish, berlin wall, berlin endgame, berlin defense, berlin defence, marshall
attack, marshall gambit, anti marshall, anti berlin, breyer, zaitsev variation, zaitsev system,
arkhangelsk, archangel, archangelsk, neo archangel, moller attack, schliemann, jaenisch, steinitz
deferred, smyslov variation, worrall, cozio, dilworth, noahs ark, noahs ark trap, norwegian
variation, exchange spanish, exchange ruy, chigorin ruy, giuoco piano, giuoco pianissimo, guicco
piano, italian game, italian opening, italienische partie, evans gambit, two knights, two knights
defense, two knights defence, fried liver, fried liver attack, fegatello, traxler, wilkes barre, max
lange, max lange attack, lolli attack, lolli, jerome gambit, ulvestad, fritz variation, polerio,
hungarian defense, canal variation, rousseau gambit, greco gambit, petroff, petrov, petrof, russian
game, russian defense, russian defence, stafford, cochrane gambit, philidor defense, philidor
defence, hanham, philidor countergambit, lion defense, black lion, four knights, halloween gambit,
halloween attack, belgrade gambit, three knights, scotch game, scotch gambit, scotch four knights,
mieses variation, steinitz scotch, goring gambit, ponziani, vienna game, vienna gambit, frankenstein
dracula, hamppe allgaier, hamppe muzio, stanley variation, kings gambit, queen gambit, falkbeer,
muzio, kieseritzky, allgaier, cunningham defense, salvio gambit, fischer defense, schallopp, bishops
opening, bishops gambit, urusov, center game, centre game, danish gambit, goteborg, nordic gambit,
latvian gambit, elephant gambit, damiano defense, damiano defence, wayward queen, scholars mate,
alekhine defense, alekhine defence, four pawns attack, scandinavian, scandanavian, skandinavian,
skandinavisch, center counter, centre counter, portuguese gambit, icelandic gambit, mieses kotroc,
pirc, austrian attack, 150 attack, byrne variation, robatsch, modern defense, modern defence, tigers
modern, hippo, hippopotamus, czech pirc, nimzowitsch defense, nimzowitsch defence, owens defense,
owens defence, owen, st george defense, borg defense, grob, orangutan, sokolsky, polish opening,
polish defense, queens gambit declined, queens gambit accepted, damengambit, orthodox defense,
orthodox defence, lasker defense, lasker defence, tartakower defense, tartakower defence, tartakower
system, cambridge springs, ragozin, vienna variation, manhattan variation, semi tarrasch, tarrasch
defense, tarrasch defence, von hennig, hennig schara, schara, albin, albin countergambit, albin
counter gambit, chigorin defense, chigorin defence, baltic defense, austrian defense, marshall
defense, harrwitz, carlsbad variation, slav, chebanenko, schlechter variation, slav exchange, czech
slav, alapin slav, noteboom, semi slav, semislav, meran, anti meran, anti moscow, moscow gambit,
botvinnik variation, botvinnik system, shabalov, geller gambit, triangle system, kings indian, kings
indian defense, kings indian defence, kings indian attack, konigsindisch, konigsindische, india de
rey, mar del plata, bayonet, bayonet attack, samisch, saemisch, makogonov, averbakh variation,
panno, gligoric system, gligoric variation, petrosian system, petrosian variation, classical kings
indian, fianchetto kings indian, old indian, czech benoni, benoni, bennoni, modern benoni, old
benoni, snake benoni, taimanov benoni, flick knife, semi benoni, blumenfeld, benko, benko gambit,
volga gambit, wolga gambit, grunfeld, gruenfeld, grunfield, grunfelt, neo grunfeld, anti grunfeld,
russian system, hungarian variation, nimzo, nimzo indian, nimzoindian, nimzo indian defense,
nimzowitsch indian, nimzoindisch, rubinstein variation, rubinstein system, hubner variation, zurich
variation, leningrad variation, kmoch variation, romanishin variation, reshevsky variation,
capablanca variation, noa variation, queens indian, damenindisch, bogo indian, bogoindian, bogo,
east indian, west indian, budapest gambit, budapest defense, budapest defence, fajarowicz, adler
variation, dzindzi indian, black knights tango, mexican defense, dutch defense, dutch defence,
stonewall, stonewall attack, leningrad dutch, classical dutch, staunton gambit, hopton attack,
raphael variation, iljin genevsky, ilyin zhenevsky, anti dutch, london system, accelerated london,
jobava, jobava london, rapport jobava, colle, colle system, colle zukertort, colle koltanowski,
zukertort, torre attack, trompowsky, trompowski, tromp, veresov, richter veresov, barry attack,
levitsky attack, blackmar diemer, bdg, hubsch gambit, ryder gambit, englund, englund gambit,
hartlaub, queens pawn game, queens pawn opening, kings pawn game, kings pawn opening, catalan,
catalan opening, katalanisch, open catalan, closed catalan, neo catalan, english opening,
symmetrical english, kings english, reversed sicilian, anglo indian, anglo slav, anglo grunfeld,
anglo dutch, mikenas attack, mikenas carls, flohr mikenas, agincourt, hedgehog, english defense,
english defence, great snake, reti opening, reti gambit, reti system, barcza, nimzo larsen,
nimzowitsch larsen, larsens opening, larsen attack, birds opening, froms gambit, benko opening,
hungarian opening, van geet, dunst, saragossa, sodium attack, amar opening, ware opening, anderssens
opening, clemenz, barnes opening, mieses opening, vant kruijs, bongcloud, cow opening, pterodactyl,
rat defense, kangaroo defense, englund hartlaub, tennison, zilbermints, keoni hiva, monkeys bum,
double muzio, exchange variation, advance variation, classical variation, closed variation, open
variation, fianchetto variation, symmetrical variation, modern variation, normal variation, orthodox
variation, central variation, traditional variation, positional variation, endgame variation, lucena
variation, pin defense, blockade line, intermezzo line, pawn sacrifice line, bishop sacrifice line,
kings knight opening, botvinnik english, wade defense, kadas opening, czech defense, lemberger,
gunderam, bird defense, amsterdam attack, australian defense, montevideo defense, zaire defense,
amazon attack, paleface attack, dory defense, marienbad system, vulture defense, barnes defense,
carr defense, fried fox, goldsmith defense, lemming defense, ware defense
"""

# Written in capitals these are openings; "kid" in lower case may be a child.
ABBREVIATIONS = "KID, KIA, QGD, QGA, QID, NID, BDG, KGA, KGD"

# Safe in any case: no English word is spelled like this.
SURE_ABBREVIATIONS = "qgd, qga, qid, kgd, kga"

# Countries and cities: an opening only where the rest of the query speaks of chess.
PLACE_NAMES = """
english, french, dutch, scotch, italian, spanish, vienna, berlin, london, russian, polish,
hungarian, danish, latvian, leningrad, moscow, budapest, austrian, yugoslav, volga, czech,
norwegian, portuguese
"""

# Players and ordinary words: an opening only beside an opening word, another name or a move,
# or as a noun of its own ("in the Philidor").
NEEDY_NAMES = """
alekhine, nimzowitsch, tarrasch, philidor, steinitz, morphy, rubinstein, botvinnik, lasker, reti,
marshall, tartakower, capablanca, petrosian, karpov, kasparov, spassky, fischer, tal, smyslov,
keres, bronstein, geller, euwe, averbakh, chigorin, paulsen, anderssen, staunton, spielmann,
korchnoi, gligoric, polugaevsky, uhlmann, flohr, boleslavsky, larsen, torre, evans, greco, damiano,
bird, zukertort, zaitsev, bogoljubow, schlechter, janowski, mieses, bernstein, charousek,
romanishin, kramnik, carlsen, ivanchuk, morozevich, short, miles, basman, keene, seirawan, hubner,
szabo, kotov, simagin, lutikov, kupreichik, furman, adorjan, browne, westerinen, levenfish,
pillsbury, pachman, stoltz, prins, mikenas, horwitz, kan, kid, kia, lion, rat, elephant, modern,
old, exchange, advance, symmetrical, spike, wing, orthodox, snake, whale, indian, cochrane,
halloween, goring
"""

# What makes a needy name before it an opening.
HEAD_WORDS = """
defense, defence, gambit, countergambit, variation, opening, system, attack, game, line, accepted,
declined, deferred, counterattack, setup, repertoire, formation, mainline, verteidigung, eroffnung,
defensa, apertura, partie, partida, ouverture
"""
