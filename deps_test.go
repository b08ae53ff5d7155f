package earl_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers lists the packages of this module that each package may import. A package
// without a row fails the test, except for an opener.
var layers = []struct {
	pkg string
	may []string
}{
	{"", []string{"internal/jsonstring", "internal/uts46"}},
	{"internal/uts46", nil},
	{"internal/peers", nil},
	{"internal/racedetector", nil},
	{"internal/npm", nil},
	{"internal/integrations", nil},
	{"internal/faults", nil},
	{"internal/notices", nil},
	{"internal/rdap", []string{""}},
	{"internal/git", nil},
	{"internal/runes", nil},
	{"internal/jsonstring", []string{"internal/runes"}},
	{"internal/schemes", nil},
	{"internal/jsonobject", []string{"internal/jsonstring"}},
	{"internal/schema", []string{"", "base", "editions", "explain", "extract", "internal/jsonobject", "linkcheck", "linkcheck/partition", "open"}},
	{"internal/term", []string{"internal/runes"}},
	{"internal/hostlimit", nil},
	{"internal/spool", nil},
	{"internal/outfile", nil},
	{"internal/cookies", []string{"internal/outfile"}},
	{"internal/urlglob", nil},
	{"internal/coding", nil},
	{"internal/control", nil},
	{"internal/desktop", []string{"internal/outfile"}},
	{"internal/writeout", []string{"internal/jsonstring"}},
	{"internal/robots", []string{"", "open"}},
	{"internal/fingerprint", nil},
	{"internal/transfer", []string{"", "base", "extract", "extract/gemtext", "extract/html", "internal/coding", "internal/console", "internal/hostlimit", "internal/outfile", "internal/rdap", "internal/robots", "internal/spool", "internal/term", "internal/textlist", "internal/urlglob", "internal/writeout", "open", "open/http", "open/nntp/article"}},
	{"internal/textlist", nil},
	{"internal/typo", nil},
	{"internal/traceline", []string{"internal/term", "open"}},
	{"internal/explanation", []string{"", "explain", "internal/diagram", "internal/jsonstring", "internal/reading", "internal/term", "open", "readers"}},
	{"internal/urlprint", []string{"", "explain", "internal/diagram", "internal/guess", "internal/pipeline", "internal/reading", "internal/term", "internal/trurl"}},
	{"internal/reading", []string{"", "editions", "internal/jsonstring", "internal/trurl"}},
	{"internal/diagram", []string{"", "explain", "internal/guess", "internal/reading", "internal/term"}},
	{"internal/pipeline", []string{"", "internal/console", "internal/fingerprint", "internal/term", "internal/textlist"}},
	{"internal/console", []string{"", "extract/gemtext", "internal/term", "open", "open/known"}},
	{"internal/config", []string{"", "internal/cookies", "internal/term", "internal/typo", "open", "open/all", "open/ftp", "open/gemini", "open/gopher", "open/http", "open/imap", "open/known", "open/ldap", "open/mid", "open/nntp", "open/pop", "open/rlogin", "open/sftp", "open/telnet", "open/tn3270"}},
	{"internal/trurl", []string{"", "internal/uts46"}},
	{"open/internal/wire", []string{"", "open"}},
	{"open/internal/dialogue", []string{"", "open", "open/internal/wire"}},
	{"open/internal/nvt", []string{"", "open", "open/internal/wire"}},
	{"open/internal/secure", []string{"open"}},
	{"open/internal/limit", nil},
	{"open/internal/ber", nil},
	{"internal/destination", []string{""}},
	{"guard", []string{"", "internal/destination", "internal/runes", "internal/uts46", "readers"}},
	{"open", []string{"", "internal/destination", "open/internal/limit"}},
	{"open/http", []string{"", "open", "open/http/request", "open/internal/limit", "open/internal/secure", "open/internal/wire"}},
	{"open/http/request", []string{"", "open"}},
	{"open/wais/waistest", nil},
	{"open/pop", []string{"", "open", "open/internal/dialogue", "open/internal/limit", "open/internal/secure", "open/internal/wire", "open/nntp/article"}},
	{"open/imap", []string{"", "open", "open/internal/dialogue", "open/internal/limit", "open/internal/secure", "open/internal/wire", "open/nntp/article"}},
	{"open/ldap/ldaptest", []string{"open/internal/ber"}},
	{"open/ldap", []string{"", "open", "open/internal/ber", "open/internal/dialogue", "open/internal/limit", "open/internal/secure", "open/internal/wire"}},
	{"open/all", []string{"", "open"}}, // and every opener
	{"open/nntp", []string{"", "open", "open/internal/dialogue", "open/internal/limit", "open/internal/secure", "open/internal/wire", "open/nntp/article"}},
	{"open/mid", []string{"", "internal/mbox", "open", "open/internal/limit", "open/internal/wire", "open/nntp/article"}},
	{"internal/mbox", nil},
	{"open/nntp/article", nil},
	{"open/known", []string{"open"}},
	{"open/sftp", []string{"", "open", "open/internal/dialogue", "open/internal/limit", "open/internal/wire", "open/known"}},
	{"open/gemini", []string{"", "open", "open/internal/dialogue", "open/internal/limit", "open/internal/secure", "open/internal/wire", "open/known"}},
	{"open/afs", []string{"", "open", "open/file"}},
	{"open/mailserver", []string{"", "open", "open/mailto"}},
	{"open/prospero", []string{"", "open", "open/internal/dialogue", "open/internal/limit", "open/internal/wire", "open/prospero/ardp", "open/prospero/line"}},
	{"open/prospero/ardp", nil},
	{"open/nfs", []string{"", "open", "open/internal/limit", "open/internal/wire", "open/nfs/rpc", "open/nfs/xdr"}},
	{"open/nfs/rpc", []string{"open/nfs/xdr"}},
	{"open/nfs/xdr", nil},
	{"open/prospero/line", nil},
	{"open/telnet", []string{"", "open", "open/internal/limit", "open/internal/nvt", "open/internal/wire"}},
	{"open/tn3270", []string{"", "open", "open/internal/limit", "open/internal/nvt", "open/internal/secure", "open/internal/wire", "open/tn3270/screen"}},
	{"open/tn3270/screen", []string{"open"}},
	{"open/stream", []string{"", "open", "open/internal/wire"}},
	{"open/opentest", []string{"", "open", "open/internal/wire"}},
	{"demo", []string{"", "internal/term", "open", "open/afs", "open/all", "open/known", "open/ldap/ldaptest", "open/mailto", "open/mid", "open/nfs/rpc", "open/nfs/xdr", "open/nntp", "open/prospero/ardp", "open/prospero/line", "open/sftp", "open/wais/waistest", "open/z3950/z3950test"}},
	{"open/z3950/z3950test", []string{"open/internal/ber"}},
	{"docs", nil},
	{"docs/site", []string{"docs", "internal/manual"}},
	{"internal/manual", []string{"docs", "internal/markdown"}},
	{"examples/xfinger", []string{"", "open", "open/all", "open/stream"}},
	{"editions", []string{""}},
	{"readers", []string{"", "internal/uts46"}},
	{"readers/confuse", []string{"readers"}},
	{"base", []string{""}},
	{"explain", []string{"", "editions", "extract", "internal/schemes", "open", "readers"}},
	{"rows", []string{"", "base", "editions", "explain", "extract", "extract/document", "guard", "internal/jsonstring", "readers", "surt"}},
	{"internal/sqlfunctions", []string{"rows"}},
	{"extract", []string{"", "base", "internal/schemes"}},
	{"extract/html", []string{"", "base", "extract"}},
	{"extract/markdown", []string{"", "base", "extract", "extract/html"}},
	{"extract/mail", []string{"", "base", "extract", "extract/html", "internal/mbox"}},
	{"extract/internal/charref", nil},
	{"extract/internal/textline", nil},
	{"extract/office", []string{"base", "extract", "extract/internal/charref"}},
	{"extract/gemtext", []string{"base", "extract", "extract/internal/textline"}},
	{"extract/pdf", []string{"base", "extract"}},
	{"extract/roff", []string{"base", "extract", "extract/internal/textline"}},
	{"extract/document", []string{"", "base", "extract", "extract/gemtext", "extract/html", "extract/internal/charref", "extract/mail", "extract/markdown", "extract/office", "extract/pdf", "extract/roff"}},
	{"extract/files", []string{"", "base", "extract", "extract/document", "internal/fingerprint", "internal/jsonstring"}},
	{"linkcheck", []string{"", "base", "explain", "extract", "extract/document", "extract/html", "extract/markdown", "internal/coding", "internal/hostlimit", "internal/robots", "internal/typo", "open"}},
	{"linkcheck/partition", []string{"", "internal/jsonobject", "linkcheck"}},
	{"linkcheck/store", []string{"", "base", "editions", "linkcheck"}},
	{"linkcheck/report", []string{"", "base", "internal/jsonobject", "internal/jsonstring", "internal/outfile", "internal/term", "linkcheck"}},
	{"linkcheck/fix", []string{"", "base", "internal/outfile", "linkcheck"}},
	{"linkcheck/inputs", []string{"", "base", "extract", "extract/document", "extract/markdown", "internal/textlist", "linkcheck", "open"}},
	{"linkcheck/site", []string{"", "open", "open/file", "open/http"}},
	{"linkcheck/delivery", []string{"linkcheck", "linkcheck/archive", "linkcheck/baseline", "linkcheck/report"}},
	{"linkcheck/archive", []string{"", "internal/git", "internal/hostlimit", "linkcheck", "open", "open/http"}},
	{"linkcheck/baseline", []string{"", "linkcheck", "linkcheck/report"}},
	{"warc", nil},
	{"warc/capture", []string{"", "internal/spool", "open", "open/http", "warc"}},
	{"warc/replay", []string{"", "internal/coding", "internal/spool", "open", "surt", "warc", "warc/capture"}},
	{"internal/guess", []string{"", "internal/schemes"}},
	{"gateway/internal/access", []string{"", "open"}},
	{"gateway/internal/sanitize", []string{"internal/runes", "internal/term"}},
	{"gateway/internal/cause", []string{"gateway/internal/sanitize", "open", "open/known"}},
	{"gateway/internal/fetch", []string{"", "gateway/internal/access", "gateway/internal/sanitize", "internal/hostlimit", "open"}},
	{"internal/markdown", nil},
	{"gateway/internal/history", []string{"", "gateway/internal/sanitize", "internal/outfile"}},
	{"gateway/internal/listing", []string{"", "explain", "gateway/internal/cause", "gateway/internal/fetch", "gateway/internal/sanitize", "open"}},
	{"gateway/internal/links", []string{"", "base", "extract/document", "linkcheck", "linkcheck/inputs", "linkcheck/report", "open"}},
	{"gateway/internal/proxy", []string{"", "gateway/internal/access", "gateway/internal/fetch", "gateway/internal/rewrite", "gateway/internal/sanitize", "open"}},
	{"gateway/internal/rewrite", []string{"", "base", "extract", "extract/html", "gateway/internal/access"}},
	{"gateway/internal/session", []string{"", "gateway/internal/access", "gateway/internal/sanitize", "open"}},
	{"gateway/internal/visit", []string{"", "gateway/internal/access", "open"}},
	{"gateway", []string{"", "base", "docs", "editions", "explain", "extract", "extract/gemtext", "extract/html", "gateway/internal/access", "gateway/internal/cause", "gateway/internal/fetch", "gateway/internal/history", "gateway/internal/links", "gateway/internal/listing", "gateway/internal/mail", "gateway/internal/proxy", "gateway/internal/rewrite", "gateway/internal/sanitize", "gateway/internal/session", "gateway/internal/visit", "internal/guess", "internal/jsonobject", "internal/manual", "internal/markdown", "internal/rdap", "internal/schemes", "internal/term", "internal/traceline", "internal/typo", "linkcheck", "linkcheck/archive", "linkcheck/report", "open", "open/mailto", "open/nntp/article", "readers"}},
	{"gateway/browsertest", nil},
	{"internal/mcpserver", []string{"", "base", "explain", "extract", "extract/document", "guard", "internal/coding", "internal/explanation", "internal/hostlimit", "internal/term", "linkcheck", "open", "open/nntp/article", "readers"}},
	{"earlvet", nil},
	{"earlvet/golangci", []string{"earlvet"}},
	{"cmd/earlvet", []string{"earlvet"}},
	{"gateway/fetchxterm", []string{"internal/npm"}},
	{"web", []string{"internal/lzma"}},
	{"internal/lzma", nil},
	{"web/api", []string{"", "editions", "explain", "internal/diagram", "internal/explanation", "internal/jsonstring", "internal/reading", "open", "open/all", "readers"}},
	{"neturl", []string{""}},
	{"goada", []string{""}},
	{"surt", []string{"internal/uts46"}},
	{"cmd/earl", []string{
		"",
		"base",
		"demo",
		"editions",
		"explain",
		"extract",
		"extract/document",
		"extract/files",
		"gateway",
		"internal/config",
		"internal/console",
		"internal/control",
		"internal/cookies",
		"internal/desktop",
		"internal/diagram",
		"internal/explanation",
		"internal/git",
		"internal/guess",
		"internal/jsonobject",
		"internal/jsonstring",
		"internal/mcpserver",
		"internal/outfile",
		"internal/pipeline",
		"internal/reading",
		"internal/schemes",
		"internal/term",
		"internal/textlist",
		"internal/traceline",
		"internal/transfer",
		"internal/trurl",
		"internal/typo",
		"internal/urlglob",
		"internal/urlprint",
		"internal/writeout",
		"linkcheck",
		"linkcheck/archive",
		"linkcheck/baseline",
		"linkcheck/delivery",
		"linkcheck/fix",
		"linkcheck/inputs",
		"linkcheck/partition",
		"linkcheck/report",
		"linkcheck/site",
		"linkcheck/store",
		"open",
		"open/afs",
		"open/all",
		"open/file",
		"open/ftp",
		"open/gopher",
		"open/http",
		"open/known",
		"open/mailto",
		"open/mid",
		"open/nntp",
		"open/nntp/article",
		"open/rlogin",
		"open/sftp",
		"open/telnet",
		"readers",
		"readers/confuse",
		"surt",
		"warc",
		"warc/capture",
		"warc/replay",
	}},
}

