// Package readers says what real programs read in a text that looks like a URL.
// A [Reader] models one parser of one version: which texts it accepts, and which
// scheme, user, host, port and path it finds. Editions of the standard are stricter
// than most programs, and two programs that read different hosts in one text are a
// way past a filter.
//
//	for _, r := range readers.All() {
//		if reading, ok := r.Read(`http://127.0.0.1\@1.1.1.1/`); ok {
//			fmt.Println(r.Name, reading.Host)
//		}
//	}
//
// The readers contain no code of the programs. Each file names the version that it
// models. Package lab compares them with the real programs. A program that only
// parses URLs by a standard does not need this package: use package earl.
//
// A [PathReader] models how a web server reads the path of a request.
package readers

import "slices"

// Reader models one parser. Do not change its fields. Its methods can be called by
// several goroutines.
type Reader struct {
	Name     string   // for options, such as "python"
	Title    string   // for people, such as "Python urllib.parse"
	Language string   // that programs call it from, such as "Python"
	Version  string   // that it models
	Departs  []string // where it departs from rfc3986, one sentence each
	Gaps     []string // where the model differs from the program, one sentence each
	Family   string   // the same for programs that share one parser, such as "urllib3"
	schemes  []string // that the program opens; nil: it parses every scheme
	rules    *rules
}

// Reading is what a program finds in a text, as its API gives it: decoded or not,
// and with the case of letters that it gives. "" means that it finds none. A host
// that is an IPv6 address has no brackets.
type Reading struct {
	Scheme string
	User   string // with the password, if the program gives both together
	Host   string
	Port   string // decimal digits without leading zeros, where the program gives a number
	Path   string
	Guess  bool // the program found the host in a text whose scheme has none
	closed bool // an error of this version, which a later version of the program does not have
}

// Read returns what the program reads, and whether it accepts the text.
func (r *Reader) Read(text string) (Reading, bool) {
	p := parse{text: text, rest: text}
	ok := p.run(r.rules)
	if !ok {
		return Reading{}, false
	}
	return p.Reading, true
}

// all are the readers, sorted by language and name.
var all = [...]*Reader{
	boost,
	qt,
	curl,
	glib,
	libcurl,
	libxml2,
	uriparser,
	wget,
	javaURI,
	javaURL,
	goNetURL,
	goOldURL,
	nodeLegacy,
	fastURI,
	uriJS,
	urlParse,
	whatwg,
	perl,
	php,
	hyperlink,
	python,
	requests,
	rfc3986,
	urllib3,
	yarl,
	ruby,
}

// All returns every reader.
func All() []*Reader { return slices.Clone(all[:]) }

// ByName returns the reader with a name, and whether there is one.
func ByName(name string) (*Reader, bool) {
	for _, r := range all {
		if r.Name == name {
			return r, true
		}
	}
	return nil, false
}
