package explain

import (
	"cmp"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/readers"
)

// Program is what one real program reads in the text.
type Program struct {
	Reader   *readers.Reader
	Accepted bool
	Reading  readers.Reading // the zero Reading if it is not accepted
}

// Contact is a server, with the programs and editions that would contact it.
type Contact struct {
	readers.Server // the zero Server: they accept the text and find no host
	Names          []string
}

// Path is a path, with the programs and editions that read it.
type Path struct {
	Text  string
	Names []string
}

// programs reads the masked text with every reader.
func programs(text string, list []*readers.Reader) []Program {
	all := make([]Program, len(list))
	for i, r := range list {
		all[i].Reader = r
		all[i].Reading, all[i].Accepted = r.Read(text)
		all[i].Reading.User = ""
	}
	return all
}

// masked returns text with other letters and digits in what may be a password. Its
// delimiters stay, because they decide what a program reads. So do digits that can
// be a port: those after a colon and before a slash.
func masked(text string) string {
	hidden := earl.Redact(text)
	if hidden == text {
		return text
	}
	start := 0
	for start < len(text) && start < len(hidden) && text[start] == hidden[start] {
		start++
	}
	end := 0
	for end < len(text)-start && end < len(hidden)-start && text[len(text)-1-end] == hidden[len(hidden)-1-end] {
		end++
	}
	start = strings.LastIndexByte(text[:start], ':') + 1
	secret := text[start : len(text)-end]
	port := strings.IndexAny(secret, `/\?#`)
	if port < 0 || port > 5 || strings.Trim(secret[:port], "0123456789") != "" {
		port = 0
	}
	return text[:start+port] + mask(secret[port:]) + text[len(text)-end:]
}

// mask replaces letters and digits, but not the two digits of an escape of a
// delimiter.
func mask(secret string) string {
	b := []byte(secret)
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '%' && i+2 < len(b):
			if !isDelimiter(b[i+1], b[i+2]) {
				b[i+1], b[i+2] = '7', '8' // "x"
			}
			i += 2
		case '0' <= c && c <= '9':
			b[i] = '1' // 0 is no port
		case 'a' <= c|0x20 && c|0x20 <= 'z':
			b[i] = 'x'
		}
	}
	return string(b)
}

// isDelimiter reports whether %HL is the escape of a delimiter of URLs, or of "%".
func isDelimiter(high, low byte) bool {
	return slices.Contains([]string{"23", "25", "2f", "3a", "3f", "40", "5b", "5c", "5d"}, strings.ToLower(string([]byte{high, low})))
}

// contacts groups the programs that accept the text by the server that they would
// contact. The largest group is first. A program that finds a host where the
// scheme has none does not count: curl does in every mailto URL.
func contacts(programs []Program) []Contact {
	var all []Contact
	for _, p := range programs {
		if !p.Accepted || p.Reading.Guess {
			continue
		}
		s := p.Reading.Server()
		i := slices.IndexFunc(all, func(c Contact) bool { return c.Server == s })
		if i < 0 {
			i, all = len(all), append(all, Contact{Server: s})
		}
		all[i].Names = append(all[i].Names, p.Reader.Name)
	}
	slices.SortStableFunc(all, func(a, b Contact) int { return len(b.Names) - len(a.Names) })
	return all
}

// paths groups the programs that find a host by the path that they read. An empty
// path is "/". The largest group is first.
func paths(programs []Program) []Path {
	var all []Path
	for _, p := range programs {
		if p.Reading.Guess || p.Reading.Server() == (readers.Server{}) {
			continue
		}
		text := cmp.Or(p.Reading.Path, "/")
		i := slices.IndexFunc(all, func(p Path) bool { return p.Text == text })
		if i < 0 {
			i, all = len(all), append(all, Path{Text: text})
		}
		all[i].Names = append(all[i].Names, p.Reader.Name)
	}
	slices.SortStableFunc(all, func(a, b Path) int { return len(b.Names) - len(a.Names) })
	return all
}

// Split reports whether two programs that accept the text, or two editions that
// programs follow, would contact different servers. The drafts do not count, nor does
// an edition that finds no host, as rfc1738 in https URLs without a path.
func (x *Explanation) Split() bool {
	var servers []readers.Server
	for _, c := range x.Contacts {
		servers = append(servers, c.Server)
	}
	for _, r := range x.Valid() {
		u, err := r.Edition.Parse(x.masked)
		if host, _ := u.Host(); err == nil && host != "" && slices.Contains(followed, r.Edition) {
			port, _ := u.Port()
			servers = append(servers, readers.Reading{Scheme: u.Scheme(), Host: host, Port: port}.Server())
		}
	}
	return slices.ContainsFunc(servers, func(s readers.Server) bool { return s != servers[0] })
}

// followed are the editions that programs follow.
var followed = []*earl.Edition{earl.RFC1738, earl.RFC3986, earl.WHATWG}

// Refusing returns the names of the programs that refuse the text.
func (x *Explanation) Refusing() []string {
	var names []string
	for _, p := range x.Programs {
		if !p.Accepted {
			names = append(names, p.Reader.Name)
		}
	}
	return names
}
