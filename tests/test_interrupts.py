"""Interrupts that wait until what must not be cut short is done."""

import signal
import threading

import pytest

from snakelab.system import held_interrupts


def test_an_interrupt_waits_and_comes_at_the_end(default_interrupt):
    done, before = [], signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), held_interrupts():
        signal.raise_signal(signal.SIGINT)
        done.append("all")
    assert done == ["all"] and signal.getsignal(signal.SIGINT) is before


def test_without_an_interrupt_nothing_comes_and_an_ignored_one_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with held_interrupts():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_error_inside_gives_the_signals_back():
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(OSError, match="full"), held_interrupts():
        raise OSError("full")
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_may_enter():
    entered = []

    def enter():
        with held_interrupts():
            entered.append(True)

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join(60.0)
    assert entered == [True]


def test_only_what_is_named_waits_and_a_programs_own_answer_is_given():
    answers = []
    before = signal.signal(signal.SIGINT, lambda number, frame: answers.append("interrupt"))
    signal.signal(signal.SIGTERM, lambda number, frame: answers.append("end"))
    try:
        with held_interrupts("SIGINT"):
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGTERM)
            answers.append("done")
    finally:
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    assert answers == ["end", "done", "interrupt"]
