"""Speed of a prototype as a function of its gait parameters, and the fastest gait within a torque limit.

A sweep runs one scenario with many values. Its configuration is a YAML file (`snakelab sweep waves.yaml`) or, as here, the same
data in Python. Each result is stored as soon as its trial ends, so that a second run of this program simulates nothing.

Ideas: `run_sweep` and its table in xarray; `sweep_grid`; `optimise` with a constraint; the scenario of the best point as a
file.
"""

import snakelab as sl

WAVE = "controller.serpenoid_gait"
waves = {
    "sweep": "waves",
    "scenario": "planar_prototype",
    "set": {"duration": 4},
    "parameters": {
        f"{WAVE}.amplitude": {"from": 0.3, "to": 1.2, "count": 4},
        f"{WAVE}.phase_lag": {"from": 0.4, "to": 1.2, "count": 3},
    },
    "metrics": ["mean_speed", "peak_torque"],
}

swept = sl.run_sweep(waves, workers=1)
grid = sl.plugins.studies.sweep_grid(swept.dataset)
print("speed [m/s], amplitude down, phase lag across:")
print(grid["mean_speed"].isel(seed=0).to_pandas().round(3).to_string())

found = sl.optimise(waves, maximise="speed", subject_to=["peak_torque < 0.25"], trials=40, workers=1)
print(f"best of {len(found.results)} within 0.25 N m: {found.value:.3f} m/s")
for name, value in found.best.items():
    print(f"  {name} = {value:.3f}")
scenario = found.folder / "best.yaml"
fastest = sl.run_scenario(sl.load_scenario(scenario))
print(f"run again from {scenario.name}: {sl.metrics(fastest)['mean_speed']:.3f} m/s")
for path in (*swept.paths, *found.paths):
    print(f"wrote {path}")
