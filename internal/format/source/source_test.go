package source_test

import (
	"testing"

	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/literal/literaltest"
	"github.com/earl-url/earl/internal/format/quoted"
	"github.com/earl-url/earl/internal/format/source"
)

// Each kind of string and comment, of each language that has it. Sources: the references of the
// languages.
func TestLanguages(t *testing.T) {
	for _, test := range []struct{ name, doc, want string }{
		{"a.go", `u := "http://h.example/\u00e9?a\x26b"`, `1:7 http://h.example/é?a&b`},
		{"a.go", "u := `http://h.example/\\w`", `1:7 http://h.example/ escape`},
		{"a.go", `r := '"' // it's "http://h.example/a\b`, `1:19 http://h.example/a escape`},
		{"a.go", `"http://h.example/"+id + "/x"`, `1:2 http://h.example/{} placeholder`},
		{"a.go", `f("http://h.example/a", "http://h.example/%s", 'x')`, `1:4 http://h.example/a|1:26 http://h.example/%s placeholder`},
		{"a.c", `/* "http://h.example/a\b" */ s = "http:\/\/h.example\/\U0001F600";`, `1:5 http://h.example/a escape|1:35 http://h.example/😀`},
		{"a.cpp", `auto s = R"x("http://h.example/a\b)")x"; "\x26http://h.example/\x61"`, `1:15 http://h.example/a escape|1:47 http://h.example/a`},
		{"a.h", "#define U \"http://h.example/\\\na\"", `1:12 http://h.example/a`},
		{"a.java", `String s = "http://h.example/\ud83d\ude00"; char c = '"', d = '\'';`, `1:13 http://h.example/😀`},
		{"a.java", "s = \"\"\"\n  \"http:\\/\\/h.example\" and\n  http://h.example/\\u0061\n\"\"\";", "2:4 http://h.example|3:3 http://h.example/a"},
		{"a.js", "f('http:\\/\\/h.example\\/a', \"http://h.example/\\u{1F600}\", `http://h.example/\\x61`)", "1:4 http://h.example/a|1:29 http://h.example/😀|1:59 http://h.example/a"},
		{"a.ts", "`http://h.example/${f(`x`)}/a` // don't\n'http:\\/\\/h.example\\/b'", "1:2 http://h.example/${f(`x`)}/a placeholder|2:2 http://h.example/b"},
		{"a.js", "const r = /[\"']http/;\nu = \"http:\\/\\/h.example\\/b\"", "2:6 http://h.example/b"},
		{"a.cs", `s = @"http://h.example/""a""\b"; t = "http:\/\/h.example";`, `1:7 http://h.example/|1:39 http://h.example`},
		{"a.kt", `val s = "http://h.example/$id" ; val c = '"' ; "http:\/\/h.example\/a"`, `1:10 http://h.example/$id placeholder|1:49 http://h.example/a`},
		{"a.swift", `let s = #"http://h.example/\b""#; "http://h.example/\(id)", "http:\/\/h.example\/\u{61}"`, `1:11 http://h.example/ escape|1:36 http://h.example/ escape|1:62 http://h.example/a`},
		{"a.rs", "fn f<'a>() { r#\"http://h.example/\"a\"\"#; r\"\\\"; '\"'; \"http://h.example/\\\n   \\x61\" }", "1:17 http://h.example/|1:53 http://h.example/a"},
		{"a.py", `r"http://h.example/\w", r'''http://h.example/a''', 'http:\/\/h.example\/b' # it's`, `1:3 http://h.example/ escape|1:29 http://h.example/a|1:53 http://h.example/b`},
		{"a.py", "\"\"\"It's http://h.example/\\\na \"quoted\"\n\"\"\"\nf\"http://h.example/{x}/\\x61\"", "1:9 http://h.example/a|4:3 http://h.example/{x}/a placeholder"},
		{"a.rb", "x = <<~EOS\n  don't \"http://h.example/#{x}\n  EOS\n\"http:\\/\\/h.example\\/\\u{61}\" # it's", "2:10 http://h.example/#{x} placeholder|4:2 http://h.example/a"},
		{"a.php", "<p>it's</p> <?php $a = <<<'X'\nit's\nX;\n'http:\\/\\/h.example'; \"http:\\/\\/h.example\\/\\$a\"; 'http://h.example/' . $b", "4:2 http://h.example escape|4:24 http://h.example/$a placeholder|4:51 http://h.example/{} placeholder"},
		{"a.sh", "cat <<'E' # it's\ndon't http://h.example/a\nE\ncurl \"http://h.example/\\\nb\" 'http://h.example/c' $'http:\\/\\/h.example\\/\\x64' http://h.example/#e", "2:7 http://h.example/a|4:7 http://h.example/b|5:5 http://h.example/c|5:27 http://h.example/d|5:53 http://h.example/#e"},
		{"a.pl", `my $u = "http:\/\/h.example\/\x61"; # don't`, `1:10 http://h.example/a`},
		{"a.lua", "--[==[ it's http://h.example/a ]] ]==] s = [[http://h.example/b\\]] t = \"http:\\/\\/h.example\\/c\" -- it's", "1:13 http://h.example/a|1:46 http://h.example/b escape|1:73 http://h.example/c"},
		{"a.sql", "insert 'it''s http://h.example/a''b' -- don't\n'http://h.example/c' || id", "1:15 http://h.example/a'b|2:2 http://h.example/c{} placeholder"},
		{"a.ps1", "<# it's #> 'http://h.example/a' # don't\n\"http://h.example/b\" + $c", "1:13 http://h.example/a|2:2 http://h.example/b{} placeholder"},
		{"a.hs", `{- it's -} f' = "http:\/\/h.example" -- don't`, `1:18 http://h.example`},
		{"a.el", "(setq u \"http://h.example/a\") ; \"don't\n(f 'a \"http:\\/\\/h.example\")", "1:10 http://h.example/a|2:8 http://h.example"},
		{"a.vb", `s = "http://h.example/a""b" ' it's`, `1:6 http://h.example/a"b`},
		{"unknown", `"http:\/\/h.example\/a"`, `1:2 http://h.example/a`},
	} {
		literaltest.Check(t, func() literal.Decoder { return quoted.New(source.Language(test.name, "")) }, test.doc, test.want)
	}
}
