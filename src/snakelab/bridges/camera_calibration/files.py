"""Reading and writing of calibration files; the format is recognised by the content."""

from pathlib import Path
from typing import Any, Literal

from snakelab.arguments import checked_arguments
from snakelab.bridges.camera_calibration import kalibr, opencv, ros
from snakelab.bridges.camera_calibration.values import Values
from snakelab.bridges.robot_files.xml_input import read_xml
from snakelab.errors import RecordingError, SnakelabError
from snakelab.perception.camera_imu.pinhole import PinholeModel, StereoModel
from snakelab.perception.camera_imu.sequence import ImuNoise
from snakelab.results.recording_files.atomic_writing import write_whole
from snakelab.types import plain_data
from snakelab.untrusted import read_file, reason

MAX_BYTES = 2**20
Format = Literal["ros", "kalibr", "opencv"]


@checked_arguments(RecordingError)
def load_calibration(
    path: str | Path, right: str | Path | None = None, size: tuple[int, int] | None = None
) -> PinholeModel | StereoModel:
    """Read the calibration of a camera or of a stereo pair.

    Formats: camera_info YAML of ROS (a pair is two files), camera chains of Kalibr with or without IMU (the first two cameras),
    and OpenCV's FileStorage in YAML or XML. Without a pose relative to a body, the body's axes are those of the left
    camera.

    Args:
        path: The file; with ROS, of the left camera.
        right: With ROS, file of the right camera.
        size: Columns and rows of the images, for a file of OpenCV without them [pixel].

    Returns:
        Camera or pair.

    Raises:
        RecordingError: if a file is missing, of no known format, or contains an invalid value.
    """
    values = _read(Path(path))
    if right is not None:
        other = _read(Path(right))
        for one in (values, other):
            if not ros.is_ros(one.data):
                raise RecordingError(f"{one.name} is no camera_info of ROS; only there a pair is two files")
        return ros.pair(values, other)
    if kalibr.is_kalibr(values.data):
        return kalibr.calibration(values)
    if ros.is_ros(values.data) and ("projection_matrix" in values or "distortion_model" in values):
        return ros.camera(values)
    if opencv.is_opencv(values.data):
        return opencv.calibration(values, size)
    raise RecordingError(
        f"{path} is no calibration: it needs camera_matrix (ROS, OpenCV), M1 and M2 (OpenCV) or cam0 (Kalibr)"
    )


@checked_arguments(RecordingError)
def load_imu_noise(path: str | Path) -> ImuNoise:
    """Read the noise densities of an inertial unit from an imu.yaml of Kalibr.

    Args:
        path: The file.

    Raises:
        RecordingError: if the file is missing, or contains an invalid value.
    """
    return kalibr.imu_noise(_read(Path(path)))


@checked_arguments(RecordingError)
def save_calibration(model: PinholeModel | StereoModel, path: str | Path, format: Format) -> tuple[Path, ...]:
    """Write a calibration.

    Args:
        model: Camera or pair.
        path: The file. With "ros", a pair is written to two files, whose names end with _left and _right; "opencv" writes XML to
            a file with the suffix .xml, else YAML.
        format: "ros", "kalibr" or "opencv".

    Returns:
        The files.

    Raises:
        RecordingError: if the format cannot represent the calibration, or a file cannot be written.
    """
    path = Path(path)
    if format == "opencv":
        values = opencv.entries(model)
        text = opencv.xml_text(values) if path.suffix.lower() == ".xml" else opencv.yaml_text(values)
        return (write_whole(path, text.encode()),)
    if format == "kalibr":
        return (write_whole(path, _yaml(kalibr.document(model))),)
    if format != "ros":
        raise RecordingError(f"save_calibration format must be 'ros', 'kalibr' or 'opencv', got {format!r}")
    documents = ros.documents(model)
    paths = [path] if len(documents) == 1 else [path.with_stem(f"{path.stem}_{side}") for side in ("left", "right")]
    return tuple(write_whole(one, _yaml(content)) for one, content in zip(paths, documents, strict=True))


def _read(path: Path) -> Values:
    """Read a YAML or XML file as plain data."""
    try:
        content = read_file(path, MAX_BYTES)
    except FileNotFoundError:
        raise RecordingError(f"there is no file {path}; give the path of a calibration file") from None
    except (OSError, ValueError) as problem:
        raise RecordingError(f"cannot read {path}: {reason(problem)}") from problem
    text = content.decode("utf-8", errors="replace")
    if text.lstrip().startswith("<"):
        try:
            return Values(str(path), opencv.plain_xml(read_xml(path, "calibration").root))
        except SnakelabError as problem:
            raise RecordingError(str(problem)) from None
    try:
        data = _yaml_reader().load(opencv.plain_yaml(text))
    except Exception as problem:  # damaged YAML can raise any exception
        raise RecordingError(f"{path} is not YAML: {' '.join(str(problem).split())[:160]}") from problem
    return Values(str(path), data)


def _yaml_reader() -> Any:
    from ruamel.yaml import YAML

    return YAML(typ="safe", pure=True)


def _yaml(data: Any) -> bytes:
    import io

    writer = _yaml_reader()
    writer.default_flow_style = None
    writer.sort_base_mapping_type_on_output = False
    stream = io.BytesIO()
    writer.dump(plain_data(data), stream)
    return stream.getvalue()
