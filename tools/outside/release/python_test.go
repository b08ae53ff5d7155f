package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pip installs the wheel, and knows its version and its files.
func TestPython(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: runs pip")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	if exec.Command(python, "-m", "pip", "--version").Run() != nil {
		t.Skip("pip is not installed")
	}
	r, _ := testRelease(t)
	r.src, r.version = "../../..", "0.1.0-rc.1"
	if err := r.writePython(); err != nil {
		t.Fatal(err)
	}
	wheel := filepath.Join(r.out, "earl_spark-0.1.0rc1-py3-none-any.whl")
	target := t.TempDir()
	install := exec.CommandContext(t.Context(), python, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--disable-pip-version-check", "--target", target, wheel)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("pip: %v: %s", err, out)
	}
	const program = `
import importlib.metadata as m
d = m.distribution("earl-spark")
print(d.version, d.metadata["License-Expression"], d.requires)
print(all(f.locate().exists() for f in d.files), sorted(str(f) for f in d.files if "info" not in str(f)))
print(open("earl_spark/__init__.py").read().count('__version__ = "0.1.0rc1"'))
`
	run := exec.CommandContext(t.Context(), python, "-c", program)
	run.Dir, run.Env = target, append(run.Environ(), "PYTHONPATH="+target)
	out, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"0.1.0rc1 Apache-2.0 ['pyarrow>=15', 'pyspark[sql]>=4.1; extra == \"spark\"']\n", "\nTrue [", "'earl_spark/functions.json'", "'earl_spark/process.py'", "\n1\n"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
