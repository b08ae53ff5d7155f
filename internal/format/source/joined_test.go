package source_test

import (
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/literal/literaltest"
	"github.com/earl-url/earl/internal/format/quoted"
	"github.com/earl-url/earl/internal/format/source"
)

// A string that a program joins to another one has a doubt if a URL ends with it. In each text U is
// the URL. Sources: the standard of C, "String literals"; Python reference 2.4.2; POSIX shell 2.2 and 2.6; the
// documentation of Ruby, "String literals"; Elixir, Kernel.<>; ECMA-262 String.prototype.concat; the
// snippet of Google Analytics.
func TestJoined(t *testing.T) {
	for _, test := range []struct {
		name string
		docs []string
	}{
		{"a.c", []string{
			`char *u = "U" "b";`, "x = \"U\"\n  \"b\";", "x = \"U\" /* c */ \"b\";", "x = \"U\" // c\n \"b\";", `x = "U" u8"b";`, `x = @"U" @"b";`,
			`x = "U" RELEASE "/x";`, `x = "U" RELEASE;`, "x = \"U\" \\\n \"b\"", `#define A "U" B_2`,
		}},
		{"a.py", []string{
			"u = (\"U\"\n     \"b\")", "u = (\"U\"  # c\n     \"b\")", `x = "U" f"{x}"`, `p("U" "%s" % y)`, "x = \"U\" \\\n  \"er\"", `x = 'U' 'b'`, `x = "U"'b'`,
			`x = "U" rb"b"`, `x = ("U") + y`, `x = ("a" "U" "b")`, `x = "U" + y`, `x = (("U")) + z`,
		}},
		{"a.rb", []string{`x = "U" "b"`, `x = "U" 'b'`, "x = \"U\" \\\n  'b'", `x = 'U'"b"`, `x = "U" + y`, `x = "U".concat(y)`, `x = ("U") + y`}},
		{"a.sh", []string{
			`x="U"$y`, `x="U"${y}`, `x="U""b"`, `x=U"$y"`, "x=U`date`", `curl 'U'"$y"`, `"U"er`, `x="U"'b'`, "x=\"U\"\\\nb", `x=U"/b"`, `x="U".tgz`, "x=\"U\"`date`", `x="U"/b`,
		}},
		{"a.ex", []string{`x = "U" <> y`, "x = \"U\" <>\n  y", "x = \"U\"\n  <> y", `f(("U") <> y)`}},
		{"a.jl", []string{`x = "U" * y`}},
		{"a.js", []string{
			`x = "U".concat(y)`, `x = 'U' .concat(y)`, "x = \"U\"\n  .concat(y)", `x = ('U') + y`, `x = (('U')) + y`, `x = (a ? 'b' : 'U') + y`, `x = (a ? 'U' : 'b') + y`,
			`(p ? "U" : "b") + ".h.example/x"`, `return(p ? "U" : "b") + x`, `x = (f(a) ? 'U' : 'b').concat(y)`, "x = (a ? 'U' :\n 'b')\n + y", `x = 'U' /* c */ + y`,
		}},
		{"a.java", []string{`x = "U".concat(y);`, `x = (a ? "b" : "U") + y;`, `x = "U" + y;`}},
		{"a.kt", []string{`x = "U".plus(y)`}},
		{"a.hs", []string{`x = "U" <> y`, `x = "U" ++ y`}},
	} {
		for _, doc := range test.docs {
			check(t, test.name, doc, "http://h.example/a{} placeholder")
		}
	}
}

