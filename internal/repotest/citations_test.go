package repotest

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// requirementsPage has a row for every requirement and every reading.
const requirementsPage = "docs/requirements.md"

// Every id in code and tests is in docs/requirements.md, and a test cites every
// id that is there.
func TestRequirements(t *testing.T) {
	for _, problem := range requirementProblems(os.DirFS(".")) {
		t.Error(problem)
	}
}

// requirements is the content of the page: rows by id, in the page's order, and
// the two lists at its end.
type requirements struct {
	ids     []string
	missing map[string]string // "all", or the part of an id that tests cite but that is not implemented
	untold  map[string]bool   // these cannot be tested
}

// requirementRow matches the id and the next column of a row.
var requirementRow = regexp.MustCompile(`^\| ([A-Z]\d+) \| ([^|]*) \|`)

// readRequirements reads the page. It returns an error for a row that appears
// twice or has no text, and for letters whose numbers have a gap.
func readRequirements(page string) (requirements, error) {
	r := requirements{missing: map[string]string{}, untold: map[string]bool{}}
	heading := ""
	for line := range strings.Lines(page) {
		if after, ok := strings.CutPrefix(line, "## "); ok {
			heading = strings.TrimSpace(after)
		}
		m := requirementRow.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		switch id, text := m[1], strings.TrimSpace(m[2]); {
		case text == "":
			return r, fmt.Errorf("%s: the row %s under %q has no text", requirementsPage, id, heading)
		case heading == "Not built yet":
			r.missing[id] = text
		case heading == "Nothing to test":
			r.untold[id] = true
		default:
			if want := nextRequirement(r.ids, id[:1]); id != want {
				return r, fmt.Errorf("%s: the row %s is where %s is expected: ids are stable and are not reused", requirementsPage, id, want)
			}
			r.ids = append(r.ids, id)
		}
	}
	return r, nil
}

// nextRequirement returns the id with a letter that follows those in ids.
func nextRequirement(ids []string, letter string) string {
	n := 1
	for _, id := range ids {
		if strings.HasPrefix(id, letter) {
			n++
		}
	}
	return fmt.Sprint(letter, n)
}

// citation matches an id in a text, but not digits of an escape or a name.
var citation = regexp.MustCompile(`(?:^|[^\w%=\\.+/-])([A-GR][1-9][0-9]?)\b`)

// citations returns the places where files cite an id, as "file:line". In a
// script only comments count, because other lines are data.
func citations(files fs.FS) (map[string][]string, error) {
	cited := map[string][]string{}
	err := fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		script := path.Ext(name) == ".txtar"
		if err != nil || !script && path.Ext(name) != ".go" || name == "citations_test.go" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			if script && !strings.HasPrefix(line, "# ") {
				continue
			}
			for _, m := range citation.FindAllStringSubmatch(line, -1) {
				cited[m[1]] = append(cited[m[1]], fmt.Sprintf("%s:%d", name, n))
			}
		}
		return err
	})
	return cited, err
}

