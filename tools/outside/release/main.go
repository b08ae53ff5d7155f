// Release builds the files of a release: archives, packages for Linux, an image for
// containers, lists of components (SBOM), the page without a server, the npm package, the
// Python package for Apache Spark, digests, and the files for Homebrew, Scoop and AUR. Run
// it in a clone of the repository:
//
//	go -C release run . -version v0.1.0 "$PWD/dist"
//
// It builds the commit HEAD from a clone, so that files outside of git never get into a
// release. The same commit, version and Go release give the same bytes on every machine.
// It needs git, and npm to fetch the terminal emulator. CONTRIBUTING.md has the steps of
// a release.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// allPlatforms are the platforms of a release.
const allPlatforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

// homepage is the address of the project.
const homepage = "https://github.com/earl-url/earl"

// release contains what all files of a release have in common.
type release struct {
	version string    // without the "v"
	commit  string    // its hash
	time    time.Time // of the commit; every file has this time
	license []byte    // the license of earl
	notices []byte    // the licenses of all software that earl contains
	src     string    // a clone of the commit, with the terminal emulator
	tmp     string    // for files in between
	out     string

	moduleDirs map[string]string // of each module, and of Go itself as "std"
	emulator   []component       // the packages of the terminal emulator
}

// file is a file in an archive, a package or an image.
type file struct {
	path string // with slashes
	mode fs.FileMode
	data []byte
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	version := flag.String("version", "", "the version with its \"v\" (default: the tag of HEAD)")
	platforms := flag.String("platforms", allPlatforms, "the platforms to build, with commas between them")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: go -C release run . [-version vX.Y.Z] [-platforms OS/ARCH,...] DIR")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 || !filepath.IsAbs(flag.Arg(0)) {
		fmt.Fprintln(os.Stderr, "release: give one directory, as an absolute path")
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *version, strings.Split(*platforms, ","), flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
}

// run builds a release into an empty or new directory.
func run(ctx context.Context, version string, platforms []string, out string) error {
	if old, err := os.ReadDir(out); err == nil && len(old) > 0 {
		return fmt.Errorf("%s is not empty", out)
	}
	tmp, err := os.MkdirTemp("", "earl-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	r, err := newRelease(ctx, version, tmp, out)
	if err != nil {
		return err
	}
	return r.make(ctx, platforms)
}

// make builds all files.
func (r *release) make(ctx context.Context, platforms []string) error {
	extras, err := r.extras(ctx)
	if err != nil {
		return err
	}
	var programs []*program
	for _, platform := range platforms {
		p, err := r.build(ctx, platform)
		if err != nil {
			return err
		}
		programs = append(programs, p)
		if err := r.publish(p, extras); err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
	}
	if err := r.writeWeb(ctx); err != nil {
		return err
	}
	if err := r.writePython(); err != nil {
		return err
	}
	if err := r.writeImage(programs); err != nil {
		return err
	}
	if err := r.writeManifests(programs); err != nil {
		return err
	}
	return r.writeDigests()
}

// publish writes the files of one program: its archive, its packages and its components.
func (r *release) publish(p *program, extras []file) error {
	bom, err := r.sbom(p)
	if err != nil {
		return err
	}
	if err := r.write(p.name(r)+".cdx.json", bom); err != nil {
		return err
	}
	if err := r.writeArchive(p, extras); err != nil {
		return err
	}
	if p.goos != "linux" {
		return nil
	}
	return r.writePackages(p, extras)
}

// write writes a file of the release and prints its name, size and digest.
func (r *release) write(name string, data []byte) error {
	path := filepath.Join(r.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	fmt.Printf("%9d  %.12x  %s\n", len(data), sha256.Sum256(data), name)
	return os.WriteFile(path, data, 0o644)
}

// writeDigests writes SHA256SUMS, which "sha256sum -c" reads. It contains every file that
// users download; the files for Homebrew, Scoop and AUR are in subdirectories and go
// elsewhere.
func (r *release) writeDigests() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var lines []string
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(r.out, e.Name()))
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(data), e.Name()))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	if len(lines) == 0 {
		return errors.New("no file was built")
	}
	return r.write("SHA256SUMS", []byte(strings.Join(lines, "")))
}
