package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed drivers
var drivers embed.FS

// bench is the directory in which drivers are built and registries' packages installed.
type bench struct{ dir string }

// newBench writes the drivers into a directory.
func newBench(dir string) (*bench, error) {
	b := &bench{dir}
	return b, fs.WalkDir(drivers, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.Join(dir, filepath.FromSlash(path))
		if d.IsDir() {
			return os.MkdirAll(name, 0o755)
		}
		data, err := drivers.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(name, data, 0o644)
	})
}

// path returns the path of a file of the bench.
func (b *bench) path(elem ...string) string {
	return filepath.Join(append([]string{b.dir}, elem...)...)
}

// kit is a way to get parsers and to start their drivers.
type kit struct {
	registry string // that has the packages
	// prepare builds the driver of a parser, or returns the reason why it cannot.
	prepare func(ctx context.Context, b *bench, p parser) (*driver, error)
}

var (
	kitGo      = kit{"go", goDriver}
	kitGo119   = kit{"apt", go119Driver}
	kitPython  = kit{"apt", pythonDriver}
	kitPip     = kit{"pip", pipDriver}
	kitNode    = kit{"npm", nodeDriver}
	kitJava    = kit{"maven", javaDriver}
	kitPHP     = kit{"apt", phpDriver}
	kitRuby    = kit{"apt", rubyDriver}
	kitPerl    = kit{"apt", perlDriver}
	kitScript  = kit{"apt", scriptDriver}
	kitC       = kit{"apt", cDriver}
	kitCompile = kit{"apt", compiledDriver}
	kitMono    = kit{"apt", monoDriver}
	kitRust    = kit{"cargo", rustDriver}
	kitFetch   = kit{"", fetchDriver}
)

// run runs a command in a directory. Its error contains a line of the output.
func run(ctx context.Context, dir string, command ...string) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8")
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w: %s", command[0], err, reason(string(out)))
}

// reason returns the line of a failed command's output that says why it failed: the
// first one that begins with "error", else the last. It has at most 200 bytes.
func reason(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	line := lines[len(lines)-1]
	if k := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(strings.ToLower(s), "error") }); k >= 0 {
		line = lines[k]
	}
	line = strings.TrimSpace(line)
	return line[:min(len(line), 200)]
}

// needs returns an error if a program is missing.
func needs(program string) error {
	if _, err := exec.LookPath(program); err != nil {
		return fmt.Errorf("%s is not installed", program)
	}
	return nil
}

func goDriver(ctx context.Context, b *bench, p parser) (*driver, error) {
	return buildGo(ctx, b, p, "go")
}

func go119Driver(ctx context.Context, b *bench, p parser) (*driver, error) {
	return buildGo(ctx, b, p, "/usr/lib/go-1.19/bin/go")
}

func buildGo(ctx context.Context, b *bench, p parser, program string) (*driver, error) {
	if err := needs(program); err != nil {
		return nil, err
	}
	dir := b.path("go")
	source := b.path("drivers", "golang", p.args[0])
	if len(p.packages) == 0 || program != "go" {
		dir = b.path("drivers", "golang")
	}
	out := b.path("bin", p.name)
	err := run(ctx, dir, program, "build", "-o", out, source)
	return &driver{name: p.name, command: []string{out}}, err
}

// pythonDriver uses Debian's Python with Debian's packages.
func pythonDriver(_ context.Context, b *bench, p parser) (*driver, error) {
	return startPython(b, p, "/usr/bin/python3")
}

// pipDriver uses the packages of the Python Package Index, in their newest versions.
func pipDriver(_ context.Context, b *bench, p parser) (*driver, error) {
	return startPython(b, p, b.path("venv", "bin", "python"))
}

func startPython(b *bench, p parser, program string) (*driver, error) {
	if err := needs(program); err != nil {
		return nil, err
	}
	return &driver{name: p.name, command: []string{program, b.path("drivers", "python", "read.py"), p.args[0]}}, nil
}

func nodeDriver(_ context.Context, b *bench, p parser) (*driver, error) {
	if err := needs("node"); err != nil {
		return nil, err
	}
	dir := b.path("npm")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	// Node finds the packages beside the script.
	script := filepath.Join(dir, "read.js")
	data, err := drivers.ReadFile("drivers/node/read.js")
	if err != nil {
		return nil, err
	}
	err = os.WriteFile(script, data, 0o644)
	return &driver{name: p.name, command: []string{"node", "read.js", p.args[0]}, dir: dir}, err
}

