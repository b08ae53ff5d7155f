package gateway

import (
	"encoding/json"
	"errors"
	"html"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/history"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
	"github.com/earl-url/earl/editions"
	"github.com/earl-url/earl/internal/jsonobject"
)

// marksPage is how many bookmarks one page shows: what a telephone lays out at once.
const marksPage = 500

// historyBody is what the index page shows.
type historyBody struct {
	Visits []linked
	Marks  []linked
	Total  int // bookmarks in all
	From   int // the number of the first one on this page, from 1
	Before string
	Next   string
	Logins int
	Fault  string // why the bookmarks cannot be read, or ""
}

// To is the number of the last bookmark on the page.
func (b historyBody) To() int { return b.From + len(b.Marks) - 1 }

// index shows the history, and bookmarks from the number "from" on.
func (g *Gateway) index(w http.ResponseWriter, r *http.Request) {
	b := historyBody{Logins: g.logins.Count(), From: 1}
	for _, v := range g.history.Newest(history.MaxVisits) {
		b.Visits = append(b.Visits, g.linker.visitRow(v, time.Now()))
	}
	marks, err := g.marks.All()
	if err != nil {
		b.Fault = "The bookmarks cannot be read: " + err.Error()
	}
	b.Total = len(marks)
	if from, err := strconv.Atoi(r.FormValue("from")); err == nil && from > 1 && from <= b.Total {
		b.From = from
		b.Before = indexPage(from - marksPage)
	}
	last := min(b.From-1+marksPage, b.Total)
	for _, m := range marks[b.From-1 : last] {
		b.Marks = append(b.Marks, g.linker.markRow(m))
	}
	if last < b.Total {
		b.Next = indexPage(last + 1)
	}
	g.render(w, "history", page{Title: "History and bookmarks", Body: b})
}

// indexPage returns the path of the index page with bookmarks from a number on.
func indexPage(from int) string {
	if from <= 1 {
		return "/history"
	}
	return "/history?from=" + strconv.Itoa(from)
}

// visitRow returns a visit as a page shows it.
func (lk *linker) visitRow(v history.Visit, now time.Time) linked {
	l := linked{
		Title: sanitize.Truncate(lk.hideTokens(v.Title), maxShown), URL: sanitize.Truncate(lk.hideTokens(v.URL.Redacted()), maxShown),
		Link: lk.link("/open", v.URL), Key: v.Key(), When: v.Time.Format(time.RFC3339), Time: v.Time.Format("15:04"),
	}
	if !sameDay(v.Time, now) {
		l.Time = v.Time.Format("2006-01-02 15:04")
	}
	return l
}

// sameDay reports whether two times are on one day where the user is.
func sameDay(a, b time.Time) bool { return a.Format(time.DateOnly) == b.Format(time.DateOnly) }

// markRow returns a bookmark as a page shows it. If the URL is not valid in its edition,
// the bookmark has no link, and the user can only remove it.
func (lk *linker) markRow(m history.Bookmark) linked {
	l := linked{Title: sanitize.Truncate(sanitize.Line(lk.hideTokens(m.Title)), maxShown), URL: sanitize.Truncate(sanitize.Line(lk.hideTokens(earl.Redact(m.URL))), maxShown), Key: m.Key()}
	if u, ok := markURL(m); ok {
		l.Link = lk.link("/open", u)
		l.Rename = "/history/rename?bookmark=" + l.Key
	}
	if !m.Added.IsZero() {
		l.When, l.Time = m.Added.Format(time.RFC3339), m.Added.Local().Format(time.DateOnly)
	}
	return l
}

// markURL returns the URL of a bookmark, without a password that the file may contain.
func markURL(m history.Bookmark) (earl.URL, bool) {
	edition, known := editions.ByName(m.Edition)
	if !known {
		edition = earl.RFC3986
	}
	u, err := edition.Parse(m.URL)
	return u.WithoutPassword(), err == nil
}

// removeEntry removes a bookmark or a visit.
func (g *Gateway) removeEntry(w http.ResponseWriter, r *http.Request) {
	if key := r.PostFormValue("visit"); key != "" {
		g.history.Remove(key)
	}
	if key := r.PostFormValue("bookmark"); key != "" {
		if err := g.marks.Remove(key); err != nil {
			g.notWritten(w, err)
			return
		}
	}
	from, _ := strconv.Atoi(r.PostFormValue("from"))
	http.Redirect(w, r, indexPage(from), http.StatusSeeOther)
}

