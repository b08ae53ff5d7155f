package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/v1/mutate"
)

// testRelease returns a release of version 0.1.0 with a program that is only a text.
func testRelease(t *testing.T) (*release, *program) {
	t.Helper()
	r := &release{
		version: "0.1.0", commit: "0123abc", license: []byte("the license\n"), notices: []byte("licenses of others\n"),
		time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), tmp: t.TempDir(), out: t.TempDir(),
	}
	p := &program{goos: "linux", goarch: "amd64", data: []byte("program\n"), components: []component{
		{name: "example.com/m", version: "v1.0.0", url: "pkg:golang/example.com/m@v1.0.0", licenses: []string{"MIT"}},
	}}
	return r, p
}

var testExtras = []file{
	{"man/earl.1", 0o644, []byte(".TH EARL 1\n")}, {"completions/earl.bash", 0o644, []byte("complete earl\n")},
	{"completions/_earl", 0o644, []byte("#compdef earl\n")}, {"LICENSE", 0o644, []byte("the license\n")},
	{"CHANGELOG.md", 0o644, []byte("# Changelog\n")}, {"README.md", 0o644, []byte("# earl\n")},
}

func TestArchiveHasOneOrderTimeAndOwner(t *testing.T) {
	r, _ := testRelease(t)
	data, err := targz(testExtras, r.time)
	if err != nil {
		t.Fatal(err)
	}
	other := slices.Clone(testExtras)
	slices.Reverse(other)
	again, err := targz(other, r.time.In(time.FixedZone("", 3600)))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, again) {
		t.Error("the order of the files or the time zone changes the archive")
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for h := range headers(t, z) {
		if h.Uname != "root" || h.Uid != 0 || !h.ModTime.Equal(r.time) {
			t.Errorf("%s: owner %s (%d), time %v; want root (0), %v", h.Name, h.Uname, h.Uid, h.ModTime, r.time)
		}
	}
}

// headers yields the headers of a tar archive, in their order.
func headers(t *testing.T, r io.Reader) func(yield func(*tar.Header) bool) {
	return func(yield func(*tar.Header) bool) {
		for a := tar.NewReader(r); ; {
			h, err := a.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !yield(h) {
				return
			}
		}
	}
}

// Two releases in different directories have the same packages, components and images.
func TestOutputDependsOnlyOnTheCommit(t *testing.T) {
	var outs [2]string
	for i := range outs {
		r, p := testRelease(t)
		if err := r.publish(p, testExtras); err != nil {
			t.Fatal(err)
		}
		if err := r.writeImage([]*program{p}); err != nil {
			t.Fatal(err)
		}
		if err := r.writeDigests(); err != nil {
			t.Fatal(err)
		}
		sums, err := os.ReadFile(filepath.Join(r.out, "SHA256SUMS"))
		if err != nil {
			t.Fatal(err)
		}
		outs[i] = string(sums)
	}
	if outs[0] != outs[1] || strings.Count(outs[0], "\n") != 6 {
		t.Errorf("two releases have the digests\n%sand\n%s", outs[0], outs[1])
	}
}

func TestUnknownLicenseIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "LICENSE"), []byte("Ask us first.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := component{name: "example.com/m"}
	if err := c.readLicenses(dir, licenseFile); err == nil {
		t.Errorf("readLicenses accepts %v", c.licenses)
	}
}

func TestApacheLicenseIsNotRepeated(t *testing.T) {
	text, err := os.ReadFile("../../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	got := string(withoutApache(append(text, "\nCopyright of more.\n"...), "THERE"))
	if strings.Contains(got, "Unless required by applicable law") || !strings.Contains(got, "is in THERE.") || !strings.Contains(got, "Copyright of more.") {
		t.Errorf("the license became\n%s", got)
	}
}

// A container has a user without rights, certificates and a directory for temporary files.
func TestImageHasWhatTheProgramNeeds(t *testing.T) {
	r, p := testRelease(t)
	image, err := r.image(p)
	if err != nil {
		t.Fatal(err)
	}
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if config.Config.User != "65532:65532" || config.Config.Entrypoint[0] != "/usr/bin/earl" || config.Architecture != "amd64" {
		t.Errorf("config %+v of %s", config.Config, config.Architecture)
	}
	modes := map[string]int64{}
	for h := range headers(t, mutate.Extract(image)) {
		modes[h.Name] = h.Mode
	}
	for name, want := range map[string]int64{"usr/bin/earl": 0o755, "tmp": 0o1777, "work": 0o777, "usr/share/licenses/LICENSE": 0o644} {
		if modes[name]|modes[name+"/"] != want {
			t.Errorf("%s has mode %o, want %o", name, modes[name]|modes[name+"/"], want)
		}
	}
	n := 0
	for block, rest := pem.Decode(authorities()); block != nil; block, rest = pem.Decode(rest) {
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			t.Error(err)
		}
		n++
	}
	if n < 80 {
		t.Errorf("%d certificates", n)
	}
}

