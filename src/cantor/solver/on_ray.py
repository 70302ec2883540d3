"""The parts of a job on a Ray cluster: readers cut files into parts, workers with a model each solve them.

Plain actors rather than Ray Data: its writers name what they write by chance and may leave some of it twice
after a failure, and its batches depend on blocks, so that neither exactly-once parts nor the very same
floats could be had. Here a part's rows go from reader to worker through the object store, the driver sees
only what is said about them, and the worker writes the answers. Whoever dies is replaced, and what it had
in hand is done again; parts are named by what they answer, so that twice is no harm.
"""

import os
import secrets
import shutil
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from cantor.errors import CantorError, DataError
from cantor.solver.bulk import BulkError, Summary, Work
from cantor.solver.folder import FolderSummary, Job
from cantor.solver.parts import Input, Part, left_to_do, solve_part

#: How often a part, or the reading of a file, may cost a worker or reader its life.
_ATTEMPTS = 3
_WORKERS_PER_READER = 64
_LOOK_SECONDS = 2.0
_STORE_BYTES = 256 << 20


class Worker:
    """Solves parts; the model is loaded once, as `work` is unpickled."""

    def __init__(self, work: Work, folder: str, ending: str):
        self.work, self.folder, self.ending = work, folder, ending

    def ready(self) -> bool:
        return True

    def solve(self, part: Part) -> Summary:
        return solve_part(self.work, part, self.folder, self.ending)


class Reader:
    """Cuts one file after the other into parts."""

    def open(self, file: Input, *how: Any) -> None:
        self.parts = left_to_do(file, *how)

    def next(self) -> tuple[Part | None, Part | None]:
        """What is said about the next part, for the driver, and its rows, for a worker."""
        part = next(self.parts, None)
        return (None, None) if part is None else (part.bare(), part if part.chunks else None)


@dataclass
class RayEngine:
    """`address`: of a running cluster; without one, a cluster of this machine for as long as it is needed.

    `workers`: how many; without it, as many as the cluster has cores, also those that join later.
    """

    address: str | None = None
    workers: int | None = None

    def __call__(self, job: Job, summary: FolderSummary, done: Callable[[], object]) -> None:
        with _cluster(self.address, self.workers) as ray:
            _Run(ray, job, summary, done, self.workers).all()


@dataclass
class _InHand:
    """A part on its way: what is said about it, and where its rows are."""

    part: Part
    rows: Any
    attempts: int = 0