// openerImports are the packages that an opener without a row may import.
var openerImports = []string{"", "open", "open/internal/ber", "open/internal/dialogue", "open/internal/limit", "open/internal/secure", "open/internal/wire"}

// isOpener reports whether a package is an opener: one directly below open.
func isOpener(pkg string) bool {
	name, ok := strings.CutPrefix(pkg, "open/")
	return ok && !strings.Contains(name, "/") && name != "all" && name != "opentest" && name != "stream"
}

const module = "github.com/earl-url/earl"

// golist runs go list and returns its lines.
func golist(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"list"}, args...)...).CombinedOutput()
	if err != nil {
		t.Skipf("go list: %v: %s", err, out)
	}
	return strings.Fields(string(out))
}

// A program that only parses URLs links neither net nor net/http; package open
// links neither net/http nor crypto/tls. Source: DESIGN 2, 4.
func TestRootLinksNoNetwork(t *testing.T) {
	for pkg, banned := range map[string][]string{
		module:           {"net", "net/http", "regexp", "crypto/tls"},
		module + "/open": {"net/http", "crypto/tls"},
	} {
		for _, dep := range golist(t, "-deps", pkg) {
			if slices.Contains(banned, dep) {
				t.Errorf("%s links %s", pkg, dep)
			}
		}
	}
}

