package gateway

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/links"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/linkcheck/report"
	"github.com/earl-url/earl/open"
)

// linksBody is what the page about links shows.
type linksBody struct {
	// The form.
	Types          []links.Type
	URL, Base      string
	Kept           string // the id of the text that URL represents, or ""
	Text, Fault    string
	MaxKiB, MaxSet int

	// The links of a document, or nil before the user gave one.
	Set     *linkSet
	Rows    []linkRow
	Running bool   // another check is running
	Live    string // the text where rows are streamed; "": the page is complete
	Done    *checkTotals
}

// linkSet is the set of links of a page.
type linkSet struct {
	ID, Title string
	Count     int
	More      bool
	Faults    []string
}

// checkTotals are the results of a check in numbers.
type checkTotals struct {
	ID                      string
	Broken, Warnings, Works int
	Skipped                 int // links that were not opened
	Stopped                 bool
	Took                    string
	Reports                 []reportLink
}

// reportLink is a report that can be saved.
type reportLink struct{ Name, Link string }

// linkRow is a link of a document, with its state where it was checked.
type linkRow struct {
	Text, URL, Open string // Open: the link that opens it, or "" if the gateway cannot
	Where           string // "line:column"
	Severity        string // "fault", "warning" or "ok", or "" if it was not checked
	Status          string
	Why, Help       string
	order           int
}

// reportFormats are the reports that can be saved: the name that the user sees, the
// format of package report, the file name extension and the media type.
var reportFormats = [...]struct{ name, format, ending, media string }{
	{"HTML", "html", "html", "text/html; charset=utf-8"},
	{"Markdown", "markdown", "md", "text/markdown; charset=utf-8"},
	{"JSON", "jsonl", "jsonl", "application/jsonl"},
	{"CSV", "csv", "csv", "text/csv; charset=utf-8"},
}

// links shows the form for a document, or the links of one.
func (g *Gateway) links(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("set")
	if id == "" {
		b := newLinksBody()
		if text := askedText(r); text != "" {
			b.URL, b.Kept = g.linker.bar(text)
		}
		g.renderLinks(w, http.StatusOK, b)
		return
	}
	s := g.linkSets.Get(id)
	if s == nil {
		g.linksGone(w)
		return
	}
	g.renderLinks(w, http.StatusOK, g.setBody(s))
}

// newLinksBody returns an empty form.
func newLinksBody() linksBody {
	return linksBody{Types: links.Types, MaxKiB: links.MaxText >> 10, MaxSet: links.MaxLinks}
}

// linksGone responds that a set is no longer kept.
func (g *Gateway) linksGone(w http.ResponseWriter) {
	g.render(w, "errorpage", page{Title: "These links are gone", Status: http.StatusGone, Body: errorPage{
		What:  "The gateway no longer has these links.",
		Teach: fmt.Sprintf("It keeps the last %d documents, in memory only. Give the document again on the page Links.", links.MaxSets),
	}})
}

// renderLinks writes the page about links.
func (g *Gateway) renderLinks(w http.ResponseWriter, status int, b linksBody) {
	title := "Find and check links"
	if b.Set != nil {
		title = "Links of " + b.Set.Title
	}
	g.render(w, "links", page{Title: title, Status: status, Script: "/static/links.js", Kind: "checks", Body: b})
}

// setBody returns the page of a set: its links, or the results of their check, the
// broken ones first.
func (g *Gateway) setBody(s *links.Set) linksBody {
	b := newLinksBody()
	b.Set = shownSet(s)
	b.Running = g.linkSets.Running() != ""
	results, summary, checked := s.Results()
	if !checked {
		for _, l := range s.Links {
			b.Rows = append(b.Rows, g.linkRow(l))
		}
		return b
	}
	for _, r := range results {
		b.Rows = append(b.Rows, g.linker.resultRows(&r)...)
	}
	slices.SortStableFunc(b.Rows, func(a, b linkRow) int { return b.order - a.order })
	b.Done = totalsOf(s, &summary)
	return b
}

