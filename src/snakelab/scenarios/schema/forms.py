"""Forms: pydantic models of the keys of a scenario, whose errors name the nearest valid key or type name."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from snakelab.errors import nearest
from snakelab.scenarios.file_reading.value_types import WHOLE, Leaf, fault, shown

MAX_ITEMS = 10_000
SYNONYMS = {  # of keys: names of datasheets and other programs
    "stall_torque": "torque_limit",
    "max_torque": "torque_limit",
    "effort": "torque_limit",
    "no_load_speed": "speed_limit",
    "max_speed": "speed_limit",
    "stiffness": "kp",
    "damping": "kd",
}
MISSPELT = 0.8  # minimum similarity of a misspelt type name to the one whose arguments are checked, 0 to 1


@dataclass(frozen=True)
class Unknown:
    """Placeholder for the value of an unknown key, so that the other keys are also checked.

    Attributes:
        message: Text of the fault.
        meant: Type name whose arguments are checked in place of those of a misspelt one; None for a key.
    """

    message: str
    meant: str | None = None


class Form(BaseModel):
    """Keys and values; an unknown key is an error. An empty value means no keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, value: Any) -> Any:
        value = {} if value is None else value
        if not isinstance(value, dict):
            raise fault(f"must be keys with values ({', '.join(cls.model_fields)}); got {shown(value)}")
        fields = cls.model_fields
        unknown = {key: f"unknown key {key!r}{_suggestion(key, fields)}" for key in value if key not in fields}
        for key, message in unknown.items():
            if not isinstance(key, str):
                raise fault(message, key)
        return {**value, **{key: Unknown(message) for key, message in unknown.items()}}

    def given(self) -> dict[str, Any]:
        """Return the keys of the scenario with their values."""
        return {key: getattr(self, key) for key in type(self).model_fields if key in self.model_fields_set}


def _suggestion(key: object, fields: Mapping[str, Any]) -> str:
    """Hint for an unknown key: a key of the same meaning, the nearest one, or all."""
    same = SYNONYMS.get(str(key))
    return f"; did you mean {same!r}?" if same in fields else nearest(str(key), fields)


class Choice(BaseModel):
    """Exactly one of several type names with its arguments, as in `{link: {...}}`, or alone."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    family: ClassVar[str]

    @model_validator(mode="before")
    @classmethod
    def _bare_name(cls, value: Any) -> Any:
        names, family = list(cls.model_fields), cls.family
        value = {value: None} if isinstance(value, str) else value
        if not isinstance(value, dict) or not value:
            raise fault(f"must be a {family} ({', '.join(names)}) with its arguments; got {shown(value)}")
        for key in value:
            if key not in names:
                message = f"unknown {family} {key!r}{nearest(key, names)}"
                meant = difflib.get_close_matches(str(key), names, n=1, cutoff=MISSPELT)
                if meant and len(value) == 1 and isinstance(value[key], dict):
                    return {meant[0]: value[key], key: Unknown(message, meant[0])}  # with the faults of its arguments
                raise fault(message, key)
        if len(value) > 1:
            raise fault(f"must be one {family}, got {len(value)}: {', '.join(value)}")
        return value

    def chosen(self) -> Any:
        """Return the object made from the arguments of the chosen type."""
        return getattr(self, next(iter(self.model_fields_set)))


class Repeat(Form):
    """`repeat: {times: 4, parts: [...]}` in a list: the items, that many times in a row.

    The second key is the name of the list, as in `parts` or `media`.
    """

    times: Annotated[int, Leaf((WHOLE,), minimum=0)]

    def repeated(self) -> "Repeated":
        """Return the repeated items as one sequence."""
        (items,) = (value for key, value in self.given().items() if key != "times")
        if len(items) * self.times > MAX_ITEMS:
            raise fault(f"makes {len(items) * self.times} items; at most {MAX_ITEMS} are allowed", "times")
        return Repeated(items * self.times)


class Repeated(tuple):
    """Items that are inserted into the surrounding list."""
