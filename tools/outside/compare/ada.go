package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// An adaProcess is the program in the folder ada, which runs the C++ library ada from the
// Rust package ada-url.
type adaProcess struct {
	in  io.Writer
	out *bufio.Reader
}

// startAda compiles and starts the program. It needs Rust's cargo, which fetches the source of
// ada, and a C++ compiler.
func startAda() (*adaProcess, error) {
	source, err := adaSource()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "earl-compare-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "ada")
	build := exec.Command("c++", "-std=c++20", "-O3", "-DNDEBUG", "-I"+source, "-o", program, "ada/main.cpp", filepath.Join(source, "ada.cpp"))
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("c++: %w %s", err, out)
	}
	return startProcess(program)
}

// adaSource returns the folder in which the Rust package ada-url has the source of ada.
func adaSource() (string, error) {
	out, err := exec.Command("cargo", "metadata", "--format-version=1", "--locked", "--manifest-path=ada/Cargo.toml").Output()
	if err != nil {
		return "", fmt.Errorf("cargo metadata: %w", err)
	}
	var all struct {
		Packages []struct {
			Name     string
			Manifest string `json:"manifest_path"`
		}
	}
	if err := json.Unmarshal(out, &all); err != nil {
		return "", err
	}
	for _, p := range all.Packages {
		if p.Name == "ada-url" {
			return filepath.Join(filepath.Dir(p.Manifest), "deps"), nil
		}
	}
	return "", errors.New("cargo metadata: no package ada-url")
}

// startProcess starts the program.
func startProcess(program string) (*adaProcess, error) {
	c := exec.Command(program)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &adaProcess{in, bufio.NewReader(out)}, c.Start()
}

// contender returns the contender for an operation of the program: "parse", "valid" or
// "resolve". The texts reach the program just before it reads them, so that it finds them in
// the CPU caches; this favours ada.
func (a *adaProcess) contender(name, operation string) contender {
	return contender{name: name, time: func(texts []string) time.Duration {
		took, _, err := a.run(operation, texts)
		if err != nil {
			panic(err)
		}
		return took
	}}
}

// run returns the processor time of an operation on all texts, and how many are valid.
func (a *adaProcess) run(operation string, texts []string) (took time.Duration, valid int, err error) {
	if _, err := fmt.Fprintf(a.in, "%s %d %s\n%s\n", operation, len(texts), reference, strings.Join(texts, "\n")); err != nil {
		return 0, 0, err
	}
	_, err = fmt.Fscanln(a.out, &took, &valid)
	return took, valid, err
}
