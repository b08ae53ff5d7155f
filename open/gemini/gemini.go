// Package gemini opens gemini URLs: it sends the URL over TLS, and reads a line with a status and
// then the document.
//
//	client := open.New(open.Options{}, new(gemini.Opener))
//	u, err := earl.RFC3986.Parse("gemini://gemini.example/")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// The result is an *open.Document, an *open.Form for a question of the server, or an
// *open.Referral for a redirect. A refusal is an [Error].
//
// Servers certify themselves. Their certificates are trusted on first use; package known decides
// (see [Options].Trust). The first certificate of a server is kept. Another one is refused while the
// kept one is valid, unless an authority confirms it. A connection that ends without close_notify
// of TLS truncates the document.
//
// The package sends no client certificate, because it would identify the user, and nothing to
// titan URLs, which change a server.
//
// It follows the gemini specification, version 0.24.
package gemini

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/internal/secure"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/open/known"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// TLS has settings of TLS, such as the authorities and the lowest version. With
	// InsecureSkipVerify every certificate is accepted, and none is kept. nil means the
	// authorities of the system, and TLS 1.2 or later. It is not changed. Its type is that of
	// crypto/tls.
	TLS *secure.Config
	// Trust decides about certificates. nil means that the first certificate of a server is
	// accepted and kept as long as the Opener.
	Trust *known.Trust
}

const (
	// maxRequest is the largest number of bytes of a URL in a request.
	// Source: gemini specification, "Requests".
	maxRequest = 1024
	// maxHeader is the largest number of bytes of a response's header: a status, a
	// space and a text of at most 1024 bytes. Source: gemini specification, "Responses".
	maxHeader = 2 + 1 + 1024
	// defaultType is the type of a document without one.
	// Source: gemini specification, "Success".
	defaultType = "text/gemini; charset=utf-8"
	// defaultPort is left out of requests.
	defaultPort = "1965"
)

// Opener opens gemini URLs. The zero Opener is ready to use. Several goroutines may share it. Do
// not copy it.
type Opener struct {
	Options
	memory known.File // the certificates, if Options has no Trust
}

// Schemes returns "gemini".
func (*Opener) Schemes() []string { return []string{"gemini"} }

// trust returns what decides about certificates.
func (o *Opener) trust() *known.Trust {
	if o.Trust != nil {
		return o.Trust
	}
	return &known.Trust{Store: &o.memory, First: known.Accept}
}

// Open sends the URL and returns what the server responds. Errors: a [*earl.ParseError]; an
// [Error] with the status; [open.ErrConnect], also for a certificate that is refused;
// [open.ErrProtocol]; [open.ErrCut] from the body too; [errors.ErrUnsupported] for a URL that is
// too long. Source: gemini specification, "Requests".
func (o *Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	q, err := newQuery(r)
	if err != nil {
		return nil, err
	}
	conn, err := q.dial(ctx, o)
	if err != nil {
		return nil, err
	}
	res, err := q.exchange(conn)
	if doc, ok := res.(*open.Document); ok && err == nil {
		return doc, nil
	}
	conn.Close()
	return res, err
}

// Plan returns the line that Open sends.
func (*Opener) Plan(r *open.Call) (open.Plan, error) {
	q, err := newQuery(r)
	if err != nil {
		return open.Plan{}, err
	}
	step := open.Step{Line: q.line, Source: "gemini specification"}
	if q.view.Path == "" {
		step.Why = "an empty path means /"
	}
	return open.Plan{Effect: open.EffectSends, Server: q.address, Steps: []open.Step{step}, Note: "The connection uses TLS."}, nil
}

// A query is one open of a gemini URL.
type query struct {
	req     *open.Call
	view    views.Gemini
	address string
	line    string // the request without its line end
	notes   []string
}

// newQuery returns the query of a request.
func newQuery(r *open.Call) (*query, error) {
	view, err := views.ParseGemini(r.URL)
	if err != nil {
		return nil, err
	}
	q := &query{req: r, view: view}
	if q.address, err = open.HostPort(r.URL); err != nil {
		return nil, err
	}
	q.line = requestLine(q.address, view)
	if len(q.line) > maxRequest {
		return nil, prefixed(fmt.Errorf("the URL has %d bytes, and a request at most %d: %w", len(q.line), maxRequest, errors.ErrUnsupported))
	}
	return q, nil
}

