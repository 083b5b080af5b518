"""Validation: runs of the published cases, with a verdict on every reference value.

    from snakelab.studies.validation import validate

    validation = validate(["planar_viscous"])
    print(validation.passed, validation.counts)

A value *agrees*, *differs, explained* (with the reason and the attempts), or *cannot be checked* (the paper leaves
out what it takes). One that differs without a reason is *differs, unexplained*, and one whose run did not finish has
*no result*: with either, the validation does not pass. See docs/validation.md.
"""

from snakelab.results.reference_values import Judgement, Verdict
from snakelab.studies.validation.page import validation_page
from snakelab.studies.validation.run import validate
from snakelab.studies.validation.trials import FORMAT, Trial, Validation, validation_document

__all__ = [
    "FORMAT",
    "Judgement",
    "Trial",
    "Validation",
    "Verdict",
    "validate",
    "validation_document",
    "validation_page",
]
