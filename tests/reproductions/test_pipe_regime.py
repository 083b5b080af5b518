"""The search over conditions that are not published: its design, its settings and its tables."""

from reproductions.pipe_snake.entry import Case, Outcome, settings_of
from reproductions.pipe_snake.regime import RANGES, ROUGH, Conditions, design, effect_lines, pairs_of, summary_lines
from snakelab.scenarios.scenario import load_scenario


def test_the_design_fills_the_ranges_and_a_smaller_one_is_its_beginning():
    many = design(32)
    assert many[:8] == design(8) and len(set(many)) == 32
    for ranges in (RANGES, ROUGH):
        for name, (low, high) in ranges.items():
            values = [getattr(one, name) for one in design(16, ranges)]
            assert low * 0.99 - 0.01 <= min(values) if low >= 0 else low - 0.01 <= min(values)
            assert max(values) <= max(high * 1.01, high + 0.01)


def test_the_default_conditions_are_those_of_the_scenario():
    setting = Conditions().setting()
    changed, plain = load_scenario("pipe_narrow_mouth", setting.changes), load_scenario("pipe_narrow_mouth")
    assert changed.controller.goal == plain.controller.goal
    assert settings_of(setting)["changes"] and "changes" not in settings_of(type(setting)())


def test_the_tables_count_pairs():
    conditions = [Conditions(friction=0.1), Conditions(friction=0.9), Conditions(friction=0.5)]
    times = [(20.0, 23.0), (30.0, None), (None, None)]
    outcomes = [
        Outcome(Case(16, walls, i), "finished", time, time, 1.0)
        for i, pair in enumerate(times)
        for walls, time in zip((True, False), pair, strict=True)
    ]
    pairs = pairs_of(conditions, outcomes)
    assert [pair.decided for pair in pairs] == [False, True, False]
    lines = list(summary_lines(pairs))
    assert lines[1].split() == ["entered", "1", "1", "0", "1"]
    assert "median 3.0 s" in lines[-1]
    friction = next(line for line in effect_lines(pairs) if line.startswith("friction"))
    assert friction.split()[1:] == ["0.9", "nan", "0.1", "0.5"]
