"""Words and what they are: verbs with their forms, closed classes, and the nouns for what people are to each other.

Small on purpose. A verb that is not here is still read when its ending and its place give it away.
"""

from __future__ import annotations

_IRREGULAR = """
be was been|be were been|have had had|do did done|go went gone|say said said|tell told told|get got got|get got gotten|give gave given
take took taken|make made made|come came come|leave left left|buy bought bought|sell sold sold|lose lost lost|find found found
meet met met|teach taught taught|think thought thought|know knew known|feel felt felt|keep kept kept|hold held held|bring brought brought
build built built|send sent sent|lend lent lent|spend spent spent|pay paid paid|read read read|write wrote written|speak spoke spoken
break broke broken|steal stole stolen|choose chose chosen|drive drove driven|ride rode ridden|eat ate eaten|drink drank drunk
tear tore torn|wear wore worn|bite bit bitten|blow blew blown|burn burnt burnt|deal dealt dealt|dig dug dug|fight fought fought|forgive forgave forgiven
freeze froze frozen|hide hid hidden|light lit lit|mistake mistook mistaken|ring rang rung|seek sought sought|shake shook shaken|shine shone shone|shoot shot shot
sink sank sunk|slide slid slid|spill spilt spilt|spin spun spun|spread spread spread|spring sprang sprung|sting stung stung|strike struck struck|sweep swept swept
swing swung swung|weave wove woven|wake woke woken|bend bent bent|bet bet bet|bind bound bound|bleed bled bled|burst burst burst|cast cast cast|cling clung clung
creep crept crept|flee fled fled|grind ground ground|leap leapt leapt|lean leant leant|overcome overcame overcome|prove proved proven|sew sewed sewn
shrink shrank shrunk|sow sowed sown|spell spelt spelt|spit spat spat|spoil spoilt spoilt|stick stuck stuck|swell swelled swollen|tread trod trodden|undergo underwent undergone
undertake undertook undertaken|upset upset upset|withdraw withdrew withdrawn|foresee foresaw foreseen|rebuild rebuilt rebuilt|rewrite rewrote rewritten|resit resat resat
sing sang sung|swim swam swum|run ran run|begin began begun|win won won|fall fell fallen|fly flew flown|grow grew grown|see saw seen
show showed shown|sleep slept slept|wear wore worn|cut cut cut|put put put|quit quit quit|let let let|hurt hurt hurt|catch caught caught
hear heard heard|understand understood understood|become became become|forget forgot forgotten|swear swore sworn|stand stood stood
sit sat sat|lie lay lain|lead led led|feed fed fed|breed bred bred|bear bore borne|split split split|draw drew drawn|throw threw thrown
hang hung hung|shut shut shut|set set set|hit hit hit|rise rose risen|win won won|dream dreamt dreamt|learn learnt learnt|knit knit knit
"""
_REGULAR = """
live move work play like love hate dislike adore enjoy prefer want need start stop finish plan try ask call visit stay recommend suggest
advise study learn cook bake paint dance smoke walk climb hike travel arrive return retire marry divorce adopt own use join open close
found sign rent share offer accept hire fire help talk chat listen watch look help turn happen start end plant water feed knit sew repair
fix operate cry laugh smile worry miss hope believe remember mention promise explain warn invite introduce train coach practise practice
perform record publish print photograph collect design develop code program manage organise organize apply graduate pass fail enrol enroll
switch change prefer stick show land board book reserve order pack unpack settle rent borrow return donate inherit receive drop pick carry
clean wash iron wipe die pass kill bury survive recover grind hum treat heal land sail row surf ski skate jog exercise sign hand kick crash
bump seem appear name rename christen celebrate host attend serve guide tour explore discover invent create craft restore renovate decorate
paint hop date propose engage cancel delay postpone skip avoid regret complain argue fight apologise apologize forgive trust doubt suspect
obsess care mind matter count add join train act volunteer freelance commute drive employ promote demote transfer relocate breed brew distil
roast fry grill taste smell sound touch kiss hug greet thank cheat swap trade exchange replace upgrade install repair assemble tune strum
drum busk compose conduct edit translate interpret proofread lecture tutor mentor research analyse test measure import export insure guard
nurse adore fancy crave tolerate detest loathe despise praise book star direct film stream host blog post tweet text phone email
call ring whisper shout scream dream snore wake imagine guess wonder admit deny insist claim reckon swear assume notice realise realize earn save
owe abide
rely
accuse ache achieve acquire adapt add admire adjust aim alarm allow amuse announce annoy appeal appoint appreciate approve arrange arrest ask assist attack attract award babysit
balance ban bark battle beg behave belong bid blame bless blink block boil bother bounce bow box brag breathe bully burp bury buzz calculate calm camp cancel cast celebrate chain chair
challenge charge chase cheat check cheer chew chop claim clap clear climb coach collapse collect comfort comment communicate compare compete complete concentrate confess confirm confuse
connect consider contact contain continue contribute control convince copy cope correct cough cover crawl cross cure curl cycle damage dare deal debate decide declare decline defend
delight demand deny depend describe deserve destroy detect develop dial die differ dine direct disagree disappear disappoint discuss dislike dissolve distract disturb dive donate double download
drag dress drift drill drip drown dry earn educate elect embarrass emigrate empty encourage endure enter entertain escape establish estimate evaluate evolve examine excite excuse exist expand
expect experience explode extend face faint fall fasten fetch file fill film finance fit flirt float flood flow focus fold follow force form frighten gain garden gather gaze glow glue govern grab
grade grant greet groom guarantee hammer handle harvest hatch heat hesitate hike hire hitch hunt hurry identify ignore illustrate immigrate impress improve include increase inform inspect inspire
insult intend interrupt interview introduce investigate irritate itch jail joke juggle jump justify kneel knock label lack lean license lick lift limp link list load lock long lower maintain
manufacture march mark mash match mate melt memorise memorize mend migrate mine miss mix moan model monitor moor mow multiply murder nag nap nest nod nominate object obtain occupy occur operate oppose
oversee pace paddle panic park participate pat pause peel perform persuade pet pilot pinch pine plait planes plead please plug poach point poke polish ponder pop possess pour pray preach
prepare preserve press pretend prevent print process produce propel protect protest provide pull pump punch punish push qualify quarrel question queue race raise react realise rebel recall recognise
recognize record recruit recycle reduce refer reflect refuse register reject relate relax release remain remark remind remove renew replace reply report represent rescue research resign resist respond
restore result reveal review revise rinse risk rock roll rub ruin rule rush sack sail salute sample satisfy scale scan scare scatter scold score scrape scratch screw scrub seal search seat select
separate serve settle sharpen shave shelter shock shop shrug sigh sip sketch slap slip slow smash smuggle sneeze sniff snow soak solve sort spare spark specialise specialize spend sponsor spot spray
squash squeeze stain stamp stare steer step stir stitch store strengthen stretch stroke struggle stuff stumble subscribe substitute succeed suffer suit supervise supply support surprise surrender
surround survey suspend swallow switch talk tackle tame tap target tease telephone tempt terrify tidy tie tip tire tour trace track train transform transport trap treat tremble trick trip trot
trouble tumble twist type understudy unite unlock update upload urge vanish visit volunteer vote wait walk wander warm waste watch wave weigh welcome whistle whisk win wink wonder worry worship
wrestle yawn yell
lend gamble bet invest donate gift present hand pass deliver ship mail post wrap unwrap open bake
"""