// The page without a server links neither net/http nor crypto/tls: each is as large as what all
// readers and openers need.
func TestPageLinksNoTLS(t *testing.T) {
	t.Setenv("GOOS", "js")
	t.Setenv("GOARCH", "wasm")
	deps := golist(t, "-deps", "-tags=planonly", module+"/web/wasm")
	if !slices.Contains(deps, module+"/open/all") {
		t.Error("the page makes no plans")
	}
	for _, dep := range deps {
		if slices.Contains([]string{"net/http", "crypto/tls", "crypto/rand", "mime/multipart", "golang.org/x/text/encoding/htmlindex"}, dep) {
			t.Errorf("the page links %s", dep)
		}
	}
}

// A program that uses these packages links nothing but the standard library and this module.
func TestGuardLinksOnlyTheStandardLibrary(t *testing.T) {
	for _, pkg := range []string{module, module + "/guard", module + "/readers"} {
		deps := golist(t, "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", pkg)
		if !slices.Contains(deps, pkg) {
			t.Errorf("the dependencies of %s are %q, without itself", pkg, deps)
		}
		for _, dep := range deps {
			if dep != module && !strings.HasPrefix(dep, module+"/") {
				t.Errorf("%s links %s, which is neither in the standard library nor in this module", pkg, dep)
			}
		}
	}
}