// shownSet returns what a page shows of a set.
func shownSet(s *links.Set) *linkSet {
	shown := &linkSet{ID: s.ID, Title: titleOfSet(s), Count: len(s.Links), More: s.More}
	for _, f := range s.Faults {
		shown.Faults = append(shown.Faults, sanitize.Line(f))
	}
	return shown
}

// titleOfSet returns the name of a document for the user.
func titleOfSet(s *links.Set) string {
	if s.Title == "-" {
		return "the pasted text"
	}
	return sanitize.Line(s.Title)
}

// totalsOf returns the totals of a check.
func totalsOf(s *links.Set, summary *linkcheck.Summary) *checkTotals {
	skipped := summary.Count(linkcheck.Skipped)
	t := &checkTotals{
		ID: s.ID, Broken: summary.Faults(), Warnings: summary.Warnings(), Works: summary.Severities[linkcheck.SeverityOK] - skipped, Skipped: skipped,
		Stopped: summary.Interrupted, Took: summary.Took.Round(time.Millisecond).String(),
	}
	for _, f := range reportFormats {
		t.Reports = append(t.Reports, reportLink{f.name, "/links/report?set=" + s.ID + "&as=" + f.format})
	}
	return t
}

// linkRow returns the row of a link that was not checked.
func (g *Gateway) linkRow(l linkcheck.Link) linkRow {
	shown, ok := linkcheck.Options{Client: g.checker}.Target(l)
	if !ok {
		shown = earl.Redact(l.URL)
	}
	return g.linker.row(&linkcheck.Result{URL: shown}, &l.Place)
}

// resultRows returns the rows of a result: one for each place.
func (lk *linker) resultRows(r *linkcheck.Result) []linkRow {
	var rows []linkRow
	for i := range r.Places {
		row := lk.row(r, &r.Places[i])
		row.Severity, row.Status, row.order = r.Severity.String(), r.Status.String(), int(r.Severity)
		if r.Severity != linkcheck.SeverityOK || r.Message != "" {
			row.Why = sanitize.Line(report.Why(r)) + "."
		}
		if r.Severity != linkcheck.SeverityOK {
			row.Help = report.Help(r.Status)
		}
		rows = append(rows, row)
	}
	return rows
}

// row returns the row of one place of a result.
func (lk *linker) row(r *linkcheck.Result, p *linkcheck.Place) linkRow {
	row := linkRow{Text: sanitize.Line(lk.hideTokens(report.Text(r, p))), Where: fmt.Sprintf("%d:%d", p.Line, p.Column)}
	if url := sanitize.Line(lk.hideTokens(r.URL)); url != row.Text {
		row.URL = url
	}
	if u, err := earl.Auto.Parse(r.URL); err == nil && !strings.Contains(r.URL, earl.Hidden) && lk.opens(u) && !u.Designates().IsLocal() {
		row.Open = lk.link("/open", u.WithoutPassword())
	}
	return row
}

// findLinks reads the document that a form has and shows its links.
func (g *Gateway) findLinks(w http.ResponseWriter, r *http.Request) {
	s, err := g.readLinks(w, r)
	var usage *linksError
	switch {
	case errors.As(err, &usage):
		b := newLinksBody()
		b.Base, b.Text, b.Fault = r.PostFormValue("base"), r.PostFormValue("text"), usage.text
		if text, ok := g.linker.asked(r); ok {
			b.URL, b.Kept = g.linker.bar(text)
		}
		if earl.HidePassword(b.Base) != b.Base {
			b.Base = "" // the form has no place for what it represents
		}
		g.renderLinks(w, http.StatusUnprocessableEntity, b)
		return
	case s == nil:
		return // readLinks has sent a response
	}
	g.linkSets.Add(s)
	http.Redirect(w, r, "/links?set="+s.ID, http.StatusSeeOther)
}

// linksError is an error in the form for a document. Its text is for the user.
type linksError struct{ text string }

