package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// pyproject is what a wheel needs of pyproject.toml.
type pyproject struct {
	Project struct {
		Name           string
		Description    string
		Readme         string
		License        string
		RequiresPython string `toml:"requires-python"`
		Dependencies   []string
		Optional       map[string][]string `toml:"optional-dependencies"`
		URLs           map[string]string
	}
}

// moduleVersion is the line of the Python package that has its version.
var moduleVersion = regexp.MustCompile(`(?m)^__version__ = ".*"$`)

// writePython writes the Python package for Apache Spark as a wheel. pip installs it
// without a build.
func (r *release) writePython() error {
	dir := filepath.Join(r.src, "integrations/spark")
	var p pyproject
	if _, err := toml.DecodeFile(filepath.Join(dir, "pyproject.toml"), &p); err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(dir, p.Project.Readme))
	if err != nil {
		return err
	}
	files, err := filesIn(filepath.Join(dir, "earl_spark"), "earl_spark/")
	if err != nil {
		return err
	}
	version := pythonVersion(r.version)
	var kept []file
	for _, f := range files {
		switch {
		case strings.Contains(f.path, "__pycache__"):
			continue
		case f.path == "earl_spark/__init__.py":
			if !moduleVersion.Match(f.data) {
				return fmt.Errorf("%s has no __version__", f.path)
			}
			f.data = moduleVersion.ReplaceAll(f.data, []byte(`__version__ = "`+version+`"`))
		}
		kept = append(kept, f)
	}
	info := "earl_spark-" + version + ".dist-info/"
	kept = append(kept,
		file{info + "METADATA", 0o644, p.metadata(version, readme)},
		file{info + "WHEEL", 0o644, []byte("Wheel-Version: 1.0\nGenerator: earl-release\nRoot-Is-Purelib: true\nTag: py3-none-any\n")},
		file{info + "licenses/LICENSE", 0o644, r.license})
	kept = append(kept, file{info + "RECORD", 0o644, record(kept, info)})
	data, err := zipped(kept, r.time)
	if err != nil {
		return err
	}
	return r.write("earl_spark-"+version+"-py3-none-any.whl", data)
}

// pythonVersion returns a version as Python writes it: 1.2.3-rc.1 is 1.2.3rc1.
func pythonVersion(version string) string {
	number, pre, ok := strings.Cut(version, "-")
	if !ok {
		return version
	}
	return number + strings.ReplaceAll(pre, ".", "")
}

// metadata returns the file METADATA.
func (p *pyproject) metadata(version string, readme []byte) []byte {
	var b bytes.Buffer
	field := func(name, value string) { fmt.Fprintf(&b, "%s: %s\n", name, value) }
	field("Metadata-Version", "2.4")
	field("Name", p.Project.Name)
	field("Version", version)
	field("Summary", p.Project.Description)
	field("License-Expression", p.Project.License)
	field("License-File", "LICENSE")
	field("Requires-Python", p.Project.RequiresPython)
	for _, name := range sortedKeys(p.Project.URLs) {
		field("Project-URL", name+", "+p.Project.URLs[name])
	}
	for _, d := range p.Project.Dependencies {
		field("Requires-Dist", d)
	}
	for _, name := range sortedKeys(p.Project.Optional) {
		field("Provides-Extra", name)
		for _, d := range p.Project.Optional[name] {
			field("Requires-Dist", d+`; extra == "`+name+`"`)
		}
	}
	field("Description-Content-Type", "text/markdown")
	b.WriteByte('\n')
	b.Write(readme)
	return b.Bytes()
}

// record returns the file RECORD: each file with its digest and size.
func record(files []file, info string) []byte {
	var b bytes.Buffer
	for _, f := range sorted(files) {
		digest := sha256.Sum256(f.data)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.path, base64.RawURLEncoding.EncodeToString(digest[:]), len(f.data))
	}
	fmt.Fprintf(&b, "%sRECORD,,\n", info)
	return b.Bytes()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
