"""Where the program is found."""

import os
import stat

import pytest

from earl_spark import binary


def test_order(monkeypatch, tmp_path):
    shipped, path = tmp_path / "shipped", tmp_path / "path"
    for d in (shipped / "earl", path):
        d.mkdir(parents=True)
    monkeypatch.setattr(binary, "_shipped", lambda: [str(shipped)])
    monkeypatch.setenv("PATH", str(path))
    monkeypatch.delenv("EARL_ROWS", raising=False)
    with pytest.raises(FileNotFoundError, match="earl_spark.ship"):
        binary.find_binary()
    for file in (path / "earl-rows", shipped / "earl" / "earl-rows", shipped / "earl-rows", shipped / binary.platform_name()):
        file.write_text("#!/bin/sh\n")
        file.chmod(0o755)
        assert binary.find_binary() == str(file)
    monkeypatch.setenv("EARL_ROWS", str(path / "earl-rows"))
    assert binary.find_binary() == str(path / "earl-rows")
    assert binary.find_binary(str(shipped / "earl-rows")) == str(shipped / "earl-rows")
    with pytest.raises(FileNotFoundError, match="nosuch"):
        binary.find_binary(str(tmp_path / "nosuch"))


def test_a_file_without_its_execute_bit_is_copied_once(monkeypatch, tmp_path):
    monkeypatch.setattr(binary.tempfile, "gettempdir", lambda: str(tmp_path))
    file = tmp_path / "earl-rows"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o644)
    copy = binary.find_binary(str(file))
    assert copy != str(file)
    assert stat.S_IMODE(os.stat(copy).st_mode) == 0o700
    assert open(copy).read() == "#!/bin/sh\n"
    assert binary.find_binary(str(file)) == copy
    assert len(os.listdir(os.path.dirname(copy))) == 1
    file.write_text("#!/bin/sh\nexit\n")
    assert binary.find_binary(str(file)) != copy
    os.chmod(os.path.dirname(copy), 0o777)
    with pytest.raises(PermissionError):
        binary.find_binary(str(file))


def test_a_shipped_file_has_a_name_that_executors_find(tmp_path):
    with pytest.raises(ValueError, match="must be named earl-rows"):
        binary.ship(None, str(tmp_path / "program"))
