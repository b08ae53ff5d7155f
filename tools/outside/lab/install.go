package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// installer gets packages from the registries. What it cannot get is reported, and the
// parsers that need it become rows without readings.
type installer struct {
	*bench
	log io.Writer
}

// install gets the packages of all parsers.
func (in *installer) install(ctx context.Context, list []parser) {
	in.apt(ctx, append([]string{"gcc", "g++", "pkg-config", "python3-venv", "libc6-dev"}, packages(list, "apt")...))
	in.pip(ctx, packages(list, "pip"))
	in.npm(ctx, packages(list, "npm"))
	in.goModules(ctx, packages(list, "go"))
	in.cargo(ctx, packages(list, "cargo"))
	in.maven(ctx, list)
}

// packages returns the packages of a registry that parsers need, each once.
func packages(list []parser, registry string) []string {
	var all []string
	for _, p := range list {
		if p.kit.registry == registry {
			all = append(all, p.packages...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// try runs a command and reports whether it succeeded. It logs a failure.
func (in *installer) try(ctx context.Context, dir string, command ...string) bool {
	err := run(ctx, dir, command...)
	if err != nil {
		fmt.Fprintf(in.log, "lab: not installed: %s: %v\n", command[len(command)-1], err)
	}
	return err == nil
}

// each installs all packages with one command, or one by one if that fails.
func (in *installer) each(ctx context.Context, dir string, names []string, command ...string) {
	if len(names) == 0 || run(ctx, dir, append(slices.Clone(command), names...)...) == nil {
		return
	}
	for _, name := range names {
		in.try(ctx, dir, append(slices.Clone(command), name)...)
	}
}

// apt uses Debian's packages. It installs only what is missing, and only as root.
func (in *installer) apt(ctx context.Context, names []string) {
	missing := slices.DeleteFunc(names, func(name string) bool {
		return run(ctx, in.dir, "sh", "-c", "dpkg-query -W -f '${Status}' "+name+" | grep -q 'ok installed'") == nil
	})
	if len(missing) == 0 {
		return
	}
	if needs("apt-get") != nil || os.Geteuid() != 0 {
		fmt.Fprintf(in.log, "lab: not installed: %s: this needs apt-get and root\n", strings.Join(missing, " "))
		return
	}
	in.try(ctx, in.dir, "apt-get", "update", "-q")
	in.each(ctx, in.dir, missing, "apt-get", "install", "-y", "-q", "--no-install-recommends")
}

func (in *installer) pip(ctx context.Context, names []string) {
	program := in.path("venv", "bin", "python")
	if needs(program) != nil && !in.try(ctx, in.dir, "/usr/bin/python3", "-m", "venv", in.path("venv")) {
		return
	}
	in.each(ctx, in.dir, names, program, "-m", "pip", "install", "-q")
}

func (in *installer) npm(ctx context.Context, names []string) {
	dir := in.path("npm")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte("{\"private\": true}\n"), 0o644); err != nil {
		return
	}
	in.each(ctx, dir, names, "npm", "install", "--ignore-scripts", "--no-audit", "--no-fund")
}

func (in *installer) goModules(ctx context.Context, modules []string) {
	dir := in.path("go")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil && !in.try(ctx, dir, "go", "mod", "init", "drivers") {
		return
	}
	in.each(ctx, dir, modules, "go", "get")
}

// cargo builds one program for each crate, so that a crate that is missing does not
// affect the others.
func (in *installer) cargo(ctx context.Context, crates []string) {
	if needs("cargo") != nil {
		fmt.Fprintln(in.log, "lab: not installed: crates: cargo is missing")
		return
	}
	for _, crate := range crates {
		dir := in.path("rust", crate)
		source, err := drivers.ReadFile("drivers/rust/read.rs")
		if err == nil {
			err = os.MkdirAll(filepath.Join(dir, "src"), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "src", "main.rs"), source, 0o644)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "Cargo.toml"), []byte(cargoFile(crate)), 0o644)
		}
		if err != nil {
			fmt.Fprintf(in.log, "lab: not installed: %s: %v\n", crate, err)
			continue
		}
		in.try(ctx, dir, "cargo", "build", "-q", "--release")
	}
}

// cargoFile is the Cargo.toml of a driver. Its features choose the code for the crate.
func cargoFile(crate string) string {
	return fmt.Sprintf(`[package]
name = "read"
version = "0.0.0"
edition = "2021"
description = "%[1]s"

[dependencies]
%[1]s = "*"

[features]
default = ["use-%[1]s"]
use-url = []
use-http = []
use-fluent-uri = []
use-iri-string = []
`, crate)
}

// maven gives each Java library a directory of its own: they share no version of a jar.
func (in *installer) maven(ctx context.Context, list []parser) {
	if needs("mvn") != nil {
		in.apt(ctx, []string{"maven", "default-jdk-headless"})
	}
	for _, p := range list {
		if p.kit.registry != "maven" || len(p.packages) == 0 {
			continue
		}
		dir := in.path("jars", p.name)
		if jars, _ := filepath.Glob(filepath.Join(dir, "*.jar")); len(jars) > 0 {
			continue
		}
		err := os.MkdirAll(dir, 0o755)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "pom.xml"), []byte(pom(p.packages)), 0o644)
		}
		if err != nil {
			fmt.Fprintf(in.log, "lab: not installed: %s: %v\n", p.name, err)
			continue
		}
		in.try(ctx, dir, "mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory="+dir)
	}
}

// pom is a Maven project that depends on artifacts: "GROUP:NAME:VERSION".
func pom(artifacts []string) string {
	var b strings.Builder
	b.WriteString("<project><modelVersion>4.0.0</modelVersion><groupId>lab</groupId><artifactId>lab</artifactId><version>0</version><dependencies>\n")
	for _, a := range artifacts {
		part := strings.Split(a, ":")
		fmt.Fprintf(&b, "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency>\n", part[0], part[1], part[2])
	}
	b.WriteString("</dependencies></project>\n")
	return b.String()
}