// The page and the npm package are among the files. npm reads the package.
func TestWeb(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: compiles to WebAssembly")
	}
	r, _ := testRelease(t)
	r.src = "../../.."
	if err := r.writeWeb(t.Context()); err != nil {
		t.Fatal(err)
	}
	page, err := zip.OpenReader(filepath.Join(r.out, "earl_0.1.0_page.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()
	if _, err := page.Open("earl-page/index.html"); err != nil {
		t.Error(err)
	}
	listed := check(t, r, ".", "npm", "pack", "--dry-run", "--json", "./earl-url-earl-0.1.0.tgz")
	for _, want := range []string{`"@earl-url/earl@0.1.0"`, `"index.d.ts"`, `"LICENSE"`, `"README.md"`, `"module.js"`} {
		if !strings.Contains(listed, want) {
			t.Errorf("npm pack prints no %s: %s", want, listed)
		}
	}
}

// The lines of the description have the length that package managers show.
func TestDescriptionIsNarrow(t *testing.T) {
	for line := range strings.Lines(summary + "\n" + description + "\n") {
		if len(line) > 80 {
			t.Errorf("%q has %d bytes, without its end at most 79", line, len(line)-1)
		}
	}
}

// The package managers read the files for Homebrew, Scoop and AUR.
func TestManifests(t *testing.T) {
	r, _ := testRelease(t)
	var programs []*program
	for platform := range strings.SplitSeq(allPlatforms, ",") {
		goos, goarch, _ := strings.Cut(platform, "/")
		p := &program{goos: goos, goarch: goarch, data: []byte(platform)}
		programs = append(programs, p)
		if err := r.writeArchive(p, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.writeManifests(programs); err != nil {
		t.Fatal(err)
	}
	var scoop struct {
		Version      string
		Architecture map[string]struct{ URL, Hash string }
	}
	data, err := os.ReadFile(filepath.Join(r.out, "scoop", "earl.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &scoop); err != nil {
		t.Fatal(err)
	}
	arm := scoop.Architecture["arm64"]
	if scoop.Version != "0.1.0" || len(arm.Hash) != 64 || arm.URL != homepage+"/releases/download/v0.1.0/earl_0.1.0_windows_arm64.zip" {
		t.Errorf("scoop/earl.json has version %s, %+v", scoop.Version, arm)
	}
	for _, f := range manifests {
		text, err := os.ReadFile(filepath.Join(r.out, filepath.FromSlash(f.name)))
		if err != nil || !strings.Contains(string(text), "Open, "+summary[len("open, "):]) {
			t.Errorf("%s has not the summary: %v", f.name, err)
		}
	}
	t.Run("homebrew", func(t *testing.T) { check(t, r, "homebrew", "ruby", "-c", "earl.rb") })
	t.Run("aur", func(t *testing.T) {
		check(t, r, "aur", "bash", "-n", "PKGBUILD")
		want, err := os.ReadFile(filepath.Join(r.out, "aur", ".SRCINFO"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat("/usr/share/makepkg/srcinfo.sh"); err != nil {
			t.Skip("makepkg is not installed")
		}
		if got := check(t, r, "aur", "bash", "-c", srcinfo); got != string(want) {
			t.Errorf("makepkg prints\n%s\nwant\n%s", got, want)
		}
	})
}

// srcinfo does what makepkg --printsrcinfo does, which refuses to run as root.
const srcinfo = `export LIBRARY=/usr/share/makepkg
for f in $LIBRARY/util/*.sh $LIBRARY/srcinfo.sh; do . $f; done
. ./PKGBUILD && write_srcinfo_content`

// check runs a program in a directory of a release and returns its output.
func check(t *testing.T, r *release, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(args[0]); err != nil {
		t.Skipf("%s is not installed", args[0])
	}
	c := exec.Command(args[0], args[1:]...)
	c.Dir = filepath.Join(r.out, dir)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %v: %s", args, err, stderr.String())
	}
	return string(out)
}
