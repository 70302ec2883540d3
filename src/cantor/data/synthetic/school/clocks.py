"""Times of day: ends, beginnings, durations, timetables, late and early, over noon and midnight."""

from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.school.tale import Tale

_NO_TIMES = frozenset({"time"})
_SPAN = {"start": "time", "end": "time", "long": "measure"}
_HM = {"start": "time", "end": "time", "h": "measure", "m": "measure"}


def _span(random: Random) -> dict[str, Value] | None:
    start, long = 5 * random.randint(66, 250), random.choice((1, 5, 5, 5)) * random.randint(4, 38)
    return {"start": start, "long": long, "end": start + long} if start + long < 1435 else None


def _half_day(random: Random) -> dict[str, Value] | None:
    """Times that need no am or pm: both between 1:00 and 12:55."""
    start, long = 5 * random.randint(12, 140), 5 * random.randint(2, 44)
    return {"start": start, "long": long, "end": start + long} if start + long < 775 else None


def _hours_minutes(random: Random) -> dict[str, Value] | None:
    start, h, m = 5 * random.randint(60, 240), random.randint(1, 7), 5 * random.randint(1, 11)
    end = start + 60 * h + m
    return {"start": start, "h": h, "m": m, "end": end} if end < 1435 else None


def _hours(random: Random) -> dict[str, Value] | None:
    start, h = 15 * random.randint(20, 72), random.randint(2, 10)
    return {"start": start, "h": h, "end": start + 60 * h} if start + 60 * h < 1435 else None


def _part(random: Random) -> dict[str, Value] | None:
    start = 5 * random.randint(66, 250)
    p = Fraction(*random.choice(((1, 2), (1, 2), (1, 4), (3, 4), (1, 3), (2, 3))))
    t = Fraction(random.choice((3, 5, 7, 9)), 2)
    return {"start": start, "p": p, "end": start + int(60 * p), "t": t} if start + 60 * t < 1435 else None


def _two(random: Random) -> dict[str, Value] | None:
    start, a, b = 5 * random.randint(72, 220), 5 * random.randint(2, 24), 5 * random.randint(2, 24)
    return {"start": start, "a": a, "b": b, "end": start + a + b} if a != b and start + a + b < 1435 else None


def _three(random: Random) -> dict[str, Value] | None:
    two = _two(random)
    c = 5 * random.randint(1, 12)
    return {**two, "c": c, "end": int(two["end"]) + c} if two and two["end"] + c < 1435 else None


def _laps(random: Random) -> dict[str, Value] | None:
    start, n, each, gap = (
        5 * random.randint(84, 200),
        random.randint(3, 9),
        random.randint(4, 45),
        random.randint(2, 15),
    )
    end = start + n * each
    return {"start": start, "n": n, "each": each, "gap": gap, "end": end} if end + n * gap < 1435 else None


def _late(random: Random) -> dict[str, Value]:
    plan, late = 5 * random.randint(84, 250), random.randint(3, 55)
    return {"plan": plan, "late": late, "real": plan + late, "early": plan - late}


def _late_trip(random: Random) -> dict[str, Value] | None:
    start, long, late = 5 * random.randint(72, 220), 5 * random.randint(3, 30), random.randint(3, 40)
    return {"start": start, "long": long, "late": late, "end": start + long + late}


def _midnight(random: Random) -> dict[str, Value]:
    return {"start": 5 * random.randint(235, 287), "end": 5 * random.randint(1, 110)}


def _past_midnight(random: Random) -> dict[str, Value] | None:
    start, h = 15 * random.randint(74, 95), random.randint(3, 10)
    return {"start": start, "h": h} if 1440 < start + 60 * h < 2100 else None


def _noon(random: Random) -> dict[str, Value]:
    return {"start": 5 * random.randint(84, 142), "end": 5 * random.randint(146, 230)}


def _ready(random: Random) -> dict[str, Value] | None:
    begin, way, dress, spare = (
        5 * random.randint(90, 240), 5 * random.randint(2, 12),
        5 * random.randint(2, 9), 5 * random.randint(1, 4),
    )  # fmt: skip
    return {"begin": begin, "way": way, "dress": dress, "spare": spare} if way != dress else None


def _week(random: Random) -> dict[str, Value]:
    start = 15 * random.randint(24, 64)
    return {"start": start, "end": start + 15 * random.randint(2, 20), "days": random.randint(2, 6)}


