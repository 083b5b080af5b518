"""Public names of the package, imported at their first use."""

from .comparisons import (
    Comparison as Comparison,
    StepEffect as StepEffect,
    compare as compare,
    step_effect as step_effect,
)
from .diagnostics import remarks as remarks
from .recorded_images import (
    CameraImages as CameraImages,
    ImageFile as ImageFile,
    ImageWriter as ImageWriter,
    load_images as load_images,
)
from .motor_signals import (
    Battery as Battery,
    ElectricDrive as ElectricDrive,
    Endurance as Endurance,
    endurance as endurance,
    motor_signals_csv as motor_signals_csv,
    motor_table as motor_table,
)
from .recorded_objects import (
    SectionShape as SectionShape,
    chassis_frames as chassis_frames,
    recorded_frames as recorded_frames,
    section_shapes as section_shapes,
    with_map as with_map,
)
from .recording import Recording as Recording, load as load, table_csv as table_csv
from .reference_values import (
    FAILING as FAILING,
    Judgement as Judgement,
    ReferenceKind as ReferenceKind,
    ReferenceValue as ReferenceValue,
    Unchecked as Unchecked,
    Verdict as Verdict,
    cannot_be_checked as cannot_be_checked,
    judge as judge,
    judge_all as judge_all,
    judge_reference_value as judge_reference_value,
    judged as judged,
    no_result as no_result,
    recorded_value as recorded_value,
    reference_values_attribute as reference_values_attribute,
    reference_values_of as reference_values_of,
    statement as statement,
)
from .run_status import RunStatus as RunStatus, StatusKind as StatusKind
from .step_accuracy import StepCheck as StepCheck, step_check as step_check

__all__ = [
    "Battery",
    "Comparison",
    "ElectricDrive",
    "Endurance",
    "ImageFile",
    "Recording",
    "RunStatus",
    "SectionShape",
    "StatusKind",
    "StepCheck",
    "StepEffect",
    "chassis_frames",
    "compare",
    "endurance",
    "load",
    "load_images",
    "motor_signals_csv",
    "motor_table",
    "recorded_frames",
    "remarks",
    "section_shapes",
    "step_check",
    "step_effect",
    "table_csv",
    "with_map",
]
