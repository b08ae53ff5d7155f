package main

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/integrations/web/internal/api"
	"github.com/earl-url/earl/internal/longtest"
	"github.com/earl-url/earl/internal/peers"
	"github.com/earl-url/earl/open/all"
)

// maxCompressed is how large the page may be, compressed.
const maxCompressed = 1_400_000

// built builds the files once.
var built = sync.OnceValues(func() (map[string][]byte, error) { return build(context.Background(), "../..", "1.2.3") })

// files returns the files.
func files(t *testing.T) map[string][]byte {
	t.Helper()
	longtest.OnlyInGate(t, "compiles to WebAssembly")
	f, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Page and package are small.
func TestBuild(t *testing.T) {
	f := files(t)
	for _, dir := range []string{"page", "npm"} {
		n := compressedSize(f, dir)
		t.Logf("%s: %d bytes, compressed", dir, n)
		if n > maxCompressed {
			t.Errorf("%s has %d bytes, compressed; want at most %d: see what integrations/web/wasm links with go tool nm -size", dir, n, maxCompressed)
		}
	}
}

// Two builds are equal, whatever directory they use.
func TestBuildIsReproducible(t *testing.T) {
	longtest.OnlyInGate(t, "compiles to WebAssembly twice")
	var modules [2][]byte
	for i := range modules {
		t.Setenv("TMPDIR", t.TempDir())
		var err error
		if modules[i], err = compile(t.Context(), "../.."); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(modules[0], modules[1]) {
		t.Error("two builds differ")
	}
}

// The page names only files that are there, and has no script or style of its own.
func TestPageIsComplete(t *testing.T) {
	f := files(t)
	page := string(f["page/index.html"])
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"#]+)"`).FindAllStringSubmatch(page, -1) {
		if _, ok := f["page/"+m[1]]; !ok && !strings.HasPrefix(m[1], "https://") {
			t.Errorf("index.html names %s, which is missing", m[1])
		}
	}
	if regexp.MustCompile(`<script>|<style|\sstyle=|\son\w+=`).MatchString(page) {
		t.Error("index.html has a script or a style that its policy refuses")
	}
}

// texts are texts of many kinds.
var texts = []string{
	"http://example.com/a?b#c", "http://h/a b|", `http://127.0.0.1\@1.1.1.1/`, "http://a:1:2/", "ftp://me:secret@h/%2Fetc/motd;type=a",
	"gopher://h/7/find%09cats", "mailto:a@b.example", "news:comp.infosystems", "https://h/../a/..%2fb;c//d", "file:///etc/motd",
	"http://bücher.example/é\U0001F600", "http://[::1]:8080/", "", "x", "\x00\x1f", "http://0x7f.1/", "telnet://u@h:23", "wais://h/db?words",
}

// plans are URLs of all schemes that the page plans, and some that are refused, asked about or read as files.
func plans() (list []string) {
	for _, o := range all.Openers() {
		for _, name := range o.Schemes() {
			if s, ok := earl.RFC1738.Scheme(name); ok && !slices.Contains(all.Unplanned(), name) {
				list = append(list, s.Example)
			}
		}
	}
	return append(list, "http://me:secret@h.example//x|y?z", "http://h.example:25/", "ftp://h.example/a%0D%0Ab", "gopher://h.example/7/find",
		"gopher://h.example/1/a%09%09%2B", "mailto:a@b.example?subject=x&bcc=c", "nntp://h.example/comp.infosystems/12", "wais://h.example/db", "prospero://h.example/a;v=1",
		"finger://h.example/me", "file:///C:/a")
}

// The installed package returns in Node what the same functions return in Go.
func TestRealNode(t *testing.T) {
	f := files(t)
	dir := t.TempDir()
	node, npm := peers.Program(t, "node"), peers.Program(t, "npm")
	if err := write(dir, f); err != nil {
		t.Fatal(err)
	}
	run := func(stdin []byte, name string, args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir, c.Stdin = dir, bytes.NewReader(stdin)
		c.Env = append(os.Environ(), "npm_config_update_notifier=false", "npm_config_audit=false", "npm_config_fund=false")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v: %s", name, args, err, out)
		}
		return string(out)
	}
	run(nil, npm, "pack", "--silent", "./npm")
	run(nil, npm, "install", "--silent", "--offline", "--prefix", ".", "./earl-url-earl-1.2.3.tgz")
	script, err := os.ReadFile(filepath.Join("testdata", "cases.mjs"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "cases.mjs"), script, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "examples.mjs"), examples(t), 0o644); err != nil {
		t.Fatal(err)
	}
	run(nil, node, "examples.mjs")
	cases, n := nodeCases(t)
	if out := run(cases, node, "cases.mjs"); strings.TrimSpace(out) != n {
		t.Errorf("node prints %s, want %s", out, n)
	}
}

