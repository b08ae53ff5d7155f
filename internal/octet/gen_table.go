//go:build ignore

// Gen_table writes table.go, which has a table of byte classes for each
// edition. It computes the tables from the productions of the documents, which
// are quoted here word for word. Run it with "go generate".
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"strings"
)

// A book is the part of an edition's BNF that describes single bytes, and the
// classes that the parser uses.
type book struct {
	name    string // the edition, in the form in which it appears in names of Go variables
	source  string
	bnf     string
	bare    bool // the document writes bytes without quotes, and productions on one line each without "="
	classes []class
}

// A class is a set of bytes that the parser uses: a union of productions and
// literals, without escapes, which function Span reads separately.
type class struct {
	name  string // of the Go constant, after the edition's name
	union string // of productions and quoted bytes; those after "but" are removed
	where string // the production and section that it implements
}

var books = []book{{
	name:   "Draft1993",
	source: "the draft of October 1993, BNF syntax",
	bare:   true,
	bnf: `
alpha a | b | c | d | e | f | g | h | i | j | k | l | m | n | o | p | q | r | s | t | u | v | w | x | y | z | A | B | C | D | E | F | G | H | I | J | K | L | M | N | O | P | Q | R | S | T | U | V | W | X | Y | Z
digit 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
safe $ | - | _ | @ | . | &
extra ! | * | " | ' | ( | ) | : | ; | , | space
alphanum alpha | digit
xalpha alpha | digit | safe | extra
xpalpha xalpha | +
`,
	classes: []class{
		{"Alpha", `alpha`, "ialpha, its first byte"},
		{"Scheme", `alpha digit "$" "-" "_" "@" "." "&" "!" "*" """ "'" "(" ")" ";" "," space`, "scheme, after its first byte: xalpha, but it ends at the first colon (R16)"},
		{"Digit", `digit`, "digits"},
		{"Alphanum", `alphanum`, "attribute"},
		{"XAlpha", `xalpha`, "user, password, host, database, wtype, group, article, fragmentid"},
		{"XPath", `xpalpha "/"`, "path, selector, hsoname: xpalphas and their slashes, void elements anywhere (R15)"},
		{"Search", `xalpha "+"`, "search: words joined by plus signs, which are checked one by one"},
		{"Plain", `alphanum "$" "-" "_" "." "!" "*" "'" "(" ")" ","`, "not escaped in any component"},
		{"Delim", `"?" "#"`, "starts a search and a fragment, and is in none of the above"},
	},
}, {
	name:   "Draft1994",
	source: "the draft of August 1994, section 5",
	bnf: `
lowalpha       = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" |
                 "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" |
                 "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" |
                 "y" | "z"
hialpha        = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
                 "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
                 "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
alpha          = lowalpha | hialpha
digit          = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
                 "8" | "9"
safe           = "$" | "-" | "_" | "." | "+"
extra          = "!" | "*" | "'" | "(" | ")" | "," | "="
national       = "{" | "}" | "|" | "\" | "^" | "~" | "[" | "]"
reserved       = ";" | "/" | "?" | ":" | "@" | "&" | "="
unreserved     = alpha | digit | safe | extra | national
`,
	classes: []class{
		{"Scheme", `alpha digit "+" "-" "."`, "scheme; case is ignored"},
		{"Alpha", `alpha`, "the first byte of a hostname and of a group"},
		{"Digit", `digit`, "digits"},
		{"Plain", `alpha digit safe "!" "*" "'" "(" ")" ","`, "not escaped in any component: 2.2 (R2)"},
		{"UChar", `unreserved`, "uchar: hostname after its first letter"},
		{"User", `unreserved ";" "?" "&" "="`, "user, password"},
		{"XChar", `unreserved reserved`, "xchar: schemepart, selector, encoded822addr"},
		{"FPath", `unreserved "?" ":" "@" "&" "=" "/"`, "fpath: fsegments and their slashes"},
		{"FTPPath", `unreserved "?" ":" "@" "&" "=" "/" ";"`, "fpath, ppath and the text after a semicolon, which is checked separately"},
		{"HPath", `unreserved ";" ":" "@" "&" "=" "/"`, "hpath: hsegments and their slashes"},
		{"Search", `unreserved ";" ":" "@" "&" "="`, "search"},
		{"WAISPath", `unreserved "/"`, "database, wtype, wpath and their slashes"},
		{"RPath", `unreserved ":" "@" "&" "=" "/"`, "path and params of a relative reference, as in draft1996"},
		{"Article", `unreserved ";" "/" "?" ":" "&" "="`, "article, before its @"},
		{"Group", `alpha digit "-" "."`, "group, after its first letter"},
		{"Field", `unreserved "?" ":" "@" "&"`, "fieldname, fieldvalue"},
	},
}, {
	name:   "RFC1738",
	source: "RFC 1738 section 5",
	bnf: `
lowalpha       = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" |
                 "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" |
                 "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" |
                 "y" | "z"
hialpha        = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
                 "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
                 "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
alpha          = lowalpha | hialpha
digit          = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
                 "8" | "9"
safe           = "$" | "-" | "_" | "." | "+"
extra          = "!" | "*" | "'" | "(" | ")" | ","
reserved       = ";" | "/" | "?" | ":" | "@" | "&" | "="
unreserved     = alpha | digit | safe | extra
alphadigit     = alpha | digit
`,
	classes: []class{
		{"Scheme", `alpha digit "+" "-" "."`, "scheme, with 2.1: upper case is read as lower case"},
		{"Alpha", `alpha`, "alpha: the first byte of a group"},
		{"Digit", `digit`, "digits"},
		{"Plain", `unreserved`, "not escaped in any component"},
		{"Host", `alphadigit "-" "."`, "host; the labels are checked one by one"},
		{"User", `unreserved ";" "?" "&" "="`, "user, password"},
		{"XChar", `unreserved reserved`, "xchar: schemepart, urlpath, selector, encoded822addr"},
		{"FPath", `unreserved "?" ":" "@" "&" "=" "/"`, "fpath: fsegments and their slashes"},
		{"FTPPath", `unreserved "?" ":" "@" "&" "=" "/" ";"`, "fpath, ppath and the text after a semicolon, which is checked separately"},
		{"HPath", `unreserved ";" ":" "@" "&" "=" "/"`, "hpath: hsegments and their slashes"},
		{"Search", `unreserved ";" ":" "@" "&" "="`, "search"},
		{"WAISPath", `unreserved "/"`, "database, wtype, wpath and their slashes"},
		{"RPath", `unreserved ":" "@" "&" "=" "/"`, "path and params of a relative reference, as in draft1996"},
		{"Article", `unreserved ";" "/" "?" ":" "&" "="`, "article, before its @"},
		{"Group", `alpha digit "-" "." "+" "_"`, "group, after its first letter"},
		{"Field", `unreserved "?" ":" "@" "&"`, "fieldname, fieldvalue"},
	},
}, {
	name:   "Draft1996",
	source: "the draft of November 1996, section 4",
	bnf: `
lowalpha       = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" |
                 "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" |
                 "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" |
                 "y" | "z"
hialpha        = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
                 "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
                 "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
alpha          = lowalpha | hialpha
digit          = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
                 "8" | "9"
safe           = "$" | "-" | "_" | "."
extra          = "!" | "*" | "'" | "(" | ")" | ","
reserved       = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+"
unreserved     = alpha | digit | safe | extra
`,
	classes: []class{
		{"Scheme", `alpha digit "+" "-" "."`, "scheme"},
		{"Digit", `digit`, "port"},
		{"Server", `unreserved ":" "@" "&" "=" "+" ";" "?"`, "server: pchar, semicolon, question mark"},
		{"Path", `unreserved ":" "@" "&" "=" "+" "/"`, "path: pchar and slashes, up to a semicolon or question mark"},
		{"Params", `unreserved ":" "@" "&" "=" "+" "/" ";"`, "params, up to a question mark"},
		{"Any", `unreserved reserved`, "query, fragment: uchar, reserved"},
		{"Plain", `unreserved`, "not escaped in any component"},
	},
}, {
	name:   "RFC2396",
	source: "RFC 2396 appendix A, with RFC 2732 section 3",
	bnf: `
lowalpha = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i" |
           "j" | "k" | "l" | "m" | "n" | "o" | "p" | "q" | "r" |
           "s" | "t" | "u" | "v" | "w" | "x" | "y" | "z"
upalpha  = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" |
           "J" | "K" | "L" | "M" | "N" | "O" | "P" | "Q" | "R" |
           "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"
digit    = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
           "8" | "9"
alpha    = lowalpha | upalpha
alphanum = alpha | digit
mark          = "-" | "_" | "." | "!" | "~" | "*" | "'" |
                "(" | ")"
unreserved    = alphanum | mark
reserved      = ";" | "/" | "?" | ":" | "@" | "&" | "=" | "+" |
                "$" | "," | "[" | "]"
uric          = reserved | unreserved
pchar         = unreserved |
                ":" | "@" | "&" | "=" | "+" | "$" | ","
`,
	classes: []class{
		{"Alpha", `alpha`, "scheme, its first byte"},
		{"Scheme", `alpha digit "+" "-" "."`, "scheme, after its first byte"},
		{"Digit", `digit`, "port"},
		{"UserInfo", `unreserved ";" ":" "&" "=" "+" "$" ","`, "userinfo"},
		{"Authority", `unreserved "$" "," ";" ":" "@" "&" "=" "+"`, "reg_name, and a server without brackets"},
		{"Path", `pchar ";" "/"`, "path_segments"},
		{"Any", `uric`, "query, fragment, opaque_part"},
		{"Unreserved", `unreserved`, "unreserved"},
		{"Plain", `unreserved "+" "$" ","`, "not escaped in any component"},
	},
}, {
	name:   "RFC3986",
	source: "RFC 3986 appendix A",
	bnf: `
alpha          = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" |
                 "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" |
                 "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" |
                 "y" | "z" | "A" | "B" | "C" | "D" | "E" | "F" |
                 "G" | "H" | "I" | "J" | "K" | "L" | "M" | "N" |
                 "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" |
                 "W" | "X" | "Y" | "Z"
digit          = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
                 "8" | "9"
unreserved     = alpha | digit | "-" | "." | "_" | "~"
gen-delims     = ":" | "/" | "?" | "#" | "[" | "]" | "@"
sub-delims     = "!" | "$" | "&" | "'" | "(" | ")" | "*" | "+" | "," | ";" | "="
`,
	classes: []class{
		{"Alpha", `alpha`, "scheme, its first byte"},
		{"Scheme", `alpha digit "+" "-" "."`, "scheme, after its first byte"},
		{"Digit", `digit`, "port"},
		{"Name", `unreserved sub-delims`, "reg-name; userinfo up to its first colon"},
		{"Unreserved", `unreserved`, "unreserved"},
		{"UserInfo", `unreserved sub-delims ":"`, "userinfo"},
		{"Path", `unreserved sub-delims ":" "@" "/"`, "segments of pchar and their slashes"},
		{"Query", `unreserved sub-delims ":" "@" "/" "?"`, "query, fragment"},
		{"Plain", `unreserved "!" "$" "'" "(" ")" "*" "+" ","`, "not escaped in any component"},
		{"Delim", `gen-delims`, "reserved, but in none of the above"},
	},
}, {
	name:   "RFC3987",
	source: "RFC 3987 section 2.2; bytes from 0x80 are parts of characters",
	bnf: `
alpha          = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" |
                 "i" | "j" | "k" | "l" | "m" | "n" | "o" | "p" |
                 "q" | "r" | "s" | "t" | "u" | "v" | "w" | "x" |
                 "y" | "z" | "A" | "B" | "C" | "D" | "E" | "F" |
                 "G" | "H" | "I" | "J" | "K" | "L" | "M" | "N" |
                 "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" |
                 "W" | "X" | "Y" | "Z"
digit          = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" |
                 "8" | "9"
ucschar        = U+0080-U+00FF
iprivate       = U+0080-U+00FF
unreserved     = alpha | digit | "-" | "." | "_" | "~"
iunreserved    = alpha | digit | "-" | "." | "_" | "~" | ucschar
gen-delims     = ":" | "/" | "?" | "#" | "[" | "]" | "@"
sub-delims     = "!" | "$" | "&" | "'" | "(" | ")" | "*" | "+" | "," | ";" | "="
ipchar         = iunreserved | sub-delims | ":" | "@"
`,
	classes: []class{
		{"Alpha", `alpha`, "scheme, its first byte"},
		{"Scheme", `alpha digit "+" "-" "."`, "scheme, after its first byte"},
		{"Digit", `digit`, "port"},
		{"Name", `iunreserved sub-delims`, "ireg-name; iuserinfo up to its first colon"},
		{"Unreserved", `unreserved`, "unreserved"},
		{"UserInfo", `iunreserved sub-delims ":"`, "iuserinfo"},
		{"Path", `ipchar "/"`, "segments of ipchar and their slashes"},
		{"Query", `ipchar iprivate "/" "?"`, "iquery"},
		{"Fragment", `ipchar "/" "?"`, "ifragment"},
		{"Plain", `unreserved "!" "$" "'" "(" ")" "*" "+" ","`, "not escaped in any component"},
		{"Delim", `gen-delims`, "reserved, but in none of the above"},
	},
}, {
	name:   "WHATWG",
	source: "the URL Standard: URL scheme strings, percent-encode sets, forbidden code points, URL code points",
	bnf: `
any-byte              = U+0000-U+00FF
c0-control-set        = U+0000-U+001F | U+007F-U+00FF
fragment-set          = c0-control-set | U+0020 | U+0022 | U+003C | U+003E | U+0060
query-set             = c0-control-set | U+0020 | U+0022 | U+0023 | U+003C | U+003E
special-query-set     = query-set | U+0027
path-set              = query-set | U+003F | U+005E | U+0060 | U+007B | U+007D
userinfo-set          = path-set | U+002F | U+003A | U+003B | U+003D | U+0040 | U+005B-U+005D | U+007C
component-set         = userinfo-set | U+0024-U+0026 | U+002B | U+002C
form-set              = component-set | U+0021 | U+0027-U+0029 | U+007E
forbidden-host        = U+0000 | U+0009 | U+000A | U+000D | U+0020 | U+0023 | U+002F | U+003A | U+003C |
                        U+003E | U+003F | U+0040 | U+005B | U+005C | U+005D | U+005E | U+007C
forbidden-domain      = forbidden-host | U+0000-U+001F | U+0025 | U+007F
upper-alpha           = U+0041-U+005A
lower-alpha           = U+0061-U+007A
alpha                 = upper-alpha | lower-alpha
digit                 = U+0030-U+0039
url-code-point        = alpha | digit | U+0021 | U+0024 | U+0026-U+002F | U+003A | U+003B | U+003D | U+003F | U+0040 |
                        U+005F | U+007E
`,
	classes: []class{
		{"Alpha", `alpha`, "scheme start state"},
		{"Scheme", `alpha digit "+" "-" "."`, "scheme state"},
		{"LowScheme", `lower-alpha digit "+" "-" "."`, "scheme, as it is serialized"},
		{"Digit", `digit`, "port state"},
		{"Domain", `any-byte but forbidden-domain upper-alpha U+0080-U+00FF`, "domain parser: neither forbidden nor changed"},
		{"OpaqueHost", `any-byte but forbidden-host c0-control-set`, "opaque-host parser: neither forbidden nor encoded"},
		{"User", `any-byte but userinfo-set`, "authority state: user, password, not encoded"},
		{"Path", `any-byte but path-set`, "path state: not encoded, no end of the path"},
		{"SpecialPath", `any-byte but path-set "\"`, "the same in a special URL, where a reverse solidus separates segments"},
		{"OpaquePath", `any-byte but c0-control-set U+0020 "?" "#"`, "opaque path state: not encoded, no space, no end of the path"},
		{"Query", `any-byte but query-set`, "query state: not encoded, no end of the query"},
		{"SpecialQuery", `any-byte but special-query-set`, "the same in a special URL"},
		{"Fragment", `any-byte but fragment-set`, "fragment state: not encoded"},
		{"PlainPath", `any-byte but path-set "\" "%" "."`, "path state: a byte that no dot segment has"},
		{"Unit", `url-code-point`, "URL code points of ASCII"},
		{"Plain", `alpha digit "-" "." "_" "~" "!" "$" "(" ")" "*" "+" ","`, "not escaped in any component"},
	},
}}

