package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const tableHead = `# Licences

This page lists every module that a program of this repository contains, and those that its tests use. ` + "`go generate ./tools/notices`" + `
writes it; [DEPENDENCIES.md](DEPENDENCIES.md) says what each one is for. ` + "`go run ./tools/notices`" + ` prints the texts of all licences of
the programs ` + "`earl` and `earl-rows`" + `, for their packages. earl itself is under Apache-2.0.
`

// writeTable writes LICENSES.md.
func writeTable(w io.Writer, inv *inventory) {
	io.WriteString(w, tableHead)
	writeRows(w, "The command earl", inv.earl)
	fmt.Fprintf(w, "\nThe standard library of Go is under BSD-3-Clause. The list of golang.org/x/net/publicsuffix is data of the Public Suffix List,\nunder MPL-2.0; its source is at publicsuffix.org. The tables of `internal/uts46` and `internal/uts58` are made from\nthe Unicode Character Database, under Unicode-3.0.\n")
	writeRows(w, "Only the program earl-rows", inv.rows)
	writeRows(w, "The terminal emulator, if it was fetched before the build", inv.xterm)
	writeRows(w, "Only the analyzers, earlvet", inv.earlvet)
	writeRows(w, "Only tests and tools", inv.tests)
}

func writeRows(w io.Writer, title string, all []*module) {
	fmt.Fprintf(w, "\n## %s\n\n| module | version | licence | imported by |\n|---|---|---|---|\n", title)
	for _, m := range all {
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", m.path, m.version, m.licence, strings.Join(slices.Sorted(maps.Keys(m.importers)), ", "))
	}
}

// writeNotices writes the licence texts of what the programs earl and earl-rows contain. Modules with
// the same text share it. The terminal emulator is in the list if its files are there,
// because then a build embeds it.
func writeNotices(w io.Writer, root string, inv *inventory) error {
	texts, err := noticeTexts(root, inv)
	if err != nil {
		return err
	}
	io.WriteString(w, "The programs earl and earl-rows contain the following software. Each name is followed by its licence.\n")
	for _, t := range texts {
		fmt.Fprintf(w, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 78), strings.Join(t.names, "\n"), strings.TrimSpace(t.text))
	}
	return nil
}

// notice is a licence text with the names of what it is for.
type notice struct {
	names []string
	text  string
}

// noticeTexts returns the licence texts in the order of the first module of each.
func noticeTexts(root string, inv *inventory) ([]*notice, error) {
	var all []*notice
	add := func(name string, files ...string) error {
		var text bytes.Buffer
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				return fmt.Errorf("licence of %s: %w", name, err)
			}
			fmt.Fprintf(&text, "%s\n\n", bytes.TrimSpace(b))
		}
		i := slices.IndexFunc(all, func(n *notice) bool { return n.text == text.String() })
		if i < 0 {
			i, all = len(all), append(all, &notice{text: text.String()})
		}
		all[i].names = append(all[i].names, name)
		return nil
	}
	goroot, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return nil, err
	}
	env := strings.Fields(string(goroot))
	if err := add("The Go standard library "+env[1]+" (BSD-3-Clause)", filepath.Join(env[0], "LICENSE"), filepath.Join(env[0], "PATENTS")); err != nil {
		return nil, err
	}
	if err := add("The Unicode Character Database (Unicode-3.0)", filepath.Join(root, "internal/uts46/testdata/LICENSE")); err != nil {
		return nil, err
	}
	for _, m := range slices.Concat(inv.earl, inv.rows) {
		files := make([]string, len(m.files))
		for i, name := range m.files {
			files[i] = filepath.Join(m.dir, name)
		}
		if err := add(fmt.Sprintf("%s %s (%s)", m.path, m.version, m.licence), files...); err != nil {
			return nil, err
		}
	}
	if _, err := os.Stat(filepath.Join(root, "cmd/earl/internal/gateway/xterm/xterm.mjs")); err != nil {
		return all, nil
	}
	for _, m := range inv.xterm {
		file := strings.TrimPrefix(m.path, "@xterm/") + ".LICENSE"
		if err := add(fmt.Sprintf("%s %s (%s)", m.path, m.version, m.licence), filepath.Join(root, "cmd/earl/internal/gateway/xterm", file)); err != nil {
			return nil, err
		}
	}
	return all, nil
}
