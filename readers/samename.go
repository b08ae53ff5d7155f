package readers

import (
	"cmp"
	"net/netip"
	"strings"
	"unicode"

	"github.com/earl-url/earl/internal/ascii"
	"github.com/earl-url/earl/internal/uts46"
)

// compared returns a server in the form in which Compare compares servers, without a default
// port, and whether its port is in the text.
//
//   - In a file URL "localhost" is no host. Source: rfc8089 2.
//   - Names are equal if UTS 46 makes the same A-labels of them, with or without its
//     deviations, which IDNA 2003 maps: "bücher", "BÜCHER", "xn--bcher-kva".
//   - A colon without digits is an empty port. Source: rfc3986 3.2.3.
//   - A number is the same as its IPv4 address in schemes that no program opens.
//   - A final dot counts: a filter that compares "h." and "h" sees two names, though
//     the domain name system finds one.
func (f Finding) compared(s Server, text string) (same Server, written bool) {
	scheme := lower(f.Reading.Scheme)
	if s.Host == "" || scheme == "file" && s.Host == "localhost" {
		return Server{}, false
	}
	if name, ok := strings.CutSuffix(s.Host, ":"); ok && name != "" && (strings.HasSuffix(name, "]") || !strings.Contains(name, ":")) {
		s.Host = plainHost(name)
	}
	usual := Reading{Scheme: cmp.Or(scheme, "http"), Host: "h"}.Server().Port
	if a, ok := inetAton(s.Host); ok && usual == "" {
		s.Host = a
	}
	s.Host = sameName(s.Host)
	port := plainNumber(f.Reading.Port)
	written = port != "" && (hasPort(text, port) || port != f.defaultPort(scheme))
	if !written || port == usual {
		port = ""
	}
	return Server{s.Host, port}, written
}

// defaultPort returns the port that a reader adds in URLs of a scheme, or "".
func (f Finding) defaultPort(scheme string) string {
	if f.Reader == nil {
		return ""
	}
	r, _ := f.Reader.Read(scheme + "://host.example/")
	return r.Port
}

// hasPort reports whether a colon and a port are in a text.
func hasPort(text, port string) bool {
	for after := range strings.SplitSeq(text, ":") {
		if digits := strings.TrimLeft(after, "0+ \t\r\n"); strings.HasPrefix(digits, port) {
			return true
		}
	}
	return false
}

// hasALabel reports whether a label of a name in lower case may be an A-label.
func hasALabel(name string) bool { return strings.Contains(name, "xn--") }

// sameName returns the A-labels of a host.
func sameName(host string) string {
	if ascii.Only(host) && !hasALabel(host) {
		return host
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		labels[i] = sameLabel(label)
	}
	return strings.Join(labels, ".")
}

// withoutDeviations maps the characters that UTS 46 maps in transitional processing only.
// Source: uts46 4.
var withoutDeviations = strings.NewReplacer("ß", "ss", "ς", "σ", "\u200c", "", "\u200d", "")

// sameLabel returns the A-label that UTS 46 makes of a label in transitional processing. A
// label that UTS 46 refuses, or maps to US-ASCII, stays unchanged: it passes a
// filter that compares names. "straße" becomes "strasse", because both are names.
func sameLabel(label string) string {
	text := label
	if after, ok := strings.CutPrefix(label, "xn--"); ok {
		if text, ok = uts46.FromPunycode(after); !ok {
			return label
		}
	}
	if ascii.Only(text) {
		return label
	}
	plain := withoutDeviations.Replace(text)
	if _, ok := aLabel(text); ok && ascii.Only(plain) {
		return lower(plain)
	}
	if a, ok := aLabel(plain); ok {
		return a
	}
	return label
}

// aLabel returns the A-label of a label, and whether UTS 46 has one.
func aLabel(label string) (string, bool) {
	a, ok := uts46.ToASCII(label)
	return a, ok && strings.HasPrefix(a, "xn--") && only(a, letters+digits+"-")
}

// isName reports whether a host, as Compare compares it, is an address or can be a name in the
// domain name system: labels of letters, digits, hyphens and underscores. The last one is no
// number, in any script.
func isName(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	last := ""
	for last = range strings.SplitSeq(strings.TrimSuffix(host, "."), ".") {
		if last == "" || len(last) > 63 || last[0] == '-' || last[len(last)-1] == '-' || !only(last, letters+digits+"-_") {
			return false
		}
	}
	return len(host) <= 253 && !isNumber(last)
}

// isNumber reports whether a label has only digits.
func isNumber(label string) bool {
	if after, ok := strings.CutPrefix(label, "xn--"); ok {
		label, ok = uts46.FromPunycode(after)
		return ok && strings.IndexFunc(label, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
	}
	return only(label, digits)
}
