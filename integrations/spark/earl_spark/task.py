"""The name of a Spark task, for error messages."""


def task_name():
    """Return "partition 3, attempt 0: " in a task of Spark, and "" elsewhere."""
    from pyspark import TaskContext

    task = TaskContext.get()
    if task is None:
        return ""
    return "partition %d, attempt %d: " % (task.partitionId(), task.attemptNumber())