// requestLine returns the URL that is sent: without a fragment, with a path. Servers compare its
// port with theirs. Source: gemini specification, "Requests".
func requestLine(address string, v views.Gemini) string {
	host, port, _ := net.SplitHostPort(address)
	if address = net.JoinHostPort(host, port); port == defaultPort {
		address = strings.TrimSuffix(address, ":"+port)
	}
	line := "gemini://" + address + "/" + escaped(strings.TrimPrefix(v.Path, "/"))
	if v.Search.Present {
		line += "?" + escaped(string(v.Search.Value))
	}
	return line
}

// escaped returns a part of a URL with escapes for the bytes that URLs of some editions have and
// requests do not: a request is a URL of rfc3986.
func escaped(text string) string {
	return escape(text, func(c byte) bool {
		return c > ' ' && c < 0x7F && !strings.ContainsRune("\"<>\\^`{|}", rune(c))
	})
}

// escape returns text with %HH for each byte that stays does not accept.
func escape(text string, stays func(c byte) bool) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; stays(c) {
			b.WriteByte(c)
		} else {
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// dial connects over TLS.
func (q *query) dial(ctx context.Context, o *Opener) (*wire.Conn, error) {
	conn, err := q.req.Dial(ctx, "tcp", q.address)
	if err != nil {
		return nil, prefixed(err)
	}
	if conn, err = secure.Client(ctx, conn, q.config(ctx, o), q.address, q.req); err != nil {
		return nil, prefixed(err)
	}
	return wire.New(ctx, conn, q.req.Policy.Idle).Measure(q.req.Policy), nil
}

// trace traces a line.
func (q *query) trace(dir byte, line string) {
	if q.req.Trace != nil {
		q.req.Trace(open.Event{Dir: dir, Line: earl.Octets(line).Printable()})
	}
}

// note adds a note for the user and traces it.
func (q *query) note(text string) {
	if text != "" {
		q.notes = append(q.notes, text)
		q.trace('#', text)
	}
}

// exchange sends the request and reads the header of the response. If the result is a document, it
// keeps the connection.
func (q *query) exchange(conn *wire.Conn) (open.Resource, error) {
	line, err := wire.AppendLine(nil, "", earl.Octets(q.line))
	if err != nil {
		return nil, prefixed(err)
	}
	q.trace('C', q.line)
	if _, err := conn.Write(line); err != nil {
		return nil, prefixed(err)
	}
	header, err := conn.ReadLine(maxHeader, "")
	if err == io.EOF {
		err = fmt.Errorf("%w: the server closed the connection without a response", open.ErrCut)
	}
	if err != nil {
		return nil, prefixed(err)
	}
	q.trace('S', string(header))
	code, text, ok := parseHeader(string(header))
	if !ok {
		return nil, prefixed(fmt.Errorf("%w: a response without a status: %s", open.ErrProtocol, dialogue.Quote(string(header))))
	}
	return q.resource(conn, code, text)
}

// parseHeader splits a header into the status and its text. Only the first digit has a meaning for
// every client. Source: gemini specification, "Responses".
func parseHeader(line string) (code int, text string, ok bool) {
	if len(line) < 2 || line[0] < '1' || line[0] > '6' || line[1] < '0' || line[1] > '9' || len(line) > 2 && line[2] != ' ' && line[2] != '\t' {
		return 0, "", false
	}
	return int(line[0]-'0')*10 + int(line[1]-'0'), strings.TrimSpace(line[2:]), true
}

// resource returns the resource of a response. Source: gemini specification, "Status codes".
func (q *query) resource(conn *wire.Conn, code int, text string) (open.Resource, error) {
	meta := open.Meta{URL: q.req.URL, Size: -1, Note: q.notes}
	switch code / 10 {
	case 1:
		meta.Kind = open.KindForm
		return q.form(meta, code, dialogue.Text(text)), nil
	case 2:
		meta.Kind, meta.Type = open.KindDocument, documentType(text)
		return &open.Document{Meta: meta, Body: wire.Part(body{conn}, q.req.Offset, q.req.End)}, nil
	case 3:
		meta.Kind = open.KindReferral
		to, err := q.target(text)
		if err != nil {
			return nil, prefixed(err)
		}
		return &open.Referral{Meta: meta, Targets: []earl.URL{to}, Permanent: code == 31, Reason: fmt.Sprint(code)}, nil
	}
	return nil, prefixed(&Error{Code: code, Text: dialogue.Text(text)})
}

// documentType returns the media type of a document. One that is not a media type is unknown.
func documentType(text string) string {
	if text == "" {
		return defaultType
	}
	media, _, err := mime.ParseMediaType(text)
	switch {
	case errors.Is(err, mime.ErrInvalidMediaParameter):
		return media
	case err != nil, !strings.Contains(media, "/"):
		return ""
	}
	return text
}

// target returns the target of a redirect.
func (q *query) target(text string) (earl.URL, error) {
	e := q.req.URL.Edition()
	to, err := e.Resolve(q.req.URL, text)
	if err != nil {
		to, err = earl.RFC3986.Resolve(q.req.URL, text)
	}
	if err != nil {
		return to, fmt.Errorf("%w: a redirect to %s", open.ErrProtocol, dialogue.Quote(earl.Redact(text)))
	}
	return to.WithoutPassword(), nil
}

// form returns the form for a question of the server. Its answer becomes the query of the URL.
// Source: gemini specification, "Input expected".
func (q *query) form(meta open.Meta, code int, prompt string) *open.Form {
	const sensitive = 11
	view, e := q.view, q.req.URL.Edition()
	return &open.Form{
		Meta:   meta,
		Fields: []open.Question{{Name: "input", Prompt: prompt, Secret: code == sensitive}},
		Answer: func(answers []string) (earl.URL, error) {
			if len(answers) != 1 {
				return earl.URL{}, fmt.Errorf("gemini: one question, but %d answers", len(answers))
			}
			view.Search = earl.Some(earl.Octets(escape(answers[0], isUnreserved)))
			return dialogue.Compose(e, view)
		},
	}
}

// isUnreserved reports whether an answer has a byte without an escape. Source: rfc3986 2.3.
func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune("-._~", rune(c))
}

