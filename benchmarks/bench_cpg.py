"""A network of 28 Hopf oscillators: one output at 30 Hz with rates and accelerations, beside SciPy's solve_ivp.

The state is in the middle of growing and locking. SciPy integrates the same law, its coupling as one matrix of NumPy; of each of
its methods the loosest tolerance counts whose error is at most that allowed. Then: a whole minute of outputs, where SciPy may
take its own steps.
"""

import math

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks.timing import best_of, header, sized, verdict
from snakelab.gaits.cpg import CpgGait, HopfNetwork, laplacian
from snakelab.gaits.cpg_integration import N_SCRATCH, advance
from snakelab.gaits.orthogonal_gaits import SIDEWINDING, Hinges

PERIOD, MINUTE = 1 / 30, sized(60.0, 0.2)
ERROR, MOST = 1e-6, 20.0  # [rad], [us]
CALLS = sized(50, 1)
METHODS = sized(("RK45", "DOP853", "LSODA"), ("DOP853",))
JOINT = np.arange(28, 0, -1)
HINGES = Hinges(JOINT % 2 == 1, (JOINT + 1) // 2, np.ones(28), 0.16)
NETWORK = HopfNetwork()
WEIGHTS = NETWORK.weight_matrix(HINGES.yaw, HINGES.block)
MATRIX = NETWORK.coupling * laplacian(WEIGHTS)
GAIT = CpgGait(SIDEWINDING, network=NETWORK)


CIRCLES = GAIT.glide.at(HINGES, 0.0)[0]
RHYTHM = SIDEWINDING.waves(HINGES)._replace(offset=np.zeros(28))
OMEGA = SIDEWINDING.angular_frequency


def ours(y: np.ndarray, duration: float, tolerance: float, out: np.ndarray, scratch: np.ndarray) -> np.ndarray:
    """u, v, u', u'' and y after one interval."""
    numbers = np.array([NETWORK.growth, NETWORK.sigma, NETWORK.steepness, 1.0, tolerance, OMEGA, 0.0, OMEGA * duration])
    advance(MATRIX, numbers, CIRCLES, y, duration, scratch, out)
    return out


def midway() -> np.ndarray:
    """The oscillators on their way, in units of their circles, shape (2, 28)."""
    start = 0.3 * np.random.default_rng(1).normal(size=(2, 28))
    return ours(start, 5.0, 1e-12, np.empty((6, 28)), np.empty((N_SCRATCH, 28)))[4:].copy()


def theirs(z: np.ndarray, duration: float, method: str, rtol: float, times: np.ndarray | None = None) -> np.ndarray:
    """z at the times by SciPy, complex, shape (28, n)."""
    (rho, theta, centre), omega = RHYTHM, OMEGA

    coupling = NETWORK.coupling_matrix(WEIGHTS, rho, theta)

    def law(_: float, pairs: np.ndarray) -> np.ndarray:
        x = pairs.view(complex) - centre
        rate = (1j * omega + NETWORK.pull(np.abs(x) ** 2 / rho**2)) * x + coupling @ x
        return rate.view(float)

    start = (centre + rho * np.exp(1j * theta) * (z[0] + 1j * z[1])).view(float)
    rtol = max(rtol, 2.3e-14)
    return solve_ivp(law, (0, duration), start, method, times, rtol=rtol, atol=rtol).y.T.copy().view(complex).T


def loosest(
    z: np.ndarray, method: str, duration: float, true: np.ndarray, times: np.ndarray | None
) -> tuple[float, float]:
    """The loosest tolerance that keeps the error, and that error."""
    for rtol in 10.0 ** -np.arange(2, 14):
        error = float(np.abs(theirs(z, duration, method, rtol, times)[:, -true.shape[1] :] - true).max())
        if error <= ERROR:
            return rtol, error
    return math.nan, math.nan


def table(works: dict, errors: dict, unit: str, scale: float, repeats: int) -> float:
    """Times, errors and ratios; returns ours."""
    best = best_of(works, repeats)
    mine = best["ours"]
    for name, wall in best.items():
        print(f"{name:26} {scale * wall:10.2f} {unit} {errors[name]:10.1e} rad {wall / mine:8.1f}x")
    return mine * scale


def one_output(z: np.ndarray) -> None:
    """One output at 30 Hz."""
    true = theirs(z, PERIOD, "DOP853", 1e-13)[:, -1:]
    out, scratch = np.empty((6, 28)), np.empty((N_SCRATCH, 28))
    memory = {"hinges": tuple(HINGES), "y": z, "changes": 0, "away": np.zeros(28), "since": 0.0}
    works = {
        "ours": lambda: [ours(z, PERIOD, 1e-8, out, scratch) for _ in range(CALLS)],
        "ours, as a controller": lambda: [GAIT.oscillate(memory, 0.0, PERIOD) for _ in range(CALLS)],
    }
    got = ours(z, PERIOD, 1e-8, out, scratch)
    errors = dict.fromkeys(works, float(np.abs(got[0] + 1j * got[1] - true[:, 0]).max()))
    for method in METHODS:
        rtol, errors[method] = loosest(z, method, PERIOD, true, None)
        works[method] = lambda method=method, rtol=rtol: [theirs(z, PERIOD, method, rtol) for _ in range(CALLS)]
    mine = table(works, errors, "us", 1e6 / CALLS, 7)
    print(f"one output: {mine:.1f} us (target at most {MOST:g} us: {verdict(mine, MOST)})")


def one_minute(z: np.ndarray) -> None:
    """1800 outputs in a row; SciPy interpolates between its own steps."""
    times = np.arange(1, int(MINUTE / PERIOD) + 1) * PERIOD
    true = theirs(z, times[-1], "DOP853", 1e-12, times)
    scratch = np.empty((N_SCRATCH, 28))

    def stream() -> np.ndarray:
        rows = np.empty((len(times) + 1, 6, 28))
        rows[0, 4:] = z
        for row, before in zip(rows[1:], rows, strict=False):
            ours(before[4:], PERIOD, 1e-8, row, scratch)
        return rows[1:]

    rows = stream()
    works, errors = {"ours": stream}, {"ours": float(np.abs(rows[:, 0] + 1j * rows[:, 1] - true.T).max())}
    for method in METHODS:
        rtol, errors[method] = loosest(z, method, times[-1], true, times)
        works[method] = lambda method=method, rtol=rtol: theirs(z, times[-1], method, rtol, times)
    print(f"\n{MINUTE:g} s of outputs")
    table(works, errors, "ms", 1e3, 3)


def main() -> None:
    print("28 oscillators, all pairs coupled; SciPy's times are without rates and accelerations")
    print(header("numba", "numpy", "scipy"))
    z = midway()
    one_output(z)
    one_minute(z)


if __name__ == "__main__":
    main()
