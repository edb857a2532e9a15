"""Words that belong to one matter though they share no letters: who was offered the job has told how the interview went."""

from __future__ import annotations

from ecs.attention.words import stem

_MATTERS = (
    "interview job offer hired hire position post contract salary recruiter employer",
    "exam test grade mark marks result degree thesis defence viva quiz paper certificate finals",
    "driving licence license examiner",
    "doctor surgery operation hospital scan biopsy clinic checkup mri specialist consultant surgeon results anaesthetic",
    "dentist tooth teeth filling extraction crown molar gum",
    "flight plane airport landed trip journey travel boarding luggage",
    "train station platform carriage",
    "parcel package delivery courier box postman",
    "match game tournament race marathon final finish medal score",
    "concert recital gig show performance audience encore stage audition rehearsal premiere",
    "flat apartment house move moving keys lease landlord rent mortgage",
    "car garage mechanic brakes tyres exhaust inspection",
    "vet dog cat puppy kitten rabbit hamster",
    "talk presentation speech lecture pitch slides keynote",
    "wedding bride groom vows ceremony",
    "date dinner boyfriend girlfriend",
    "birthday party cake candles present presents",
    "bread loaf dough oven bake baking sourdough",
    "tickets ticket booking seats reservation",
    "film movie cinema",
    "book novel chapter library",
    "garden plants seeds seedlings tomatoes beds",
    "bike bicycle wheel cycling",
    "school teacher class pupils parents",
    "boiler heating plumber radiator pipe leak",
    "court tribunal hearing judge lawyer verdict",
    "tax taxes refund return",
    "bank loan mortgage",
    "operation surgery stitches ward nurse wound anaesthetic",
    "work job boss colleagues office desk team shift",
    "audition part role cast callback",
    "raise promotion boss review",
    "race marathon run running kilometres medal knees",
    "hike hiking trail summit peak blisters",
    "party guests hosting",
    "cake icing baking",
    "viewing viewed landlord agent flat apartment",
    "haircut hair barber fringe",
    "visa embassy passport",
    "sale sold buyer offer",
    "proposal ring yes engaged",
    "argument fight row sorry apologised",
    "blood test results",
    "baby birth labour midwife newborn",
)
_OF: dict[str, tuple[int, ...]] = {}
for _number, _words in enumerate(_MATTERS):
    for _word in _words.split():
        _OF[stem(_word)] = (*_OF.get(stem(_word), ()), _number)


def related(one: frozenset[str], two: frozenset[str]) -> int:
    """How far two texts are about the same: the stems they share, or 1 for the same matter in other words."""
    same = len(one & two)
    return same or int(bool(_matters(one) & _matters(two)))


def _matters(stems: frozenset[str]) -> frozenset[int]:
    return frozenset(number for one in stems for number in _OF.get(one, ()))