// Packages import only packages of lower layers.
func TestImportsPointDown(t *testing.T) {
	for _, line := range golist(t, "-f", `{{.ImportPath}}={{join .Imports ","}}`, module+"/...") {
		pkg, imports, _ := strings.Cut(line, "=")
		pkg = strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
		i := slices.IndexFunc(layers, func(s struct {
			pkg string
			may []string
		}) bool {
			return s.pkg == pkg
		})
		may := openerImports
		switch {
		case i >= 0:
			may = layers[i].may
		case !isOpener(pkg):
			t.Errorf("package %q is in no layer: add it to deps_test.go", pkg)
			continue
		}
		for _, dep := range strings.Split(imports, ",") {
			dep, ours := strings.CutPrefix(dep, module)
			if dep = strings.TrimPrefix(dep, "/"); ours && !slices.Contains(may, dep) && (pkg != "open/all" || !isOpener(dep)) {
				t.Errorf("%q imports %q", pkg, dep)
			}
		}
	}
}

// dependencyRow matches the first and the last column of a row of DEPENDENCIES.md
// that has four.
var dependencyRow = regexp.MustCompile(`(?m)^\| ([^|]+) \|[^|]*\|[^|]*\| ([^|]+) \|$`)

// Every import from another module is in DEPENDENCIES.md, with the package that
// imports it. The packages listed there import it, at least in tests.
func TestDependenciesAreListed(t *testing.T) {
	text, err := os.ReadFile("DEPENDENCIES.md")
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ modules, users []string }
	var rows []row
	used := map[string]bool{} // "module package"
	packages := golist(t, module+"/...")
	for _, m := range dependencyRow.FindAllStringSubmatch(string(text), -1) {
		r := row{modules: strings.FieldsFunc(m[1], func(c rune) bool { return strings.ContainsRune(" ,()", c) })}
		for _, span := range codeSpan.FindAllStringSubmatch(m[2], -1) {
			if slices.Contains(packages, module+"/"+span[1]) {
				r.users = append(r.users, span[1])
			}
		}
		rows = append(rows, r)
	}
	rowOf := func(dep string) int {
		return slices.IndexFunc(rows, func(r row) bool {
			return slices.ContainsFunc(r.modules, func(m string) bool { return dep == m || strings.HasPrefix(dep, m+"/") })
		})
	}
	const format = `{{.ImportPath}}={{join .Imports ","}}={{join .TestImports ","}},{{join .XTestImports ","}}`
	for _, line := range golist(t, "-f", format, module+"/...") {
		fields := strings.Split(line, "=")
		pkg := strings.TrimPrefix(fields[0], module+"/")
		for i, imports := range fields[1:] {
			for _, dep := range strings.Split(imports, ",") {
				if first, _, _ := strings.Cut(dep, "/"); !strings.Contains(first, ".") || strings.HasPrefix(dep, module) {
					continue // of the standard library, or local
				}
				r := rowOf(dep)
				if r < 0 {
					t.Errorf("%s imports %s: add a row to DEPENDENCIES.md", pkg, dep)
					continue
				}
				used[rows[r].modules[0]+" "+pkg] = true
				if i == 0 && !slices.Contains(rows[r].users, pkg) {
					t.Errorf("%s imports %s: add %[1]q to the last column of its row in DEPENDENCIES.md", pkg, dep)
				}
			}
		}
	}
	for _, r := range rows {
		for _, pkg := range r.users {
			if !used[r.modules[0]+" "+pkg] {
				t.Errorf("%s does not import %s: correct its row in DEPENDENCIES.md", pkg, r.modules[0])
			}
		}
	}
	if len(rows) < 10 {
		t.Errorf("DEPENDENCIES.md has %d rows: does this test still recognize them?", len(rows))
	}
}