// body is the content of a document.
type body struct{ conn *wire.Conn }

// Read reads the next bytes.
func (b body) Read(p []byte) (int, error) {
	n, err := b.conn.Read(p)
	return n, prefixed(err)
}

// WriteTo copies the rest to w.
func (b body) WriteTo(w io.Writer) (int64, error) {
	n, err := b.conn.WriteTo(w)
	if err != nil && wire.OfConn(err) {
		err = prefixed(err)
	}
	return n, err
}

// Close closes the connection, at any time. Its error would only be that the server closed first.
func (b body) Close() error {
	b.conn.Close()
	return nil
}

// prefixed adds the protocol to an error, except the end of a body.
func prefixed(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return fmt.Errorf("gemini: %w", err)
}

// The codes that have a class of their own. Source: gemini specification, "Status codes".
const (
	codeSlowDown = 44
	codeNotFound = 51
	codeGone     = 52
)

// maxWait limits how long a server can ask to wait: a user does not wait longer.
const maxWait = 24 * time.Hour

// Error is a response that refuses. Its class is that of [open.ErrNotFound] for 51 and 52, of
// [open.ErrLogin] for a client certificate (60 to 69), and else of [open.ErrServer].
type Error struct {
	Code int    // the status, 40 to 69
	Text string // the server's text, not yet safe for a terminal
}

// Error returns the status and quotes the text.
func (e *Error) Error() string {
	s := fmt.Sprintf("%d %s", e.Code, dialogue.Quote(e.Text))
	if e.Code/10 == 6 {
		s += ": the page needs a client certificate, which identifies a user, and none is sent"
	}
	return s
}

// Is reports whether the error means target.
func (e *Error) Is(target error) bool {
	switch {
	case e.Code == codeNotFound, e.Code == codeGone:
		return target == open.ErrNotFound
	case e.Code/10 == 6:
		return target == open.ErrLogin
	}
	return target == open.ErrServer
}

// Retry reports whether the failure is temporary, and how long to wait.
func (e *Error) Retry() (time.Duration, bool) {
	if e.Code/10 != 4 {
		return 0, false
	}
	var seconds int
	if e.Code == codeSlowDown {
		_, _ = fmt.Sscanf(e.Text, "%d", &seconds)
	}
	return min(time.Duration(max(seconds, 0)), maxWait/time.Second) * time.Second, true
}
