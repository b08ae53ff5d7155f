package whois

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/views"
)

// maxPointers is how many lines of an answer that name another server are used.
// An answer about one object has one or two.
const maxPointers = 8

// maxPointer is how many bytes a line may have that names another server: the
// line becomes a note. A host has 255 bytes.
const maxPointer = 1000

// A pointer is a line of an answer that names another server.
type pointer struct {
	url  earl.URL
	line string // of the answer, printable
}

// An answer is what a text says about other servers. No document defines these
// lines; registries use them.
type answer struct {
	next  []pointer // whois servers that know more about the object
	other []pointer // servers that are only named
	rdap  []pointer // the same data in RDAP
}

// readAnswer reads the lines "name: value" of a text that name servers.
func readAnswer(text string, v views.Whois, e *earl.Edition) (a answer) {
	for line := range strings.Lines(text) {
		name, value, ok := strings.Cut(line, ":")
		if !ok || len(line) > maxPointer || len(a.next)+len(a.other)+len(a.rdap) >= maxPointers {
			continue
		}
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		p := pointer{line: earl.Octets(strings.Join(strings.Fields(line), " ")).Printable()}
		if to, ok := rdapURL(name, value, v.Query.Value); ok {
			p.url = to
			a.rdap = add(a.rdap, p)
			continue
		}
		knows, names := leads(name)
		if p.url, ok = serverURL(value, v, e); !ok || !names {
			continue
		}
		if knows && p.url.Scheme() == "whois" {
			a.next = add(a.next, p)
		} else {
			a.other = add(a.other, p)
		}
	}
	return a
}

// add appends a pointer unless the list has one to the same URL.
func add(list []pointer, p pointer) []pointer {
	for _, q := range list {
		if same, _ := q.url.Equal(p.url, earl.LevelScheme); same {
			return list
		}
	}
	return append(list, p)
}

// leads reports whether the line with a name names a server, and whether that
// server knows more about the object of the query. IANA's "whois" is the server
// for what is below the object, so the query for the object is not for it.
func leads(name string) (knows, names bool) {
	switch name {
	case "refer", "referralserver", "registrar whois server", "whois server":
		return true, true
	case "whois":
		return false, true
	}
	return false, false
}

// serverURL returns the URL of the query on the server that a line names: a
// host, a host and a port, or a URL of scheme whois, rwhois, http or https.
func serverURL(value string, v views.Whois, e *earl.Edition) (earl.URL, bool) {
	scheme, rest, ok := strings.Cut(value, "://")
	switch strings.ToLower(scheme) {
	case "http", "https":
		return webURL(value)
	case "whois", "rwhois":
	default:
		if ok {
			return earl.URL{}, false
		}
		scheme, rest = "whois", value
	}
	rest, _, _ = strings.Cut(rest, "/")
	if rest == "" || strings.ContainsFunc(rest, notHost) {
		return earl.URL{}, false
	}
	if strings.EqualFold(scheme, "rwhois") {
		u, err := e.Parse("rwhois://" + rest + "/") //lint:ignore urlconcat the host is checked
		return u, err == nil
	}
	u, err := e.Parse("whois://" + rest + "/") //lint:ignore urlconcat the host is checked
	if err != nil {
		return u, false
	}
	to, err := views.ParseWhois(u)
	if err != nil {
		return u, false
	}
	to.Query = v.Query
	u, err = dialogue.Compose(e, to)
	return u, err == nil
}

// notHost reports whether a character cannot be part of a host with a port.
func notHost(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-.:[]_", r))
}

// webURL parses a URL of scheme http or https, without a login.
func webURL(text string) (earl.URL, bool) {
	u, err := earl.RFC3986.Parse(text)
	if err != nil || u.Scheme() != "http" && u.Scheme() != "https" {
		return earl.URL{}, false
	}
	host, _ := u.Host()
	_, login := u.User()
	return u, host != "" && !login
}

// rdapURL returns the URL of an object in RDAP for a line of an answer. The
// value is that URL, or the base URL of a service if the name of the line says
// so. No host is guessed. Source: rfc9082 3.1.
func rdapURL(name, value string, object earl.Octets) (earl.URL, bool) {
	u, ok := webURL(value)
	if !ok {
		return u, false
	}
	host, _ := u.Host()
	service := strings.Contains(name, "rdap")
	if !service && !strings.HasPrefix(strings.ToLower(host), "rdap.") && !strings.Contains(u.Path(), "/rdap/") {
		return u, false
	}
	for _, kind := range [...]string{"/domain/", "/ip/", "/autnum/", "/nameserver/", "/entity/"} {
		if strings.Contains(u.Path(), kind) {
			return u, true
		}
	}
	path, known := rdapPath(string(object))
	if !service || !known {
		return u, service
	}
	u, err := earl.RFC3986.Parse(strings.TrimSuffix(value, "/") + "/" + path)
	return u, err == nil
}

// rdapPath returns the path of an object below the base URL of a service.
// Source: rfc9082 3.1.
func rdapPath(object string) (path string, ok bool) {
	if _, err := netip.ParsePrefix(object); err == nil {
		return "ip/" + object, true
	}
	if addr, err := netip.ParseAddr(object); err == nil && addr.Zone() == "" {
		return "ip/" + object, true
	}
	if len(object) > 2 && strings.EqualFold(object[:2], "as") && strings.Trim(object[2:], "0123456789") == "" {
		return "autnum/" + object[2:], true
	}
	if strings.Contains(object, ".") && !strings.ContainsFunc(object, func(r rune) bool { return notHost(r) || strings.ContainsRune(":[]", r) }) {
		return "domain/" + object, true
	}
	return "", false
}

// resource returns the document of an answer, as the Instead of a referral if
// the answer leads to a server that was not asked yet.
func (a answer) resource(r *open.Call, doc *open.Document, o Options) open.Resource {
	var notes []string
	for _, p := range a.rdap {
		notes = append(notes, "the same data in RDAP, the successor of whois: "+p.url.Redacted())
	}
	var to *pointer
	for i, p := range a.next {
		why := obstacle(r, p.url, o)
		switch {
		case why == "" && to == nil:
			to = &a.next[i]
		case why == "":
			notes = append(notes, "the server also refers to "+p.url.Redacted()+" ("+p.line+")")
		default:
			notes = append(notes, "the server refers to "+p.url.Redacted()+" ("+p.line+"), which is not asked: "+why)
		}
	}
	for _, p := range a.other {
		notes = append(notes, "the server names "+p.url.Redacted()+" ("+p.line+")")
	}
	if to == nil {
		doc.Note = notes
		return doc
	}
	meta := open.Meta{URL: r.URL, Kind: open.KindReferral, Size: -1, Note: notes}
	return &open.Referral{Meta: meta, Targets: []earl.URL{to.url}, Reason: to.line, Instead: doc}
}

// obstacle returns why a server is not asked, or "": it was asked before, or
// enough servers were.
func obstacle(r *open.Call, to earl.URL, o Options) string {
	address, err := open.HostPort(to)
	if err != nil {
		return err.Error()
	}
	n := 0
	for _, u := range append(slices.Clip(r.Referrers), r.URL) {
		if u.Scheme() != "whois" {
			continue
		}
		if before, err := open.HostPort(u); err == nil && strings.EqualFold(before, address) {
			return "it was asked before"
		}
		n++
	}
	if n > o.Referrals {
		return fmt.Sprintf("no more than %d referrals are followed (whois.Options.Referrals)", o.Referrals)
	}
	return ""
}
