// Package writeout formats facts about a transfer, like curl's option --write-out.
//
//	f := writeout.Parse("%{http_code} %{size_download}\n")
//	out, err := f.Append(nil, nil, &facts)
//
// Source: curl's manual, -w.
package writeout

import (
	"io"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/jsonstring"
)

// Facts are the facts about one transfer. Times are since its start.
type Facts struct {
	URL       string // the requested URL, without its password
	Effective string // the URL after redirects, without its password
	Redirect  string // the target of a redirect that was not followed, or ""
	Scheme    string // of Effective
	Method    string // of http, or ""
	Code      int    // of the last response of http, or 0
	Version   string // of http, such as "1.1", or "0"
	Type      string // media type, or ""
	File      string // where the document was saved, or ""

	Downloaded int64 // bytes read of the document
	Header     int64 // bytes of the headers, approximately
	Redirects  int   // redirects that were followed
	Connects   int   // connections that were made
	Remote     netip.AddrPort
	Fields     map[string][]string // of the last header, by canonical names
	Number     int                 // of the transfer, from 0

	Lookup, Connect, Secure, Start, Hops, Total time.Duration

	ExitCode int
	Error    string // or ""
}

// A Format is a text with variables.
type Format struct {
	parts   []part
	Unknown []string // variables of the format that do not exist
}

// A part is plain text, a variable or a field of the header.
type part struct{ text, variable, field string }

// escapes are the characters for escapes with a backslash.
var escapes = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t', '\\': '\\'}

// Parse reads a format. It lists variables that do not exist in Unknown. As in curl,
// nothing is written for them.
func Parse(text string) *Format {
	f := new(Format)
	var plain strings.Builder
	add := func(p part) {
		if plain.Len() > 0 {
			f.parts = append(f.parts, part{text: plain.String()})
			plain.Reset()
		}
		f.parts = append(f.parts, p)
	}
	for text != "" {
		name, rest, ok := cutVariable(text, "%{")
		field, after, isField := cutVariable(text, "%header{")
		switch {
		case ok:
			if !known(name) && !slices.Contains(f.Unknown, name) {
				f.Unknown = append(f.Unknown, name)
			}
			add(part{variable: name})
			text = rest
		case isField:
			add(part{field: field})
			text = after
		case strings.HasPrefix(text, "%%"):
			plain.WriteByte('%')
			text = text[2:]
		case text[0] == '\\' && len(text) > 1 && escapes[text[1]] != 0:
			plain.WriteByte(escapes[text[1]])
			text = text[2:]
		default:
			plain.WriteByte(text[0])
			text = text[1:]
		}
	}
	if plain.Len() > 0 {
		f.parts = append(f.parts, part{text: plain.String()})
	}
	return f
}

// maxFormat limits the size in bytes of a file with a format.
const maxFormat = 1 << 20

// Load is Parse for an option in curl's form: "@FILE" is the format in a file, and "@-" is
// the format in stdin.
func Load(text string, stdin io.Reader) (*Format, error) {
	name, isFile := strings.CutPrefix(text, "@")
	if !isFile {
		return Parse(text), nil
	}
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		stdin = f
	}
	b, err := io.ReadAll(io.LimitReader(stdin, maxFormat))
	if err != nil {
		return nil, err
	}
	return Parse(string(b)), nil
}

// cutVariable returns what is between a prefix of text and the next brace.
func cutVariable(text, prefix string) (name, rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, prefix)
	if !ok {
		return "", "", false
	}
	return strings.Cut(rest, "}")
}

// Append formats facts. It appends to the output for stdout or, after %{stderr}, to
// errors.
func (f *Format) Append(output, errors []byte, x *Facts) (toOutput, toErrors []byte) {
	to := &output
	for _, p := range f.parts {
		switch {
		case p.text != "":
			*to = append(*to, p.text...)
		case p.field != "":
			if v := x.fields(p.field); len(v) > 0 {
				*to = append(*to, v[0]...)
			}
		case p.variable == "stdout":
			to = &output
		case p.variable == "stderr":
			to = &errors
		case p.variable == "onerror":
			if x.ExitCode == 0 {
				return output, errors
			}
		case p.variable == "json":
			*to = x.appendJSON(*to)
		case p.variable == "header_json":
			*to = x.appendFields(*to)
		default:
			*to = x.append(*to, p.variable, false)
		}
	}
	return output, errors
}

// controls are the variables that are not values.
var controls = []string{"header_json", "json", "onerror", "stderr", "stdout"}