func (e *linksError) Error() string { return e.text }

// readLinks returns the links of a posted document: of a file, a text or a URL. If both
// results are nil, readLinks has sent a response.
func (g *Gateway) readLinks(w http.ResponseWriter, r *http.Request) (*links.Set, error) {
	d := links.Document{Type: links.Type(r.PostFormValue("type"))}
	if d.Type != "" && !slices.Contains(links.Types, d.Type) {
		return nil, &linksError{"The page does not have this type."}
	}
	if text := strings.TrimSpace(r.PostFormValue("base")); text != "" {
		base, err := earl.Auto.Parse(text)
		if err != nil {
			return nil, &linksError{"The base is not a URL: give it with its scheme, such as https://example.org/docs/."}
		}
		d.Base = base.WithoutPassword()
	}
	if f, head, err := r.FormFile("file"); err == nil {
		defer f.Close()
		d.Name = fetch.SafeName(path.Base(strings.ReplaceAll(head.Filename, `\`, "/")))
		return links.Read(f, d), nil
	}
	if text := r.PostFormValue("text"); strings.TrimSpace(text) != "" {
		return links.Read(strings.NewReader(text), d), nil
	}
	if askedText(r) == "" {
		return nil, &linksError{"Paste a text, choose a file, or give a URL."}
	}
	return g.readLinksOf(w, r, d)
}

// readLinksOf opens a URL and returns the links of its document or listing.
func (g *Gateway) readLinksOf(w http.ResponseWriter, r *http.Request, d links.Document) (*links.Set, error) {
	t, _, ok := g.parse(r)
	if !ok || !g.linker.opens(t.url) || t.url.Designates() == earl.Service {
		return nil, &linksError{"This is not a URL of a document that the gateway opens."}
	}
	if _, secret := t.url.Password(); secret {
		t.url = g.logins.Take(t.url)
	}
	release := g.fetch.Acquire(w, r, t.url)
	if release == nil {
		return nil, nil
	}
	defer release()
	q := g.request(t)
	q.URL = q.URL.WithoutFragment()
	res, err := g.client.FollowRequest(r.Context(), q)
	if err != nil {
		g.failed(w, r, t, err)
		return nil, nil
	}
	at := t.led(res).shown()
	d.Title = at.Redacted()
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		fetch.DecodeGzip(res)
		d.Name, d.Media = path.Base(at.Path()), res.Type
		if d.Base.IsZero() {
			d.Base = at
		}
		return links.Read(res.Body, d), nil
	case *open.Listing:
		defer res.Close()
		return links.ReadListing(res.Entries, d.Title), nil
	case *open.Session:
		res.Conn.Close()
	}
	return nil, &linksError{"This URL is not a document and has no links."}
}

// checkLinks checks the links of a set. It sends the row of each link when the link has
// been checked, so the page needs no script. The check ends when the browser leaves the
// page.
func (g *Gateway) checkLinks(w http.ResponseWriter, r *http.Request) {
	s := g.linkSets.Get(r.PostFormValue("set"))
	if s == nil {
		g.linksGone(w)
		return
	}
	ctx, release, err := g.linkSets.Acquire(r.Context(), s)
	if err != nil {
		g.renderLinks(w, http.StatusConflict, g.setBody(s))
		return
	}
	defer release()
	// The deadline for reading the form would end a long check.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	out := g.beginCheck(w, s)
	if err := s.Check(ctx, g.checkOptions(), func(result linkcheck.Result) error { return out.write(g.linker.resultRows(&result)) }); err != nil {
		return // the browser has disconnected
	}
	_, summary, _ := s.Results()
	out.end(totalsOf(s, &summary))
}

// checkOptions returns the options of a check: those of earl check, with the policy of
// the gateway. The check sends no login of the user, since anyone can write the links.
func (g *Gateway) checkOptions() linkcheck.Options {
	return linkcheck.Options{
		Client: g.checker, Policy: *g.request(target{}).Policy,
		Skip: func(u earl.URL) string {
			if u.Designates().IsLocal() {
				return "the gateway does not check local files and messages; earl check does"
			}
			return ""
		},
		Message: func(err error) string {
			var refusal *open.Refusal
			if !errors.As(err, &refusal) {
				return ""
			}
			text := refusal.Reason + " (guard " + refusal.Name
			if setting := settingFor(refusal); setting != "" {
				text += "; earl serve " + setting + " allows it"
			}
			return text + ")"
		},
	}
}

// A checkStream is the page of a check that is being written.
type checkStream struct {
	w    http.ResponseWriter
	to   io.Writer
	tail []byte // what follows the rows
}

// beginCheck writes the page of a check up to its rows.
func (g *Gateway) beginCheck(w http.ResponseWriter, s *links.Set) *checkStream {
	b := newLinksBody()
	b.Set, b.Live = shownSet(s), access.Random()
	whole := &wholePage{ResponseWriter: w}
	g.renderLinks(whole, http.StatusOK, b)
	head, tail, _ := bytes.Cut(whole.Bytes(), []byte(b.Live))
	w.Header().Del("Content-Length")
	c := &checkStream{w: w, to: g.fetch.Writer(w), tail: tail}
	_ = c.send(head)
	return c
}

// A wholePage is a response that keeps its body in memory.
type wholePage struct {
	http.ResponseWriter
	bytes.Buffer
}

// WriteHeader implements http.ResponseWriter. The status is 200.
func (*wholePage) WriteHeader(int) {}

// Write implements http.ResponseWriter.
func (p *wholePage) Write(b []byte) (int, error) { return p.Buffer.Write(b) }

// ReadFrom implements io.ReaderFrom.
func (p *wholePage) ReadFrom(r io.Reader) (int64, error) { return p.Buffer.ReadFrom(r) }

// send sends a part of the page at once.
func (c *checkStream) send(part []byte) error {
	if _, err := c.to.Write(part); err != nil {
		return err
	}
	return http.NewResponseController(c.w).Flush()
}

// write writes rows.
func (c *checkStream) write(rows []linkRow) error {
	var b bytes.Buffer
	for _, row := range rows {
		if err := pages()["links"].ExecuteTemplate(&b, "link-row", row); err != nil {
			return err
		}
	}
	return c.send(b.Bytes())
}

// end writes the totals and the end of the page.
func (c *checkStream) end(t *checkTotals) {
	var b bytes.Buffer
	if err := pages()["links"].ExecuteTemplate(&b, "link-totals", t); err == nil {
		before, after, _ := bytes.Cut(c.tail, []byte(totalsMark))
		_ = c.send(slices.Concat(before, b.Bytes(), after)) // an error means that the browser has disconnected
	}
}

// totalsMark marks the position of the totals in a page that is streamed.
const totalsMark = `<div id="totals"></div>`

// stopLinks stops the running check. The page of the check shows the results so far.
func (g *Gateway) stopLinks(w http.ResponseWriter, _ *http.Request) {
	g.linkSets.Stop()
	w.WriteHeader(http.StatusNoContent)
}

// saveLinks sends the report of a check as a file.
func (g *Gateway) saveLinks(w http.ResponseWriter, r *http.Request) {
	s := g.linkSets.Get(r.FormValue("set"))
	if s == nil {
		g.linksGone(w)
		return
	}
	for _, f := range reportFormats {
		if f.format != r.FormValue("as") {
			continue
		}
		var b bytes.Buffer
		if err := s.WriteReport(&b, f.format); err != nil {
			g.deny(w, r, http.StatusInternalServerError, "The gateway cannot make this report.")
			return
		}
		w.Header().Set("Content-Type", f.media)
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "links." + f.ending}))
		g.fetch.Writer(w).Write(b.Bytes())
		return
	}
	g.deny(w, r, http.StatusBadRequest, "A report is saved as html, markdown, jsonl or csv.")
}