// A program that uses one edition links no other, and only WHATWG links the tables of
// IDNA. Source: DESIGN 2, 7.
func TestEditionsThatNobodyNamesAreNotLinked(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	symbols := func(edition string) string {
		dir := t.TempDir()
		file, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		text := "package main\n\nimport (\n\t\"os\"\n\n\t\"" + module + "\"\n)\n\nfunc main() {\n\tu, _ := earl." + edition +
			".Parse(os.Args[0])\n\tos.Stdout.WriteString(u.Normalize(earl.LevelScheme).String() + u.Origin())\n}\n"
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "build", "-o", program, file).CombinedOutput(); err != nil {
			t.Skipf("go build: %v: %s", err, out)
		}
		out, err := exec.Command("go", "tool", "nm", program).Output()
		if err != nil {
			t.Skipf("go tool nm: %v", err)
		}
		return string(out)
	}
	one, all := symbols("RFC1738"), symbols("WHATWG")
	for _, name := range []string{"earl.whatwg", "earl.WHATWG", "uts46.rows", "uts46.ToASCII"} {
		if strings.Contains(one, name) {
			t.Errorf("a program that names only RFC1738 links %s", name)
		}
		if !strings.Contains(all, name) {
			t.Errorf("a program that names WHATWG links no %s: what does this test look for?", name)
		}
	}
	for _, name := range []string{"earl.rfc3986Classes", "earl.draft1993Classes", "earl.rfc1738Classes"} {
		if strings.Contains(all, name) {
			t.Errorf("a program that names only WHATWG links %s", name)
		}
	}
}
