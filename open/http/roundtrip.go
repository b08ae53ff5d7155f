package http

import (
	"errors"
	"fmt"
	"io"
	"mime"
	nethttp "net/http"
	"strconv"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// RoundTripper makes an http.Client open every scheme that an open.Client opens:
//
//	opener := new(http.Opener)
//	client := open.New(open.Options{}, opener, new(ftp.Opener), gopher.Opener{})
//	web := &nethttp.Client{Transport: http.NewRoundTripper(client, opener)}
//	resp, err := web.Get("ftp://ftp.example/pub/readme.txt")
//
// Requests of http and https go out as they are, whatever their method, by the
// connections of the opener: what the policy says of ports and addresses holds.
// Those of other schemes are retrievals: GET and HEAD, of a range too. A document
// is a 200, a listing one with a page of links, a referral a 303 (308 if it is
// permanent), what is not found a 404, a missing login a 401. A question, an
// interactive service and an address are errors, and so is a [open.Refusal]; a
// redirection is judged by the requests that led to it.
//
// URLs are read by rfc3986. Several goroutines may share a RoundTripper.
type RoundTripper struct {
	client *open.Client
	opener *Opener
}

// NewRoundTripper returns a RoundTripper of the client, whose opener of http and
// https is opener.
func NewRoundTripper(client *open.Client, opener *Opener) *RoundTripper {
	return &RoundTripper{client, opener}
}

// RoundTrip implements the interface of net/http.
func (t *RoundTripper) RoundTrip(req *nethttp.Request) (*nethttp.Response, error) {
	resp, err := t.roundTrip(req)
	if req.Body != nil && (err != nil || resp.Request == nil) {
		req.Body.Close()
	}
	if err != nil {
		return nil, err
	}
	resp.Request = req
	return resp, nil
}

// roundTrip is RoundTrip; the Response has its Request if the body was read by net/http.
func (t *RoundTripper) roundTrip(req *nethttp.Request) (*nethttp.Response, error) {
	u, err := earl.RFC3986.Parse(req.URL.String())
	if err != nil {
		return nil, err
	}
	r := &open.Request{URL: u.WithoutFragment(), Referrers: referrers(req)}
	switch {
	case u.Scheme() == "http" || u.Scheme() == "https":
		return t.web(req, r)
	case req.Method == nethttp.MethodHead:
		return t.probe(req, r)
	case req.Method == nethttp.MethodGet || req.Method == "":
		return t.retrieve(req, r)
	}
	return nil, fmt.Errorf("%s: opening is a retrieval, GET or HEAD: %w", req.Method, errors.ErrUnsupported)
}

// referrers returns the URLs whose redirections led to req, the first one first.
func referrers(req *nethttp.Request) []earl.URL {
	var all []earl.URL
	for r := req.Response; r != nil && r.Request != nil; r = r.Request.Response {
		if u, err := earl.RFC3986.Parse(r.Request.URL.String()); err == nil {
			all = append([]earl.URL{u}, all...)
		}
	}
	return all
}

// web sends a request of http or https.
func (t *RoundTripper) web(req *nethttp.Request, r *open.Request) (*nethttp.Response, error) {
	call, err := t.client.Prepare(req.Context(), r)
	if err != nil {
		return nil, err
	}
	c, err := t.opener.call(call)
	if err != nil {
		return nil, err
	}
	c.conceal(req)
	w := newWatch(req.Context(), call.Policy.Idle)
	resp, _, err := c.roundTrip(req, w)
	if err != nil {
		return nil, err
	}
	resp.Body = &watchedBody{resp.Body, w}
	return resp, nil
}

// watchedBody is the body of a response, with the limit on its peer's silence.
type watchedBody struct {
	io.ReadCloser
	watch *watch
}

func (b *watchedBody) Read(p []byte) (int, error) {
	b.watch.wait()
	n, err := b.ReadCloser.Read(p)
	b.watch.pause()
	if ended := b.watch.ended(); err != nil && ended != nil {
		err = ended
	}
	return n, err
}

func (b *watchedBody) Close() error {
	err := b.ReadCloser.Close()
	b.watch.stop()
	return err
}

// probe answers HEAD as GET is answered: without a retrieval where the opener can
// tell of a document or a listing, and else by one that is broken off.
func (t *RoundTripper) probe(req *nethttp.Request, r *open.Request) (*nethttp.Response, error) {
	m, err := t.client.ProbeRequest(req.Context(), r)
	if err == nil && (m.Kind == open.KindDocument || m.Kind == open.KindListing) {
		return response(nethttp.StatusOK, m), nil
	}
	var resp *nethttp.Response
	if err != nil {
		resp, err = failed(err)
	} else {
		resp, err = t.retrieve(withoutRange(req), r)
	}
	if err != nil {
		return nil, err
	}
	resp.Body.Close()
	resp.Body = nethttp.NoBody
	return resp, nil
}

// withoutRange returns req for the whole. Source: rfc9110 14.2.
func withoutRange(req *nethttp.Request) *nethttp.Request {
	whole := req.Clone(req.Context())
	whole.Header.Del("Range")
	return whole
}

// retrieve answers GET.
func (t *RoundTripper) retrieve(req *nethttp.Request, r *open.Request) (*nethttp.Response, error) {
	r.Offset, r.End = rangeOf(req.Header.Get("Range"))
	res, err := t.client.Do(req.Context(), r)
	if err != nil {
		return failed(err)
	}
	switch res := res.(type) {
	case *open.Document:
		if res.Size < 0 && (r.Offset > 0 || r.End > 0) { // Content-Range must say which octets come
			res.Body.Close()
			return t.retrieve(withoutRange(req), r)
		}
		return documentResponse(r, res), nil
	case *open.Listing:
		resp := response(nethttp.StatusOK, res.Meta)
		resp.Body = newIndex(res, t.client.Opens)
		return resp, nil
	case *open.Referral:
		return referralResponse(res)
	case *open.Session:
		res.Conn.Close()
	}
	return nil, fmt.Errorf("%s is not an HTTP response (%s): %w", r.URL.Redacted(), res.Info().Kind, errors.ErrUnsupported)
}

// rangeOf returns the octets that a Range field asks for, 0 and 0 if it is none
// that is answered: one range that begins at an octet. Source: rfc9110 14.2.
func rangeOf(field string) (offset, end int64) {
	spec, ok := strings.CutPrefix(field, "bytes=")
	first, last, dash := strings.Cut(spec, "-")
	if !ok || !dash {
		return 0, 0
	}
	a, err := strconv.ParseUint(first, 10, 62)
	if err != nil {
		return 0, 0
	}
	if last == "" {
		return int64(a), 0
	}
	z, err := strconv.ParseUint(last, 10, 62)
	if err != nil || z < a {
		return 0, 0
	}
	return int64(a), int64(z) + 1
}

// response returns a response without a body.
func response(status int, m open.Meta) *nethttp.Response {
	h := nethttp.Header{}
	if m.Kind == open.KindListing {
		m.Type, m.Size = "text/html; charset=utf-8", -1
	}
	if m.Type != "" {
		h.Set("Content-Type", m.Type)
	}
	if !m.Time.IsZero() {
		h.Set("Last-Modified", m.Time.UTC().Format(nethttp.TimeFormat))
	}
	if m.Size >= 0 {
		h.Set("Content-Length", strconv.FormatInt(m.Size, 10))
	}
	return &nethttp.Response{
		Status:     strconv.Itoa(status) + " " + nethttp.StatusText(status),
		StatusCode: status,
		Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        h,
		Body:          nethttp.NoBody,
		ContentLength: m.Size,
	}
}

// documentResponse returns the response of a document, which may be a part.
func documentResponse(r *open.Request, d *open.Document) *nethttp.Response {
	m, status := d.Meta, nethttp.StatusOK
	if r.Offset > 0 || r.End > 0 {
		status = nethttp.StatusPartialContent
	}
	resp := response(status, m)
	resp.Body = d.Body
	if status == nethttp.StatusOK {
		return resp
	}
	end := m.Size
	if r.End > 0 {
		end = min(end, r.End)
	}
	resp.ContentLength = max(end-r.Offset, 0)
	resp.Header.Set("Content-Length", strconv.FormatInt(resp.ContentLength, 10))
	resp.Header.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", r.Offset, end-1, m.Size))
	return resp
}

// referralResponse returns the response of a referral: to its first target.
func referralResponse(r *open.Referral) (*nethttp.Response, error) {
	if len(r.Targets) == 0 {
		return nil, fmt.Errorf("%w: a referral without a target", open.ErrProtocol)
	}
	status := nethttp.StatusSeeOther
	if r.Permanent {
		status = nethttp.StatusPermanentRedirect
	}
	resp := response(status, open.Meta{})
	resp.Header.Set("Location", r.Targets[0].String())
	return resp, nil
}

// failed returns the response that an error of the client is, or the error.
func failed(err error) (*nethttp.Response, error) {
	status := nethttp.StatusNotFound
	switch open.ClassOf(err) {
	case open.ClassNotFound:
	case open.ClassLogin:
		status = nethttp.StatusUnauthorized
	default:
		return nil, err
	}
	text := err.Error() + "\n"
	resp := response(status, open.Meta{Size: int64(len(text)), Type: mime.FormatMediaType("text/plain", map[string]string{"charset": "utf-8"})})
	resp.Body = io.NopCloser(strings.NewReader(text))
	return resp, nil
}