// What is certainly not joined has no doubt.
func TestNotJoined(t *testing.T) {
	for _, test := range []struct {
		name string
		docs []string
	}{
		{"a.c", []string{
			`f("U")`, `x = "U";`, `{"U", "V"}`, `x = "U" /* "b" */;`, `[a b:@"U" c:@"V"]`, "#define A \"U\"\n#define B \"b\"", "x = \"U\" // \"b\"\n;", `x = a ? "U" : "b";`, `f("U") + y`, `x = "see U for" "b"`,
			"#define A \"U\"\nEXPORT int x;", `{"U": "b"}`,
		}},
		{"a.py", []string{
			`f("U")`, `x = "U"`, `["U", "V"]`, `x = "U" if y else "b"`, "x = \"U\"\ny = 'b'", "x = \"U\"  # 'b'\n", `{"U": "b"}`, `f(a="U", b="b")`, `x = "U".strip()`, `str("U") + x`, "f(\"U\",\n  \"b\")", `x = ("U", "b") + y`,
		}},
		{"a.rb", []string{`f "U", "b"`, "x = \"U\"\n\"b\"", `x = ["U", "b"]`, `x = "U".freeze`, `x = "U" if y`, `f("U") + y`}},
		{"a.sh", []string{
			`curl "U"`, `x="U"; y`, `x=$(curl "U")`, `curl "U"|sh`, `[ "$x" = "U" ]`, "x=`curl \"U\"`", `x="$(curl "U")"`, `curl "U" "b"`, "curl \"U\" \\\n  -o b", `(curl 'U')`, `curl "U">b`, `curl U "b"`, `x=("U" "b")`, `${x:-"U"}`, `x="$(curl U "b")"`,
		}},
		{"a.ex", []string{`f("U")`, `x = "U"`, `["U", "V"]`, `"U" |> f`}},
		{"a.js", []string{
			`f("U")`, `x = "U";`, `["U", "V"]`, `f("U") + y`, `x = a ? 'U' : 'b'`, `f(a ? 'U' : 'b') + y`, `{a: "U"}`, `x = 'U'.length`, `x = ("U");`, `if (x == "U") return y`, "x = 'U'\n'b'", `{'U': 'b'}`, `f("U", (a) + b)`,
		}},
	} {
		for _, doc := range test.docs {
			check(t, test.name, doc, "http://h.example/a")
		}
	}
}

// check compares the first URL of a program, and its doubt, with those that are wanted.
func check(t *testing.T, name, doc, want string) {
	t.Helper()
	doc = strings.NewReplacer("U", "http://h.example/a", "V", "b").Replace(doc)
	for m, err := range literal.URLs(strings.NewReader(doc), quoted.New(source.Language(name, "")), literal.Options{}) {
		if got := strings.TrimSpace(m.URL + " " + m.Doubt.String()); got != want || err != nil {
			t.Errorf("%s: %s: got %s, %v, want %s", name, doc, got, err, want)
		}
		return
	}
	t.Errorf("%s: %s: no URL", name, doc)
}

// In some languages \x is a byte and in others a character. Sources: Go specification, "Rune
// literals"; the standard of C, "Character constants"; Python reference 2.4.1; JLS 3.10.7; C# 6.4.5.6; Kotlin, "Characters"; the
// manuals of PHP, Perl, Ruby and bash.
func TestBytes(t *testing.T) {
	const h = "http://h.example/"
	for _, test := range []struct{ name, doc, want string }{
		{"a.go", `"` + h + `\xec\x84\x9c"`, "1:2 " + h + "서"},
		{"a.c", `"` + h + `\xF0\x9F\x98\x80/b"`, "1:2 " + h + "😀/b"},
		{"a.cpp", `"` + h + `\303\251\101"`, "1:2 " + h + "éA"},
		{"a.py", `b"` + h + `\xc3\xa9"`, "1:3 " + h + "é"},
		{"a.py", `"` + h + `\xe9\101"`, "1:2 " + h + "éA"},
		{"a.py", "b\"\"\"\n" + h + "a\n\"\"\"", "2:1 " + h + "a"},
		{"a.php", `<?php "` + h + `\xc3\xa9\57b"`, "1:8 " + h + "é/b"},
		{"a.pl", `"` + h + `\xc3\xa9"`, "1:2 " + h + "é"},
		{"a.rb", `"` + h + `\xc3\xa9\u00e9"`, "1:2 " + h + "éé"},
		{"a.sh", `$'` + h + `\xc3\xa9\x41\102'`, "1:3 " + h + "éAB"},
		{"a.js", `"` + h + `\xe9"`, "1:2 " + h + "é"},
		{"a.java", `"` + h + `\101\u00e9"`, "1:2 " + h + "Aé"},
		{"a.kt", `"` + h + `\u00e9"`, "1:2 " + h + "é"},
		{"a.cs", `"` + h + `\U0001F600\ud83d\ude00/b"`, "1:2 " + h + "😀😀/b"},
		{"a.go", `"` + h + `\xe9"`, "1:2 " + h + " escape"},
		{"a.go", `"` + h + `\xc3b"`, "1:2 " + h + " escape"},
	} {
		literaltest.Check(t, func() literal.Decoder { return quoted.New(source.Language(test.name, "")) }, test.doc, test.want)
	}
}