@dataclass
class _Run:
    ray: Any
    job: Job
    summary: FolderSummary
    done: Callable[[], object]
    wanted: int | None

    waiting: deque[_InHand] = field(default_factory=deque)
    #: What is being waited for, and what to do when it is there.
    pending: dict[Any, Callable[[Any], None]] = field(default_factory=dict)
    workers: set[Any] = field(default_factory=set)
    idle: list[Any] = field(default_factory=list)
    readers: int = 0
    held: list[Callable[[], None]] = field(default_factory=list)  # readers that may read on
    lost: list[str] = field(default_factory=list)
    deaths: int = 0  # of workers since a part was last finished

    def __post_init__(self) -> None:
        self.files: deque[Input] = deque(self.job.files)
        self.attempts: dict[str, int] = {}
        self.finished: dict[str, dict[int, str]] = {
            name: dict(parts) for name, parts in self.job.there.items()
        }
        self.told: set[tuple[str, int]] = set()
        self.in_hand = 0
        self.reading = 0
        self.used: set[Any] = set()
        self.actors: list[Any] = []
        # the model's folder and settings, and nothing of the job's size; a worker has one core
        work = self.job.work
        self.work = self.ray.put(replace(work, solver=work.solver.for_one_core()))

    def all(self) -> None:
        try:
            self._until_done()
        finally:  # on a cluster of others, cores must not stay taken
            for actor in self.actors:
                self.ray.kill(actor)

    def _until_done(self) -> None:
        looked = -_LOOK_SECONDS
        while self.files or self.reading or self.held or self.waiting or self.in_hand:
            if time.monotonic() - looked > _LOOK_SECONDS:
                self._grow()
                looked = time.monotonic()
            self._hand_out()
            ready, _ = self.ray.wait(list(self.pending), num_returns=1, timeout=_LOOK_SECONDS)
            for ref in ready:
                self.pending.pop(ref)(ref)
        self.summary.workers = len(self.used)
        if self.lost:
            what = "; ".join(self.lost[:5])
            raise BulkError(
                f"{len(self.lost)} parts were given up, each after {_ATTEMPTS} workers died over it: {what}; "
                "all others are solved. If the workers lack memory, give each more; else look at these rows"
            )

    # Who works

    def _grow(self) -> None:
        """As many workers and readers as there should be: a node may have come, a worker may have died."""
        cores = int(self.ray.cluster_resources().get("CPU", 1))
        for _ in range((self.wanted or max(cores, 1)) - len(self.workers)):
            make = self.ray.remote(num_cpus=1, max_restarts=0)(Worker).remote
            worker = make(self.work, self.job.folder, self.job.ending)
            self.actors.append(worker)
            self.workers.add(worker)
            self.pending[worker.ready.remote()] = partial(self._started, worker)
        enough = 1 + len(self.workers) // _WORKERS_PER_READER
        while self.files and self.readers < enough:
            self.readers += 1
            reader = self.ray.remote(num_cpus=0, max_restarts=0)(Reader).remote()
            self.actors.append(reader)
            self._open(reader)

    def _started(self, worker: Any, ref: Any) -> None:
        try:
            self.ray.get(ref)
        except self.ray.exceptions.RayError as error:
            said = _cause(error)
            if isinstance(said, CantorError):
                raise said from None
            self._dismiss(worker, error)
            return
        self.idle.append(worker)

    def _dismiss(self, worker: Any, error: Exception) -> None:
        """A worker is dead; another will take its place, unless all of them die."""
        self.workers.discard(worker)
        self.ray.kill(worker)
        self.deaths += 1
        if self.deaths > _ATTEMPTS * max(len(self.workers), 2):
            raise CantorError(
                f"one worker after the other dies ({_told(error)}); every node needs this version of "
                "cantor-reasoner and 300 MB of memory for each worker (fewer: --workers)"
            ) from None

    # Reading

    def _open(self, reader: Any) -> None:
        """The next file, for a reader that has none."""
        if not self.files:
            self.readers -= 1
            return
        file = self.files.popleft()
        self.reading += 1
        there = self.finished.get(file.name, {})
        reader.open.remote(file, self.job.work.names, self.job.part_rows, there)
        self._read_on(reader, file)

    def _read_on(self, reader: Any, file: Input) -> None:
        said, rows = reader.next.options(num_returns=2).remote()
        self.pending[said] = lambda ref: self._read(reader, file, ref, rows)

    def _read(self, reader: Any, file: Input, ref: Any, rows: Any) -> None:
        try:
            part = self.ray.get(ref)
        except self.ray.exceptions.RayError as error:
            self._unread(reader, file, error)
            return
        if part is None:
            self.reading -= 1
            self._open(reader)
            return
        if part.digest == self.finished.get(file.name, {}).get(part.index):
            self._tell(part, None)
        else:
            self.waiting.append(_InHand(part, rows))
        self.held.append(lambda: self._read_on(reader, file))

    def _unread(self, reader: Any, file: Input, error: Exception) -> None:
        self.reading -= 1
        said = _cause(error)
        if isinstance(said, DataError) and not isinstance(said, BulkError):
            self.summary.unreadable.append(str(said))
            self._open(reader)
        elif isinstance(said, CantorError):
            raise said from None
        elif isinstance(error, self.ray.exceptions.RayTaskError):
            raise error
        else:
            self.readers -= 1
            self._again(file, error)

    def _again(self, file: Input, error: Exception) -> None:
        """Read a file once more, for what of it is not finished."""
        if file in self.files:
            return
        self.attempts[file.name] = self.attempts.get(file.name, 0) + 1
        if self.attempts[file.name] > _ATTEMPTS:
            raise CantorError(
                f"{file.address}: {_ATTEMPTS} readers died over it ({_told(error)}); run it again"
            ) from None
        self.files.append(file)

    # Solving

    def _hand_out(self) -> None:
        while self.waiting and self.idle:
            self._solve(self.idle.pop(), self.waiting.popleft())
        if len(self.waiting) < max(len(self.workers), 2):  # else readers would fill the object store
            held, self.held = self.held, []
            for read_on in held:
                read_on()

    def _solve(self, worker: Any, hand: _InHand) -> None:
        self.in_hand += 1
        self.used.add(worker)
        self.pending[worker.solve.remote(hand.rows)] = lambda ref: self._solved(worker, hand, ref)

    def _solved(self, worker: Any, hand: _InHand, ref: Any) -> None:
        self.in_hand -= 1
        part = hand.part
        try:
            solved = self.ray.get(ref)
        except self.ray.exceptions.ObjectLostError as error:  # the rows went with a node
            self.idle.append(worker)
            self._again(part.file, error)
        except self.ray.exceptions.RayTaskError as error:  # such as a full disk: trying again is in vain
            said = _cause(error)
            raise said if isinstance(said, CantorError | OSError) else error from None
        except self.ray.exceptions.RayError as error:
            hand.attempts += 1
            if hand.attempts < _ATTEMPTS:
                self.waiting.appendleft(hand)
            else:
                self.lost.append(f"part {part.index} of {part.file.address} ({part.rows:,} rows)")
            self._dismiss(worker, error)
        else:
            self.deaths = 0
            self.idle.append(worker)
            self.finished.setdefault(part.file.name, {})[part.index] = part.digest
            self._tell(part, solved)

    def _tell(self, part: Part, solved: Summary | None) -> None:
        if (part.file.name, part.index) not in self.told:
            self.told.add((part.file.name, part.index))
            self.summary.tell(part, solved)
            self.done()