def _bus(random: Random) -> dict[str, Value] | None:
    first, every, k = (
        5 * random.randint(66, 200),
        random.choice((8, 10, 12, 15, 20, 25, 30, 40)),
        random.randint(3, 9),
    )
    return {"first": first, "every": every, "k": k} if first + every * k < 1430 else None


def _compare(random: Random) -> dict[str, Value] | None:
    s, t = 5 * random.randint(80, 150), 5 * random.randint(80, 150)
    a, b = 5 * random.randint(4, 30), 5 * random.randint(4, 30)
    return {"s": s, "t": t, "e": s + a, "f": t + b} if a > b and s != t else None


_ENDS = (
    "at what time [does|will] it [end|finish]", "when is it over", "what time is it when it [ends|is over]",
    "at what time is it over", "what is the [ending time|time at the end]", "when does it end",
)  # fmt: skip
_LONGS = (
    "how many minutes [does it last|long is it|does it take]", "how long is it in minutes",
        "how long does it last",
    "how many minutes [is that|pass|go by]", "what is its length in minutes",
)  # fmt: skip
_STARTS = (
    "at what time did it [start|begin]",
    "when did it [start|begin]",
    "what time was it at the [start|beginning]",
)

TALES = (
    Tale(
        "clock: a program",
        "A:person|adult show:@show day:@day",
        _span,
        (
            "the {show} [starts|begins] at {start}. it [lasts|takes|runs for] {long minute}",
            "on {day} there is a {show}. [it begins|the doors open and it begins] at {start} and "
                "[lasts|goes on for] {long minute}",
            "at {start} the {show} begins. after {long minute} it is over",
            "the {show} [starts|begins] at {start} and [ends|finishes|is over] at {end}",
            "{A} [went|goes] to a {show}. it [began|started] at {start} and [ended|was over] at {end}",
            "{A} watches a {show} that [runs|goes] from {start} [to|until] {end}",
            "a {show} of {long minute} [ends|finishes|is over] at {end}",
            "the {show} [ended|was over] at {end}. it had [lasted|gone on for] {long minute}",
            "[poster|notice|ticket]: {show}, start {start}, length {long minute}",
        ),
        {"start+long": _ENDS, "end-start": _LONGS, "end-long": _STARTS},
        _SPAN,
        (
            ("", "end-start", "how many minutes long is a {show} that [starts|begins] at {start} and "
                "[ends|stops] at {end}"),
            ("", "start+long", "a {show} lasts {long minute} and begins at {start}, so when does it end"),
            ("", "end-start", "how many minutes are there between {start} and {end}"),
            ("", "end-start", "find the number of minutes from {start} to {end}."),
            ("", "start+long", "what time is it {long minute} after {start}"),
            ("", "end-long", "what time is it {long minute} before {end}"),
            ("it is {start}[ now|]", "start+long", "what time will it be in {long minute}"),
            ("my watch [shows|says] {end}", "end-long", "what time was it {long minute} ago"),
            ("I have to wait for {long minute}. it is {start}", "start+long", "when is my wait over"),
            ("I [started|began] my homework at {start} and [was done|finished] at {end}", "end-start",
                "how many minutes did I [need|work|spend on it]"),
            ("my {show} is at {end}. it is {start} now", "end-start",
                "how many minutes do I have until then"),
        ),
        clashes=_NO_TIMES,
        weight=2.0,
    ),
    Tale(
        "clock: without am or pm",
        "A:person d:@doing show:@show",
        _half_day,
        (
            "{A} [starts|began|starts] {d} at {start}. {A.he} needs {long minute}",
            "at {start} {A} begins {d}. it takes {A.him} {long minute}",
            "{A} is {d} from {start} [to|until] {end}",
            "{A} started {d} at {start} and [finished|stopped] at {end}",
            "{A} finishes {d} at {end}. it took {A.him} {long minute}",
            "{A} looks at the clock: it is {start}. {long minute} later {A.he} is done {d}",
        ),
        {
            "start+long": ("at what time [is {A} done|will {A} be done]", "when does {A} finish",
                "what time is it then"),
            "end-start": ("how many minutes [does|did] {A} need", "how long [does|did] it take in minutes",
                "for how many minutes was {A} busy", "how long was {A} busy"),
            "end-long": ("at what time did {A} [start|begin]", "when did {A} start",
                "what time was it when {A} began"),
        },
        dict(_SPAN, start="spoken", end="spoken"),
        (
            ("", "start+long", "what time is {long minute} later than {start}"),
            ("I get up at {start} and leave the house {long minute} later", "start+long",
                "what time do I leave"),
            ("dinner takes {long minute}. we [start|begin] at {start}", "start+long", "when are we done"),
            ("school is out at {end}. it is {start}", "end-start",
                "how many[ more|] minutes [are left|must we wait]"),
            ("my bus left at {end}. I had been waiting for {long minute}", "end-long",
                "when did I get to the stop"),
        ),
        clashes=_NO_TIMES,
        weight=1.8,
    ),
    Tale(
        "clock: hours and minutes on the way",
        "A:person|adult T:village U:village v:@vehiclebig",
        _hours_minutes,
        (
            "a {v} leaves {T.name} at {start}. the [trip|ride] to {U.name} takes {h hour} and {m minute}",
            "{A} [sets out|leaves] for {U.name} at {start}. the [way|journey] takes {h hour} {m minute}",
            "it takes {h hour} and {m minute} to get from {T.name} to {U.name} by {v}. {A} gets on at "
                "{start}",
            "a {v} [arrives|pulls in] at {U.name} at {end}. the trip took {h hour} and {m minute}",
            "{A} wants to be in {U.name} at {end}. the trip takes {h hour} and {m minute}",
            "the {v} leaves at {start} and [arrives|is there] at {end}",
            "departure {T.name}: {start}. arrival {U.name}: {end}",
        ),
        {
            "start+(h*60+m)": ("at what time [does it arrive|is the arrival]",
                "when [is|does the trip reach] the [end|goal]",
                "what time is it on arrival", "when will the trip be over"),
            "end-(h*60+m)": ("at what time [must|does] the trip start", "when [was|is] the departure",
                "what is the [latest|right] time to leave"),
            "end-start": ("how many minutes does the trip take", "how long is the trip in minutes"),
            "(end-start)/60 : measure": ("how many hours does the trip take",
                "how long is the trip in hours"),
        },
        _HM,
        (
            ("", "h*60+m", "how many minutes are {h hour} and {m minute}"),
            ("", "start+(h*60+m)", "what time is it {h hour} and {m minute} after {start}"),
            ("", "end-(h*60+m)", "what time was it {h hour} {m minute} before {end}"),
            ("my mom parks the car at {start}. the ticket is good for {h hour} and {m minute}",
                "start+(h*60+m)",
                "until what time is the ticket good"),
            ("I sleep for {h hour} {m minute} and wake up at {end}", "end-(h*60+m)",
                "when did I fall asleep"),
            ("a cake goes into the oven at {start} and must bake for an hour and {m minute}", "start+(60+m)",
                "at what time is it ready"),
        ),
        clashes=_NO_TIMES | {"distance"},
        weight=2.0,
    ),
    Tale(
        "clock: whole hours of work",
        "A:person|worker|adult j:@job",
        _hours,
        (
            "{A} [starts work|begins {A.his} shift] at {start}. {A.he} works for {h hour}",
            "{A} works from {start} [to|until] {end}",
            "{A} comes home at {end} after a shift of {h hour}",
            "a shop opens at {start} and closes at {end}",
        ),
        {
            "start+h*60": ("at what time is {A} done", "when can {A} go home", "when does the shift end"),
            "(end-start)/60 : measure": ("how many hours is that", "for how many hours is that",
                "how many hours long is that",
                "how long is that in hours"),
            "end-h*60": ("when did the shift start", "at what time did {A} begin"),
            "end-start": ("how many minutes is that",),
        },
        {"start": "time", "end": "time", "h": "measure"},
        (
            ("", "start+h*60", "what time is it {h hour} after {start}"),
            ("", "(end-start)/60 : measure", "how many hours are there from {start} to {end}"),
            ("our flight takes {h hour}. we take off at {start}", "start+h*60", "when do we land"),
            ("the power went out at {start} and came back {h hour} later", "start+h*60",
                "at what time did it come back"),
        ),
        clashes=_NO_TIMES,
        weight=1.3,
    ),
    Tale(
        "clock: part of an hour",
        "A:person show:@show",
        _part,
        (
            "the {show} begins at {start} and [lasts|takes] {p} of an hour",
            "{A} leaves at {start}. {p} of an hour later {A.he} is there",
            "the {show} starts at {start}. it is {t hour} long",
            "{A} gets to the {show} at {start}. {t hour} later {A.he} goes home",
        ),
        {"start+p*60": ("what time is it then", "at what time is that over"),
            "start+t*60": ("what time is it then", "at what time is that over",
                "what does the clock show then")},
        {"start": "time", "end": "time", "p": "fraction", "t": "measure"},
        (
            ("", "start+p*60", "what time is it {p} of an hour after {start}"),
            ("", "p*60", "how many minutes are {p} of an hour"),
            ("lunch [starts|is] at {start}. we have {p} of an hour", "start+p*60", "when must we be back"),
            ("{A} has to be at the {show} at {end}. the way takes {p} of an hour", "end-p*60",
                "when must {A} leave[ at the latest|]"),
        ),
        clashes=_NO_TIMES,
        weight=1.2,
    ),
    Tale(
        "clock: one thing after another",
        "A:person|adult d:@doing act:@activity show:@show",
        _two,
        (
            "{A} comes home at {start}. {A.he} spends {a minute} {d} and then {b minute} {act}",
            "at {start} {A} starts {act}. {A.he} stops after {a minute}. then {A.he} spends {b minute} {d}",
            "{A} leaves at {start}, walks for {a minute} and takes the bus for {b minute}",
            "the first half of the {show} starts at {start} and lasts {a minute}. the second half lasts "
                "{b minute}",
            "{A} spent {a minute} {act} and {b minute} {d}. {A.he} was done with both at {end}",
            "{A} is back at {end}. the way there took {a minute}, the way back {b minute}, with no stop "
                "between",
        ),
        {
            "start+a+b": ("at what time [is|was] {A} done", "what time is it then",
                "when is all of that over"),
            "end-(a+b)": ("at what time did {A} start", "when did it all begin"),
            "a+b": ("how many minutes is that in all", "how long does that take altogether, in minutes"),
        },
        {"start": "time", "end": "time", "a": "measure", "b": "measure"},
        (
            ("we put a pie into the oven at {start}. it bakes for {a minute} and has to cool for {b minute}",
                "start+a+b",
                "when can we eat it"),
            ("I ride my bike for {a minute} and then walk for {b minute}. I leave at {start}", "start+a+b",
                "when do I get there"),
            ("a film of {a minute} starts at {start}. before it, there are ads for {b minute}", "start+b+a",
                "when is the film over"),
        ),
        clashes=_NO_TIMES,
        weight=1.4,
    ),
    Tale(
        "clock: a break between",
        "A:person|worker show:@show q:@subject",
        _three,
        (
            "{A} starts at {start}. {A.he} works for {a minute}, has a break of {c minute}, and works for "
                "another {b minute}",
            "a {show} begins at {start}. the first part takes {a minute}. after a pause of {c minute} the "
                "second part takes {b minute}",
            "a {q} lesson starts at {start} and lasts {a minute}. the recess is {c minute} long, and the "
                "next lesson takes {b minute}",
        ),
        {
            "start+a+c+b": ("at what time is everything over", "when does it all end",
                "what time is it at the very end"),
            "start+a+c": ("at what time does the [last|second] part [start|begin]", "when is the break over"),
            "start+a": ("when does the break [start|begin]", "at what time does the pause start"),
            "a+c+b": ("how many minutes pass from start to end",),
            "a+b": ("how many minutes is that without the break",),
        },
        {"start": "time", "end": "time", "a": "measure", "b": "measure", "c": "measure"},
        clashes=_NO_TIMES,
        weight=1.2,
    ),
    Tale(
        "clock: the same again and again",
        "A:person|worker T:village",
        _laps,
        (
            "{A} starts [running|cycling|skating] at {start}. each lap takes {each minute}. {A.he} does {n} "
                "laps",
            "a [doctor|dentist|barber] sees {n} people one after another, {each minute} each. the first one "
                "comes at {start}",
            "{A} has {n} tasks to do and needs {each minute} for each of them. {A.he} begins at {start}",
            "every [round|turn|game] takes {each minute}. {n} of them are played, starting at {start}",
        ),
        {
            "start+n*each": ("at what time is it all over", "when is the last one finished",
                "what time is it at the end"),
            "n*each": ("how many minutes does that take in all",
                "how long does it take altogether, in minutes"),
        },
        {"start": "time", "end": "time", "each": "measure", "gap": "measure"},
        (
            ("{A} starts at {start} and swims {n} lengths. each takes {each minute}, and between two "
                "lengths {A.he} rests {gap minute}",
                "start+n*each+(n-1)*gap", "when is {A} done"),
            ("{A} began at {start} and finished {n} equal laps at {end}", "(end-start)/n",
                "how many minutes did each lap take"),
            ("from {start} to {end} {A} wrapped gifts. each took {each minute}", "(end-start)/each",
                "how many gifts did {A} wrap"),
        ),
        clashes=_NO_TIMES,
        weight=1.2,
    ),
    Tale(
        "clock: late and early",
        "A:person|adult T:village show:@show v:@vehiclebig",
        _late,
        (
            "a {v} [should have arrived|was due] in {T.name} at {plan}. it [came|arrived] at {real}",
            "the {show} was [to begin|planned for] {plan}, but it began at {real}",
            "the {show} begins at {plan}. {A} [gets there|arrives] at {early}",
            "a {v} due at {plan} is {late minute} late",
            "{A} has to be at the {show} at {plan}. {A.he} is {late minute} early",
            "a {v} arrived at {real}, {late minute} after the planned time",
        ),
        {
            "real-plan": ("how many minutes late was that", "by how many minutes was it late",
                "how long was the delay in minutes",
                "how many minutes too late was it"),
            "plan-early": ("how many minutes early is {A}", "by how many minutes is {A} too early",
                "how many minutes must {A} wait"),
        },
        {"plan": "time", "real": "time", "early": "time", "late": "measure"},
        (
            ("a {v} due at {plan} is {late minute} late", "plan+late", "when does it [come|arrive]"),
            ("{A} has to be at the {show} at {plan}. {A.he} arrives {late minute} early", "plan-late",
                "when does {A} arrive"),
            ("a {v} arrived at {real}, {late minute} late", "real-late",
                "at what time should it have arrived"),
            ("my bus was to come at {plan} but came at {real}", "real-plan", "how late was it, in minutes"),
            ("the clock in {T.name} shows {real}, but it is {late minute} fast", "real-late",
                "what is the right time"),
            ("the clock in {T.name} shows {plan}, but it is {late minute} slow", "plan+late",
                "what is the right time"),
        ),
        clashes=_NO_TIMES,
        weight=1.6,
    ),
    Tale(
        "clock: a delay on the way",
        "A:person T:village v:@vehiclebig",
        _late_trip,
        (
            "a {v} leaves at {start}. the trip normally takes {long minute}, but today there is a delay of "
                "{late minute}",
            "the ride takes {long minute}. {A} gets on at {start}, and because of roadworks it takes "
                "{late minute} longer",
        ),
        {"start+long+late": ("when does it arrive", "at what time is the arrival",
            "what time is it on arrival"),
            "long+late": ("how many minutes does the trip take today",)},
        {"start": "time", "end": "time", "long": "measure", "late": "measure"},
        (
            ("a {v} left at {start} and arrived at {end}. without a delay the trip takes {long minute}",
                "end-start-long",
                "how many minutes was the delay"),
        ),
        clashes=_NO_TIMES,
        weight=0.9,
    ),
    Tale(
        "clock: through the night",
        "A:person|worker T:village",
        _midnight,
        (
            "{A} [goes to bed|falls asleep] at {start} and [wakes up|gets up] at {end} the next "
                "[morning|day]",
            "a night [train|bus|ferry] leaves {T.name} at {start} and arrives at {end} the next "
                "[morning|day]",
            "the party began at {start} and ended at {end}, after midnight",
            "the [guard|watchman] came at {start} and left at {end} the next day",
        ),
        {
            "24*60-start+end": ("how many minutes [is that|were between]", "how long was that in minutes",
                "how many minutes passed", "how long did that last"),
            "(24*60-start+end)/60 : measure": ("how many hours is that", "how many hours went by"),
        },
        {"start": "halved", "end": "halved"},
        (("", "24*60-start", "how many minutes is it from {start} to the end of the day"),
            ("", "24*60-start+end", "how many minutes are there from {start} to {end} the next day")),
        clashes=_NO_TIMES,
        weight=1.1,
    ),
    Tale(
        "clock: past midnight",
        "A:person|worker T:village",
        _past_midnight,
        (
            "{A} goes to bed at {start} and sleeps for {h hour}",
            "a night shift starts at {start} and lasts {h hour}",
            "a night train leaves {T.name} at {start}. it needs {h hour}",
        ),
        {"start+h*60-24*60": ("what time is it then", "at what time is that over",
            "when is the end of that")},
        {"start": "halved", "h": "measure"},
        clashes=_NO_TIMES,
        weight=0.8,
    ),
    Tale(
        "clock: across noon",
        "A:person|worker d:@doing show:@show",
        _noon,
        (
            "{A} [was|is] {d} from {start} [to|until] {end}",
            "the {show} [starts|started] at {start} and [goes|went] on until {end}",
            "the pool opens at {start} and closes at {end}",
        ),
        {"end-start": ("how many minutes is that", "how long is that in minutes",
            "how many minutes pass from the first time to the last"),
            "(end-start)/60 : measure": ("how many hours is that", "how long is that in hours"),
            "12*60-start": ("how many minutes of that are before noon",),
                "end-12*60": ("how many minutes of that are after noon",)},
        {"start": "halved", "end": "halved"},
        clashes=_NO_TIMES,
        weight=1.0,
    ),
    Tale(
        "clock: in good time",
        "A:person|adult show:@show",
        _ready,
        (
            "the {show} begins at {begin}. {A} needs {dress minute} to get ready and {way minute} for the "
                "way",
            "{A} has to be there at {begin}. the way takes {way minute}. before that, {A.he} needs "
                "{dress minute} to pack",
        ),
        {"begin-way-dress": ("when must {A} start to get ready",
            "at what time does {A} have to begin at the latest"),
            "begin-way": ("when must {A} leave", "at what time does {A} have to be on the way"),
            "way+dress": ("how many minutes does {A} need in all",)},
        {"begin": "time", "way": "measure", "dress": "measure", "spare": "measure"},
        (
            ("the {show} starts at {begin}. we want to be there {spare minute} before, and the way takes "
                "{way minute}",
                "begin-spare-way", "when do we have to leave"),
        ),
        clashes=_NO_TIMES,
        weight=1.2,
    ),
    Tale(
        "clock: day after day",
        "A:person|worker q:@subject act:@activity",
        _week,
        (
            "{A} spends the time from {start} to {end} {act}, on {days} days a week",
            "on {days} days of the week there is {q} from {start} to {end}",
        ),
        {"(end-start)*days": ("how many minutes is that in a week", "how many minutes a week is that"),
            "(end-start)/60*days : measure": ("how many hours is that per week",
                "how many hours a week is that"),
            "end-start": ("how many minutes is that each time",)},
        {"start": "time", "end": "time", "days": "measure"},
        clashes=_NO_TIMES,
        weight=0.9,
    ),
    Tale(
        "clock: a timetable",
        "A:person T:village v:@vehiclebig",
        _bus,
        (
            "a {v} runs every {every minute}. the first one leaves at {first}",
            "the first {v} of the day leaves {T.name} at {first}. after that there is one every "
                "{every minute}",
        ),
        {"first+every": ("when does the next one leave", "at what time does the second one leave"),
            "first+2*every": ("when does the third one leave", "at what time does the third one start")},
        {"first": "time", "every": "measure"},
        (
            ("a {v} leaves at {first} and then every {every minute}. {A} gets on after {k} more have left",
                "first+every*k",
                "at what time is the last of these [leaving|starting]"),
        ),
        clashes=_NO_TIMES,
        weight=0.8,
    ),
    Tale(
        "clock: who took longer",
        "A:person B:person d:@doing",
        _compare,
        (
            "{A} was {d} from {s} to {e}, and {B} from {t} to {f}",
            "{A} worked from {s} until {e}. {B} worked from {t} until {f}",
        ),
        {"(e-s)-(f-t)": ("how many minutes longer did {A} work than {B}",
            "how many more minutes did {A} need than {B}"),
            "(e-s)+(f-t)": ("how many minutes did they work altogether",
                "how many minutes is that for both together")},
        dict.fromkeys("steft", "halved"),
        clashes=_NO_TIMES,
        weight=0.9,
    ),
)  # fmt: skip
