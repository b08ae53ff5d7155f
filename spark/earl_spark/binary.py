"""Where the program earl-rows is, on the driver and on the executors."""

import os
import platform
import shutil
import tempfile

NAME = "earl-rows"

_ARCHITECTURES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


def platform_name():
    """Return the name of the program for this kind of machine, such as earl-rows-linux-arm64."""
    machine = platform.machine().lower()
    return "%s-%s-%s" % (NAME, platform.system().lower(), _ARCHITECTURES.get(machine, machine))


def find_binary(path=None):
    """Return the path of an earl-rows that this process can run.

    The first of these is used: path; the environment variable EARL_ROWS; a file that was
    shipped with ship(), --files or --archives (in the archive's directory "earl"), named
    earl-rows-SYSTEM-ARCHITECTURE or earl-rows; earl-rows in PATH. A shipped file that is
    not executable is copied once.

    Raises FileNotFoundError if there is none.
    """
    path = path or os.environ.get("EARL_ROWS")
    if path:
        if not os.path.isfile(path):
            raise FileNotFoundError("earl-rows: there is no file %r" % path)
        return _executable(path)
    for root in _shipped():
        for name in (platform_name(), NAME):
            for file in (os.path.join(root, name), os.path.join(root, "earl", name)):
                if os.path.isfile(file):
                    return _executable(file)
    found = shutil.which(NAME)
    if found:
        return found
    raise FileNotFoundError(
        "earl-rows was not found. Call earl_spark.ship(spark, 'path/to/earl-rows'), "
        "or set EARL_ROWS, or put it into PATH on every machine"
    )


def _shipped():
    """Return the directories with files that Spark shipped to this process."""
    from pyspark import SparkFiles

    try:
        return [os.path.abspath(SparkFiles.getRootDirectory())]
    except Exception:  # there is no SparkContext in this process
        return []


def _executable(file):
    """Return file, or a copy of it that can be executed."""
    if os.access(file, os.X_OK):
        return file
    root = os.path.join(tempfile.gettempdir(), "earl-rows-%d" % os.getuid())
    os.makedirs(root, mode=0o700, exist_ok=True)
    if os.stat(root).st_uid != os.getuid():
        raise PermissionError("earl-rows: another user owns %s" % root)
    info = os.stat(file)
    copy = os.path.join(root, "%d-%d-%d" % (info.st_size, info.st_mtime_ns, info.st_ino))
    if not os.path.exists(copy):
        with tempfile.NamedTemporaryFile(dir=root, delete=False) as new, open(file, "rb") as old:
            shutil.copyfileobj(old, new)
        os.chmod(new.name, 0o700)
        os.rename(new.name, copy)  # at once: other workers see all of it or nothing
    return copy


def ship(spark, *paths):
    """Send earl-rows to all executors of a SparkSession, now and later.

    Without paths, it is the program that find_binary() finds on this machine. For a
    cluster with several kinds of machines, give one path for each kind, and name the
    files earl-rows-linux-amd64 and earl-rows-linux-arm64.
    """
    for path in paths or (find_binary(),):
        path = os.path.abspath(path)  # Spark has another current directory
        name = os.path.basename(path)
        if name != NAME and not name.startswith(NAME + "-"):
            raise ValueError("%s: the file must be named earl-rows or earl-rows-SYSTEM-ARCHITECTURE" % path)
        if hasattr(spark, "_jsc") or hasattr(spark, "_jvm"):
            spark.sparkContext.addFile(path)
        else:  # Spark Connect
            spark.addArtifact(path, file=True)
