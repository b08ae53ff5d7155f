"""Where the programs earl-rows and earl are, on the driver and on the executors."""

import os
import platform
import shutil
import stat
import tempfile

NAME = "earl-rows"

_VARIABLES = {NAME: "EARL_ROWS", "earl": "EARL"}
"""The programs, and the environment variables with their paths."""

_ARCHITECTURES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


def platform_name(name=NAME):
    """Return the name of a program for this kind of machine, such as earl-rows-linux-arm64."""
    machine = platform.machine().lower()
    return "%s-%s-%s" % (name, platform.system().lower(), _ARCHITECTURES.get(machine, machine))


def find_binary(path=None, name=NAME):
    """Return the path of an earl-rows that this process can run, or of earl.

    The first of these is used: path; the environment variable EARL_ROWS; a file that was
    shipped with ship(), --files or --archives (in the archive's directory "earl"), named
    earl-rows-SYSTEM-ARCHITECTURE or earl-rows; earl-rows in PATH. A shipped file that is
    not executable is copied once. For earl, the variable is EARL, and the names have earl
    for earl-rows.

    Raises FileNotFoundError if there is none.
    """
    path = path or os.environ.get(_VARIABLES[name])
    if path:
        if not os.path.isfile(path):
            raise FileNotFoundError("%s: there is no file %r" % (name, path))
        return _executable(path)
    for root in _shipped():
        for file_name in (platform_name(name), name):
            for file in (os.path.join(root, file_name), os.path.join(root, "earl", file_name)):
                if os.path.isfile(file):
                    return _executable(file)
    found = shutil.which(name)
    if found:
        return found
    raise FileNotFoundError(
        "{0} was not found. Call earl_spark.ship(spark, 'path/to/{0}'), or set {1}, "
        "or put it into PATH on every machine".format(name, _VARIABLES[name])
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
    owner = os.lstat(root)
    if owner.st_uid != os.getuid() or not stat.S_ISDIR(owner.st_mode) or owner.st_mode & 0o077:
        raise PermissionError("earl-rows: other users can change %s" % root)
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
        if name not in _VARIABLES and not name.startswith(("earl-rows-", "earl-linux-")):
            raise ValueError("%s: the file must be named earl-rows or earl, or with -SYSTEM-ARCHITECTURE after that" % path)
        if hasattr(spark, "_jsc") or hasattr(spark, "_jvm"):
            spark.sparkContext.addFile(path)
        else:  # Spark Connect
            spark.addArtifact(path, file=True)
