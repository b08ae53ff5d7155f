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

// compare compares what programs, and the editions that programs follow, read.
func (x *Explanation) compare() {
	var findings []readers.Finding
	for _, p := range x.Programs {
		if p.Accepted {
			findings = append(findings, readers.Finding{Reader: p.Reader, Reading: p.Reading})
		}
	}
	var more []readers.Reading
	for _, r := range x.Readings {
		if !r.Valid || !slices.Contains(followed, r.Edition) {
			continue
		}
		if u, err := r.Edition.Parse(x.masked); err == nil {
			host, _ := u.Host()
			port, _ := u.Port()
			more = append(more, readers.Reading{Scheme: u.Scheme(), Host: host, Port: port})
		}
	}
	v := readers.Compare(x.masked, findings, more...)
	x.split, x.Contacts, x.Remarks = v.Split, v.Contacts, v.Remarks
}

// Split reports whether two programs that accept the text, or two editions that
// programs follow, would contact different servers, as [readers.Compare] decides. The drafts do
// not count.
func (x *Explanation) Split() bool { return x.split }

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
