package demo

import (
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/earl-url/earl/internal/protocol/z3950server"
)

// z3950Database is the name of the only database, the whole library.
const z3950Database = "library"

// sessionExhibit is the Z39.50 server with the forms of its sessions.
var sessionExhibit = exhibit{
	scheme:  "z39.50s",
	serve:   func(l *library, idle time.Duration) func(net.Conn) { return (&z3950d{library: l, idle: idle}).handle },
	example: Example{Title: "The catalogue of this library", Text: "A form asks for words, and a library server searches them."},
	path:    z3950Database,
	holds:   "Words to search for",
	stops: []stop{{
		why:     "A session asks for words. The answer is a URL again.",
		path:    z3950Database,
		answers: []string{"dot profile", "any", "records"},
		rows:    []string{"A dot alone on its line, 1994-12-02"},
	}, {
		why:  "The index of titles, from a term on.",
		path: z3950Database + ";x-scan=semi;x-use=title",
		rows: []string{"slash (1)", "stays (1)"},
	}, {
		why:   "The first record of a search, as a catalogue card in MARC.",
		path:  z3950Database + ";x-search=%22welcome%20to%22;x-use=title;x-record=1",
		holds: "245 10 $a Welcome to the library\n",
	}},
}

// retrievalExhibit has the records of the same server.
var retrievalExhibit = exhibit{
	scheme:  "z39.50r",
	url:     func(s *Servers, path string) string { return "z39.50r://" + s.sessionAddress() + "/" + path },
	example: Example{Title: "A text of this library", Text: "One record of a library server, by its identifier."},
	path:    z3950Database + "?tour.txt;rs=sutrs",
	holds:   "Ten schemes in ten short visits",
	stops: []stop{{
		why:   "One record, by its identifier, as text.",
		path:  z3950Database + "?welcome.txt;rs=sutrs",
		holds: "Welcome",
	}, {
		why:   "The same record as XML.",
		path:  z3950Database + "?welcome.txt;rs=xml",
		holds: "<identifier>welcome.txt</identifier>",
	}},
}

// sessionAddress is the address of the Z39.50 server.
func (s *Servers) sessionAddress() string {
	address, _ := s.exhibitAddress(sessionExhibit.scheme)
	return address
}

// z3950d serves the library by Z39.50. Package z3950test implements the protocol.
type z3950d struct {
	library *library
	idle    time.Duration
	once    sync.Once
	server  *z3950server.Server
}

// handle serves one client until it leaves. Each record contains the address of the server, which is known
// from the first connection on.
func (d *z3950d) handle(c net.Conn) {
	d.once.Do(func() {
		database := z3950server.Database{Name: z3950Database}
		for _, n := range d.library.things() {
			database.Records = append(database.Records, z3950Record(n, c.LocalAddr().String()))
		}
		d.server = &z3950server.Server{Name: "earl demo", Databases: []z3950server.Database{database}}
	})
	d.server.Converse(deadlineConn{deadlineWriter{c, d.idle}})
}

// The Use attributes of the catalogue. Source: ANSI/NISO Z39.50-1995 ATR.1.
const (
	useTitle  = 4
	useNumber = 12
	useDate   = 31
	useAny    = 1016
	useDocID  = 1032
)

// z3950Record returns the record of an object. Its docid is its path. A text has itself as its form in
// SUTRS, and the URL of that form in field 856.
func z3950Record(n *node, address string) z3950server.Record {
	id := strings.TrimPrefix(n.path(), "/")
	title, date := n.title(), n.time.Format("2006-01-02")
	fields := []z3950server.Field{
		{Tag: "001", Value: id},
		{Tag: "245", Indicators: "10", Subfields: []string{"a" + title}},
		{Tag: "260", Indicators: "  ", Subfields: []string{"c" + date}},
		{Tag: "300", Indicators: "  ", Subfields: []string{fmt.Sprintf("a%d bytes", len(n.data))}},
	}
	text := title + "\n"
	if n.readable() {
		text = n.data
		link := fmt.Sprintf("z39.50r://%s/%s?%s;rs=sutrs", address, z3950Database, strings.ReplaceAll(url.QueryEscape(id), "+", "%20"))
		fields = append(fields, z3950server.Field{Tag: "856", Indicators: "4 ", Subfields: []string{"u" + link}})
	}
	return z3950server.Record{
		MARC: z3950server.MARC(fields),
		Text: []byte(text),
		XML:  fmt.Appendf(nil, "<record>\n  <title>%s</title>\n  <date>%s</date>\n  <identifier>%s</identifier>\n</record>\n", xmlText(title), date, xmlText(id)),
		Keys: map[int][]string{
			useTitle: {title}, useDate: {date}, useAny: {n.words()}, useNumber: {id}, useDocID: {id},
		},
		Whole: []int{useNumber, useDocID},
	}
}

// xmlText returns a text as XML.
func xmlText(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(text)
}
