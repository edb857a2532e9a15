"""The vault's edge: does what the simulation asks of her folder, in order, and answers with `written` signals.

In a live run one worker thread does the writing, so a slow disk delays a commit and never a frame; in virtual time it
happens at once. A write that fails is owed: it stays in front, and nothing asked later overtakes it.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from ecs.effects import Render, TraceLine, WriteVault
from yurios.vault.checkup import Checkup
from yurios.vault.folder import Mark
from yurios.vault.paths import GateToken
from yurios.vault.plan import Named
from yurios.vault.repository import Repository
from yurios.vault.signature import PATH as CONSTITUTION
from yurios.vault.trace_log import TraceLog
from yurios.vault.trouble import VaultError, from_os_error

log = logging.getLogger(__name__)
Job = WriteVault | TraceLine


class Post(Protocol):
    """Puts a signal into the inbox; safe to call from any thread."""

    def __call__(self, type: str, payload: dict, *, to: str, after_ms: int = 0) -> None: ...


class Debt:
    """What one resident's vault still has to write, oldest first; `told` are the writes whose trouble was answered."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.trace = TraceLog(repository.folder, repository.moments, repository.head)
        self.checkup = Checkup(repository)
        self.jobs: deque[Job] = deque()
        self.told: set[str] = set()
        self.rendered: dict[str, str] = {}
        self.faults: dict[str, tuple[Mark | None, list[str]]] = {}
        self.trouble: VaultError | None = None


