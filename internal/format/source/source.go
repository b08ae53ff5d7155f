// Package source says how programming languages write strings and comments, for package quoted. In
// the strings of a program, escapes are decoded: "http:\/\/h\/a\u0026b" is http://h/a&b. What is in
// no string is text.
package source

import (
	"path"
	"strings"
	"sync"

	"github.com/earl-url/earl/internal/format/literal"
	"github.com/earl-url/earl/internal/format/quoted"
)

// A row is a language, with the names and extensions of its files, in lower case, and its media
// types.
type row struct {
	names, media string
	language     *quoted.Language
}

// escapes returns the escapes that most languages share, and others.
func escapes(hex map[byte]int, braces bool, more string) *literal.Escapes {
	e := &literal.Escapes{
		Chars: map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': "\\", '"': "\"", '\'': "'", '/': "/", '\n': ""},
		Hex:   hex, Braces: braces, Pairs: hex['u'] == 4 && hex['U'] == 0,
	}
	for _, c := range []byte(more) {
		e.Chars[c] = string(c)
	}
	for c, s := range map[byte]string{'a': "\a", 'b': "\b", 'f': "\f", 'v': "\v", '0': "\x00", 'e': "\x1B"} {
		e.Chars[c] = s
	}
	return e
}

// text returns a string in quotes, which ends with its line.
func text(mark string, e *literal.Escapes) quoted.Part {
	p := quoted.Part{Open: mark, Close: mark, Escapes: e}
	if mark == "'" {
		p.At = quoted.NotInWord
	}
	return p
}

// long returns a string in marks, which can have several lines.
func long(mark string, e *literal.Escapes) quoted.Part {
	return quoted.Part{Open: mark, Close: mark, Escapes: e, Lines: true, Longest: len(mark) > 1}
}

// char returns a character in apostrophes. Other apostrophes are no marks.
func char(e *literal.Escapes) quoted.Part {
	return quoted.Part{Open: "'", Close: "'", Escapes: e, Max: len(`'\U0001F600'`), At: quoted.NotInWord}
}

// language returns a language whose strings are joined by operators.
func language(join string, parts ...quoted.Part) *quoted.Language {
	return &quoted.Language{Parts: parts, Join: join}
}

// adjoining returns a language whose strings are joined without an operator too.
func adjoining(how quoted.Adjacency, l *quoted.Language) *quoted.Language {
	l.Adjacent = how
	return l
}

// ofBytes returns escapes in which \x is a byte, and octal digits are one.
func ofBytes(e *literal.Escapes) *literal.Escapes {
	e.Octal, e.Bytes = true, true
	return e
}