// known reports whether a variable exists.
func known(name string) bool {
	if slices.Contains(controls, name) {
		return true
	}
	return slices.ContainsFunc(variables, func(v variable) bool { return v.name == name })
}

// A variable is a name and a function that returns its value: a string, an int64 or a
// time.Duration.
type variable struct {
	name  string
	value func(x *Facts) any
}

// variables are in the order of their names, as in curl's JSON.
var variables = []variable{
	{"content_type", func(x *Facts) any { return x.Type }},
	{"errormsg", func(x *Facts) any { return x.Error }},
	{"exitcode", func(x *Facts) any { return int64(x.ExitCode) }},
	{"filename_effective", func(x *Facts) any { return x.File }},
	{"http_code", func(x *Facts) any { return code(x.Code) }},
	{"http_version", func(x *Facts) any { return x.Version }},
	{"method", func(x *Facts) any { return x.Method }},
	{"num_connects", func(x *Facts) any { return int64(x.Connects) }},
	{"num_headers", func(x *Facts) any { return int64(len(x.Fields)) }},
	{"num_redirects", func(x *Facts) any { return int64(x.Redirects) }},
	{"redirect_url", func(x *Facts) any { return x.Redirect }},
	{"remote_ip", func(x *Facts) any { return x.remoteIP() }},
	{"remote_port", func(x *Facts) any { return int64(x.Remote.Port()) }},
	{"response_code", func(x *Facts) any { return code(x.Code) }},
	{"scheme", func(x *Facts) any { return x.Scheme }},
	{"size_download", func(x *Facts) any { return x.Downloaded }},
	{"size_header", func(x *Facts) any { return x.Header }},
	{"speed_download", func(x *Facts) any { return x.speed() }},
	{"time_appconnect", func(x *Facts) any { return x.Secure }},
	{"time_connect", func(x *Facts) any { return x.Connect }},
	{"time_namelookup", func(x *Facts) any { return x.Lookup }},
	{"time_redirect", func(x *Facts) any { return x.Hops }},
	{"time_starttransfer", func(x *Facts) any { return x.Start }},
	{"time_total", func(x *Facts) any { return x.Total }},
	{"url", func(x *Facts) any { return x.URL }},
	{"url_effective", func(x *Facts) any { return x.Effective }},
	{"urlnum", func(x *Facts) any { return int64(x.Number) }},
}

// code is an http status: three digits in text, a number in JSON.
type code int

// append appends the value of a variable, as text or as JSON.
func (x *Facts) append(b []byte, name string, json bool) []byte {
	i := slices.IndexFunc(variables, func(v variable) bool { return v.name == name })
	if i < 0 {
		return b
	}
	switch v := variables[i].value(x).(type) {
	case string:
		switch {
		case !json:
			return append(b, v...)
		case v == "":
			return append(b, "null"...)
		}
		return jsonstring.Append(b, v)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case code:
		if json {
			return strconv.AppendInt(b, int64(v), 10)
		}
		return append(b, strconv.Itoa(1000 + int(v))[1:]...)
	case time.Duration:
		return strconv.AppendFloat(b, v.Seconds(), 'f', 6, 64)
	}
	return b
}

// appendJSON appends all variables as one object.
func (x *Facts) appendJSON(b []byte) []byte {
	b = append(b, '{')
	for i, v := range variables {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, '"'), v.name...), `":`...)
		b = x.append(b, v.name, true)
	}
	return append(b, '}')
}

// appendFields appends the fields of the header as one object of lists, with names in
// lower case.
func (x *Facts) appendFields(b []byte) []byte {
	var names []string
	for name := range x.Fields {
		names = append(names, name)
	}
	slices.Sort(names)
	b = append(b, '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = jsonstring.Append(b, strings.ToLower(name))
		b = jsonstring.AppendAll(append(b, ':'), x.Fields[name])
	}
	return append(b, '}')
}

// fields returns the values of a field. The case of its name does not matter.
func (x *Facts) fields(name string) []string {
	for n, values := range x.Fields {
		if strings.EqualFold(n, name) {
			return values
		}
	}
	return nil
}

// remoteIP returns the address of the server, or "".
func (x *Facts) remoteIP() string {
	if !x.Remote.IsValid() {
		return ""
	}
	return x.Remote.Addr().Unmap().String()
}

// speed returns the bytes per second.
func (x *Facts) speed() int64 {
	if x.Total <= 0 {
		return 0
	}
	return int64(float64(x.Downloaded) / x.Total.Seconds())
}
