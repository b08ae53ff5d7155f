package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed manifests
var manifestFolder embed.FS

// manifests are the files for package managers that download the archives: their
// templates, and their names in a release.
var manifests = []struct{ template, name string }{
	{"earl.rb", "homebrew/earl.rb"},
	{"earl.json", "scoop/earl.json"},
	{"PKGBUILD", "aur/PKGBUILD"},
	{"SRCINFO", "aur/.SRCINFO"},
}

// manifest contains what the templates use.
type manifest struct {
	Version, Homepage, Maintainer string
	Summary                       string // begins with a capital letter
	out                           string
}

// URL returns the address of an archive by the end of its name, such as
// "linux_amd64.tar.gz".
func (m manifest) URL(suffix string) string {
	return m.Homepage + "/releases/download/v" + m.Version + "/" + m.archive(suffix)
}

// SHA256 returns the digest of an archive by the end of its name.
func (m manifest) SHA256(suffix string) (string, error) {
	data, err := os.ReadFile(filepath.Join(m.out, m.archive(suffix)))
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

func (m manifest) archive(suffix string) string { return "earl_" + m.Version + "_" + suffix }

// writeManifests writes the files for Homebrew, Scoop and AUR. They need the digests of
// all archives, so a release of some platforms has none of these files.
func (r *release) writeManifests(programs []*program) error {
	if len(programs) < len(strings.Split(allPlatforms, ",")) {
		fmt.Println("not all platforms were built: no files for Homebrew, Scoop and AUR")
		return nil
	}
	m := manifest{Version: r.version, Homepage: homepage, Maintainer: maintainer, Summary: strings.ToUpper(summary[:1]) + summary[1:], out: r.out}
	for _, f := range manifests {
		t, err := template.ParseFS(manifestFolder, "manifests/"+f.template)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		if err := t.Execute(&b, m); err != nil {
			return err
		}
		if err := r.write(f.name, b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
