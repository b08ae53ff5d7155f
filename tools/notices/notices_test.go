package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// inventoryOf reads the inventory of this repository.
func inventoryOf(t *testing.T) *inventory {
	t.Helper()
	if testing.Short() {
		t.Skip("runs go list for each platform")
	}
	inv, err := readInventory(root)
	if errors.Is(err, errList) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return inv
}

func TestTableHasEveryModule(t *testing.T) {
	var want bytes.Buffer
	writeTable(&want, inventoryOf(t))
	got, err := os.ReadFile(filepath.Join(root, "tools/notices/LICENSES.md"))
	if err != nil {
		t.Fatal(err)
	}
	if want.String() == string(got) {
		return
	}
	for line := range strings.Lines(want.String()) {
		if !strings.Contains(string(got), line) {
			t.Errorf("tools/notices/LICENSES.md lacks: %s", line)
		}
	}
	t.Error("tools/notices/LICENSES.md is not current: run go generate ./tools/notices")
}

func TestNoticesHaveEveryText(t *testing.T) {
	inv := inventoryOf(t)
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "internal/uts46"), os.DirFS(filepath.Join(root, "internal/uts46"))); err != nil {
		t.Fatal(err)
	}
	xterm := filepath.Join(dir, "cmd/earl/internal/gateway/xterm")
	if err := os.MkdirAll(xterm, 0o755); err != nil {
		t.Fatal(err)
	}
	notices := func() string {
		var out bytes.Buffer
		if err := writeNotices(&out, dir, inv); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	text := notices()
	for _, m := range inv.earl {
		if !strings.Contains(text, "\n"+m.path+" "+m.version+" (") {
			t.Errorf("the notices lack %s", m.path)
		}
	}
	if !strings.Contains(text, "standard library go1") || !strings.Contains(text, "SQLite Is Public Domain") || !strings.Contains(text, "UNICODE LICENSE V3") {
		t.Error("the notices lack the standard library, SQLite or the data of Unicode")
	}
	if strings.Contains(text, "@xterm/xterm") {
		t.Error("the notices have a terminal emulator that was not fetched")
	}
	for _, name := range []string{"xterm.mjs", "xterm.LICENSE", "addon-fit.LICENSE"} {
		if err := os.WriteFile(filepath.Join(xterm, name), []byte("licence in "+name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text = notices(); !strings.Contains(text, "@xterm/xterm 6") || !strings.Contains(text, "licence in addon-fit.LICENSE") {
		t.Error("the notices lack the terminal emulator")
	}
}

func TestRecognize(t *testing.T) {
	const bsd = "Redistributions of source code must retain the above\n copyright notice, this list. "
	for _, c := range []struct{ text, want string }{
		{bsd, "BSD-2-Clause"},
		{bsd + "Neither the name of X may be used to endorse or promote\nproducts derived from it.", "BSD-3-Clause"},
		{"Permission is hereby granted, free of charge,\nto any person obtaining a copy", "MIT"},
		{"Apache License\n   Version 2.0, January 2004\n" + bsd, "Apache-2.0 AND BSD-2-Clause"},
	} {
		if got, err := recognize(c.text); got != c.want || err != nil {
			t.Errorf("recognize(%q) = %q, %v, want %q", c.text, got, err, c.want)
		}
	}
	for _, text := range []string{"", "All rights reserved.", "GNU GENERAL PUBLIC LICENSE", "Permission is hereby granted, free of charge, to any person obtaining a copy. Commons\nClause"} {
		if got, err := recognize(text); err == nil {
			t.Errorf("recognize(%q) = %q, want an error", text, got)
		}
	}
}
