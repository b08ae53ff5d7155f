package readers

import (
	"slices"
	"strconv"
	"strings"

	"github.com/earl-url/earl/internal/ascii"
)

// Finding is what a program reads in a text that it accepts.
type Finding struct {
	Reader  *Reader
	Reading Reading
}

// Contact is a server, with the names of the programs that would contact it.
type Contact struct {
	Server // the zero Server: they accept the text and find no host
	Names  []string
}

// Remark is a difference that is no other server, with the names of its programs.
type Remark struct {
	Missing string // what the programs do not find: "host" or "port"
	Names   []string
}

// Verdict is what all programs make of one text.
type Verdict struct {
	// Split reports whether programs would contact different servers.
	Split bool
	// Contacts are the servers, that of most programs first. Two names that are equal
	// by a standard are one Contact. There are several only if Split is set.
	Contacts []Contact
	// Remarks are the programs that would not open the text, or would use the default
	// port, where others find a host or a port.
	Remarks []Remark
}

// Compare compares what programs read in a text. No other code decides whether programs
// would contact different servers. The rule:
//
//   - A program counts if it opens the scheme of the text, or parses URLs of every
//     scheme. A program that refuses the text contacts no server.
//   - Two different hosts are different servers. So are two different ports that
//     are in the text. A default port is not compared.
//   - A program that finds no host contacts no server. It is a difference if programs of
//     two families find no host and those of two families find one, or if no standard
//     permits a host or port, such as "a..b". A text that has no scheme and no slashes or
//     backslashes of an authority, such as "example.com/x", is not a URL: only a
//     program that guesses a scheme finds a host in it. Nor does it count in a scheme whose
//     URLs have no host, such as mailto.
//   - Names that a standard calls equal are equal. See [Server].
//
// The readings in more are those of other parsers, such as editions. They count if they
// have a host, and are in no Contact. Source: rfc3986 7.6.
func Compare(text string, findings []Finding, more ...Reading) Verdict {
	j := comparison{text: text, scheme: schemeOf(text)}
	for _, f := range findings {
		if !f.Reading.Guess && !f.Reading.closed && f.Reader.counts(j.scheme, f.Reading) {
			j.add(f)
		}
	}
	for _, r := range more {
		if r.Host != "" {
			j.add(Finding{Reading: r})
		}
	}
	return j.verdict()
}

// comparison is the state of Compare.
type comparison struct {
	text, scheme string
	places       []place
}

// place is a server with those who find it.
type place struct {
	same     Server // as servers are compared
	shown    Server
	written  bool // a program found the port in the text
	families []string
	names    []string
}

// add adds a finding.
func (j *comparison) add(f Finding) {
	shown := f.Reading.Server()
	same, written := f.compared(shown, j.text)
	i := slices.IndexFunc(j.places, func(p place) bool { return p.same == same })
	if i < 0 {
		if same == (Server{}) {
			shown = Server{}
		}
		i, j.places = len(j.places), append(j.places, place{same: same, shown: shown})
	}
	p := &j.places[i]
	p.written = p.written || written
	if f.Reader == nil {
		return
	}
	p.names = append(p.names, f.Reader.Name)
	if !slices.Contains(p.families, f.Reader.Family) {
		p.families = append(p.families, f.Reader.Family)
	}
}

// verdict compares the places.
func (j *comparison) verdict() Verdict {
	var v Verdict
	hosts := slices.DeleteFunc(slices.Clone(j.places), func(p place) bool { return p.same == Server{} })
	v.Split = j.differ(hosts) || len(hosts) < len(j.places) && j.isHalfOpened(hosts)
	for _, p := range j.places {
		switch missing := p.missing(hosts); {
		case len(p.names) == 0:
		case missing == "" || v.Split:
			v.Contacts = append(v.Contacts, Contact{p.shown, p.names})
		default:
			v.Remarks = append(v.Remarks, Remark{missing, p.names})
		}
	}
	slices.SortStableFunc(v.Contacts, func(a, b Contact) int { return len(b.Names) - len(a.Names) })
	return v
}

// differ reports whether two places have different hosts, or different ports that are
// in the text.
func (j *comparison) differ(hosts []place) bool {
	for i, p := range hosts {
		for _, q := range hosts[:i] {
			if p.same.Host != q.same.Host || p.written && q.written {
				return true
			}
		}
	}
	return false
}

// isHalfOpened reports whether it is a difference that some programs find no host.
func (j *comparison) isHalfOpened(hosts []place) bool {
	if len(hosts) == 0 || isHostless(j.scheme) || j.scheme == "" && !looksLikeAuthority(j.text) {
		return false
	}
	odd := slices.ContainsFunc(hosts, func(p place) bool { return !isName(p.same.Host) || !isPort(p.same.Port) })
	return odd || families(hosts) > 1 && families(j.places)-families(hosts) > 1
}

// isHostless reports whether URLs of a scheme have no host. Programs that do not know the
// scheme find one after two slashes.
func isHostless(scheme string) bool {
	switch scheme {
	case "mailto", "mailserver", "news", "mid", "cid", "data", "urn", "tel", "sms":
		return true
	}
	return false
}

// looksLikeAuthority reports whether a text without a scheme has slashes or backslashes that
// can start an authority, or starts with the bracket of an address.
func looksLikeAuthority(text string) bool {
	return strings.Contains(text, "//") || strings.Contains(text, `\`) || strings.HasPrefix(text, "[")
}

// isPort reports whether a port without leading zeros is empty or up to 65535.
func isPort(port string) bool {
	_, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil
}

// families counts the families that find a place.
func families(places []place) (n int) {
	for _, p := range places {
		n += len(p.families)
	}
	return n
}

// missing returns what programs that find p do not find, and other programs do, or "".
func (p place) missing(hosts []place) string {
	switch {
	case p.same == Server{} && len(hosts) > 0:
		return "host"
	case p.same != Server{} && len(hosts) > 1 && !p.written:
		return "port"
	}
	return ""
}

// schemeOf returns the scheme of a text in lower case, or "". A host with a port, such as
// "localhost:80/", has no scheme.
func schemeOf(text string) string {
	text = strings.TrimLeft(text, controls+" ")
	n := span(text, schemeBytes)
	if n == 0 || n == len(text) || text[n] != ':' || !ascii.IsLetter(text[0]) {
		return ""
	}
	if after := text[n+1:]; after != "" {
		port := after[span(after, digits):]
		if len(port) < len(after) && (port == "" || strings.IndexByte("/?#@", port[0]) >= 0) {
			return ""
		}
	}
	return lower(text[:n])
}

// counts reports whether r opens URLs of the scheme of a text, as the text and r have it, or
// parses every scheme.
func (r *Reader) counts(scheme string, reading Reading) bool {
	opens := func(scheme string) bool { return scheme == "" || slices.Contains(r.schemes, scheme) }
	return r.schemes == nil || opens(scheme) && opens(lower(reading.Scheme))
}
