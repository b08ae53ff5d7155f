// Package surt makes the keys that web archives use to sort and find URLs: SURTs
// (Sort-friendly URI Reordering Transform).
//
//	surt.Key("https://www.example.com/a/?b=2&a=1")   // com,example)/a?a=1&b=2
//
// There are two forms. [Key] and [Append] make the key of a CDX or CDXJ index,
// as pywb, the Wayback Machine and Common Crawl use it: many URLs of one page
// have one key. [AppendHeritrix] makes the form that the crawler Heritrix uses
// for prefixes: it only reorders the host.
//
// A key groups URLs and is not a URL: no program can get the URL back from it.
// Two URLs with one key can be different pages.
//
// No standard has these rules. They are what the programs of archives do, found
// by running the Python package surt 0.3.1 on made URLs. The tests compare the
// results with those of that package, and of the Java library
// webarchive-commons for Heritrix's form.
//
// Departs: this package reads text as these programs do, not as an edition of
// the standard does. It accepts any text and has no errors. Where the Python
// package fails, the key here is:
//
//   - only white space: "-", like the empty text;
//   - a port that is not a number up to 65535: the text of the port;
//   - a number of more than 4300 digits as a host: the IPv4 address, like that
//     of shorter numbers.
//
// Non-ASCII hosts become Punycode by Unicode Technical Standard 46 with its four
// deviation characters mapped as in IDNA 2003: "ß" is "ss". The results differ
// from those of IDNA 2003 for code points that are newer than Unicode 3.2 and
// for labels that only one of the two forbids.
//
// All functions can be called concurrently. Their time is linear in the length
// of the text, except that the arguments of a query are sorted.
package surt

import "strings"

// Options change the form of a CDX key. The zero value is the default of pywb.
type Options struct {
	// WithScheme puts the scheme and "://(" before the host, as the URL has it:
	// "http://(com,example)/".
	WithScheme bool
	// TrailingComma puts a comma before ")", after the port if there is one.
	TrailingComma bool
	// KeepWWW keeps "www." and "www2." at the start of the host.
	KeepWWW bool
	// KeepIPv4 does not reverse IPv4 addresses: "192.0.2.1)/".
	KeepIPv4 bool
	// KeepCase keeps upper case in path and query.
	KeepCase bool
	// KeepSessionIDs keeps the session ids in path and query.
	KeepSessionIDs bool
	// KeepOrder does not sort the arguments of the query.
	KeepOrder bool
}

// Key returns the CDX key of a URL, with the options of pywb.
func Key(text string) string { return string(Append(nil, text, Options{})) }

// Append appends the CDX key of a URL to b. text can have any bytes; the key is
// ASCII, except for a text that starts with "filedesc", which is its own key.
// Append does not allocate if b has room for twice the key, the host is ASCII,
// text has no tabs or line ends, and the query has at most 32 arguments.
func Append(b []byte, text string, o Options) []byte {
	if strings.HasPrefix(text, "filedesc") {
		return append(b, text...)
	}
	if text = clean(text); text == "" {
		return append(b, '-')
	}
	p := split(text)
	start := len(b)
	before := "://("
	if p.scheme == "dns" { // a URL without "//" that names one host
		before, o.KeepWWW = ":(", true
	}
	if o.WithScheme {
		b = append(append(b, p.scheme...), before...)
	}
	host := len(b)
	if b = appendHost(b, p.host, o); len(b) == host {
		return appendWithoutHost(b[:start], p, o)
	}
	b = appendPort(b, p)
	if o.TrailingComma {
		b = append(b, ',')
	}
	b = appendPath(append(b, ')'), p.path, true, o)
	return appendQuery(b, p.query, o)
}

// appendWithoutHost appends the key of a URL without a host: "mailto:a@b". A
// query has a slash before it if the path is empty.
func appendWithoutHost(b []byte, p parts, o Options) []byte {
	b = append(append(b, p.scheme...), ':')
	if p.path != "" {
		return appendQuery(appendPath(b, p.path, false, o), p.query, o)
	}
	end := len(b)
	if b = appendQuery(append(b, '/'), p.query, o); len(b) == end+1 {
		return b[:end]
	}
	return b
}
