package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

const fetchDescription = `Open a URL and return its content as text. Schemes: http, https, ftp, ftps, gopher, gophers, gemini, finger, wais, nntp, nntps, news, prospero, dict, whois, ldap, ldaps, mailto.
A web page is converted to Markdown with absolute links. A directory, a gopher menu, a newsgroup or a list of hits is a Markdown list of links: fetch one of them for its content. Of binary content only the type and the size are returned.
The words of a search can be part of the URL: gemini://host/path?words, dict://host/d:word.
Long content comes in parts: call again with the same url and with offset set to nextOffset.
URLs of private or local addresses, URLs with a user or a password, file and mailbox URLs, and URLs that programs read differently are refused. The result says which guard refused.`

// accepted is the field Accept: pages and texts.
const accepted = "text/html,application/xhtml+xml,text/plain;q=0.9,text/*;q=0.8,application/json;q=0.8,*/*;q=0.5"

type fetchInput struct {
	URL    string `json:"url" jsonschema:"The URL, with its scheme, such as https://example.com/ or gopher://gopher.example/1/docs."`
	Offset int    `json:"offset,omitempty" jsonschema:"Skip this many characters of the content: the nextOffset of an earlier result. Default 0."`
	Max    int    `json:"max,omitempty" jsonschema:"Return at most this many characters of the content. Default and limit: what the user set (100000)."`
}

// A Fetched is the result of fetch and search.
type Fetched struct {
	URL       string   `json:"url" jsonschema:"The URL that was requested."`
	Final     string   `json:"final,omitempty" jsonschema:"The URL of the content, after redirects. Missing if it was not opened."`
	Kind      string   `json:"kind,omitempty" jsonschema:"document, listing (links), form (use the tool search), address (an email address), session (cannot be opened)."`
	Type      string   `json:"type,omitempty" jsonschema:"The media type that the server reports."`
	Title     string   `json:"title,omitempty" jsonschema:"The title of a page, from the server."`
	Status    int      `json:"status,omitempty" jsonschema:"The status of http, such as 404."`
	Size      int64    `json:"size" jsonschema:"The size in bytes. -1 if it is not known."`
	Modified  string   `json:"modified,omitempty" jsonschema:"When the object was last changed, as the server reports it."`
	Binary    bool     `json:"binary,omitempty" jsonschema:"The content is not text, so it is not returned."`
	Truncated string   `json:"truncated,omitempty" jsonschema:"Why the content is only a part of the object. Missing if it is complete."`
	Notes     []string `json:"notes,omitempty" jsonschema:"Remarks, such as redirects."`
	Window
	Error *Problem `json:"error,omitempty" jsonschema:"Why there is no content."`
}

// problem returns why there is no content, or nil.
func (f *Fetched) problem() *Problem { return f.Error }

// text returns the result for the model.
func (f *Fetched) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "URL: %s\n", f.URL)
	if f.Error != nil {
		b.WriteString(f.Error.text())
		return b.String()
	}
	if f.Final != f.URL {
		fmt.Fprintf(&b, "Final URL: %s\n", f.Final)
	}
	fmt.Fprintf(&b, "Kind: %s\n", f.Kind)
	if f.Type != "" {
		fmt.Fprintf(&b, "Type: %s\n", f.Type)
	}
	if f.Status != 0 {
		fmt.Fprintf(&b, "Status: %d\n", f.Status)
	}
	if f.Title != "" {
		fmt.Fprintf(&b, "Title, from the server: %q\n", f.Title)
	}
	if f.Modified != "" {
		fmt.Fprintf(&b, "Last change: %s\n", f.Modified)
	}
	for _, note := range f.Notes {
		fmt.Fprintf(&b, "Note: %s\n", note)
	}
	if f.Truncated != "" {
		fmt.Fprintf(&b, "Truncated: %s\n", f.Truncated)
	}
	if f.Binary {
		size := "of unknown size"
		if f.Size >= 0 {
			size = fmt.Sprintf("of %d bytes", f.Size)
		}
		fmt.Fprintf(&b, "The content is binary data %s, which this tool does not return.\n", size)
		return b.String()
	}
	if f.Total > 0 {
		b.WriteString(f.Window.text())
	}
	return b.String()
}

// fetch is the tool fetch.
func (s *Server) fetch(ctx context.Context, in fetchInput) *Fetched {
	u, err := s.read(in.URL)
	if err != nil {
		return &Fetched{URL: line(earl.Redact(in.URL), maxURL), Size: -1, Error: problemOf(ctx, err)}
	}
	return s.page(ctx, u, in.Offset, in.Max)
}

// page opens a URL and returns a part of its content. A later part comes from the content
// that an earlier call has retrieved, if that is still kept.
func (s *Server) page(ctx context.Context, u earl.URL, offset, limit int) *Fetched {
	key := u.WithoutFragment().String()
	var p *page
	if offset > 0 {
		p = s.recent.get(key)
	}
	if p == nil {
		var err error
		if p, err = s.open(ctx, u); err != nil {
			return &Fetched{URL: u.Redacted(), Size: -1, Error: problemOf(ctx, err)}
		}
		s.recent.put(key, p)
	}
	if limit <= 0 || limit > s.o.MaxChars {
		limit = s.o.MaxChars
	}
	f := p.Fetched
	f.URL = u.Redacted()
	f.Window = window(p.text, max(offset, 0), limit)
	return &f
}

// A page is a resource as text. Several goroutines may read it.
type page struct {
	Fetched        // without URL and Window
	text    string // all of it, clean
}

// open opens a URL and reads all of its content as text.
func (s *Server) open(ctx context.Context, u earl.URL) (*page, error) {
	if u.Designates() == earl.Service {
		return sessionPage(u), nil
	}
	res, err := s.follow(ctx, u)
	if err != nil {
		return nil, err
	}
	return s.render(res)
}

// render reads a resource as text, and closes it.
func (s *Server) render(res open.Resource) (*page, error) {
	p := newPage(res.Info())
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		if err := s.document(p, res); err != nil {
			return nil, err
		}
	case *open.Listing:
		defer res.Close()
		if err := listing(p, res); err != nil {
			return nil, err
		}
	case *open.Form:
		form(p, res)
	case *open.Address:
		address(p, res)
	case *open.Session:
		defer res.Conn.Close() // no guard let it be opened
	}
	return p, nil
}

// newPage returns a page without content.
func newPage(m *open.Meta) *page {
	p := new(page)
	p.Final, p.Kind, p.Type, p.Status, p.Size = m.URL.Redacted(), string(m.Kind), line(m.Type, 200), m.Status, m.Size
	if !m.Time.IsZero() {
		p.Modified = m.Time.UTC().Format("2006-01-02T15:04:05Z")
	}
	for _, note := range m.Note {
		p.Notes = append(p.Notes, line(note, maxMessage))
	}
	return p
}

// sessionPage returns what a model learns of a terminal session: it is not opened.
func sessionPage(u earl.URL) *page {
	p := new(page)
	p.Final, p.Kind, p.Size = u.Redacted(), string(open.KindSession), -1
	p.Notes = []string{"this URL is a terminal session, which these tools do not open: the user can, with earl get"}
	return p
}
