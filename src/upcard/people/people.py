"""The people of a house: made, changed, locked, and believed when they give their password."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping

import msgspec

from upcard.errors import Refused
from upcard.people import api_tokens
from upcard.people import database as log
from upcard.people import person as persons
from upcard.people.database import Database, Run
from upcard.people.person import (
    ROLES,
    STAFF,
    Approval,
    Attempt,
    Change,
    Kept,
    Limits,
    Outcome,
    Person,
    Purpose,
    Role,
    Sign,
    approve,
)
from upcard.people.sessions import Passwords, Sessions, end_all

_FORGIVEN = {"failures": 0, "locked_until": 0}
_OF_THE_HOUSE = "SELECT 1 FROM person WHERE demo = 0 AND role <> 'regulator' LIMIT 1"
CODE_LETTERS = 20
REGULATORS = "a regulator is enrolled by a code of the regulator's own, and nobody of the house makes or changes one"
NO_PASSWORD = "-"
"""What is kept where there is no password: nothing hashes to it."""


class People:
    """Identities, sessions and logs over a database; the clock gives seconds since 1970."""

    def __init__(
        self, database: Database, clock: Callable[[], float], passwords: Passwords, limits: Limits | None = None
    ) -> None:
        self._database = database
        self._somebody = False
        self._clock = clock
        self.passwords = passwords
        self.limits = limits or Limits()
        self.soon = passwords.soon
        """Work with a password, in turn on its one worker: `await people.soon(people.check, id, password)`."""
        self.sessions = Sessions(database, self.now, self.limits)
        self.begin, self.end, self.known = self.sessions.begin, self.sessions.end, self.sessions.known
        self.demo = False
        """Whether the people of a demonstration, whose password everybody knows, are believed here."""
        self.founding: Callable[[], bool] = lambda: False
        """Whether the house is being set up: nothing was played yet, and whoever is made now signs at once."""
        self.tried: Callable[[str, Outcome, str, bool], None] = lambda id, outcome, address, locked_out: None
        """Told of every password that was given, from where, and whether the id is locked out now."""
        self.secret = self._secret()
        """The same bytes for every process on this store, and for nobody else."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int(self._clock() * 1000)

    def _secret(self) -> bytes:
        with self._database.write() as run:
            found = run("SELECT value FROM secret WHERE name = 'forms'", ())
            if not found:
                found = [(secrets.token_hex(32),)]
                run("INSERT INTO secret VALUES ('forms', ?)", found[0])
        return bytes.fromhex(found[0][0])

    # ---- who there is ------------------------------------------------------------------------------------------------

    def get(self, id: str) -> Person | None:
        found = self._kept(self._database.read, id)
        return found.person if found else None

    def list(self) -> tuple[Person, ...]:
        """Everybody, by id."""
        rows = self._database.read(f"{persons.SELECT} ORDER BY person.id")
        return tuple(persons.read_row(row).person for row in rows)

    @property
    def empty(self) -> bool:
        """Whether there is no licensee yet, nor anybody whom one has made; a demonstration and a regulator aside."""
        if not self._somebody:  # nobody is ever taken away again
            self._somebody = bool(self._database.read(_OF_THE_HOUSE))
        return not self._somebody

    def _kept(self, run: Run, id: str) -> Kept | None:
        found = run(f"{persons.SELECT} WHERE person.id = ?", (id,)) if persons.ID.fullmatch(id) else []
        return persons.read_row(found[0]) if found else None

    def _known(self, run: Run, id: str) -> Kept:
        found = self._kept(run, id)
        if found is None:
            raise Refused(None, f"there is nobody with the id {persons.loggable(id)}")
        return found

    # ---- making and changing them ------------------------------------------------------------------------------------

    def add(self, id: str, name: str, role: Role, password: str, by: str, *, demo: bool = False) -> Person:
        """A new person; `by` is the id of whoever makes them one, and whoever is made in a demonstration is of it."""
        person, hash = self._made(id, name, role, password, demo=demo)
        with self._database.write() as run:
            demo = demo or self._of_demo(run, by)
            person = msgspec.structs.replace(person, demo=demo, first_password=by != id and not demo)
            if role == "regulator" and by != id and self._kept(run, by) is not None:
                raise Refused(None, REGULATORS)
            self._insert(run, person, hash, by)
            self._waits(run, person, by)
            return self._known(run, id).person

    def add_demo(self, people: Iterable[tuple[str, str, Role]], password: str) -> None:
        """Those of a demonstration who are not there yet: they have one password, which is hashed once."""
        new = [Person(persons.fit_id(id), name, role, demo=True) for id, name, role in people if self.get(id) is None]
        hash = self.passwords.hash(password) if new else ""
        with self._database.write() as run:
            for person in new:
                self._insert(run, person, hash, "demo")

    def add_guest(self, id: str, name: str) -> Person:
        """A player of a demonstration who has no password, and is signed in without one."""
        person = Person(persons.fit_id(id), persons.fit_name(name), "player", demo=True)
        with self._database.write() as run:
            self._insert(run, person, NO_PASSWORD, person.id)
        return person

    def _made(self, id: str, name: str, role: Role, password: str, *, demo: bool) -> tuple[Person, str]:
        person = Person(persons.fit_id(id), persons.fit_name(name), role, demo=demo)
        if role not in ROLES:
            raise Refused(None, f"a role is one of {', '.join(ROLES)}")
        return person, self.passwords.hash(persons.fit_password(password, id, person.name, demo=demo))

    def _insert(self, run: Run, person: Person, hash: str, by: str) -> None:
        if self._kept(run, person.id) is not None:
            raise Refused(None, f"the id {person.id} is taken")
        first = int(person.first_password)
        values = (person.id, person.name, person.role, 0, int(person.demo), first, hash, 0, 0)
        run(f"INSERT INTO person ({persons.COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        log.changed(run, self.now(), by, person.id, f"added as {person.role}")

    def change_role(self, id: str, role: Role, by: str) -> None:
        if role not in ROLES:
            raise Refused(None, f"a role is one of {', '.join(ROLES)}")
        if role == "regulator" and by != id:
            raise Refused(None, REGULATORS)
        self._change(id, by, {"role": role}, f"is now {role}", waits="role")

    def set_password(self, id: str, password: str, by: str) -> None:
        """Another password, a first one if somebody else sets it; whoever was locked out by failures may try again."""
        found = self._known(self._database.read, id).person
        hash = self.passwords.hash(persons.fit_password(password, id, found.name, demo=found.demo))
        first = by != id and not found.demo
        what = "was given a first password" if first else "has another password"
        self._change(
            id, by, {"hash": hash, "first_password": int(first), **_FORGIVEN}, what, waits="password" if first else ""
        )

    def choose_password(self, id: str, old: str, new: str, *, address: str = "") -> Person | None:
        """The own password in place of the old one, which proves who it is; all sessions of that person are over."""
        found = self._known(self._database.read, id).person
        new = persons.fit_password(new, id, found.name, demo=found.demo)
        if new == persons.normal(old):
            raise Refused(None, "the new password is another than the old one")
        believed = self._believed(id, old, "own password", address, "")
        if believed is None:
            return None
        hash = self.passwords.hash(new)
        with self._database.write() as run:
            still = self._known(run, id)
            if still.hash != believed.hash or still.person.locked:
                return None  # another was set, or the id was locked, while this one was looked at
            self._update(run, id, {"hash": hash, "first_password": 0})
            self._code_waits(run, still)
            end_all(run, id)
            log.changed(run, self.now(), id, id, "chose the own password")
        self.sessions.forget()
        return msgspec.structs.replace(still.person, first_password=False)

    def lock(self, id: str, by: str) -> None:
        """Nobody signs in with this id until it is unlocked."""
        self._change(id, by, {"locked": 1}, "locked")

    def unlock(self, id: str, by: str) -> None:
        """The id may be used again, also after a lock-out."""
        self._change(id, by, {"locked": 0, **_FORGIVEN}, "unlocked")

    def _change(self, id: str, by: str, values: Mapping[str, object], what: str, *, waits: str = "") -> None:
        with self._database.write() as run:
            kept = self._known(run, id)
            person = kept.person
            if not person.demo and self._of_demo(run, by):
                raise Refused(None, f"{id} is a person of this house, and {by} is one of a demonstration")
            if person.role == "regulator" and by != id:
                raise Refused(None, REGULATORS)
            self._update(run, id, values)
            if "hash" in values:
                self._code_waits(run, kept)
            end_all(run, id)
            log.changed(run, self.now(), by, id, what)
            if waits:
                self._waits(run, self._known(run, id).person, by, waits, was=person.role)
            self._check_licensee(run, kept)
        self.sessions.forget()

    def _waits(self, run: Run, person: Person, by: str, what: str = "role", *, was: Role = "player") -> None:
        """What one person did alone to another signs later. A password always does: its owner signs already, or will
        with the next role."""
        if by == person.id or person.demo:
            return
        maker = self._kept(run, by)
        # Else one alone makes who makes the next, or who takes the role of whoever would see it.
        if not STAFF.isdisjoint((was, person.role)) and maker is not None and maker.person.signing.waits(self.now()):
            raise Refused(None, f"{by} does not sign yet, and neither makes nor changes anybody who signs")
        if what == "role" and person.role not in STAFF:
            return
        if what == "role" and self.founding():
            log.changed(run, self.now(), by, person.id, "signs at once: the house has not opened a table yet")
            return
        persons.wait(run, person.id, what, self.now() + self.limits.waiting, by)

    def _code_waits(self, run: Run, before: Kept) -> None:
        """Another password: what it means for recovery codes, of which nobody else may ever hold one."""
        id, after = before.person.id, self._known(run, before.person.id)
        if after.person.first_password and before.outlived_code(self.now()):
            persons.void_recovery(run, id)
        if before.person.first_password and not after.person.first_password:
            persons.own_from(run, id, self.now() + self.limits.waiting)

    def _check_licensee(self, run: Run, before: Kept) -> None:
        """Refuses a change that leaves the house without a licensee who signs, or a demonstration without one."""
        found = run(f"{persons.SELECT} WHERE person.role = 'licensee' AND person.demo = ?", (int(before.person.demo),))
        if self._is_licensee(before) and not any(self._is_licensee(persons.read_row(row)) for row in found):
            raise Refused(None, f"{before.person.id} is the only licensee who signs, and stays one until another does")

    def _is_licensee(self, kept: Kept) -> bool:
        person = kept.person
        away = person.locked or person.first_password or person.signing.waits(self.now())
        return person.role == "licensee" and not away

    def confirm(self, id: str, by: str) -> None:
        """Another licensee, who signs, has seen what one did alone: from now on it signs."""
        with self._database.write() as run:
            person, other, now = self._known(run, id).person, self._known(run, by).person, self.now()
            if not person.signing.waits(now):
                raise Refused(None, f"nothing about {id} waits to be confirmed")
            if other.role != "licensee" or other.locked or other.signing.waits(now):
                raise Refused(None, f"{by} confirms nobody: that takes a licensee who signs already")
            if by in (id, *person.signing.waiting_for(now)):
                raise Refused(None, f"another licensee than {by} confirms {id}")
            persons.settle(run, id)
            log.changed(run, now, by, id, "confirmed: signs from now on")
        self.sessions.forget()

    def _update(self, run: Run, id: str, values: Mapping[str, object]) -> None:
        columns = ", ".join(f"{column} = ?" for column in values)
        run(f"UPDATE person SET {columns} WHERE id = ?", (*values.values(), id))

    def _of_demo(self, run: Run, by: str) -> bool:
        found = self._kept(run, by)
        return found is not None and found.person.demo

    # ---- who lost the own password -----------------------------------------------------------------------------------

    def recovery_code(self, id: str, password: str, *, address: str = "") -> str | None:
        """The own recovery code, shown once, for whoever gives the own password; None where it is not right."""
        believed = self._believed(id, password, "own password", address, "")
        if believed is None:
            return None
        with self._database.write() as run:
            kept = self._known(run, id)
            if kept.hash != believed.hash or kept.person.locked:
                return None  # another was set, or the id was locked, while this one was looked at
            if not kept.is_own(self.now()):
                first, since = "choose your own password first", persons.moment(kept.own_from)
                told = first if kept.person.first_password else f"you make a code from {since} on"
                raise Refused(
                    None, f"somebody else set your password: {told}, and one that you had before is still good"
                )
            code = persons.new_recovery(run, self.secret, id)
            log.changed(run, self.now(), id, id, "made a recovery code")
        return code

    def recover(self, id: str, code: str, password: str, *, address: str = "") -> Person | None:
        """Another password by the own code, whoever has set one in the meantime; None where the code is not right."""
        found = self._kept(self._database.read, id)
        name, demo = (found.person.name, found.person.demo) if found else ("", False)
        hash = self.passwords.hash(persons.fit_password(password, id, name, demo=demo))
        with self._database.write() as run:
            kept = self._kept(run, id)
            good = persons.is_recovery(run, self.secret, id, code)
            right = good and kept is not None and not (self._out(kept) or kept.outlived_code(self.now()))
            outcome: Outcome = "ok" if right else "failed"
            log.tried(run, self.now(), persons.loggable(id), "recovery", outcome, address, "")
            if kept is None or not right:
                return None
            self._update(run, id, {"hash": hash, "first_password": 0, **_FORGIVEN})
            persons.use_recovery(run, id)
            end_all(run, id)
            log.changed(run, self.now(), id, id, "came back by the own recovery code")
            person = self._known(run, id).person
        self.sessions.forget()
        return person

    # ---- what their programs show ------------------------------------------------------------------------------------

    def api_token(self, id: str, password: str, wish: api_tokens.Wish, *, address: str = "") -> str | None:
        """A new API token, shown once, for whoever gives the own password; None where it is not right."""
        wish = api_tokens.checked(wish)
        believed = self._believed(id, password, "own password", address, "")
        if believed is None:
            return None
        with self._database.write() as run:
            kept = self._known(run, id)
            if kept.hash != believed.hash or kept.person.locked:
                return None  # another was set, or the id was locked, while this one was looked at
            return api_tokens.new(run, id, wish, self.now())

    def api_tokens_of(self, id: str) -> tuple[api_tokens.ApiToken, ...]:
        """The API tokens of a person that are still good."""
        return api_tokens.held(self._database, id, self.now())

    def revoke_api_token(self, id: str, number: int) -> None:
        with self._database.write() as run:
            api_tokens.revoke(run, id, number, self.now())

    def bearer(self, token: str) -> tuple[Person, api_tokens.ApiToken] | None:
        """Whose API token it is, if it is still good."""
        found = api_tokens.bearer(self._database, token, self.now(), self.limits)
        return found if found and self._here(found[0]) else None

    # ---- the first of them -------------------------------------------------------------------------------------------

    def welcome_code(self) -> str:
        """What whoever started the server shows to make the first licensee: the same for all processes of a store."""
        return hmac.digest(self.secret, b"the first licensee", "sha256").hex()[:CODE_LETTERS]

    def welcome(self, code: str, id: str, name: str, password: str) -> Person:
        """The first person of the house, a licensee; afterwards the code is worth nothing."""
        if not hmac.compare_digest(code.strip().encode(), self.welcome_code().encode()):
            raise Refused(None, "this is not the code that the server shows")
        person, hash = self._made(id, name, "licensee", password, demo=False)
        with self._database.write() as run:
            if run(_OF_THE_HOUSE, ()):
                raise Refused(None, "the house has people already: one of its licensees makes new ones")
            self._insert(run, person, hash, person.id)
        return person

    def regulator_code(self) -> str:
        """What whoever started the server gives the regulator; each is good for one."""
        return self._regulator_code(self._database.read)

    def _regulator_code(self, run: Run) -> str:
        [(known,)] = run("SELECT count(*) FROM person WHERE role = 'regulator' AND demo = 0", ())
        return hmac.digest(self.secret, f"regulator {known + 1}".encode(), "sha256").hex()[:CODE_LETTERS]

    @property
    def regulated(self) -> bool:
        """Whether a regulator is enrolled."""
        return bool(self._database.read("SELECT 1 FROM person WHERE role = 'regulator' AND demo = 0 LIMIT 1"))

    def enrol(self, code: str, id: str, name: str, password: str) -> Person:
        """A regulator, by the code for the next one: nobody of the house makes, changes or locks one."""
        person, hash = self._made(id, name, "regulator", password, demo=False)
        with self._database.write() as run:
            if not hmac.compare_digest(code.strip().encode(), self._regulator_code(run).encode()):
                raise Refused(None, "this is not the code for the regulator, or it has been used")
            self._insert(run, person, hash, person.id)
        return person

    # ---- believing them ----------------------------------------------------------------------------------------------

    def check(
        self, id: str, password: str, *, purpose: Purpose = "sign-in", address: str = "", about: str = ""
    ) -> Person | None:
        """Whoever has this id and this password, unless locked out; logged whatever comes of it.

        A failure is counted before the password is looked at, so that many tries at once count as many.
        """
        found = self._believed(id, password, purpose, address, about)
        return found.person if found else None

    def _believed(self, id: str, password: str, purpose: Purpose, address: str, about: str) -> Kept | None:
        with self._database.write() as run:
            kept = self._kept(run, id)
            barred = kept is not None and self._barred(kept)
            if kept is not None and not barred:
                self._count(run, kept)
        given = persons.normal(password)
        right = self.passwords.verify(kept.hash if kept and not barred else None, given[: persons.LONGEST + 1])
        fresh = self.passwords.hash(given) if right and kept and self.passwords.outdated(kept.hash) else None
        with self._database.write() as run:
            still = self._kept(run, id)
            # The password or a lock may have changed while this one was looked at.
            ok = right and kept and still and still.hash == kept.hash and not still.person.locked
            believed = still if ok else None
            if believed is not None:
                believed = believed._replace(hash=fresh or believed.hash)
                self._update(run, id, {"hash": believed.hash, **_FORGIVEN})
            outcome: Outcome = "ok" if believed else "locked" if barred else "failed"
            log.tried(run, self.now(), persons.loggable(id), purpose, outcome, address, about)
        self.tried(
            persons.loggable(id), outcome, address, believed is None and still is not None and self._barred(still)
        )
        return believed

    def _barred(self, kept: Kept) -> bool:
        return self._out(kept) or kept.locked_until > self.now()

    def _out(self, kept: Kept) -> bool:
        return kept.person.locked or (kept.person.demo and not self.demo)

    def _count(self, run: Run, kept: Kept) -> None:
        """One failure more, until it turns out to be none; the last one locks out, and after that they count anew."""
        failures = 1 if kept.locked_until else kept.failures + 1
        until = self.now() + self.limits.lock_out if failures >= self.limits.failures else 0
        run("UPDATE person SET failures = ?, locked_until = ? WHERE id = ?", (failures, until, kept.person.id))

    # ---- sessions and logs -------------------------------------------------------------------------------------------

    def session(self, token: str, *, touch: bool = True) -> Person | None:
        """Whose session it is, if it is still good."""
        return self._here(self.sessions.session(token, touch=touch))

    def remembered(self, token: str, *, touch: bool = True) -> Person | None:
        """The same where it was read a moment ago; it never waits for the store."""
        return self._here(self.sessions.remembered(token, touch=touch))

    def _here(self, person: Person | None) -> Person | None:
        """Nobody of a demonstration, where it is none."""
        return person if person is None or not person.demo or self.demo else None

    def attempts(self, after: int = 0, limit: int = 100) -> tuple[Attempt, ...]:
        return log.logged(self._database, Attempt, after, limit)

    def last_attempts(self, before: int | None = None, limit: int = 100) -> tuple[Attempt, ...]:
        return log.last_logged(self._database, Attempt, before, limit)

    def approve(self, command: str, digest: str, by: str, sign: Sign | None) -> None:
        """Log that two people do an act, before it is done."""
        with self._database.write() as run:
            approve(run, Approval(self.now(), command, digest, by), sign)

    def changes(self, after: int = 0, limit: int = 100) -> tuple[Change, ...]:
        return log.logged(self._database, Change, after, limit)

    def last_changes(self, before: int | None = None, limit: int = 100) -> tuple[Change, ...]:
        return log.last_logged(self._database, Change, before, limit)

    def close(self) -> None:
        self.passwords.close()
        self._database.close()

    def __enter__(self) -> People:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
