"""A validation as JSON and as a page: complete, documented, safe, and in need of nothing else."""

import json
import math
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from snakelab.plugins.studies.validation import Trial, Validation, validation_document, validation_page
from snakelab.results.reference_values import SIGNS, ReferenceValue, Unchecked, Verdict, cannot_be_checked, judge

DOCS = Path(__file__).parents[3] / "docs"
NASTY = "</title><script>alert('1')</script> & \"two\""
SPEED = ReferenceValue(
    "the paper",
    case="how fast",
    metric="mean_speed",
    value=2.0,
    tolerance=0.1,
    explained="their scale",
    explained_up_to=1.0,
)
JUDGEMENTS = (
    judge(SPEED, 2.0, "m/s"),
    judge(SPEED, 3.0, "m/s"),
    judge(ReferenceValue(NASTY, case=NASTY, metric="peak_torque", below=1.0), 2.0, "N m"),
    judge(ReferenceValue("us", variable="tau.joint1", time=1.0, value=0.0, tolerance=0.1), math.nan),
    cannot_be_checked(Unchecked("alike", "no numbers", "the paper")),
)
VALIDATION = Validation((Trial("case", NASTY, "s", NASTY, "finished", 0.25, JUDGEMENTS),), ("never",))


class Reader(HTMLParser):
    """Tags with their attributes, all text, and whether every tag that was opened is closed."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.texts, self.opened = [], [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag != "meta":
            self.opened.append(tag)

    def handle_endtag(self, tag):
        assert self.opened.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.fixture(scope="module")
def page():
    return Reader(validation_page(VALIDATION))


def test_the_document_holds_every_number_and_null_for_what_is_none():
    document = json.loads(json.dumps(validation_document(VALIDATION), allow_nan=False))
    assert (document["format"], document["passed"], document["left_out"]) == ("snakelab-validation-1", False, ["never"])
    assert document["counts"] == {str(verdict): 1 for verdict in Verdict}
    agrees, explained, bound, missing, unchecked = document["scenarios"][0]["statements"]
    assert (explained["computed"], explained["value"], explained["error"], explained["relative_error"]) == (
        3.0,
        2.0,
        1.0,
        0.5,
    )
    assert (agrees["stale_explanation"], agrees["reason"]) == ("their scale", None)
    assert (bound["below"], bound["value"], bound["error"]) == (1.0, None, None)
    assert (missing["computed"], missing["figure"]) == (None, "tau.joint1 at 1 s")
    assert (unchecked["case"], unchecked["reason"], unchecked["figure"]) == ("alike", "no numbers", None)


def test_docs_name_every_key_of_the_document_and_no_other():
    text = (DOCS / "validation.md").read_text(encoding="utf-8").split("## As JSON")[1]
    named = {key for row in re.findall(r"^\| (`.+?) \|", text, re.M) for key in re.findall(r"`(\w+)`", row)}
    document = validation_document(VALIDATION)
    (trial,) = document["scenarios"]
    assert named == {*document, *trial, *trial["statements"][0]}


def test_the_page_has_every_statement_with_its_verdict_reason_and_source(page):
    text = " ".join(" ".join(page.texts).split())
    for verdict in Verdict:
        assert text.count(f"{SIGNS[verdict][1]} {verdict}") == 2, verdict  # counted at the top, listed in the table
    for words in (
        "their scale",
        "no numbers",
        "no reason is stated",
        "no such value",
        "Validation: interrupted",
        "never",
    ):
        assert words in text
    sources = {attributes["id"] for tag, attributes in page.tags if tag == "li" and "id" in attributes}
    links = {attributes["href"] for tag, attributes in page.tags if tag == "a"}
    assert links == {f"#{source}" for source in sources} and len(sources) == 3


def test_the_page_asks_for_nothing_and_runs_nothing(page):
    text = validation_page(VALIDATION)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in page.tags}
    assert "default-src 'none'" in text and "url(" not in text and "http" not in re.sub("http-equiv", "", text)
    assert "prefers-color-scheme: dark" in text
    assert page.opened == []


def test_what_a_user_wrote_stays_text(page):
    assert page.texts.count(NASTY) >= 2
    assert not [tag for tag, _ in page.tags if tag == "script"]


def test_the_same_validation_gives_the_same_page():
    (trial,) = VALIDATION.trials
    later = Validation(
        (Trial(trial.name, trial.title, trial.source, trial.robot, trial.status, 9.0, trial.judgements),), ("never",)
    )
    assert validation_page(later) == validation_page(VALIDATION)
