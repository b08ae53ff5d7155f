"""One program earl-rows, and the record batches that go through it.

The program answers a batch before it reads the next one, so one thread is enough: write a
batch, read its answer, continue. A second thread only watches the time.
"""

import os
import subprocess
import tempfile
import threading
import time

import pyarrow as pa

from earl_spark.binary import find_binary

DEFAULT_LIMIT = 300.0
"""Seconds that the program may take for one batch."""

_STDERR = 2000  # the most bytes of its stderr in an error


class EarlRowsError(RuntimeError):
    """The program earl-rows ended, did not answer in time, or lost rows."""


def stream(batches, options, where="", binary=None, limit=DEFAULT_LIMIT):
    """Yield one record batch with the answers for each record batch, in the same order.

    options are the arguments of the program after "--format arrow". where is the start of
    error messages. The program starts with the first batch. It ends with the generator,
    also if the generator is closed early. Nothing starts if there are no batches.
    """
    program = None
    try:
        for batch in batches:
            if program is None:
                program = _Program(options, batch.schema, where, binary, limit)
            yield program.answer(batch)
        if program is not None:
            program.finish()
    finally:
        if program is not None:
            program.kill()


def output_schema(schema, options, binary=None, limit=DEFAULT_LIMIT):
    """Return the schema of the answers, by asking the program with an empty stream."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema):
        pass
    run = subprocess.run(
        [find_binary(binary), "--format", "arrow", *options],
        input=sink.getvalue().to_pybytes(),
        capture_output=True,
        timeout=limit,
    )
    if run.returncode != 0:
        raise ValueError(_text(run.stderr) or "earl-rows: exit status %d" % run.returncode)
    return pa.ipc.open_stream(run.stdout).schema


def _text(stderr):
    return stderr.decode("utf-8", "backslashreplace").strip()


class _Program:
    """A running program. Its methods raise EarlRowsError for whatever goes wrong in it."""

    def __init__(self, options, schema, where, binary, limit):
        self.where, self.limit, self.rows = where, limit, 0
        self.late = False
        self.deadline = None
        self.stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [find_binary(binary), "--format", "arrow", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.stderr,  # a file, because a pipe could fill up
            env={"GOMAXPROCS": "1", **os.environ},
        )
        self.ended = threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()
        self.writer, self.reader, self.schema = None, None, schema

    def _watch(self):
        """Kill the program if a batch takes too long. This ends the read or write of it."""
        while not self.ended.wait(min(1.0, self.limit / 4)):
            deadline = self.deadline
            if deadline is not None and time.monotonic() > deadline:
                self.late = True
                self.process.kill()
                return

    def answer(self, batch):
        """Return the answers for one batch."""
        self.deadline = time.monotonic() + self.limit
        try:
            if self.writer is None:
                self.writer = pa.ipc.new_stream(self.process.stdin, self.schema)
            self.writer.write_batch(batch)
            self.process.stdin.flush()
            if self.reader is None:
                self.reader = pa.ipc.open_stream(self.process.stdout)
            out = self.reader.read_next_batch()
        except (OSError, StopIteration, pa.ArrowException) as e:
            raise self._error("no answer for", batch.num_rows, e) from None
        if out.num_rows != batch.num_rows:
            raise self._error("%d rows came back for" % out.num_rows, batch.num_rows)
        self.rows += batch.num_rows
        self.deadline = None
        return out

    def finish(self):
        """End the stream, and check that the program has answered everything."""
        self.deadline = time.monotonic() + self.limit
        try:
            self.writer.close()
            self.process.stdin.close()
            extra = next(iter(self.reader), None)
        except (OSError, pa.ArrowException) as e:
            raise self._error("no end after", 0, e) from None
        if extra is not None:
            raise self._error("a batch too many after", 0)
        if self._status() != 0:
            raise self._error("it failed after", 0)

    def _status(self):
        """Wait for the exit status. A program that was asked to end ends soon."""
        try:
            return self.process.wait(self.limit)
        except subprocess.TimeoutExpired:
            self.late = True
            self.process.kill()
            return self.process.wait()

    def _error(self, what, rows, cause=None):
        """Return the error: which rows, what happened, and what the program wrote."""
        span = "%d rows" % self.rows if rows == 0 else "rows %d to %d" % (self.rows, self.rows + rows - 1)
        message = "%searl-rows: %s %s" % (self.where, what, span)
        if cause is not None and not self.late:
            try:  # it may be about to end: then its status and its message say why
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                message += ": %s" % cause
        if self.late:
            message += ": it took longer than %g s" % self.limit
        elif self.process.poll() is not None:
            message += ": exit status %d" % self.process.returncode
        self.stderr.seek(0, os.SEEK_END)
        self.stderr.seek(max(0, self.stderr.tell() - _STDERR))
        wrote = _text(self.stderr.read())
        return EarlRowsError(message + (wrote and "\n" + wrote))

    def kill(self):
        """End the program, whatever it does, and release its files."""
        self.ended.set()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for f in (self.process.stdin, self.process.stdout, self.stderr):
            try:
                f.close()
            except OSError:
                pass  # what was not flushed has no reader