_VOWELS = "aeiou"


def _inflect(lemma: str) -> tuple[str, str, str]:
    """(third person, past, -ing) of a regular verb."""
    if lemma.endswith("e") and not lemma.endswith("ee"):
        return lemma + "s", lemma + "d", (lemma[:-2] + "ying" if lemma.endswith("ie") else lemma[:-1] + "ing")
    if lemma.endswith("y") and lemma[-2] not in _VOWELS:
        return lemma[:-1] + "ies", lemma[:-1] + "ied", lemma + "ing"
    third = lemma + ("es" if lemma.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
    short = len(lemma) > 2 and lemma[-1] not in _VOWELS + "wxy" and lemma[-2] in _VOWELS and (lemma[-3] not in _VOWELS or lemma[-3:-1] == "ui")
    doubled = lemma + lemma[-1] if short and (sum(letter in _VOWELS for letter in lemma) == 1 or lemma in _STRESSED) else lemma
    return third, doubled + "ed", doubled + "ing"


_STRESSED = frozenset("begin prefer forget admit regret transfer enrol unwrap unpack quit rebel refer occur travel cancel compel propel control pedal label model".split())


def _forms() -> dict[str, tuple[str, str]]:
    """{form: (lemma, base | s | past | pp | ing)}; of two readings the first one written above stays."""
    forms: dict[str, tuple[str, str]] = {}
    irregular = [entry.split() for line in _IRREGULAR.strip().split("\n") for entry in line.split("|")]
    for lemma, past, participle in irregular:
        forms.setdefault(lemma, (lemma, "base"))
        third, _, ing = _inflect(lemma)
        forms.setdefault(third, (lemma, "s"))
        forms.setdefault(ing, (lemma, "ing"))
        forms.setdefault(past, (lemma, "past"))
        forms.setdefault(participle, (lemma, "pp"))
    for lemma in _REGULAR.split():
        third, past, ing = _inflect(lemma)
        for form, kind in ((lemma, "base"), (third, "s"), (past, "past"), (ing, "ing")):
            forms.setdefault(form, (lemma, kind))
    return forms


FORMS = _forms() | {"am": ("be", "s"), "is": ("be", "s"), "are": ("be", "s"), "has": ("have", "s"), "does": ("do", "s"), "goes": ("go", "s"), "lying": ("lie", "ing"), "knitted": ("knit", "past"), "dreamed": ("dream", "past"), "learned": ("learn", "past"), "being": ("be", "ing"), "born": ("born", "pp"), "lives": ("live", "s"), "shows": ("show", "s")}
#: Forms that name a thing at least as often: verbs only where a verb must stand.
NOUNISH = frozenset("""set sets copy copies bet cast hit shed drop drops pick picks pass passes save saves switch trust treat treats use uses will wish laugh cry dance dances paint print prints stick sticks hang bill bills
work works play plays book books post posts text texts call calls phone show shows tour drink drinks cook cooks bike walk walks run runs plant plants water star stars
film films code test tests date dates present presents gift gifts drum drums nurse host hosts guide hand hands place name names order orders dream dreams smell smells
taste change changes plan plans end ends coach train trains ring share cut cuts study move moves love visit visits help need needs fan stay talk talks guess rent tune
shop shops garden gardens file files lock locks link links list lists load label park parks mark marks match matches mine model models nap nest oil panic pine pump queue
race races rock rocks roll rolls score scores seat seats spot spots stamp stamps store stores survey tap tip tips tire trap trip trips twist type types vote wave waves
cycle camp camps circle coat comment comments cough cure deal deals debate delight demand dress drill experience face faces flood flow fold force form forms glue grade
grades guarantee heat hunt hurry increase interview interviews joke jokes jump lift limp march mix monitor murder nod object pace pet pets pilot pinch pocket poach point
points press print process produce protest punch question questions raise record records reply report reports rescue research respect result results review reviews risk
risks ruin rule rules rush sack sail sails sample scale scratch screw seal search shelter shock sigh sketch slip smash snow sort spare spark spray stain stitch stroke
struggle substitute suit supply support surprise switch target tease telephone temp tie ties trace track tracks transport treat treats trick tricks trouble tumble update
upload wait wander wash waste watch watches wink wish worry yell camera chair challenge charge cheer chip claim clap dare dart kick kiss knock lace land laugh lick look
map milk mop mug nail note notes page paint pan pat pedal pipe pot powder program rain ride salt sand saw sew sleep smile smoke sound start steam step steps sting stop
stretch swim swing swear thread throw tow turn twin whistle win wing wonder zip boards board boat hike hikes jail kid seed soap spring sport sports stage stand stands
staff state style sum thank thirst trust value view voice wall weed wheel will wind word wrap yard hammer fish fishes dive dust guard guards guitar judge parent sacrifice
signs sign signal skate ski skis sledge snack tutor cast tape tapes cover covers drive drives leave rest rests break breaks fall falls catch catches bite bites blow burn
fight fights light lights read reads spread strike sweep wear draw""".split())

MODALS = frozenset("can could may might must shall should will would".split())
UNREAL = frozenset("could may might must shall should will would".split())
NOT = frozenset("not never no-longer hardly".split())
ADVERBS = frozenset("""always never usually often sometimes still already just really also even only now then again actually apparently probably
finally recently currently lately once twice ever maybe perhaps definitely totally absolutely mostly basically simply suddenly soon yet
instead anyway though too almost nearly quite very so rather especially both all officially secretly honestly sadly luckily happily certainly
meanwhile eventually originally immediately quickly slowly all-right home back here there away abroad upstairs downstairs together alone nowadays
well at-last these-days anymore any-more no-more instead either otherwise apart
abroad accidentally actively annually badly barely briefly carefully casually closely completely constantly correctly curiously daily deeply deliberately desperately directly easily enormously entirely equally
exactly extremely fairly faithfully finally firmly fortunately fully generally gently genuinely gladly gradually greatly happily heavily hopefully hourly immensely incredibly initially insanely instantly
intensely loudly madly mainly massively merely mildly monthly mysteriously naturally neatly newly nicely normally obviously occasionally oddly openly partly perfectly permanently personally physically
politely possibly practically presumably previously privately promptly properly proudly publicly purely randomly rarely regularly religiously reluctantly repeatedly roughly sadly safely seemingly seriously
sharply shortly shyly silently similarly simply sincerely slightly smoothly softly solely somehow specially strangely strictly strongly stubbornly successfully surely surprisingly temporarily terribly thankfully
thoroughly tightly tragically truly typically ultimately unexpectedly unfortunately usually utterly vaguely violently virtually weekly widely wildly willingly wonderfully yearly""".split())
DEGREES = frozenset("very so too quite really rather pretty almost only just about even".split())
SUBJECTS = frozenset("i we you he she they it".split())
OBJECTS = {"me": "i", "us": "we", "him": "he", "them": "them", "myself": "i", "ourselves": "we", "himself": "he", "herself": "she", "themselves": "they", "itself": "it", "yourself": "you"}
POSSESSIVES = {"my": "i", "our": "we", "your": "you", "his": "he", "her": "she", "their": "they", "its": "it"}
DETERMINERS = frozenset("a an the this that these those some any no every each another one two three four five six seven eight nine ten eleven twelve several many few both all most more".split())
PREPOSITIONS = frozenset("in on at to from with for by of about near into onto over under above below behind beside between across through around against without within off out up down like as than after before during inside outside past along toward towards until since opposite".split())
PARTICLES = frozenset("out in up off away back down over on around".split())
WH = frozenset("who whom whose what which where when why how".split())
RELATIVES = frozenset("who that which whom".split())
JOINS = frozenset("and but so or because although though while whereas when after before until since if unless whether once as plus then yet".split())
STOPS = frozenset("""the a an and or but so i you he she it we they me him her us them my your his its our their this that these those yes no ok okay
oh ah well hey hi hello thanks thank please sorry lol haha ha hm mm just really very too also if when where who what which why how not
there here home new happy sad good great best bad back guess tired hungry long soon mostly always maybe perhaps sometimes first last next
today tonight yesterday tomorrow now then still again once twice everything everyone everybody nobody nothing someone somebody something
frost lunch dinner breakfast spring summer autumn winter clouds dusty software midsummer greetings classic lovely goodbye bye congratulations welcome cheers yay hooray wow ugh phew meh yep nope yeah yup update fun gossip traffic homework everything nothing sleep rain snow""".split())

#: What a person is to somebody: {noun: (relation, sex)}; other nouns after "my" are read as they stand.
ROLES: dict[str, tuple[str, str]] = {
    "bride": ("spouse", "f"), "groom": ("spouse", "m"), "wife": ("spouse", "f"), "husband": ("spouse", "m"), "spouse": ("spouse", ""), "boyfriend": ("partner", "m"), "girlfriend": ("partner", "f"),
    "partner": ("partner", ""), "fiancé": ("partner", "m"), "fiancée": ("partner", "f"), "fiance": ("partner", "m"), "fiancee": ("partner", "f"), "ex": ("partner", ""),
    "mother": ("mother", "f"), "mum": ("mother", "f"), "mom": ("mother", "f"), "mam": ("mother", "f"), "mama": ("mother", "f"), "father": ("father", "m"), "dad": ("father", "m"), "papa": ("father", "m"),
    "parents": ("parents", ""), "child": ("child", ""), "kid": ("child", ""), "twin": ("twin", ""), "granddaughter": ("granddaughter", "f"), "grandson": ("grandson", "m"),
    "godmother": ("godmother", "f"), "godfather": ("godfather", "m"), "mother-in-law": ("mother-in-law", "f"), "father-in-law": ("father-in-law", "m"), "sister-in-law": ("sister-in-law", "f"),
    "brother-in-law": ("brother-in-law", "m"), "son-in-law": ("son-in-law", "m"), "daughter-in-law": ("daughter-in-law", "f"), "sister": ("sister", "f"), "brother": ("brother", "m"), "son": ("son", "m"), "daughter": ("daughter", "f"),
    "gran": ("grandmother", "f"), "granny": ("grandmother", "f"), "grandma": ("grandmother", "f"), "grandmother": ("grandmother", "f"), "nan": ("grandmother", "f"),
    "grandad": ("grandfather", "m"), "granddad": ("grandfather", "m"), "grandpa": ("grandfather", "m"), "grandfather": ("grandfather", "m"),
    "aunt": ("aunt", "f"), "auntie": ("aunt", "f"), "uncle": ("uncle", "m"), "cousin": ("cousin", ""), "nephew": ("nephew", "m"), "niece": ("niece", "f"),
    "stepmother": ("stepmother", "f"), "stepmum": ("stepmother", "f"), "stepfather": ("stepfather", "m"), "stepdad": ("stepfather", "m"),
    "boss": ("boss", ""), "manager": ("boss", ""), "friend": ("friend", ""), "mate": ("friend", ""), "pal": ("friend", ""), "colleague": ("colleague", ""), "coworker": ("colleague", ""),
    "flatmate": ("flatmate", ""), "roommate": ("flatmate", ""), "housemate": ("flatmate", ""), "neighbour": ("neighbour", ""), "neighbor": ("neighbour", ""), "owner": ("owner", ""),
}
#: Bare in a sentence these are the speaker's own.
FAMILY = frozenset("dad mum mom mam mama papa gran granny grandma grandpa grandad granddad nan auntie uncle aunt".split())
WOMEN = frozenset("woman girl lady queen midwife actress waitress nun".split())
MEN = frozenset("man guy boy lad gentleman bloke dude king waiter actor".split())
PEOPLE = frozenset("person people someone somebody one kid child baby couple teacher doctor student".split()) | WOMEN | MEN
#: Any noun that a person can be called by, roughly.
PERSON_ENDINGS = ("er", "or", "ist", "ian", "man", "woman", "mate", "ess", "ant", "eer")
ANIMALS = frozenset("cat dog kitten puppy parrot bird canary horse pony rabbit hamster tortoise turtle fish goat hen cock greyhound dachshund terrier poodle spaniel collie tom sheep ewe lamb cow calf pig duck goose budgie snake lizard mouse rat ferret donkey mule foal animal pet hound retriever labrador".split())
#: "My car" is something one has; "my birthday" is not.
BELONGINGS = ANIMALS | frozenset("car bike bicycle scooter motorbike motorcycle boat van truck house flat piano guitar violin cello phone laptop computer camera tablet tent caravan campervan garden allotment".split())
#: What has a name of its own and is no person.
NAMED_THINGS = frozenset("cat dog kitten puppy parrot bird canary horse pony rabbit hamster tortoise fish goat hen greyhound dachshund terrier boat ship car van bike house cottage cabin farm company band shop café cafe restaurant bar pub bakery pizzeria hotel app book novel film movie song series show game play album guitar team club choir school place town city village street lake river island mountain magazine newspaper paper website".split())
#: What has such an ending and is nobody.
NOT_PEOPLE = frozenset("paper weather dinner supper winter summer number computer letter water river corner finger order offer power shower tower answer matter butter pepper ginger counter center centre poster sweater jumper scooter trailer campervan heater cleaner printer burger cider beer floor door mirror motor restaurant plant want giant instant elephant van sofa bookseller laptop hamster oyster lobster flower monster christmas easter grinder toaster mixer cooker boiler blender freezer dryer washer charger router speaker projector monitor scanner stapler lighter hammer ladder folder binder marker rubber ruler mower tractor elevator radiator calculator generator detector sensor chapter quarter semester litter slipper leather feather drawer dresser bumper scooter cooler opener container locker blazer sticker filter shutter timer album sister-ship supper lower upper inner outer other another either neither whether under over never ever clever bitter better later former latter major minor senior junior colour color flavour humour labour harbour odour savour vapour error terror horror author-ship error factor sector vector tutor-ship important constant distant instant pleasant servant-quarters relevant elegant grant slant croissant career engineer-ship deer pioneer-ship steer".split())
NOT_DOING = frozenset("interesting boring exciting charming amazing morning evening during nothing something anything everything wedding building ceiling filling meeting pudding outstanding disgusting annoying surprising ring string spring king housing clothing lightning".split())
ABBREVIATIONS = ("Dr", "Mr", "Mrs", "Ms", "Prof", "St", "Jr", "Sr")


def ing(verb: str) -> str:
    """The name of a doing: "row" → "rowing"."""
    return next((form for form, (base, kind) in FORMS.items() if base == verb and kind == "ing"), verb + "ing")


def lemma(word: str) -> str:
    """The base form of a verb form; other words stay."""
    found = FORMS.get(word)
    return found[0] if found else word


def verb_form(word: str, unknown: bool = False) -> tuple[str, str] | None:
    """(lemma, form) of a verb; with `unknown`, -ed and -s endings of words that are not listed count too."""
    found = FORMS.get(word)
    if found or not unknown or "-" in word:
        return found
    if word.endswith("ing") and len(word) > 5 and word not in NOT_DOING:
        return word[:-3], "ing"
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y", "past"
    if word.endswith("ed") and len(word) > 3:
        stem = word[:-2]
        return (stem + "e" if len(stem) < 3 else stem[:-1] if stem[-1] == stem[-2] and stem[-1] not in "sl" else stem + "e" if stem[-1] in "cvzu" or stem.endswith(("at", "iz", "as", "us")) else stem), "past"
    return None


TRADES = frozenset("""judge nurse chef vet pilot clown cook tenor coach guide saint surgeon captain priest monk spy thief mechanic architect clerk athlete diplomat intern cop guard host agent president
poet critic academic physio medic paramedic alto soprano mayor colonel general chief wizard witch pharmacist magistrate advocate apprentice substitute nanny au-pair babysitter osteopath psychopath diva
celebrity neighbour guest client patient witness lad lass dude genius snob rival champion expert novice rookie veteran widow orphan bride groom tenant landlord landlady baron duke prince princess""".split())


def is_person_noun(head: str) -> bool:
    """True when the noun names a person as far as can be told."""
    return head in ROLES or head in PEOPLE or head in TRADES or (head.endswith(PERSON_ENDINGS) and head not in NOT_PEOPLE and len(head) > 4) or head.endswith(("path", "smith", "wright"))


_TITLES = {"mr": "m", "herr": "m", "señor": "m", "monsieur": "m", "don": "m", "uncle": "m", "mrs": "f", "ms": "f", "miss": "f", "frau": "f", "señora": "f", "madame": "f", "aunt": "f"}
_WOMANLY = ("a", "ette", "elle", "ine", "leigh", "lyn", "anne", "een", "ess", "ie", "beth", "rid", "gail", "ison", "othy")
_MANLY = ("o", "us", "as", "rt", "ck", "ard", "ald", "ric", "aul", "ohn", "ter", "vid", "omas", "eorge", "mes", "bert", "nus", "iel", "ndrew", "tin", "ven")


def likely_sex(name: str) -> str:
    """A guess from a title or the sound of a name: f, m or "". Only ever used to choose between two people for "she"."""
    words = name.lower().split(" ")
    return _TITLES.get(words[0], "") or ("f" if words[0].endswith(_WOMANLY) else "m" if words[0].endswith(_MANLY) else "")


def sex_of(head: str) -> str:
    """f, m or "" for a noun."""
    return ROLES[head][1] if head in ROLES else "f" if head in WOMEN else "m" if head in MEN else ""