// example matches an expression with its value.
var example = regexp.MustCompile(`(?m)^(\w+\(.*\).*); // (".*"|true|false)$`)

// examples returns a script that checks the examples of the documents.
func examples(t *testing.T) []byte {
	t.Helper()
	page, err := os.ReadFile("../../docs/javascript.md")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	b.WriteString("import assert from \"node:assert/strict\";\nimport { " + exports + " } from \"@earl-url/earl\";\n")
	b.WriteString("const agreed = (text) => explain(text).contacts.length === 1;\n")
	found := example.FindAllStringSubmatch(text("npm.md")+string(page), -1)
	if len(found) < 9 {
		t.Errorf("the documents have %d examples: does this test still recognize them?", len(found))
	}
	for _, m := range found {
		b.WriteString("assert.deepEqual(" + m[1] + ", " + m[2] + ");\n")
	}
	return b.Bytes()
}

// nodeCases returns calls of the package with their results, and their number.
func nodeCases(t *testing.T) (cases []byte, n string) {
	t.Helper()
	type object = map[string]any
	var all []object
	add := func(name string, args []any, call ...string) {
		all = append(all, object{"name": name, "args": args, "want": value(t, call...)})
	}
	for _, text := range append(plans(), texts...) {
		for _, edition := range []string{"rfc1738", "rfc3986", "whatwg", "auto"} {
			o := object{"edition": edition}
			add("parse", []any{text, o}, "parse", edition, text)
			add("normalize", []any{text, o}, "normalize", edition, text, "scheme")
			add("resolve", []any{text, "../x", o}, "resolve", edition, text, "../x")
		}
		add("explain", []any{text}, "explain", "", "", text)
		add("explain", []any{text, object{"editions": []string{"rfc1738"}, "readers": []string{"curl", "go"}}}, "explain", "rfc1738", "curl,go", text)
	}
	b, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	count, _ := json.Marshal(len(all))
	return b, string(count)
}

// value returns the value of a call in Go.
func value(t *testing.T, call ...string) (v any) {
	t.Helper()
	var result struct{ Value any }
	if err := json.Unmarshal(api.Call(call[0], call[1:]...), &result); err != nil || result.Value == nil {
		t.Fatalf("%q: %v", call, err)
	}
	return result.Value
}

var (
	interfaceText = regexp.MustCompile(`(?ms)^export interface (\w+)(?: extends \w+)? \{\n(.*?)^\}`)
	fieldName     = regexp.MustCompile(`(?m)^  (\w+): `)
)

// The types have the fields of the objects.
func TestTypes(t *testing.T) {
	explanation := value(t, "explain", "", "", "http://h:25/a b:c").(map[string]any)
	plain := value(t, "explain", "", "", "http://h.example/").(map[string]any)
	first := func(list any) any { return list.([]any)[0] }
	violation := first(value(t, "check", "rfc3986", "a b").(map[string]any)["violations"])
	objects := map[string]any{
		"Explanation": explanation, "Reading": first(explanation["readings"]), "Program": first(explanation["programs"]),
		"Contact": first(plain["contacts"]), "Violation": violation,
		"Opening": plain["opening"], "Step": first(plain["opening"].(map[string]any)["steps"]),
	}
	found := map[string][]string{}
	for _, m := range interfaceText.FindAllStringSubmatch(text("index.d.ts"), -1) {
		for _, field := range fieldName.FindAllStringSubmatch(m[2], -1) {
			found[m[1]] = append(found[m[1]], field[1])
		}
		slices.Sort(found[m[1]])
	}
	for name, o := range objects {
		if want := slices.Sorted(maps.Keys(o.(map[string]any))); !slices.Equal(found[name], want) {
			t.Errorf("index.d.ts: %s has the fields %q, want %q", name, found[name], want)
		}
	}
	for _, name := range strings.Split(exports, ", ") {
		if !strings.Contains(text("index.d.ts"), "export function "+name+"(") || !strings.Contains(text("npm.md"), "| `"+name+"(") {
			t.Errorf("index.d.ts or npm.md lacks the function %s", name)
		}
	}
}
