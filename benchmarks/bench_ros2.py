"""ROS 2: share of a core for all topics of 28 joints at 100 Hz, and the time to write 60 s as MCAP.

The peer of the messages is the generic serializer of rosbags, in the same run, interleaved, best of several.
"""

import tempfile
import time
from pathlib import Path

import numpy as np

import snakelab as sl
from benchmarks.timing import sized
from snakelab.plugins.ros.bag_writing import save_bag
from snakelab.plugins.ros.message_encoders import publications
from snakelab.plugins.ros.node import make_backend
from snakelab.plugins.ros.topics import RosNetwork, decoded, type_store

RATE, REPEATS, DURATION = 100, sized(5, 1), sized(60, 1)


def main():
    """Measure and print."""
    scenario = sl.load_scenario("snakesys_creeping", [f"duration={DURATION}", f"solver.record_rate={RATE}"])
    model, recording = sl.build_model(scenario.robot, scenario.world), sl.run_scenario(scenario)
    data = recording.dataset.isel(time=slice(0, RATE))
    series = {str(name): data[name].values for name in data.data_vars if data[name].dims[:1] == ("time",)}
    times = data["time"].values
    made = publications(model, series)
    backend = make_backend("cyclonedds", RosNetwork(domain=97), "bench")
    send = {topic: backend.publisher(topic) for topic in made.moving}
    whole = {topic: decoded(encoder.encode(series, times)[0], topic.kind) for topic, encoder in made.moving.items()}

    def second_of_ours():
        for i in range(RATE):
            row = {name: values[i : i + 1] for name, values in series.items()}
            for topic, encoder in made.moving.items():
                if not topic.rate or i % round(RATE / topic.rate) == 0:
                    send[topic](encoder.encode(row, times[i : i + 1])[0])

    def second_of_rosbags():
        for i in range(RATE):
            for topic, message in whole.items():
                if not topic.rate or i % round(RATE / topic.rate) == 0:
                    type_store().serialize_cdr(message, topic.kind)

    shares = {second_of_ours: np.inf, second_of_rosbags: np.inf}
    for _ in range(REPEATS):
        for second in shares:
            began = time.process_time()
            second()
            shares[second] = min(shares[second], time.process_time() - began)
    backend.close()
    ours, theirs = shares.values()
    print(
        f"28 joints at {RATE} Hz, encoded and published: {100 * ours:.1f} % of a core (at most 10): {met(ours <= 0.1)}"
    )
    print(f"encoded only, by rosbags from messages that exist: {100 * theirs:.1f} %, ratio {theirs / ours:.1f}")
    took = np.inf
    for k in range(3):
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            save_bag(recording, Path(folder) / f"bag_{k}")
            took = min(took, time.perf_counter() - began)
    print(f"{DURATION} s at {RATE} Hz as MCAP: {took:.2f} s (at most 1): {met(took <= 1.0)}")


def met(yes):
    """Return the verdict on a target."""
    return "met" if yes else "missed"


if __name__ == "__main__":
    main()