// rename shows the form that renames a bookmark, and handles the posted form.
func (g *Gateway) rename(w http.ResponseWriter, r *http.Request) {
	key := r.FormValue("bookmark")
	if r.Method == http.MethodPost {
		if err := g.marks.Rename(key, sanitize.Line(r.PostFormValue("title"))); err != nil {
			g.notWritten(w, err)
			return
		}
		http.Redirect(w, r, "/history", http.StatusSeeOther)
		return
	}
	m, err := g.marks.Find(key)
	if err != nil {
		g.notWritten(w, err)
		return
	}
	row := g.linker.markRow(m)
	row.Title = sanitize.Line(m.Title) // not truncated
	g.render(w, "rename", page{Title: "Rename the bookmark", Body: row})
}

// notWritten shows why the bookmarks did not change.
func (g *Gateway) notWritten(w http.ResponseWriter, err error) {
	p := page{Title: "The bookmark was not changed", Status: http.StatusInternalServerError, Body: errorPage{What: "The bookmarks cannot be written.", Said: err.Error()}}
	switch {
	case errors.Is(err, history.ErrTooLong), errors.Is(err, history.ErrFull):
		p.Status = http.StatusBadRequest
	case errors.Is(err, history.ErrNoBookmark):
		p.Status = http.StatusNotFound
	}
	g.render(w, "errorpage", p)
}

// bookmark adds or removes a bookmark.
func (g *Gateway) bookmark(w http.ResponseWriter, r *http.Request) {
	t, _, ok := g.parse(r)
	if !ok || t.secret {
		g.deny(w, r, http.StatusBadRequest, "This URL cannot be a bookmark.")
		return
	}
	u := t.url.WithoutPassword()
	m := history.Bookmark{URL: u.String(), Title: sanitize.Line(r.PostFormValue("title")), Edition: u.Edition().Name()}
	if err := g.marks.Change(m, r.PostFormValue("do") == "add"); err != nil {
		g.notWritten(w, err)
		return
	}
	to := target{url: u}
	if v := g.visited(r, to); v != nil {
		to.visit = v.ID
	}
	http.Redirect(w, r, "/open?"+g.linker.query(to), http.StatusSeeOther)
}

// forget drops the history, the logins and the kept answers of the session.
func (g *Gateway) forget(w http.ResponseWriter, r *http.Request) {
	g.history.Clear()
	g.logins.Forget()
	g.visits.Clear()
	g.linkSets.Clear()
	g.linker.kept.clear()
	g.linker.chosen.clear()
	http.Redirect(w, r, "/history", http.StatusSeeOther)
}

// exportMarks serves the bookmarks in Netscape's format, which browsers import. It writes
// only URLs that the gateway opens, since a browser would run a javascript URL.
func (g *Gateway) exportMarks(w http.ResponseWriter, _ *http.Request) {
	marks, err := g.marks.All()
	if err != nil {
		g.notWritten(w, err)
		return
	}
	b := []byte("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n")
	for _, m := range marks {
		u, ok := markURL(m)
		if !ok || !g.linker.opens(u) {
			continue
		}
		b = append(b, `    <DT><A HREF="`+html.EscapeString(u.String())+`"`...)
		if !m.Added.IsZero() {
			b = append(strconv.AppendInt(append(b, ` ADD_DATE="`...), m.Added.Unix(), 10), '"')
		}
		title := sanitize.Line(m.Title)
		if title == "" {
			title = u.String()
		}
		b = append(b, ">"+html.EscapeString(title)+"</A>\n"...)
	}
	serveExport(w, "text/html; charset=utf-8", "earl-bookmarks.html", append(b, "</DL><p>\n"...))
}

// exportAll serves bookmarks and history as JSON, the newest first.
func (g *Gateway) exportAll(w http.ResponseWriter, _ *http.Request) {
	marks, err := g.marks.All()
	if err != nil {
		g.notWritten(w, err)
		return
	}
	all := jsonobject.Export{Bookmarks: []jsonobject.Visit{}, History: []jsonobject.Visit{}}
	add := func(list *[]jsonobject.Visit, u earl.URL, title string, at time.Time) {
		*list = append(*list, jsonobject.Visit{URL: u.String(), Title: title, Edition: u.Edition().Name(), Time: jsonobject.Time(at)})
	}
	for _, m := range marks {
		if u, ok := markURL(m); ok {
			add(&all.Bookmarks, u, m.Title, m.Added)
		}
	}
	for _, v := range g.history.Newest(history.MaxVisits) {
		add(&all.History, v.URL, v.Title, v.Time)
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		g.notWritten(w, err)
		return
	}
	serveExport(w, "application/json", "earl-history.json", append(text, '\n'))
}

// serveExport serves a file that the browser saves.
func serveExport(w http.ResponseWriter, media, name string, content []byte) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	w.Write(content)
}
