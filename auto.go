package earl

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Auto reads URLs as people type them. It is not an edition of the standard: it
// chooses one for each text, so the Edition of a URL that it read is [RFC3986]
// or [WHATWG], never Auto.
//
//   - A text that RFC3986 accepts is used unchanged, byte for byte.
//   - A text that RFC3986 refuses is read as a browser reads it. The Edition of the
//     URL is then WHATWG, and [Edition.Check] returns what was repaired.
//   - If RFC3986, WHATWG and RFC1738 read different schemes, hosts or ports, Auto
//     refuses the text, and ParseError.Readings has the result of each. The drafts
//     are not asked, because no program follows them.
//
// A reading counts if it has a host: a program would contact that server. Auto.Parse accepts a fragment, and refuses a text without a scheme such as
// "example.com". URLs of two editions are never equal: to compare texts, read
// all of them with one edition. Auto.Compose, Auto.Relativize and the escapes
// are those of RFC3986. Source: rfc3986 7.6; draft1996 10.
var Auto = &Edition{
	name:   "auto",
	title:  "RFC 3986, or what a browser reads",
	choice: &choice{first: RFC3986, repair: WHATWG, others: []*Edition{RFC1738}},
}

// A choice is the set of editions among which an Edition chooses for each text.
type choice struct {
	first  *Edition   // used if it accepts the text
	repair *Edition   // used if first refuses the text
	others []*Edition // must not read a different scheme, host or port
}

// writer returns the edition that writes URLs for e: its first choice, or e
// itself.
func (e *Edition) writer() *Edition {
	if e.choice != nil {
		return e.choice.first
	}
	return e
}

// chooseURL is Parse for an edition that chooses one. A fragment is accepted.
func (e *Edition) chooseURL(s string) (URL, error) {
	return e.choose(s, func(e *Edition) (URL, error) {
		var u URL
		if e.read(&u, s, !e.fragmentInURL) && u.ends[endScheme] > 0 {
			return u, nil
		}
		return URL{}, e.parseError(s, false)
	})
}

// chooseReference is ParseReference for an edition that chooses one.
func (e *Edition) chooseReference(s string) (Reference, error) {
	u, err := e.choose(s, func(e *Edition) (URL, error) {
		var u URL
		if e.read(&u, s, true) {
			return u, nil
		}
		return URL{}, e.parseError(s, true)
	})
	return Reference{u}, err
}

// chooseResolve is Resolve for an edition that chooses one.
func (e *Edition) chooseResolve(base URL, ref string) (URL, error) {
	return e.choose(ref, func(e *Edition) (URL, error) {
		b := base // each edition parses it again
		return e.target(&b, ref)
	})
}

// choose returns the URL that the chosen edition reads. If no edition can read
// the text, the error is that of the first edition.
func (e *Edition) choose(s string, parse func(*Edition) (URL, error)) (URL, error) {
	u, err := parse(e.choice.first)
	if err == nil && (u.hasPlainServer() || u.ends[endScheme] == 0 && !u.hasLogin()) {
		return u, nil
	}
	if err != nil {
		repaired, repairErr := parse(e.choice.repair)
		if repairErr != nil {
			return URL{}, err
		}
		u = repaired
	}
	readings := []URL{u}
	for _, other := range append([]*Edition{e.choice.first, e.choice.repair}, e.choice.others...) {
		v, err := parse(other)
		if err == nil && other != u.edition && v.hasHost() && !SameServer(u, v) {
			readings = append(readings, v)
		}
	}
	if len(readings) == 1 {
		return u, nil
	}
	violation := Violation{Len: len(s), Rule: ruleAmbiguous}
	return URL{}, &ParseError{Edition: e, Input: s, Violation: violation, Readings: readings}
}

// hasHost reports whether u has a host that is not empty.
func (u URL) hasHost() bool {
	host, _ := u.Host()
	return host != ""
}

// hasPlainServer reports whether every edition that accepts u reads the same
// server: a host of letters, digits, hyphens and dots that cannot be an
// address, no user, and a path that begins with "/".
func (u URL) hasPlainServer() bool {
	start, end := u.loginStart(), u.at(endPort)
	if !u.hasLogin() || start != u.hostStart() || start == end || end < len(u.text) && u.text[end] != '/' {
		return false
	}
	host := u.text[start:u.at(endHost)]
	for i := range len(host) {
		c := host[i]
		if letter := c|0x20 >= 'a' && c|0x20 <= 'z'; !letter && (c < '0' || c > '9') && c != '-' && c != '.' {
			return false
		}
	}
	last := host[strings.LastIndexByte(strings.TrimSuffix(host, "."), '.')+1:]
	return last != "" && (last[0] < '0' || last[0] > '9') && end-u.at(endHost) != 1
}

