package fix

import (
	"strings"
	"testing"
)

// What a file may join to a URL is not rewritten. In each text U is the URL.
func TestJoined(t *testing.T) {
	for _, test := range []struct {
		s     syntax
		joins bool
		texts []string
	}{
		{unknown, true, []string{
			`x="U"$y`, `x="U"${y}`, `x="U""$y"`, `x=U"$y"`, "x=U`date`", `curl 'U'"$y"`, `"U"er`, `U"x"`, `x=U$y`, // shell
			`char *u = "U" "er";`, "u = (\"U\"\n     \"b\")", "u = (\"U\"  \n \t f'b')", `x = "U" f"{x}"`, `p("U" "%s" % y)`, "x = \"U\" \\\n  \"er\"",
			`x = "U" <> y`, `x = "U" + y`, `x = "U" . $y`, `x = "U" .. y`, `x = "U" & y`, `x = "U" ~ y`, `f("U".concat(y))`, `concat!("U", "er")`,
			`paste0("U", y)`, `["U", y].join("")`, "x = `${a}U`", `x = "see U"`, `x = a"U"`, `x = "U" % y`, "x = \"U\"\n  .concat(y)", "x = \"U\"\n  + y",
			"run curl U\\\n/x", "run curl U\\\r\n/x", `x = "U<id>"`, `x = "U{id}"`, `x = "U[id]"`, `x = "U"[0]`,
		}},
		{unknown, false, []string{
			`x = "U";`, `x = "U"`, "x = \"U\"\ny = 1", `x = "U" # see`, `f("U")`, `{url: "U", b: 1}`, `{url: "U"}`, `{"url": "U"}`, `f(url="U", b=1)`,
			`x = "see U for more" + y`, `// see U for more`, `# U`, "curl U\n", `curl U -o x`, `curl "U" -o x`, `return "U";`, "x = 'U'\n# a", `x = "U" ;`, `x = "U" if y`,
		}},
		{plain, true, []string{"see U<id>", "see U[id]", "see U[%= x %]", "U\\\nx", "U{x}"}},
		{plain, false, []string{"see U.", "(U)", "<U>", "U\n\\", "U <id>", "U [1]", `"U"x`}},
		{markdown, true, []string{"see U<id>", "U[id]"}},
		{markdown, false, []string{"[U](x)", "(U)", "<U>", "U</p>", "**U**"}},
		{data, true, []string{"url = U\\\n  /x", `{"u": "U<id>"}`}},
		{data, false, []string{`["U", "b"]`, `{"u":"U","b":1}`, `a: "U"`, `- 'U'`}},
	} {
		for _, text := range test.texts {
			f := &file{syntax: test.s, text: []byte(text)}
			start := strings.Index(text, "U")
			if got := f.joins(start, start+1); got != test.joins {
				t.Errorf("%d: %q joins: %v, want %v", test.s, text, got, test.joins)
			}
		}
	}
}
