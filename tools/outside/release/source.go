package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// versionForm is the form of a version of Go modules that is no pseudo-version.
var versionForm = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.]+)?$`)

// newRelease clones HEAD into tmp, tags the clone and fetches the terminal emulator into
// it. The Go command finds the tag and records the version in programs.
func newRelease(ctx context.Context, version, tmp, out string) (*release, error) {
	top, err := output(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	if version == "" {
		if version, err = output(ctx, top, "git", "describe", "--exact-match", "--tags"); err != nil {
			return nil, fmt.Errorf("HEAD has no tag; give -version: %w", err)
		}
	}
	if !versionForm.MatchString(version) {
		return nil, fmt.Errorf("-version %q: must be like v1.2.3 or v1.2.3-rc.1", version)
	}
	r := &release{version: version[1:], src: filepath.Join(tmp, "src"), tmp: tmp, out: out}
	if r.commit, err = output(ctx, top, "git", "rev-parse", "HEAD"); err != nil {
		return nil, err
	}
	seconds, err := output(ctx, top, "git", "show", "-s", "--format=%cI", "HEAD")
	if err != nil {
		return nil, err
	}
	if r.time, err = time.Parse(time.RFC3339, seconds); err != nil {
		return nil, err
	}
	r.time = r.time.UTC()
	if err := r.checkout(ctx, top, version); err != nil {
		return nil, err
	}
	if r.license, err = os.ReadFile(filepath.Join(r.src, "LICENSE")); err != nil {
		return nil, err
	}
	notices, err := output(ctx, r.src, "go", "run", "./tools/notices")
	if err != nil {
		return nil, err
	}
	r.notices = []byte(notices + "\n")
	if r.moduleDirs, err = r.findModules(ctx); err != nil {
		return nil, err
	}
	r.emulator, err = r.findEmulator(ctx)
	return r, err
}

// checkout clones the commit of the release and adds the terminal emulator.
func (r *release) checkout(ctx context.Context, top, version string) error {
	for _, args := range [][]string{
		{"git", "clone", "-q", "--no-checkout", top, r.src},
		{"git", "-C", r.src, "-c", "advice.detachedHead=false", "checkout", "-q", r.commit},
		{"git", "-C", r.src, "tag", "-f", version},
		{"git", "-C", r.src, "tag", "-f", rowsDir + "/" + version},
		{"go", "-C", r.src, "mod", "download"}, // so that the licenses of all modules are here
		{"go", "-C", filepath.Join(r.src, rowsDir), "mod", "download"},
		{"go", "-C", r.src, "run", "./tools/fetchxterm"},
	} {
		if _, err := output(ctx, "", args[0], args[1:]...); err != nil {
			return err
		}
	}
	return nil
}

// output runs a program in a directory and returns what it wrote to stdout, without white
// space at its ends.
func output(ctx context.Context, dir, name string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return strings.TrimSpace(string(out)), nil
}

// rowsDir is the module of earl-rows in the repository.
const rowsDir = "cmd/earl-rows"

// program is the command, built for one platform, and the program earl-rows, which runs
// its subcommand rows.
type program struct {
	goos, goarch string
	data         []byte
	rows         []byte
	components   []component // what both were built from
}

// name returns the name of the archive of a program, without its suffix.
func (p *program) name(r *release) string {
	return "earl_" + r.version + "_" + p.goos + "_" + p.goarch
}

// file returns the name of the program.
func (p *program) file() string {
	if p.goos == "windows" {
		return "earl.exe"
	}
	return "earl"
}

// rowsFile returns the name of the program earl-rows.
func (p *program) rowsFile() string {
	if p.goos == "windows" {
		return "earl-rows.exe"
	}
	return "earl-rows"
}

// build builds the programs for a platform, such as "linux/amd64".
func (r *release) build(ctx context.Context, platform string) (*program, error) {
	goos, goarch, ok := strings.Cut(platform, "/")
	if !ok {
		return nil, fmt.Errorf("-platforms %q: must be like linux/amd64", platform)
	}
	p := &program{goos: goos, goarch: goarch}
	dir := filepath.Join(r.tmp, goos+"-"+goarch)
	var err error
	if p.data, err = r.compile(ctx, p, r.src, "./cmd/earl", filepath.Join(dir, p.file())); err != nil {
		return nil, err
	}
	if p.rows, err = r.compile(ctx, p, filepath.Join(r.src, rowsDir), ".", filepath.Join(dir, p.rowsFile())); err != nil {
		return nil, err
	}
	p.components = append(p.components, r.emulator...)
	return p, nil
}

// compile builds a package, adds what it is built from to the components of p, and returns
// the program.
func (r *release) compile(ctx context.Context, p *program, dir, pkg, path string) ([]byte, error) {
	goos, goarch := p.goos, p.goarch
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", path, pkg)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0",
		"GOFLAGS=", "GOWORK=off", "GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOFIPS140=off")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build of %s for %s/%s: %w: %s", pkg, goos, goarch, err, out)
	}
	components, err := r.componentsOf(path)
	if err != nil {
		return nil, err
	}
	for _, c := range components {
		if !slices.ContainsFunc(p.components, func(o component) bool { return o.url == c.url }) {
			p.components = append(p.components, c)
		}
	}
	return os.ReadFile(path)
}

// shells are the shells with completions, and the names of their files.
var shells = []struct{ name, file string }{
	{"bash", "earl.bash"}, {"zsh", "_earl"}, {"fish", "earl.fish"}, {"powershell", "earl.ps1"},
}

// extras returns the files that archives contain besides the program: the documents of
// the repository, man pages and completions. The program of this machine prints the last
// two.
func (r *release) extras(ctx context.Context) (files []file, err error) {
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		data, err := os.ReadFile(filepath.Join(r.src, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, 0o644, data})
	}
	p, err := r.build(ctx, runtime.GOOS+"/"+runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	earl := filepath.Join(r.tmp, p.goos+"-"+p.goarch, p.file())
	for _, s := range shells {
		script, err := output(ctx, "", earl, "completion", s.name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"completions/" + s.file, 0o644, []byte(script + "\n")})
	}
	pages, err := r.manPages(ctx, earl)
	return append(files, pages...), err
}

// manPages returns the man pages that a program writes.
func (r *release) manPages(ctx context.Context, earl string) (files []file, err error) {
	dir := filepath.Join(r.tmp, "man")
	if _, err := output(ctx, "", earl, "man", dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{"man/" + e.Name(), 0o644, data})
	}
	return files, nil
}
