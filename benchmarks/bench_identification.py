"""Identification of ten parameters from a log of 60 s: time, errors, and how many intervals contain the true values.

A planar snake of five links on wheels, its head, joints and torques at 10 Hz with noise of 2 mm, 2 mrad and 2 mN m. Unknown are
two friction coefficients, gains of the servos, damping and stiffness of the joints, and their four rest angles. The target of
30 s holds on two quiet cores.
"""

import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

import snakelab as sl
from benchmarks.timing import sized

DURATION, STEP, RATE, TARGET = sized(60.0, 6.0), 0.02, 10, 30.0
NOISE = {"head_position": 2e-3, "q": 2e-3, "tau": 2e-3}
TRUE = {"along": 0.05, "across": 0.5, "kp": 3.0, "kd": 0.1, "damping": 0.02, "stiffness": 0.4,
        "rest 1": 0.1, "rest 2": -0.05, "rest 3": 0.15, "rest 4": -0.1}  # fmt: skip


def write_scenario(path: Path) -> None:
    """Write the scenario with the true values."""
    servo = f"{{servo: {{kp: {TRUE['kp']}, kd: {TRUE['kd']}}}}}"
    spring = f"stiffness: {TRUE['stiffness']}, damping: {TRUE['damping']}, rest: "
    parts = ["{link: {length: 0.11, mass: 0.08}}"]
    for i in range(4):
        rest = TRUE[f"rest {i + 1}"]
        parts += [f"{{revolute: {{axis: z, actuator: {servo}, spring: {{{spring}{rest}}}}}}}", parts[0]]
    path.write_text(
        f"name: ten\nrobot:\n  base: planar\n  parts: [{', '.join(parts)}]\n"
        f"world: {{media: [{{link_friction: {{mu_tangential: {TRUE['along']}, mu_normal: {TRUE['across']}, "
        "shape: elliptic, eps: 0.1}}]}\n"
        "controller: {serpenoid_gait: {amplitude: 0.6, angular_frequency: 2, phase_lag: 0.8, ramp: 1}}\n"
        f"duration: {DURATION}\nsolver: {{step: {STEP}, record_rate: {RATE}}}\n",
        encoding="utf-8",
    )


def configuration() -> dict[str, object]:
    """Return the configuration: first values 15 % off, rest angles 0.2 to 0.4 rad off."""
    joints = {"kp": "actuator.kp", "kd": "actuator.kd", "damping": "spring.damping", "stiffness": "spring.stiffness"}
    parameters: dict[str, object] = {
        "along": {"places": ["world.media.0.mu_tangential"], "start": 0.85 * TRUE["along"]},
        "across": {"places": ["world.media.0.mu_normal"], "start": 1.15 * TRUE["across"]},
    }
    for name, place in joints.items():
        parameters[name] = {"places": [f"robot.parts.*.{place}"], "start": 1.15 * TRUE[name]}
    for i, off in enumerate((0.2, -0.3, 0.4, -0.2)):
        name = f"rest {i + 1}"
        parameters[name] = {"places": [f"robot.parts.{2 * i + 1}.spring.rest"], "start": TRUE[name] + off}
    return {"parameters": parameters, "variables": dict(NOISE), "stages": sized([4, 15], [2]), "profile": False}


def main() -> None:
    """Print time, errors and intervals."""
    warnings.simplefilter("ignore", sl.SnakelabWarning)
    with tempfile.TemporaryDirectory() as folder:
        write_scenario(Path(folder) / "ten.yaml")
        log = sl.run_scenario(sl.load_scenario(Path(folder) / "ten.yaml"))
        draw = np.random.default_rng(0)
        for name, deviation in NOISE.items():
            log.dataset[name] = log.dataset[name] + draw.normal(0.0, deviation, log.dataset[name].shape)
        began, used = time.perf_counter(), time.process_time()
        fit = sl.identify(log, configuration())
        took, used = time.perf_counter() - began, time.process_time() - used
    print(
        f"{took:.1f} s, {used:.1f} s of CPU (target {TARGET:g} s on two quiet cores): {'met' if took <= TARGET else 'missed'}"
    )
    inside = 0
    for name, true in TRUE.items():
        one = fit[name]
        inside += one.low <= true <= one.high
        print(f"  {name:10} {one.value:9.5f} ({one.low:.5f} to {one.high:.5f}), true {true:g}, {one.verdict}")
    print(f"{inside} of {len(TRUE)} intervals contain the true value")
    for remark in fit.remarks:
        print(remark)


if __name__ == "__main__":
    main()
