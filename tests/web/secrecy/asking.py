"""Everything that can be asked for of a table: by everybody, and at every moment of a round."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Literal, NamedTuple, cast

import msgspec

from tests.web.everybody import example
from tests.web.secrecy.stage import SEATED, WHO, Stage
from tests.web.secrecy.wire import Answer
from upcard.cards import DECK, show_card
from upcard.errors import Conflict, Refused
from upcard.games.bonus_six.plugin import BY_THE_HAND
from upcard.journal.act_table import ACTS
from upcard.journal.command import Command
from upcard.tables import Actor
from upcard.tables.commands import Role as TableRole
from upcard.web.act_codec import Kind, Unreadable, kinds, read_act
from upcard.web.router import ANYONE, FLOOR
from upcard.web.routes.live import MAY_SEE
from upcard.web.views.money_reports import KINDS


class Item(NamedTuple):
    """One thing that somebody asks."""

    who: str
    how: Literal["get", "first", "live", "post", "act", "probe"]
    path: str
    body: bytes = b""
    form: str = ""
    """What was asked for, whichever table and round it was."""
    heard: str = ""
    """The event that a stream is taken up again after."""

    async def ask(self, stage: Stage) -> Answer:
        browser = stage.browsers[self.who]
        match self.how:
            case "get":
                return await browser.get(self.path)
            case "first":
                return await browser.first(self.path, **({"last_event_id": self.heard} if self.heard else {}))
            case "live":
                return Answer(200, (), await stage.listen(self.who, self.path))
            case "probe":
                said = [judged(stage, self.who, act) for act in json.loads(self.body)]
                return Answer(0, (), "\n".join(said).encode())
            case "post" | "act":
                return await browser.post(self.path, self.body)


AS = tuple(MAY_SEE)
PAGES = (
    "/", "/table/{slug}", "/dealer", "/dealer/{slug}", "/supervisor", "/sign", "/sign/{slug}", "/house", "/odds/{slug}",
    "/documents",
)  # fmt: skip
LIVE = (*(f"/api/tables/{{slug}}?as={as_}" for as_ in AS), "/api/lobby", "/api/jackpots", "/api/supervisor")
VIEWS = (*(f"table:{{slug}}:{as_}" for as_ in AS), "lobby", "jackpots", "supervisor")
"""The names of the same as streams."""
OPEN_TO = (*MAY_SEE.values(), ANYONE, ANYONE, FLOOR)
TO_SEE = tuple(
    (who, form) for form, roles in zip(LIVE, OPEN_TO, strict=True) for who, role in WHO.items() if role in roles
)
LOOKS = (*TO_SEE, *(("dana", LIVE[AS.index("dealer")]),) * 14, *((p, LIVE[0]) for p in SEATED.values()))
"""More often those who are told most."""
SEARCHES = (
    "", "?hand={card}", "?hand=pair", "?hand=high", "?kind=HandsDealt", "?kind=DeckShuffled", "?seat=2", "?least=0.01",
    "?kind=ShuffleCommitted", "?place=table%2F{name}&before={seq}", "?clause=1",
)  # fmt: skip
READ = (
    *(f"/api/journal{search}" for search in SEARCHES), *(f"/surveillance{search}" for search in SEARCHES[:4]),
    *(f"/surveillance/entries.csv{search}" for search in SEARCHES[:5]),
    "/api/rounds/{slug}/{number}", "/api/rounds/{slug}/{before}", "/surveillance/round/{slug}/{number}",
    "/api/verification", "/surveillance/export",
)  # fmt: skip
FOR_PLAYERS = ("/api/rounds/{slug}/{number}/shuffle", "/api/rounds/{slug}/{before}/shuffle",
               "/api/tables/{slug}/receipts", "/api/tables/{slug}/pays")  # fmt: skip
PAPERS = (*(f"/documents/{kind}" for kind in KINDS), "/api/house")
ADVICE = "/api/tables/{slug}/advice"


STREAM = "/api/stream?view="


class Asking:
    """Asks by lot."""

    def __init__(self, stage: Stage, rng: Random) -> None:
        self._stage = stage
        self._rng = rng

    def get(self, who: str, form: str) -> Item:
        return Item(who, "get", self._path(form), form=form)

    def first(self, who: str, view: str, heard: str = "") -> Item:
        """The beginning of a stream."""
        return Item(who, "first", STREAM + self._path(view), form=STREAM + view, heard=heard)

    def _path(self, form: str) -> str:
        stage, number = self._stage, self._stage.table.number
        card = show_card(self._rng.choice(DECK))
        name = stage.t.name.replace(" ", "%20")
        seq = self._rng.randint(1, len(stage.rows) + 1)
        return form.format(slug=stage.slug, number=number, before=number - 1, card=card, name=name, seq=seq)

    def look(self) -> Item:
        """A live document, or the beginning of its stream; now and then by somebody whom it is not for."""
        who, form = self._rng.choice(LOOKS)
        if self._rng.random() < 0.1:
            who = self._rng.choice(tuple(WHO))
        if self._rng.random() < 0.7:
            return self.get(who, form)
        heard = self._rng.choice(("", "", "0", str(len(self._stage.rows)), str(len(self._stage.rows) - 1)))
        return self.first(who, VIEWS[LIVE.index(form)], heard)

    def listeners(self) -> tuple[Item, ...]:
        """Some who listen to a table all the while; news of the whole house are told by the clock."""
        found = []
        for who in self._rng.sample(tuple(WHO), 3):
            allowed = [as_ for as_, roles in MAY_SEE.items() if WHO[who] in roles]
            view = f"table:{self._stage.slug}:{self._rng.choice(allowed)}"
            found.append(Item(who, "live", STREAM + view))
        return tuple(found)

    def page(self) -> Item:
        return self.get(self._rng.choice(tuple(WHO)), self._rng.choice(PAGES))

    def read(self, *, over: bool) -> Item:
        """The journal, films, copies, papers and proofs; mostly by those who may. A round that is over is proven."""
        pick = self._rng.random() * (0.8 if over else 1)
        if pick < 0.7:
            who = self._rng.choice(("vic", "rae") * 5 + ("lee", "sam", "pat", ""))
            return self.get(who, self._rng.choice(READ))
        if pick < 0.8:
            return self.get(self._rng.choice(("sam", "lee", "vic", "rae", "kim")), self._rng.choice(PAPERS))
        return self.get(self._rng.choice(tuple(WHO)), self._rng.choice(FOR_PLAYERS))

    def advice(self) -> Item:
        return self.get(self._rng.choice(("pat", "kim", "gus", "lou", "dana")), ADVICE)

    def all(self, *, dealt: bool) -> list[Item]:
        """Everything at once, by everybody who may; before the deal, what is live and what is read."""
        found = [self.get(who, form) for who in WHO for form in (*LIVE, *(PAGES if dealt else ()))]
        found += [self.get(self._rng.choice(("vic", "rae")), form) for form in READ]
        if dealt:
            found += [self.first(who, view) for who in WHO for view in VIEWS]
            found += [self.get(who, form) for who in ("pat", "dana") for form in FOR_PLAYERS]
            found += [self.get(self._rng.choice(("sam", "lee", "vic")), form) for form in PAPERS]
        return found

    # ---- what is refused

    def wrong(self, last: Item | None) -> Item:
        """An act that is not done: a stranger's, one too early or too late, one that cannot be read, a retry."""
        path = f"/api/tables/{self._stage.slug}/acts"
        who = self._rng.choice(("dana",) * 9 + ("sam", "sam", "pat", "kim", "gus", "lou", "lee", "rae", "vic", ""))
        pick = self._rng.randrange(8)
        if self._stage.table.round is not None and self._stage.table.round.phase == "fourth" and pick > 3:
            act = {"act": self._rng.choice(BY_THE_HAND), "seat": self._rng.choice(tuple(SEATED))}
            return Item("dana", "post", path, msgspec.json.encode({"id": self._id(), "act": act}))
        if pick == 0 and last is not None:
            return last._replace(how="post")
        if pick == 1 and last is not None:
            return last._replace(how="post", body=last.body.replace(b'"act":{', b'"version":1,"act":{', 1))
        if pick == 2:
            return Item(who, "post", path, self._rng.choice(BROKEN))
        if pick == 3:
            stale = {"id": self._id(), "version": 1, "act": self._strange()}
            return Item(who, "post", path, msgspec.json.encode(stale))
        act = self._strange()
        if judged(self._stage, who, act) == LAWFUL:
            return Item(who, "probe", path, msgspec.json.encode([act]))
        return Item(who, "post", path, msgspec.json.encode({"id": self._id(), "act": act}))

    def tried(self) -> Item:
        """Every act whose answer could tell cards, for every seat, by somebody who has not seen them all."""
        who = self._rng.choice(("dana", "dana", "sam", "pat", "kim", "gus", "lou"))
        acts = [example(kind) for kind in self._kinds() if kind.name in TRICKY and WHO[who] in ACTS[kind.name].roles]
        each = [act | {"seat": seat} for act in acts if "seat" in act for seat in SEATED]
        each += [act for act in acts if "seat" not in act]
        return Item(who, "probe", "", msgspec.json.encode(each))

    def _kinds(self) -> list[Kind]:
        game = self._stage.t.edition.game
        return [kind for (of, name), kind in kinds().items() if of in ("", game) and name in ACTS and kind.at_table]

    def _strange(self) -> dict[str, Any]:
        """Any act of the game, sensible or not; more often one that depends on somebody's cards."""
        known = self._kinds()
        tricky = [kind for name in TRICKY for kind in known if kind.name == name]
        act = example(self._rng.choice(tricky if self._rng.random() < 0.8 else known))
        if "seat" in act:
            act["seat"] = self._rng.choice((*SEATED, *SEATED, 4))
        for field in ("cards", "dealer"):
            if isinstance(act.get(field), list):
                act[field] = [show_card(card) for card in self._rng.sample(DECK, self._rng.choice((4, 5, 5)))]
        if act.get("act") == "Settle":
            act["kind"] = self._rng.choice(("hand", "progressive", "five_card", "no_hand"))
        return act

    def _id(self) -> str:
        return f"wrong-{self._rng.getrandbits(48):012x}"


