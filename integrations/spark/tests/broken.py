"""A program like earl-rows that does one thing wrong, for tests.

Its answer is the column "url" as "valid", which is as true as it can be without parsing.
EARL_TEST_FAULT names the fault, EARL_TEST_BATCH the number of the batch that has it. With
EARL_TEST_FILE only the process that makes this file has the fault.
"""

import os
import sys
import time

import pyarrow as pa


def main():
    fault, at = os.environ.get("EARL_TEST_FAULT", ""), int(os.environ.get("EARL_TEST_BATCH", "0"))
    schema = pa.schema([("valid", pa.bool_())])
    if fault == "usage":
        sys.stderr.write("earl-rows: character 1: unknown column \"nosuch\"\n")
        return 2
    if os.environ.get("EARL_TEST_FILE"):
        try:
            os.close(os.open(os.environ["EARL_TEST_FILE"], os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            fault = ""
    reader = pa.ipc.open_stream(sys.stdin.buffer)
    writer = pa.ipc.new_stream(sys.stdout.buffer, schema)
    for number, batch in enumerate(reader):
        valid = pa.array([v is not None for v in batch.column("url").to_pylist()])
        out = pa.RecordBatch.from_arrays([valid], schema=schema)
        if number == at:
            if fault == "hang":
                time.sleep(600)
            if fault == "status":
                sys.stderr.write("earl-rows: row 7: internal fault\n")
                return 3
            if fault == "kill":
                os.kill(os.getpid(), 9)
            if fault == "truncate":  # exit status 0, half of a batch
                sink = pa.BufferOutputStream()
                with pa.ipc.new_stream(sink, schema) as w:
                    w.write_batch(out)
                data = sink.getvalue().to_pybytes()
                sys.stdout.buffer.write(data[: len(data) // 2])
                sys.stdout.buffer.flush()
                os._exit(0)
            if fault == "end":  # exit status 0, one batch missing
                writer.close()
                sys.stdout.buffer.flush()
                os._exit(0)
            if fault == "short":
                out = out.slice(1)
            if fault == "twice":
                writer.write_batch(out)
        writer.write_batch(out)
        sys.stdout.buffer.flush()
    if fault == "more":
        writer.write_batch(out)
    writer.close()
    sys.stdout.buffer.flush()
    return 5 if fault == "last" else 0


sys.exit(main())