func main() {
	log.SetFlags(0)
	var b bytes.Buffer
	fmt.Fprint(&b, "// Code generated by gen_table.go; DO NOT EDIT.\n\npackage octet\n")
	for _, bk := range books {
		write(&b, bk)
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("table.go", src, 0o644); err != nil {
		log.Fatal(err)
	}
}

// write appends the constants and the table of one edition.
func write(b *bytes.Buffer, bk book) {
	read := productions
	if bk.bare {
		read = bareProductions
	}
	sets := read(bk.bnf)
	fmt.Fprintf(b, "\n// The byte classes of %s.\nconst (\n", bk.source)
	for i, c := range bk.classes {
		fmt.Fprintf(b, "%s%s Class = 1 << %d // %s\n", bk.name, c.name, i, c.where)
	}
	fmt.Fprintf(b, ")\n\n// %sClasses has the classes of each byte, by %s.\nvar %sClasses = [256]Class{\n", bk.name, bk.source, bk.name)
	for o := range 256 {
		mask := 0
		for i, c := range bk.classes {
			all, but, _ := strings.Cut(c.union, " but ")
			if union(sets, all)[byte(o)] && !union(sets, but)[byte(o)] {
				mask |= 1 << i
			}
		}
		if mask != 0 {
			fmt.Fprintf(b, "%q: 0x%04x,\n", rune(o), mask)
		}
	}
	fmt.Fprint(b, "}\n")
}

// productions reads "name = alternative | alternative ..." into sets of bytes.
// A production can refer only to earlier productions.
func productions(bnf string) map[string]map[byte]bool {
	sets := map[string]map[byte]bool{}
	name := ""
	for _, line := range strings.Split(bnf, "\n") {
		if before, after, ok := strings.Cut(line, " = "); ok && !strings.HasPrefix(line, " ") {
			name, line = strings.TrimSpace(before), after
			sets[name] = map[byte]bool{}
		}
		// This would split a quoted "|", but no production that is read here
		// has one.
		for _, alternative := range strings.Split(line, " | ") {
			alternative = strings.TrimSuffix(strings.TrimSpace(alternative), " |")
			for o := range union(sets, alternative) {
				sets[name][o] = true
			}
		}
	}
	return sets
}

// bareProductions is productions for a document that writes bytes without
// quotes. In this document 0x20 is "space".
func bareProductions(bnf string) map[string]map[byte]bool {
	sets := map[string]map[byte]bool{"space": {' ': true}}
	for _, line := range strings.Split(strings.TrimSpace(bnf), "\n") {
		name, alternatives, _ := strings.Cut(line, " ")
		sets[name] = map[byte]bool{}
		for _, alternative := range strings.Split(alternatives, " | ") {
			if len(alternative) == 1 {
				alternative = `"` + alternative + `"`
			}
			for o := range union(sets, alternative) {
				sets[name][o] = true
			}
		}
	}
	return sets
}

// union returns the set of all bytes of the productions and quoted bytes in
// text, which are separated by spaces.
func union(sets map[string]map[byte]bool, text string) map[byte]bool {
	all := map[byte]bool{}
	for _, word := range strings.Fields(text) {
		if len(word) == 3 && word[0] == '"' && word[2] == '"' {
			all[word[1]] = true
			continue
		}
		if lo, hi, ok := codePoints(word); ok {
			for o := lo; o <= hi; o++ {
				all[byte(o)] = true
			}
			continue
		}
		set, ok := sets[word]
		if !ok {
			log.Fatalf("no production %q", word)
		}
		for o := range set {
			all[o] = true
		}
	}
	return all
}

// codePoints reads "U+0041" or "U+0041-U+005A", the notation of the URL
// Standard.
func codePoints(word string) (lo, hi int, ok bool) {
	first, last, _ := strings.Cut(word, "-")
	if last == "" {
		last = first
	}
	_, err := fmt.Sscanf(first+" "+last, "U+%X U+%X", &lo, &hi)
	return lo, hi, err == nil
}
