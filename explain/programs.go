package explain

import (
	"cmp"
	"slices"

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
