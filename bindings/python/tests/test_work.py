"""Long work: limits, interrupts, threads."""

import os
import pickle
import signal
import threading
import time

import pytest

import legatus
from legatus import Budget, Value, domineering, nim


def test_budgets():
    assert Budget("1G", 60) == Budget(memory=1 << 30, seconds=60.0)
    assert pickle.loads(pickle.dumps(Budget("2M"))) == Budget(2 << 20)
    for wrong in ("much", 0, -1, "1X"):
        with pytest.raises(legatus.Error):
            Budget(memory=wrong)
    for wrong in (0, -1, float("nan"), float("inf")):
        with pytest.raises(legatus.Error):
            Budget(seconds=wrong)


def test_time_is_limited():
    begun = time.monotonic()
    with pytest.raises(legatus.Stopped, match="time limit"):
        domineering("8x8").value(budget=Budget(seconds=0.2))
    assert time.monotonic() - begun < 5


def test_memory_is_limited():
    with pytest.raises(legatus.Stopped, match="memory limit"):
        domineering("8x8").value(budget=Budget(memory="1M"))
    assert domineering("2x2").value(budget=Budget(memory="100M")) == Value("+-1")


def interrupted(work, after=0.3):
    """How long work goes on after Ctrl-C."""
    sent = []

    def press():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    return time.monotonic() - sent[0]


@pytest.mark.parametrize(
    "work",
    [
        lambda: domineering("8x8").value(),
        lambda: domineering("8x8").outcome(),
        lambda: domineering("7x8").thermograph(),
        lambda: legatus.legionnaires("8x8").count(),
        lambda: legatus.calc('domineering("8x8").CanonicalForm'),
        lambda: legatus.play.match(domineering("8x8"), games=10**6),
        lambda: [nim(n).value() for n in range(10**9)],
    ],
)
def test_ctrl_c_is_heard(work):
    # A tenth of a second on an idle machine; others may be at work on this.
    times = [interrupted(work) for _ in range(1)]
    assert min(times) < 2
    assert domineering("2x2").value() == Value("+-1")


def test_threads_work_side_by_side():
    found = {}
    ticks = []

    def solve(n):
        found[n] = domineering(f"3x{n}").value()

    threads = [threading.Thread(target=solve, args=(n,)) for n in (2, 3, 4, 5)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        ticks.append(Value("*") + Value("*2"))
        time.sleep(0.001)
    for n in (2, 3, 4, 5):
        assert found[n] == domineering(f"3x{n}").value()


def test_other_threads_run_during_long_work():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(Value("*") + Value("*"))
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(legatus.Stopped):
        domineering("8x8").value(budget=Budget(seconds=0.5))
    done.set()
    thread.join()
    assert len(ticks) > 10


def test_long_work_tells_how_far_it_is():
    told = []
    legatus._legatus._set_progress(told.append)
    try:
        with pytest.raises(legatus.Stopped):
            domineering("8x8").value(budget=Budget(seconds=1.5))
    finally:
        legatus.progress(False)
    assert told[-1] is None and len(told) > 3
    assert told[:-1] == sorted(told[:-1]) and told[-2] > 0


def test_forked_processes_compute():
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        answer = str(domineering("3x3").value() + Value("*"))
        os.write(writer, answer.encode())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert Value(os.read(reader, 1000).decode()) == domineering("3x3").value() + Value("*")
