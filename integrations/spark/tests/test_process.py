"""The exchange with one program, without Spark."""

import os
import time

import pyarrow as pa
import pytest

from conftest import processes
from earl_spark.process import EarlRowsError, output_schema, stream


def batches(*sizes):
    schema = pa.schema([("url", pa.string())])
    return [pa.RecordBatch.from_pydict({"url": ["http://h/%d" % i for i in range(n)]}, schema) for n in sizes]


def test_answers_line_up(broken):
    out = list(stream(batches(1, 0, 3), [], binary=broken("none")))
    assert [b.num_rows for b in out] == [1, 0, 3]


def test_nothing_starts_without_batches():
    assert list(stream([], [], binary="/nonexistent")) == []


@pytest.mark.parametrize(
    "fault, message",
    [
        ("status", "no answer for rows 10 to 14: exit status 3\nearl-rows: row 7: internal fault"),
        ("kill", "no answer for rows 10 to 14: exit status -9"),
        ("truncate", "no answer for rows 10 to 14: exit status 0"),
        ("end", "no answer for rows 10 to 14: exit status 0"),
        ("short", "4 rows came back for rows 10 to 14"),
        ("twice", "5 rows came back for rows 15 to 17"),
        ("more", "a batch too many after 18 rows"),
        ("last", "it failed after 18 rows: exit status 5"),
        ("hang", "no answer for rows 10 to 14: it took longer than 8 s"),
    ],
)
def test_a_fault_is_an_error(broken, fault, message):
    program = broken(fault, batch=1)
    limit = 8 if fault == "hang" else 60  # the fault starts Python, which can take seconds
    with pytest.raises(EarlRowsError) as e:
        list(stream(batches(10, 5, 3), [], where="here: ", binary=program, limit=limit))
    assert "here: earl-rows: " + message in str(e.value)
    assert not processes(program)


def test_an_early_stop_ends_the_program(broken):
    answers = stream(batches(1, 1, 1), [], binary=broken("none"))
    next(answers)
    program = answers.gi_frame.f_locals["program"].process
    assert program.poll() is None
    answers.close()
    assert program.poll() is not None


def test_no_files_stay_open(broken):
    before = len(os.listdir("/proc/self/fd"))
    for fault in ("none", "status", "last"):
        try:
            list(stream(batches(1), [], binary=broken(fault)))
        except EarlRowsError:
            pass
    time.sleep(0.1)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_wrong_selection_is_a_value_error(broken):
    with pytest.raises(ValueError, match="unknown column"):
        output_schema(pa.schema([("url", pa.string())]), ["--select", "nosuch"], binary=broken("usage"))