def _cause(error: BaseException) -> BaseException:
    """What was raised at the other end."""
    return getattr(error, "cause", None) or error


def _told(error: BaseException) -> str:
    """An error of Ray's in a few words."""
    return " ".join(str(error).split())[:300] or type(error).__name__


@contextmanager
def _cluster(address: str | None, workers: int | None) -> Iterator[Any]:
    """Ray, connected: as it is where the caller has done so."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # nothing about it leaves the machine
    try:
        import ray
    except ModuleNotFoundError:
        raise CantorError("--engine ray needs Ray; run: pip install 'cantor-reasoner[ray]'") from None
    if ray.is_initialized():
        yield ray
        return
    start = _own_cluster(ray, workers) if address is None else _joined(ray, address)
    with start:
        try:
            yield ray
        finally:
            ray.shutdown()


_SECRET = secrets.token_hex(32)
_QUIET: dict[str, Any] = {"configure_logging": False, "log_to_driver": False}


@contextmanager
def _own_cluster(ray: Any, workers: int | None) -> Iterator[None]:
    """On this machine, behind a password that nobody else knows; nothing is left of it."""
    folder = tempfile.mkdtemp(prefix="cantor-ray-")  # logs and sockets, whose names must be short
    before = {name: os.environ.get(name) for name in ("RAY_AUTH_TOKEN", "RAY_AUTH_MODE")}
    os.environ.setdefault("RAY_AUTH_TOKEN", _SECRET)  # else Ray would keep one in the home folder
    try:
        try:
            ray.init(
                address="local",
                num_cpus=workers,
                include_dashboard=False,
                object_store_memory=_STORE_BYTES,
                # Ray takes 127.0.0.1 for a slip and puts the machine's address there, which others can reach
                _node_ip_address="127.0.0.2" if sys.platform == "linux" else "127.0.0.1",
                _temp_dir=folder,
                **_QUIET,
            )
        except Exception as error:  # a bare one, where its processes take longer than half a minute
            raise CantorError(
                f"Ray does not start here ({_told(error)}); try again when the machine is less busy, "
                "or leave out --engine ray"
            ) from None
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None) if value is None else os.environ.update({name: value})
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _joined(ray: Any, address: str) -> Iterator[None]:
    try:
        ray.init(address=address, **_QUIET)
    except (ConnectionError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        raise CantorError(
            f"--address {address}: no Ray cluster answers there ({_told(error)}); "
            "start one with: ray start --head"
        ) from None
    yield
