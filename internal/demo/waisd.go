package demo

import (
	"net"
	"path"
	"strings"
	"time"

	"github.com/earl-url/earl/internal/protocol/waisserver"
)

// waisDatabase is the name of the only database, the whole library.
const waisDatabase = "library"

// doorID begins the document-id of an example.
const doorID = "door:"

// waisd serves the library by WAIS, Z39.50-1988 in its WAIS profile. Package
// waistest implements the protocol; this package has the index.
type waisd struct {
	*server
	wais *waisserver.Server
	idle time.Duration
}

// newWAISD makes a database of all files of the library and of the examples,
// whose names find their URLs. The document-id is the path, which clients must
// not interpret.
func newWAISD(s *server, l *library, idle time.Duration, examples []Example) *waisd {
	d := waisserver.Database{Name: waisDatabase, Description: "All texts of this library, by their words"}
	for _, n := range l.things() {
		d.Documents = append(d.Documents, waisserver.Document{
			ID: n.path(), Type: waisType(n), Headline: n.title(), Date: n.time.Format("20060102"), Body: []byte(n.data),
		})
	}
	for _, x := range examples { // its headline is the title of the linked document, as in freeWAIS
		d.Documents = append(d.Documents, waisserver.Document{ID: doorID + x.Scheme, Type: "URL", Headline: x.URL, Body: []byte(x.Text + "\n")})
	}
	d.Scores = func(words string) map[string]int {
		scores := map[string]int{}
		for _, w := range wordsOf(words) {
			scores[doorID+w] = 1 // after all texts; other ids are those of no document
		}
		for n, score := range l.index.rank(words) {
			scores[n.path()] = score
		}
		return scores
	}
	return &waisd{s, &waisserver.Server{Databases: []waisserver.Database{d}}, idle}
}

// waisType returns the WAIS type of a document.
func waisType(n *node) string {
	if n.readable() {
		return "TEXT"
	}
	return strings.ToUpper(strings.TrimPrefix(path.Ext(n.name), "."))
}

// handle serves one client until it leaves.
func (d *waisd) handle(c net.Conn) { d.wais.Converse(deadlineConn{deadlineWriter{c, d.idle}}) }

// deadlineConn sets a deadline before each read too.
type deadlineConn struct{ deadlineWriter }

func (c deadlineConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	return c.deadlineWriter.Read(b)
}
