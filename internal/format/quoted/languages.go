package quoted

import "github.com/earl-url/earl/internal/format/literal"

var (
	// EscapesOfJSON are the escapes of strings. Source: rfc8259 7.
	EscapesOfJSON = literal.Escapes{
		Chars: map[byte]string{'"': `"`, '\\': `\`, '/': "/", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t"},
		Hex:   map[byte]int{'u': 4},
		Pairs: true,
	}
	escapesOfJSON5 = literal.Escapes{ // JSON5 5.1
		Chars: map[byte]string{'"': `"`, '\'': "'", '\\': `\`, '/': "/", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v", '0': "\x00", '\n': ""},
		Hex:   map[byte]int{'u': 4, 'x': 2},
		Pairs: true,
	}
	escapesOfTOML = literal.Escapes{ // TOML 1.1, String
		Chars: map[byte]string{'"': `"`, '\\': `\`, 'b': "\b", 'e': "\x1B", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", '\n': ""},
		Hex:   map[byte]int{'u': 4, 'U': 8, 'x': 2},
		Skip:  " \t\r\n",
	}
	escapesOfProperties = literal.Escapes{ // java.util.Properties.load
		Chars: map[byte]string{':': ":", '=': "=", '#': "#", '!': "!", ' ': " ", '\\': `\`, '"': `"`, '\'': "'", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", '\n': ""},
		Hex:   map[byte]int{'u': 4},
		Pairs: true,
		Skip:  " \t\f",
	}
	// commented are the escapes in comments of properties, where no line is continued.
	commented    = literal.Escapes{Chars: map[byte]string{':': ":", '=': "=", '#': "#", '!': "!"}, Hex: map[byte]int{'u': 4}, Pairs: true}
	escapesOfINI = literal.Escapes{Chars: map[byte]string{':': ":", '=': "=", '#': "#", ';': ";", '"': `"`, '\\': `\`}}
)

// The languages.
var (
	// JSON is JSON, JSON lines, and JSON with comments.
	JSON = &Language{Parts: []Part{
		{Open: `"`, Close: `"`, Escapes: &EscapesOfJSON},
		{Open: "//", Close: "\n", Comment: true},
		{Open: "/*", Close: "*/", Comment: true, Lines: true},
	}}
	// JSON5 also has strings in apostrophes.
	JSON5 = &Language{Parts: []Part{
		{Open: `"`, Close: `"`, Escapes: &escapesOfJSON5},
		{Open: "'", Close: "'", Escapes: &escapesOfJSON5},
		{Open: "//", Close: "\n", Comment: true},
		{Open: "/*", Close: "*/", Comment: true, Lines: true},
	}}
	// TOML is TOML 1.1.
	TOML = &Language{Parts: []Part{
		{Open: `"""`, Close: `"""`, Escapes: &escapesOfTOML, Lines: true, Longest: true},
		{Open: "'''", Close: "'''", Lines: true, Longest: true},
		{Open: `"`, Close: `"`, Escapes: &escapesOfTOML},
		{Open: "'", Close: "'"},
		{Open: "#", Close: "\n", Comment: true},
	}}
	// Env is a file of variables for programs that read .env files.
	Env = &Language{Parts: []Part{
		{Open: `"`, Close: `"`, Lines: true, Escapes: &literal.Escapes{
			Chars: map[byte]string{'"': `"`, '\\': `\`, '$': "$", '`': "`", 'n': "\n", 'r': "\r", 't': "\t", '\n': ""},
		}},
		{Open: "'", Close: "'", Lines: true},
		{Open: "#", Close: "\n", Comment: true, At: WordStart},
	}}
	// Properties is what java.util.Properties reads. A comment can be a line that was in use.
	Properties = &Language{
		Parts: []Part{
			{Open: "#", Close: "\n", Comment: true, At: LineStart, Escapes: &commented},
			{Open: "!", Close: "\n", Comment: true, At: LineStart, Escapes: &commented},
		},
		Bare:       &escapesOfProperties,
		Separators: "=: \t\f",
	}
	// INI is what configuration files with names and values have in common. Few programs read
	// escapes in them, and none reads others.
	INI = &Language{
		Parts: []Part{
			{Open: ";", Close: "\n", Comment: true, At: LineStart, Escapes: &escapesOfINI},
			{Open: "#", Close: "\n", Comment: true, At: LineStart, Escapes: &escapesOfINI},
		},
		Bare: &escapesOfINI,
	}
)