func javaDriver(ctx context.Context, b *bench, p parser) (*driver, error) {
	if err := needs("javac"); err != nil {
		return nil, err
	}
	out, jars := b.path("classes", p.name), b.path("jars", p.name)
	command := []string{"javac", "-nowarn", "-cp", jars + "/*", "-d", out, b.path("drivers", "java", "Read.java")}
	for _, class := range p.args {
		command = append(command, b.path("drivers", "java", class+".java"))
	}
	err := run(ctx, b.dir, command...)
	return &driver{name: p.name, command: []string{"java", "-cp", out + ":" + jars + "/*", "Read", p.args[0]}}, err
}

func phpDriver(_ context.Context, b *bench, p parser) (*driver, error) {
	return interpreted(b, p.name, "drivers/php/read.php", "php", p.args...)
}

func rubyDriver(_ context.Context, b *bench, p parser) (*driver, error) {
	return interpreted(b, p.name, "drivers/ruby/read.rb", "ruby", p.args...)
}

func perlDriver(_ context.Context, b *bench, p parser) (*driver, error) {
	return interpreted(b, p.name, "drivers/perl/read.pl", "perl", p.args...)
}

// scriptDriver starts a script: its file, its interpreter with options, and arguments.
func scriptDriver(_ context.Context, b *bench, p parser) (*driver, error) {
	return interpreted(b, p.name, "drivers/"+p.args[0], p.args[1], p.args[2:]...)
}

func interpreted(b *bench, name, script, interpreter string, args ...string) (*driver, error) {
	command := strings.Fields(interpreter)
	if err := needs(command[0]); err != nil {
		return nil, err
	}
	command = append(command, b.path(filepath.FromSlash(script)))
	return &driver{name: name, command: append(command, args...)}, nil
}

// cDriver compiles a driver in C, C++ or Objective-C: its file, then linker options or the
// name of the library for pkg-config, then arguments of the driver.
func cDriver(ctx context.Context, b *bench, p parser) (*driver, error) {
	compiler, dir := "gcc", "c"
	switch filepath.Ext(p.args[0]) {
	case ".cpp":
		compiler, dir = "g++ -std=c++17 -fPIC", "cxx"
	case ".m":
		compiler, dir = "gcc -std=gnu99 -fobjc-exceptions -I/usr/include/GNUstep -fconstant-string-class=NSConstantString", "objc"
	}
	library := p.args[1]
	if library != "" && !strings.HasPrefix(library, "-") {
		library = "$(pkg-config --cflags --libs " + library + ")"
	}
	out := b.path("bin", p.name)
	line := fmt.Sprintf("%s -O1 -w -o %s %s %s", compiler, out, b.path("drivers", dir, p.args[0]), library)
	if err := os.MkdirAll(b.path("bin"), 0o755); err != nil {
		return nil, err
	}
	err := run(ctx, b.dir, "sh", "-c", line)
	return &driver{name: p.name, command: append([]string{out}, p.args[2:]...)}, err
}

// compiledDriver runs a compiler: %[1]s is the source, %[2]s the program, and %[3]s a
// directory for other files.
func compiledDriver(ctx context.Context, b *bench, p parser) (*driver, error) {
	out, other := b.path("bin", p.name), b.path("build", p.name)
	if err := os.MkdirAll(other, 0o755); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(b.path("bin"), 0o755); err != nil {
		return nil, err
	}
	command := strings.Fields(fmt.Sprintf(p.args[1]+"%.0[3]s", b.path("drivers", filepath.FromSlash(p.args[0])), out, other))
	if err := needs(command[0]); err != nil {
		return nil, err
	}
	return &driver{name: p.name, command: []string{out}}, run(ctx, other, command...)
}

func monoDriver(ctx context.Context, b *bench, p parser) (*driver, error) {
	if err := needs("mcs"); err != nil {
		return nil, err
	}
	out := b.path("bin", p.name+".exe")
	err := run(ctx, b.dir, "mcs", "-out:"+out, b.path("drivers", filepath.FromSlash(p.args[0])))
	return &driver{name: p.name, command: []string{"mono", out}}, err
}

// rustDriver uses one program for all crates that could be compiled.
func rustDriver(_ context.Context, b *bench, p parser) (*driver, error) {
	out := b.path("rust", p.args[0], "target", "release", "read")
	if err := needs(out); err != nil {
		return nil, fmt.Errorf("cargo built no driver")
	}
	return &driver{name: p.name, command: []string{out}}, nil
}

// fetchDriver refuses: a program that downloads prints no reading, it connects.
func fetchDriver(context.Context, *bench, parser) (*driver, error) {
	return nil, errors.New("not run: it fetches, and the laboratory connects to no server")
}
