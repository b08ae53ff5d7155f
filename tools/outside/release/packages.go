package main

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/apk" // registers the format
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

const (
	maintainer = "earl-url <earl-url@users.noreply.github.com>"
	summary    = "open, explain, find and check URLs of schemes old and new"
	// description follows the summary in packages. Its lines are at most 79 bytes long.
	description = `earl reads URLs under eight editions of their standard, from the drafts of
1993 to the URL Standard of WHATWG. It opens ftp, http, gopher, mailto, news,
nntp, telnet, wais, file, prospero, finger, gemini, imap, sftp and other URLs,
in the terminal or through a gateway in any browser. It explains what each part
of a URL means and what opening it would send, finds URLs in text and
documents, and checks links.`
)

// writePackages writes the packages of a program for Linux: .deb, .rpm and .apk.
func (r *release) writePackages(p *program, extras []file) error {
	for _, format := range []string{"deb", "rpm", "apk"} {
		contents, err := r.contents(format, p, extras)
		if err != nil {
			return err
		}
		name, data, err := r.pack(format, p.goarch, contents)
		if err != nil {
			return fmt.Errorf("%s: %w", format, err)
		}
		if err := r.write(name, data); err != nil {
			return err
		}
	}
	return nil
}

// contents returns the files of a package, by their paths on a system. It contains the
// directories that belong only to the package, so that rpm removes them with it.
func (r *release) contents(format string, p *program, extras []file) (all []file, err error) {
	all = append(all, file{"/usr/bin/earl", 0o755, p.data}, file{"/usr/bin/earl-rows", 0o755, p.rows}, file{"/usr/share/doc/earl/", 0o755, nil})
	zsh := "/usr/share/zsh/site-functions/_earl"
	if format == "deb" {
		zsh = "/usr/share/zsh/vendor-completions/_earl"
	}
	for _, f := range extras {
		switch f.path {
		case "completions/earl.bash":
			f.path = "/usr/share/bash-completion/completions/earl"
		case "completions/_earl":
			f.path = zsh
		case "completions/earl.fish":
			f.path = "/usr/share/fish/vendor_completions.d/earl.fish"
		case "CHANGELOG.md":
			f.path = "/usr/share/doc/earl/changelog.gz"
		default:
			if path.Dir(f.path) != "man" {
				continue
			}
			f.path = "/usr/share/man/man1/" + path.Base(f.path) + ".gz"
		}
		if strings.HasSuffix(f.path, ".gz") {
			if f.data, err = gzipped(f.data); err != nil {
				return nil, err
			}
		}
		all = append(all, f)
	}
	legal, err := r.legal(format)
	return append(all, legal...), err
}

// legal returns the files about licenses. Debian has one for them, and one for the
// changes of the package itself.
func (r *release) legal(format string) ([]file, error) {
	if format != "deb" {
		const dir = "/usr/share/licenses/earl/"
		return []file{
			{dir, 0o755, nil},
			{dir + "LICENSE", 0o644, r.license},
			{dir + "THIRD-PARTY.txt", 0o644, r.notices},
		}, nil
	}
	const apache = "/usr/share/common-licenses/Apache-2.0"
	copyright := "earl is at " + homepage + "\n\nCopyright: the authors of earl\nLicense: Apache-2.0. The text is in " + apache + ".\n\n" +
		string(withoutApache(r.notices, apache))
	changes, err := gzipped(fmt.Appendf(nil, debianChanges, debianVersion(r.version), r.version, maintainer, r.time.Format(time.RFC1123Z)))
	return []file{
		{"/usr/share/doc/earl/copyright", 0o644, []byte(copyright)},
		{"/usr/share/doc/earl/changelog.Debian.gz", 0o644, changes},
		{"/usr/share/lintian/overrides/earl", 0o644, []byte(lintianOverrides)},
	}, err
}

// debianChanges is the file about the changes of a package for Debian.
const debianChanges = `earl (%s-1) unstable; urgency=medium

  * Version %s. The file changelog.gz lists the changes.

 -- %s  %s
`

// lintianOverrides are the checks of lintian that the package cannot pass.
const lintianOverrides = `# The programs are in Go and use no C library, so there is nothing to link dynamically.
earl: statically-linked-binary [usr/bin/earl]
earl: statically-linked-binary [usr/bin/earl-rows]
# This package comes from the authors of earl. Debian has no bug that asks for it.
earl: initial-upload-closes-no-bugs [usr/share/doc/earl/changelog.Debian.gz:1]
`

// debianVersion returns a version in a form that sorts 1.0.0~rc.1 before 1.0.0.
func debianVersion(version string) string { return strings.Replace(version, "-", "~", 1) }

// pack returns the name and the bytes of a package.
func (r *release) pack(format, arch string, contents []file) (string, []byte, error) {
	entries, err := r.stage(filepath.Join(r.tmp, arch+"-"+format), contents)
	if err != nil {
		return "", nil, err
	}
	text := summary + "\n" + description
	if format == "rpm" {
		text = description // the summary is a field of its own
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "earl", Arch: arch, Platform: "linux", Version: r.version, Release: "1",
		Section: "net", Priority: "optional", Maintainer: maintainer, Homepage: homepage, License: "Apache-2.0",
		Description: text, MTime: r.time, DisableGlobbing: true,
		Overridables: nfpm.Overridables{
			Contents:   entries,
			Recommends: []string{"ca-certificates"},
			Umask:      0o022,
			RPM:        nfpm.RPM{Summary: summary, BuildHost: "localhost"},
		},
	})
	packager, err := nfpm.Get(format)
	if err != nil {
		return "", nil, err
	}
	name := packager.ConventionalFileName(info)
	var b bytes.Buffer
	err = packager.Package(info, &b)
	return name, b.Bytes(), err
}

// stage writes files below a directory, where nfpm reads them, and returns the list of
// them for nfpm. A path that ends in a slash is a directory.
func (r *release) stage(dir string, contents []file) (list files.Contents, err error) {
	for _, f := range sorted(contents) {
		c := &files.Content{
			Destination: f.path,
			FileInfo:    &files.ContentFileInfo{Owner: "root", Group: "root", Mode: f.mode, MTime: r.time},
		}
		if strings.HasSuffix(f.path, "/") {
			c.Type = files.TypeDir
		} else if c.Source, err = stageFile(dir, f); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// stageFile writes a file below a directory and returns its path there.
func stageFile(dir string, f file) (string, error) {
	path := filepath.Join(dir, filepath.FromSlash(f.path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	return path, os.WriteFile(path, f.data, 0o644)
}