BROKEN = (b"", b"{", b'{"id":"x","act":{"act":"Fold","seat":"1"}}', b'{"id":"x","act":{"act":"Nonsense"}}', b"[1,2]")
TRICKY = (
    "Stand", "Discard", "Stand", "Discard", "Stand", "Discard", "BuyCard", "Fold", "Bet", "KeyWinner", "VerifyAward",
    "VerifyHand", "ShowHand", "Reveal", "Settle", "SettleSeat", "RackCards", "DealBonusCard", "LeaveExposed",
    "DocumentAward", "VerifyFiveCard", "TurnCommunity", "CompleteDealer", "Reconcile", "ValidateAward",
    "ValidateFiveCard", "CountStub",
)  # fmt: skip
"""Acts whose answer could tell somebody's cards."""

LAWFUL = "lawful"


def judged(stage: Stage, who: str, act: dict[str, Any]) -> str:
    """What somebody would be told of an act, if it were done now; nothing is."""
    role = WHO[who]
    if role in ("none", "surveillance") or role not in ACTS[act["act"]].roles:
        return "not theirs"
    if role == "dealer" and act["act"] in BY_THE_HAND:
        return "the player's alone"
    by = Actor(who, cast("TableRole", role))
    try:
        asked = read_act(act, stage.t.edition.game)
        stage.floor.casino._judged(Command("probe", by, asked, stage.t.name), "")
    except (Unreadable, Refused, Conflict) as error:
        return str(error)
    return LAWFUL