// rows are the languages. The first one is used for a file with an unknown name.
var rows = sync.OnceValue(func() []row {
	var (
		ofC      = ofBytes(escapes(map[byte]int{'x': 2, 'u': 4, 'U': 8}, false, "?"))
		ofPython = escapes(map[byte]int{'x': 2, 'u': 4, 'U': 8}, false, "?")
		ofScript = escapes(map[byte]int{'x': 2, 'u': 4}, true, "`$#") // JavaScript, Java and others with pairs
		ofCSharp = escapes(map[byte]int{'x': 2, 'u': 4, 'U': 8}, false, "")
		ofRust   = ofBytes(escapes(map[byte]int{'x': 2, 'u': 4}, true, "`$#"))
		ofShell  = &literal.Escapes{Chars: map[byte]string{'"': `"`, '\\': `\`, '$': "$", '`': "`", '\n': ""}}
		ofSingle = &literal.Escapes{Chars: map[byte]string{'\'': "'", '\\': `\`}} // 'it\'s'
	)

	ofPython.Octal, ofScript.Octal, ofCSharp.Pairs, ofRust.Skip = true, true, true, " \t\r\n"

	// Comments and strings that languages share.
	var (
		slashes  = quoted.Part{Open: "//", Close: "\n", Comment: true}
		block    = quoted.Part{Open: "/*", Close: "*/", Comment: true, Lines: true}
		hash     = quoted.Part{Open: "#", Close: "\n", Comment: true, At: quoted.WordStart}
		dashes   = quoted.Part{Open: "--", Close: "\n", Comment: true}
		backtick = quoted.Part{Open: "`", Close: "`", Lines: true}
		doubled  = quoted.Part{Open: "'", Close: "'", Lines: true, Double: true, At: quoted.NotInWord}
		heredoc  = quoted.Part{Open: "<<", Tag: quoted.Heredoc}
	)
	return []row{
		{".c .h .cc .cpp .cxx .hh .hpp .hxx .ino .m .mm .cu .proto .glsl", "text/x-c text/x-c++ text/x-csrc text/x-c++src",
			adjoining(quoted.Macros, language("+", slashes, block, quoted.Part{Open: `"`, Close: `"`, Lines: true, Tag: quoted.Paren, At: quoted.AfterR}, text(`"`, ofC), char(ofC)))},
		{".go", "text/x-go", language("+", slashes, block, text(`"`, ofC), backtick, char(ofC))},
		{".java .scala .sc", "text/x-java text/x-java-source text/x-scala", language("+", slashes, block, long(`"""`, ofScript), text(`"`, ofScript), char(ofScript))},
		{".js .mjs .cjs .jsx .ts .mts .cts .tsx .dart", "text/javascript application/javascript application/x-javascript application/typescript text/x-typescript application/dart",
			language("+", slashes, block, quoted.Part{Open: "`", Close: "`", Escapes: ofScript, Lines: true, Hole: "${"}, long("'''", ofScript), text(`"`, ofScript), text("'", ofScript))},
		{".cs", "text/x-csharp", language("+", slashes, block, long(`"""`, nil), verbatim(`$@"`), verbatim(`@$"`), verbatim(`@"`), text(`"`, ofCSharp), char(ofCSharp))},
		{".kt .kts .groovy .gradle .swift", "text/x-kotlin text/x-groovy text/x-swift",
			language("+", slashes, block, quoted.Part{Open: "#", Close: `"`, Lines: true, Tag: quoted.Hashes}, long(`"""`, nil), long("'''", nil), text(`"`, ofRust), text("'", ofScript))},
		{".rs", "text/x-rust", language("", slashes, block, quoted.Part{Open: "#", Close: `"`, Lines: true, Tag: quoted.Hashes, At: quoted.AfterR},
			raw(`"`), long(`"`, ofRust), char(ofRust))},
		{".py .pyi .pyw .pyx .bzl .star", "text/x-python application/x-python-code", adjoining(quoted.Across, language("+", hash,
			raw(`"""`), raw("'''"), raw(`"`), raw("'"), long(`"""`, ofPython), long("'''", ofPython),
			byteString(`"`, ofC), byteString("'", ofC), text(`"`, ofPython), quoted.Part{Open: "'", Close: "'", Escapes: ofPython}))},
		{".rb .gemspec .rake .cr", "text/x-ruby application/x-ruby", adjoining(quoted.InLine, language("+", hash, heredoc, text(`"`, ofRust), text("'", ofSingle)))},
		{".php .phtml .inc", "text/x-php application/x-httpd-php application/x-php",
			language(".", slashes, block, hash, quoted.Part{Open: "<<<", Tag: quoted.Heredoc}, text(`"`, ofRust), text("'", ofSingle))},
		{".sh .bash .zsh .ksh .bats .ebuild .bashrc .profile .zshrc", "application/x-sh text/x-sh text/x-shellscript",
			adjoining(quoted.InWord, language("", hash, heredoc, quoted.Part{Open: "$'", Close: "'", Escapes: ofC}, long(`"`, ofShell), quoted.Part{Open: "'", Close: "'", Lines: true, At: quoted.NotInWord}))},
		{".pl .pm", "text/x-perl application/x-perl", language(".", hash, heredoc, text(`"`, ofRust), text("'", ofSingle))},
		{".lua", "text/x-lua", language("..", quoted.Part{Open: "--[", Close: "]]", Comment: true, Lines: true, Tag: quoted.Equals}, dashes,
			quoted.Part{Open: "[", Close: "]]", Lines: true, Tag: quoted.Equals}, text(`"`, ofRust), text("'", ofRust))},
		{".sql .ddl", "application/sql text/x-sql", language("||", dashes, block, doubled, text(`"`, nil))},
		{".ps1 .psm1", "application/x-powershell", language("+", quoted.Part{Open: "<#", Close: "#>", Comment: true, Lines: true}, hash, text(`"`, nil), doubled)},
		{".ex .exs", "text/x-elixir", language("<>", hash, long(`"""`, ofRust), text(`"`, ofRust), text("'", ofRust))},
		{".jl", "text/x-julia", language("*", hash, long(`"""`, ofRust), text(`"`, ofRust), char(ofRust))},
		{".r", "text/x-r", language("", hash, long(`"""`, ofRust), text(`"`, ofRust), text("'", ofRust))},
		{".hs .elm", "text/x-haskell", language("++ <>", quoted.Part{Open: "{-", Close: "-}", Comment: true, Lines: true}, dashes, text(`"`, ofPython), char(ofPython))},
		{".el .clj .cljs .lisp .scm", "text/x-lisp text/x-clojure", language("", quoted.Part{Open: ";", Close: "\n", Comment: true}, long(`"`, ofC))},
		{".vb .vbs .bas", "text/x-vb", language("&", quoted.Part{Open: "'", Close: "\n", Comment: true}, quoted.Part{Open: `"`, Close: `"`, Double: true})},
		{".tf .hcl", "", language("", hash, slashes, block, text(`"`, ofScript))},
	}
})

// verbatim returns a string of C# without escapes.
func verbatim(open string) quoted.Part {
	return quoted.Part{Open: open, Close: `"`, Lines: true, Double: true}
}

// byteString returns a string of bytes, after "b".
func byteString(mark string, e *literal.Escapes) quoted.Part {
	return quoted.Part{Open: mark, Close: mark, Escapes: e, At: quoted.AfterB}
}

// raw returns a string without escapes, after "r".
func raw(mark string) quoted.Part {
	return quoted.Part{Open: mark, Close: mark, Lines: true, Longest: len(mark) > 1, At: quoted.AfterR}
}

// index has the languages by name, extension and media type.
var index = sync.OnceValue(func() map[string]*quoted.Language {
	languages := map[string]*quoted.Language{}
	for _, r := range rows() {
		for _, key := range strings.Fields(r.names + " " + r.media) {
			languages[key] = r.language
		}
	}
	return languages
})

// Names returns the extensions of files that are programs.
func Names() (names []string) {
	for _, r := range rows() {
		names = append(names, strings.Fields(r.names)...)
	}
	return names
}

// Media returns the media types of programs.
func Media() (media []string) {
	for _, r := range rows() {
		media = append(media, strings.Fields(r.media)...)
	}
	return media
}

// Language returns the language of a file by its media type, else by its name. Each may be "".
func Language(name, media string) *quoted.Language {
	kind, _, _ := strings.Cut(strings.ToLower(media), ";")
	if l := index()[strings.TrimSpace(kind)]; l != nil {
		return l
	}
	if l := index()[path.Ext(strings.ToLower(path.Base(name)))]; l != nil {
		return l
	}
	return rows()[0].language
}
