package earl_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// storeys says what each package of the house may import of the house, by
// prefix; imports point downwards. A package that is not named may not exist.
var storeys = []struct {
	pkg string
	may []string
}{
	{"", []string{"internal/uts46"}},
	{"internal/uts46", nil},
	{"internal/peers", nil},
	{"internal/term", nil},
	{"open/internal/wire", []string{"", "open"}},
	{"open", []string{""}},
	{"open/file", []string{"", "open", "open/internal/wire"}},
	{"open/ftp", []string{"", "open", "open/internal/wire"}},
	{"open/gopher", []string{"", "open", "open/internal/wire"}},
	{"open/http", []string{"", "open", "open/internal/wire"}},
	{"open/all", []string{"", "open", "open/file", "open/ftp", "open/gopher", "open/http"}},
	{"open/opentest", []string{"", "open", "open/internal/wire"}},
	{"demo", []string{"", "open", "open/all", "internal/term"}},
	{"editions", []string{""}},
	{"neturl", []string{""}},
	{"cmd/earl", []string{"", "editions", "open", "open/all", "open/file", "open/ftp", "open/gopher", "open/http", "demo", "internal/term"}},
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

// A program that only parses links neither net nor net/http; package open
// neither net/http nor crypto/tls. Source: DESIGN 2, 4.
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

// Imports point downwards.
func TestImportsPointDown(t *testing.T) {
	for _, line := range golist(t, "-f", `{{.ImportPath}}={{join .Imports ","}}`, module+"/...") {
		pkg, imports, _ := strings.Cut(line, "=")
		pkg = strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
		i := slices.IndexFunc(storeys, func(s struct {
			pkg string
			may []string
		}) bool {
			return s.pkg == pkg
		})
		if i < 0 {
			t.Errorf("package %q has no storey", pkg)
			continue
		}
		for _, dep := range strings.Split(imports, ",") {
			dep, ours := strings.CutPrefix(dep, module)
			if dep = strings.TrimPrefix(dep, "/"); ours && !slices.Contains(storeys[i].may, dep) {
				t.Errorf("%q imports %q", pkg, dep)
			}
		}
	}
}