// SameServer reports whether u and v have the same scheme, host and port, so
// that opening them contacts the same server. The case of schemes and hosts
// does not matter, all spellings of one IP address are equal, and a default
// port may be absent. In file URLs an absent host, an empty host and
// "localhost" are equal. Source: rfc3986 6.2.2, 6.2.3; rfc1738 3.10.
func SameServer(u, v URL) bool {
	if u.Scheme() != v.Scheme() || serverPort(u) != serverPort(v) {
		return false
	}
	a, hasA := u.Host()
	b, hasB := v.Host()
	if u.Designates() == LocalFile && isThisHost(a) && isThisHost(b) {
		return true
	}
	return hasA == hasB && (strings.EqualFold(a, b) || sameAddress(a, b))
}

// isThisHost reports whether the host of a file URL is this machine.
func isThisHost(host string) bool { return host == "" || strings.EqualFold(host, "localhost") }

// serverPort returns the digits of u's port without leading zeros, or its
// default port, or "".
func serverPort(u URL) string {
	digits, _ := u.Port()
	if digits == "" {
		if port := u.edition.defaultPort(u.Scheme()); port != 0 {
			return fmt.Sprint(port)
		}
		return ""
	}
	return strings.TrimLeft(digits, "0")
}

// sameAddress reports whether two hosts are the same IPv6 address.
func sameAddress(a, b string) bool {
	if !strings.HasPrefix(a, "[") || !strings.HasPrefix(b, "[") {
		return false
	}
	x, err := netip.ParseAddr(strings.Trim(a, "[]"))
	y, err2 := netip.ParseAddr(strings.Trim(b, "[]"))
	return err == nil && err2 == nil && x == y
}

// checkURL returns the violations of Check for an edition that chooses one.
func (e *Edition) checkURL(s string) []Violation {
	_, err := e.chooseURL(s)
	return marked(e.choice.first.collect(s, err == nil), err)
}

// checkReference returns the violations of CheckReference.
func (e *Edition) checkReference(s string) []Violation {
	_, err := e.chooseReference(s)
	return marked(e.choice.first.collect(s, true), err)
}

// collect returns the violations of a text, as a URL or a reference.
func (e *Edition) collect(s string, reference bool) (all []Violation) {
	e.check(s, reference, func(v Violation) bool {
		all = append(all, v)
		return true
	})
	return all
}

// marked marks violations as repaired if err, the error of reading the text, is
// nil. If the editions disagree, that violation comes first.
func marked(all []Violation, err error) []Violation {
	for i := range all {
		all[i].Repaired = all[i].Repaired || err == nil
	}
	if fault, ok := err.(*ParseError); ok && fault.Readings != nil {
		return slices.Insert(all, 0, fault.Violation)
	}
	return all
}

// yieldAll yields violations until yield returns false.
func yieldAll(all []Violation, yield func(Violation) bool) {
	for _, v := range all {
		if !yield(v) {
			return
		}
	}
}

// with returns c with a scheme added to each edition.
func (c *choice) with(s Scheme) *choice {
	d := &choice{first: c.first.With(s), repair: c.repair.With(s)}
	for _, e := range c.others {
		d.others = append(d.others, e.With(s))
	}
	return d
}

// Disagreement returns the servers in Readings: `rfc3986 reads "http://a",
// whatwg reads "http://b"`. It returns "" if the error has no Readings. It
// contains no user and no password.
func (e *ParseError) Disagreement() string {
	var parts []string
	for _, u := range e.Readings {
		parts = append(parts, fmt.Sprintf("%s reads %q", u.edition.name, serverText(u)))
	}
	return strings.Join(parts, ", ")
}

// serverText returns the scheme, host and port of u.
func serverText(u URL) string {
	host, _ := u.Host()
	text := u.Scheme() + "://" + host
	if port, ok := u.Port(); ok {
		text += ":" + port
	}
	return text
}