// requirementProblems compares the page with the code. It returns a message for
// each difference: what to add, and where.
func requirementProblems(files fs.FS) []string {
	page, err := fs.ReadFile(files, requirementsPage)
	if err != nil {
		return []string{err.Error()}
	}
	r, err := readRequirements(string(page))
	if err != nil {
		return []string{err.Error()}
	}
	cited, err := citations(files)
	if err != nil {
		return []string{err.Error()}
	}
	var problems []string
	add := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
	for _, id := range slices.SortedFunc(maps.Keys(cited), byRequirement) {
		if !slices.Contains(r.ids, id) {
			add("%s cites %s: add a row for %s to its table in %s, or correct the id", cited[id][0], id, id, requirementsPage)
		}
	}
	for _, id := range r.ids {
		if problem := r.citedAsPromised(id, cited[id]); problem != "" {
			add("%s", problem)
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(r.missing), byRequirement) {
		if !slices.Contains(r.ids, id) {
			add("%s: %s is under \"Not built yet\" and has no row: add one to its table, or remove it", requirementsPage, id)
		}
	}
	return problems
}

// citedAsPromised returns what is wrong with the citations of an id, or "".
func (r *requirements) citedAsPromised(id string, places []string) string {
	test := slices.IndexFunc(places, isTest)
	missing, listed := r.missing[id]
	switch {
	case test < 0 && (!listed || missing != "all") && !r.untold[id]:
		return fmt.Sprintf("no test cites %s: write %s into the row or comment of the test that checks it; "+
			"if it is not built, add it to \"Not built yet\" in %s with its step", id, id, requirementsPage)
	case test >= 0 && missing == "all":
		return fmt.Sprintf("%s: %s is under \"Not built yet\" and %s tests it: remove its row, or write into it what is missing",
			requirementsPage, id, places[test])
	}
	return ""
}

// isTest reports whether a place, as "file:line", is in a test or its script.
func isTest(place string) bool {
	file, _, _ := strings.Cut(place, ":")
	return strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, ".txtar")
}

// byRequirement compares ids by their letter, then by their number.
func byRequirement(a, b string) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// The comparison finds each difference and names the file to edit.
func TestRequirementsAreCompared(t *testing.T) {
	const page = "# Requirements\n\n| id | requirement | source |\n|---|---|---|\n"
	for _, c := range []struct{ name, rows, code, test, want string }{
		{"all is well", "| A1 | one | x |\n", "// A1", "// A1", ""},
		{"a readings row", "| R1 | where | what | how |\n", "", "// R1: so", ""},
		{"unknown in code", "| A1 | one | x |\n", "\n// B7: two", "// A1", "a.go:2 cites B7: add a row for B7 to its table in docs/requirements.md"},
		{"unknown in a test", "| A1 | one | x |\n", "", "{\"A2\"}, // A1", "a_test.go:1 cites A2"},
		{"no citation", "| A1 | one | x |\n| A2 | two | x |\n", "// A2", "// A1", "no test cites A2: write A2 into"},
		{"only in an escape", "| E1 | one | x |\n", "", "%E1 =E1 \\E1", "no test cites E1"},
		{"a gap", "| A1 | one | x |\n| A3 | three | x |\n", "", "// A1", "the row A3 is where A2 is expected"},
		{"twice", "| A1 | one | x |\n| A1 | one | x |\n", "", "// A1", "the row A1 is where A2 is expected"},
		{"no text", "| A1 |  | x |\n", "", "// A1", "the row A1 under \"\" has no text"},
		{"not built", "| G1 | one | x |\n## Not built yet\n| G1 | all | 7 |\n", "", "", ""},
		{"not built, cited", "| G1 | one | x |\n## Not built yet\n| G1 | all | 7 |\n", "", "// G1", "G1 is under \"Not built yet\" and a_test.go:1 tests it"},
		{"half built", "| G1 | one | x |\n## Not built yet\n| G1 | dict | 7 |\n", "", "// G1", ""},
		{"half built, not cited", "| G1 | one | x |\n## Not built yet\n| G1 | dict | 7 |\n", "", "", "no test cites G1"},
		{"not built, no row", "## Not built yet\n| G1 | all | 7 |\n", "", "", "G1 is under \"Not built yet\" and has no row"},
		{"nothing to test", "| R1 | where | what | how |\n## Nothing to test\n| R1 | numbers |\n", "", "", ""},
	} {
		files := fstest.MapFS{
			requirementsPage: {Data: []byte(page + c.rows)},
			"a.go":           {Data: []byte(c.code)},
			"a_test.go":      {Data: []byte(c.test)},
			"x.txtar":        {Data: []byte("-- data --\nE9 is data\n")},
		}
		got := strings.Join(requirementProblems(files), "\n")
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