class VaultEdge:
    """Takes `WriteVault`, `TraceLine` and `Render`. What is rendered is never owed: only its newest text waits for the disk, behind the rest.

    Each write is answered by one signal (`written`, or what the effect names) with its commit id, or null when none was due. A write that cannot be done now
    is answered at once with the error, kept, and answered once more with its commit when `retry` or a later effect gets it
    through; a refused one is answered and dropped. `gate` says which writes may touch `soul/`.
    """

    takes = (WriteVault, TraceLine, Render)

    def __init__(self, post: Post, vaults: Mapping[str, Repository], threaded: bool,
                 gate: Callable[[WriteVault], GateToken | None] = lambda effect: None) -> None:
        self._post, self._gate = post, gate
        self._debts = {name: Debt(repository) for name, repository in vaults.items()}
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._worker = threading.Thread(target=self._work, name="vault", daemon=True) if threaded else None
        if self._worker is not None:
            self._worker.start()

    def handle(self, effect: Job | Render) -> None:
        """Do it, or queue it for the worker. Never raises for a disk's sake."""
        self._do(lambda: self._render(effect) if isinstance(effect, Render) else self._add(effect))

    def retry(self) -> None:
        """Try what is owed again: when space may have returned."""
        self._do(lambda: [self._pay(debt) for debt in self._debts.values()])

    def settle(self) -> None:
        """Quiet time: refresh what the owner's git sees, pack. Trouble here is left for the next write to report."""
        self._do(lambda: [_quietly(debt.repository.settle) for debt in self._debts.values()])

    def check(self, now_s: float) -> None:
        """Quiet time: read her whole history, once a week, in slices between which writes pass."""
        for debt in self._debts.values():
            self._do(lambda debt=debt: debt.checkup.begin_if_due(now_s) and self._check_on(debt))

    def _check_on(self, debt: Debt) -> None:
        while debt.checkup.go_on():
            if self._worker is not None:
                self._calls.put(lambda: self._check_on(debt))
                return

    def checked(self, resident: str) -> tuple[str, bool]:
        """The last check as a sentence ("" before the first), and whether something was wrong."""
        checkup = self._debts[resident].checkup
        return checkup.said(), bool(checkup.result and checkup.result.trouble)

    def set_up(self, up: bool) -> None:
        """The scenario step `disk`: False makes every write fail as on a full disk."""
        self._do(lambda: [debt.repository.set_up(up) for debt in self._debts.values()])

    def look(self, resident: str) -> threading.Event:
        """Post what other hands changed in her folder since the last look (`vault_changed`). The event is set when that is done."""
        done = threading.Event()
        self._do(lambda: (self._look(resident), done.set()))
        return done

    def wait(self) -> None:
        """Return when all that was handed over is done, or owed."""
        if self._worker is not None and self._worker.is_alive():
            done = threading.Event()
            self._calls.put(done.set)
            done.wait()

    def heads(self) -> dict[str, str]:
        """The newest commit of each vault that was told of; of a moment when nothing is owed, what the tape stands for."""
        heads = {name: debt.repository.known_head() for name, debt in self._debts.items()}
        return {name: head for name, head in heads.items() if head}

    def last_line(self, resident: str) -> tuple[int, str] | None:
        """(tick, at) of the last whole line of a trace."""
        return self._debts[resident].trace.last()

    def owed(self, resident: str) -> int:
        """How many writes wait for the disk."""
        return len(self._debts[resident].jobs)

    def trouble(self, resident: str) -> dict[str, str] | None:
        """Why they wait, for health; None when nothing does."""
        trouble = self._debts[resident].trouble
        return trouble.answer() if trouble else None

    def held(self, resident: str) -> dict[str, str]:
        """Edits that stay the owner's to commit, for health: path → why."""
        return self._debts[resident].repository.held()

    def constitution(self, resident: str) -> str | None:
        """The constitution as it lies in her folder; None when it is gone or a link."""
        try:
            return self._debts[resident].repository.read(CONSTITUTION)
        except VaultError:
            return None

    def misread(self, resident: str, paths: Iterable[str], faults: Callable[[str, str], list[str]]) -> list[str]:
        """`faults(path, text)` of each of these files as it lies there; a file that did not change is not read again."""
        debt = self._debts[resident]
        found: list[str] = []
        for path in paths:
            try:
                mark = debt.repository.folder.mark(path)
                if mark is None or debt.faults.get(path, (None, []))[0] != mark:
                    debt.faults[path] = (mark, faults(path, debt.repository.read(path) or ""))
            except (VaultError, OSError):
                debt.faults[path] = (None, [f"{path} cannot be read."])
            found += debt.faults[path][1]
        return found

    def notices(self, resident: str) -> list[str]:
        """Sentences for the owner since the last call: locks removed, torn lines set aside, edits of theirs kept."""
        debt = self._debts[resident]
        told = []
        for source in (debt.repository.notices, debt.trace.notices):
            while source:  # one by one: the worker may add to them meanwhile
                told.append(source.pop(0))
        return told

    def close(self) -> None:
        """Finish what is queued, then close the vaults. What is still owed is on the tape and comes again after a start."""
        if self._worker is not None:
            self._calls.put(None)
            self._worker.join()
        for debt in self._debts.values():
            debt.trace.close()
            debt.repository.close()

    def _do(self, call: Callable[[], object]) -> None:
        if self._worker is None:
            call()
        else:
            self._calls.put(call)

    def _work(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                call()
            except Exception:  # the one thread that writes her folder must outlive a fault of ours
                log.exception("the vault's worker met a fault")

    def _look(self, resident: str) -> None:
        debt = self._debts[resident]
        try:
            trouble = debt.repository.in_the_way()
            changed, signed = debt.repository.scan(), debt.repository.newly_signed()
            self._tell_newcomers(debt.repository, resident)
        except VaultError as error:
            debt.trouble = error
            return
        debt.trouble = trouble or (debt.trouble if debt.jobs else None)
        if signed:
            text, ident = signed
            changed.pop(CONSTITUTION, None)
            self._post("vault_changed", {"cause": "edit", "files": {CONSTITUTION: text}, "signed": ident}, to=resident)
        if changed:
            kept = {path: found.ident.decode() for path, found in changed.items() if isinstance(found, Named)}
            files = {path: found for path, found in changed.items() if not isinstance(found, Named)}
            self._post("vault_changed", {"cause": "edit", "files": files} | ({"kept": kept} if kept else {}), to=resident)

    def _tell_newcomers(self, repository: Repository, resident: str) -> None:
        """Ahead of the answer to a write that went on top of them, so that the tape has the order of the history."""
        for payload in repository.newcomers():
            self._post("vault_changed", payload, to=resident)

    def _add(self, effect: Job) -> None:
        debt = self._debts.get(effect.to)
        if debt is None:
            self._answer(effect, None, VaultError("no_vault", f"Nobody called {effect.to!r} has a vault here.", "Check the resident's name."))
            return
        debt.jobs.append(effect)
        self._pay(debt)

    def _pay(self, debt: Debt) -> None:
        """Work the queue from the front until it is empty or the disk refuses."""
        while debt.jobs:
            try:
                self._perform(debt, debt.jobs[0])
            except VaultError as error:
                if error.passing:
                    self._owe(debt, error)
                    return
                self._answer(debt.jobs[0], None, error)
            except Exception as fault:  # a fault of ours is owed like one of the disk's: the words stay
                log.exception("a write of her folder failed")
                self._owe(debt, VaultError("fault", f"Her folder could not be written ({type(fault).__name__}: {fault}).", "This is a fault of the program: the log has it. She tries again."))
                return
            self._paid(debt, debt.jobs.popleft())
        debt.trouble = None
        self._write_rendered(debt)

    def _render(self, effect: Render) -> None:
        if debt := self._debts.get(effect.to):
            debt.rendered[effect.path] = effect.text
            if not debt.jobs and debt.repository.head() is not None:  # before her birth there is no folder to write into
                self._write_rendered(debt)

    def _write_rendered(self, debt: Debt) -> None:
        try:
            while debt.rendered:
                path, text = next(iter(debt.rendered.items()))
                debt.repository.note(path, text)
                del debt.rendered[path]
        except VaultError as error:
            log.info("%s", error)

    def _perform(self, debt: Debt, job: Job) -> None:
        if isinstance(job, TraceLine):
            _add_line(debt.trace, job.text)
            return
        commit = self._write(debt.repository, job)
        self._tell_newcomers(debt.repository, job.to)
        self._answer(job, commit, None)

    def _write(self, repository: Repository, job: WriteVault) -> str | None:
        if job.by == "birth":
            files = {change.path: change.text for change in job.changes}
            return repository.birth(files, job.message, job.author, job.at_us, job.offset_s)
        return repository.apply(job.changes, job.message, job.author, job.at_us, job.offset_s,
                                write=job.write, token=self._gate(job), owners=job.by == "owner")

    def _owe(self, debt: Debt, error: VaultError) -> None:
        debt.trouble = error
        for job in debt.jobs:
            if isinstance(job, WriteVault) and job.write not in debt.told:
                debt.told.add(job.write)
                self._answer(job, None, error)

    def _paid(self, debt: Debt, job: Job) -> None:
        if isinstance(job, WriteVault):
            debt.told.discard(job.write)

    def _answer(self, job: Job, commit: str | None, error: VaultError | None) -> None:
        if isinstance(job, WriteVault):
            payload = {"write": job.write, "turn": job.turn, "commit": commit, "error": error.answer() if error else None}
            self._post(job.answer, payload, to=job.to)


def _add_line(trace: TraceLog, text: str) -> None:
    try:
        trace.add(text)
    except OSError as error:
        raise from_os_error(error) from error


def _quietly(settle: Callable[[], None]) -> None:
    try:
        settle()
    except VaultError:
        return
