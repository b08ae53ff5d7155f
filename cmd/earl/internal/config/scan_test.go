package config

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The parser of TOML takes memory that grows with the square of the depth.
func TestHostileFileIsRefusedBeforeTheParser(t *testing.T) {
	deep := func(open, end string) string {
		return "x = " + strings.Repeat(open, 13_000) + "1" + strings.Repeat(end, 13_000) + "\n"
	}
	dotted := strings.Repeat("a.", 20_000) + "b"
	for name, r := range map[string]struct{ text, want string }{
		"dotted key":            {"[check]\n" + dotted + " = 1\n", "line 2: more than 16 names"},
		"dotted key, blanks":    {strings.Repeat("a . ", 10_000) + "b = 1\n", "line 1: more than 16 names"},
		"quoted parts":          {strings.Repeat(`"a".`, 10_000) + "b = 1\n", "line 1: more than 16 names"},
		"literal parts":         {strings.Repeat(`'a'.`, 10_000) + "b = 1\n", "line 1: more than 16 names"},
		"header":                {"\n\n[" + dotted + "]\n", "line 3: more than 16 names"},
		"array of tables":       {"[[" + dotted + "]]\n", "line 1: more than 16 names"},
		"lists":                 {deep("[", "]"), "line 1: more than 16 tables or lists"},
		"lists on lines":        {deep("[\n", "]"), "line 17: more than 16 tables or lists"},
		"inline tables":         {deep("{a = ", "}"), "line 1: more than 16 tables or lists"},
		"mixed":                 {deep("[{a.b=", "}]"), "line 1: more than 16 tables or lists"},
		"after strings":         {"a = ['''\n]''', \"\"\"x\\\n\\\"\"\"\", \"\\\"#\", '\\']\n" + dotted + "=1", "line 4: more than 16 names"},
		"after an odd end":      {`x = {a="""q"""",` + dotted + "=1}", "line 1: more than 16 names"},
		"dotted, inline":        {"x = {" + dotted + " = 1}", "line 1: more than 16 names"},
		"keys":                  {strings.Repeat("a=1\n", 30_000), "line 20001: more than 20000 keys"},
		"tables":                {strings.Repeat("[[a]]\n", 30_000), "more than 20000 keys"},
		"keys of inline tables": {"x={" + strings.Repeat("a=1,", 30_000) + "}", "more than 20000 keys"},
		"size":                  {"#" + strings.Repeat("x", maxFile), "more than 1048576 bytes"},
	} {
		path := filepath.Join(t.TempDir(), "earl.toml")
		if err := os.WriteFile(path, []byte(r.text), 0o666); err != nil {
			t.Fatal(err)
		}
		var err error
		if used := allocated(func() { err = new(File).ReadProject(path, nil) }); used > 16<<20 {
			t.Errorf("%s: ReadProject allocated %d MiB", name, used>>20)
		}
		if err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: ReadProject = %v, want %q", name, err, r.want)
		}
		if _, err := ReadFile(path, true, nil); err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: ReadFile = %v, want %q", name, err, r.want)
		}
	}
}

// allocated returns the bytes that do allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestOrdinaryFilesAreBelowTheLimits(t *testing.T) {
	for _, text := range []string{
		"", "[check.host.\"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s\"]\nrate = 1.5\n",
		"exclude = [\n" + strings.Repeat("  'https://www.a.example/x.y.z/.*', # a.b.c = [[[\n", 5000) + "]\n",
		"x = \"" + strings.Repeat("[{.", 5000) + "\"\n", "x = '''\n" + strings.Repeat("[{.'", 5000) + "'''\n",
		"x = 1979-05-27T07:32:00.5Z\n", "# " + strings.Repeat(".", 5000), strings.Repeat("x = 1.5\n", 9000),
	} {
		if err := checkTOML(text); err != nil {
			t.Errorf("checkTOML(%.30q) = %v, want nil", text, err)
		}
	}
}

// What checkTOML accepts, the parser reads with little memory: files made of the marks of
// TOML in any order.
func TestAcceptedFilesTakeLittleMemory(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	marks := []string{
		"a", ".", "=", "[", "]", "{", "}", ",", "\n", "1", `"`, "'", `"""`, "'''", "#", `\`, " ",
		"a.b=", "{a=", "[[", "a=1\n", "[a.a.a.a]\n", "a.a.a.a.a={", "},\n",
	}
	n := 3000
	if testing.Short() {
		n = 300
	}
	for range n {
		few := make([]string, 1+random.IntN(6))
		for k := range few {
			few[k] = marks[random.IntN(len(marks))]
		}
		var b strings.Builder
		for b.Len() < 8<<10 {
			b.WriteString(few[random.IntN(len(few))])
		}
		text := b.String()
		used := allocated(func() { new(File).decode(text, func(string, []string) error { return nil }) })
		if used > 64<<20 {
			t.Fatalf("%.80q takes %d MiB", text, used>>20)
		}
	}
}
