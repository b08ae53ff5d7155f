package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// linked lists the modules that the program contains: path, version and directory.
const linked = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"

// notices returns the licences of the software that the program contains. goroot is the
// directory of Go.
func notices(ctx context.Context, root, goroot string) ([]byte, error) {
	list, err := goCommand(ctx, root, "list", "-deps", "-f", linked, program)
	if err != nil {
		return nil, err
	}
	version, err := goCommand(ctx, root, "env", "GOVERSION")
	if err != nil {
		return nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(list)), "\n")
	slices.Sort(lines)
	lines = append([]string{
		"Go " + strings.TrimPrefix(string(bytes.TrimSpace(version)), "go") + "\t" + goroot,
		"The Unicode Character Database\t" + filepath.Join(root, "internal", "uts46", "testdata"),
	}, slices.Compact(lines)...)
	var b bytes.Buffer
	b.WriteString("This directory contains the following software. Each name is followed by its licence.\n")
	for _, line := range lines {
		name, dir, _ := strings.Cut(line, "\t")
		if err := notice(&b, name, dir); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// notice writes the licence of one module.
func notice(b *bytes.Buffer, name, dir string) error {
	fmt.Fprintf(b, "\n%s\n%s\n", strings.Repeat("=", 78), name)
	n := b.Len()
	for _, file := range []string{"LICENSE", "PATENTS"} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err == nil {
			fmt.Fprintf(b, "\n%s\n", bytes.TrimSpace(text))
		}
	}
	if b.Len() == n {
		return fmt.Errorf("%s: no file LICENSE in %s", name, dir)
	}
	return nil
}
