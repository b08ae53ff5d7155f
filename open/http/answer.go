package http

import (
	"fmt"
	"mime"
	nethttp "net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/request"
	"github.com/earl-url/earl/open/internal/wire"
)

// resource returns the resource of an answer. If there is an error, the caller
// closes the answer.
func (a *answer) resource() (open.Resource, error) {
	code := a.resp.StatusCode
	if location := a.resp.Header.Values("Location"); isRedirection(code) && len(location) > 0 {
		return a.referral(location)
	}
	switch {
	case code < 200:
		return nil, fmt.Errorf("%w: %d, which was not requested", open.ErrProtocol, code)
	case code == nethttp.StatusNotModified && !a.req.Since.IsZero():
		return nil, fmt.Errorf("%w %s", open.ErrUnchanged, a.req.Since.UTC().Format(time.RFC3339))
	case code == nethttp.StatusUnauthorized, code == nethttp.StatusProxyAuthRequired:
		return nil, a.loginError()
	case a.req.Offset > 0 || a.req.End > 0:
		return a.part()
	case code == nethttp.StatusPartialContent:
		return nil, fmt.Errorf("%w: 206, although the whole object was requested", open.ErrProtocol)
	case a.opener.Fail && code >= 400:
		return nil, &StatusError{Code: code, RetryAfter: retryAfter(a.resp.Header)}
	}
	if field := partField(a.resp.Header); field != "" && code == nethttp.StatusOK && !isWhole(field) {
		a.note("200 with the Content-Range %s, which has no meaning there: the document may be only a part (rfc9110 14.4)", a.quoted(field))
	}
	return a.document(a.resp.ContentLength, a.body()), nil
}

// body returns the body of an answer.
func (a *answer) body() *body {
	return &body{a: a, r: a.resp.Body, watch: a.watch, meter: wire.NewMeter(a.req.Policy), want: -1}
}

// document returns a document of the given size.
func (a *answer) document(size int64, b *body) *open.Document {
	h := a.resp.Header
	coding := a.hide(codingOf(h)) // a server may put a secret there
	if len(coding) > quoteMax {
		coding = coding[:quoteMax] + "..." // no coding that is known
	}
	if coding != "" && a.req.Coding == "" {
		a.note("Content-Encoding %s, which was not requested: the content is still coded", a.quoted(coding))
	}
	meta := open.Meta{
		URL:        a.req.URL,
		Kind:       open.KindDocument,
		Size:       size,
		Time:       httpTime(h.Get("Last-Modified")),
		Type:       mediaType(h.Get("Content-Type")),
		Note:       a.notes,
		Coding:     coding,
		Version:    version(h),
		RetryAfter: retryAfter(h),
		Status:     a.resp.StatusCode,
	}
	return &open.Document{Meta: meta, Body: b}
}

// codingOf returns the codings of a content in the order in which the server applied them,
// separated by commas, or "". Several fields are one list. Source: rfc9110 5.3, 8.4.
func codingOf(h nethttp.Header) string {
	fields := h["Content-Encoding"]
	if len(fields) == 0 {
		return ""
	}
	var list []string
	for name := range strings.SplitSeq(strings.Join(fields, ","), ",") {
		if name = strings.TrimSpace(name); name != "" && !strings.EqualFold(name, "identity") {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// mediaType returns a media type in its usual form, or "" if it is invalid.
func mediaType(field string) string {
	switch field {
	case "text/html", "text/plain", "application/octet-stream", "image/png", "image/jpeg":
		return field // in its usual form, like most
	}
	t, params, err := mime.ParseMediaType(field)
	if err != nil {
		return ""
	}
	return mime.FormatMediaType(t, params)
}

// httpTime reads a date. It returns the zero Time if it is invalid.
// Source: rfc9110 5.6.7.
func httpTime(text string) time.Time {
	t, err := nethttp.ParseTime(text)
	if err != nil {
		return time.Time{}
	}
	return t
}

// part returns the answer to a range request: the part, or the requested part
// of a whole object. Source: rfc9110 14, 15.3.7.
func (a *answer) part() (open.Resource, error) {
	if err := a.sameVersion(); err != nil {
		return nil, err
	}
	switch a.resp.StatusCode {
	case nethttp.StatusPartialContent:
		return a.partial()
	case nethttp.StatusOK:
		if field := partField(a.resp.Header); field != "" {
			return a.ranged(field)
		}
		return a.whole()
	case nethttp.StatusRequestedRangeNotSatisfiable:
		size, ok := unsatisfied(a.resp.Header.Get("Content-Range"))
		switch {
		case ok && size == a.req.Offset:
			a.note("nothing left to fetch: the object has %d bytes", size)
			doc := a.document(size, nil)
			doc.Type, doc.Time, doc.Body = "", time.Time{}, nethttp.NoBody
			doc.Status = 0 // the status belongs to a page that is not shown
			a.drain()
			return doc, nil
		case ok:
			return nil, &StatusError{Code: a.resp.StatusCode, Text: open.Beyond(a.req.Offset, size).Error()}
		}
		return nil, &StatusError{Code: a.resp.StatusCode, Text: "no part begins at byte " + strconv.FormatInt(a.req.Offset, 10)}
	}
	return nil, &StatusError{Code: a.resp.StatusCode, RetryAfter: retryAfter(a.resp.Header)}
}

// whole returns the requested part of an object that the server sends whole.
func (a *answer) whole() (open.Resource, error) {
	if size := a.resp.ContentLength; size >= 0 && a.req.Offset > size {
		return nil, open.Beyond(a.req.Offset, size)
	}
	if request.Ranged(a.req) {
		a.note("the server sent the whole object: the bytes outside the range were dropped")
	}
	b := a.body()
	b.skip = a.req.Offset
	if a.req.End > 0 {
		b.limit(a.req.End - a.req.Offset)
	}
	return a.document(a.resp.ContentLength, b), nil
}

// ranged returns the requested part of the object in a 200 with a Content-Range, which has
// no meaning there. If the field and the length agree that the content is the object, or the
// requested part of it, it is that; otherwise no one knows what it is.
// Source: rfc9110 14.4.
func (a *answer) ranged(field string) (open.Resource, error) {
	first, last, size, ok := contentRange(field)
	n := a.resp.ContentLength
	switch {
	case isWhole(field) && (n < 0 || n == size):
		return a.whole()
	case ok && first == a.req.Offset && n == last-first+1 && n != size && request.Ranged(a.req):
		a.note("200 with the Content-Range %s: the content is this part of the object", a.quoted(field))
		return a.partial()
	}
	return nil, fmt.Errorf("%w: 200 with the Content-Range %s: it is not known whether the content is the object or a part of it (rfc9110 14.4)", open.ErrProtocol, a.quoted(field))
}

// isWhole reports whether a Content-Range is that of the whole object.
func isWhole(field string) bool {
	first, last, size, ok := contentRange(field)
	return ok && first == 0 && last+1 == size
}

// partField returns the field Content-Range, or "". Several fields with different values are
// returned as a list, which is not a range.
func partField(h nethttp.Header) string {
	fields := h["Content-Range"]
	return strings.Join(slices.Compact(slices.Clone(fields)), ", ")
}

// partial returns the part in a 206. It must begin at the requested byte.
func (a *answer) partial() (open.Resource, error) {
	field := partField(a.resp.Header)
	first, last, size, ok := contentRange(field)
	switch {
	case !request.Ranged(a.req):
		return nil, fmt.Errorf("%w: 206, although the whole object was requested", open.ErrProtocol)
	case !ok:
		return nil, fmt.Errorf("%w: 206 with the Content-Range %s", open.ErrProtocol, a.quoted(field))
	case first != a.req.Offset:
		return nil, fmt.Errorf("%w: bytes from %d on were requested, and the Content-Range is %s", open.ErrProtocol, a.req.Offset, a.quoted(field))
	}
	if n := a.resp.ContentLength; n >= 0 && n != last-first+1 {
		return nil, fmt.Errorf("%w: the Content-Range %s and %d bytes of content", open.ErrProtocol, a.quoted(field), n)
	}
	b := a.body()
	b.want = last - first + 1
	b.limit(b.want)
	end := size // the end of the requested part; -1: not known
	if a.req.End > 0 && (end < 0 || a.req.End < end) {
		end = a.req.End
		b.limit(end - first)
	}
	if end >= 0 {
		b.want = end - first // even if the server sends more
	}
	doc := a.document(size, b)
	if a.req.Version != "" {
		doc.Version = a.req.Version
	}
	return doc, nil
}

// contentRange reads "bytes first-last/size", where "*" is a size of -1.
// Source: rfc9110 14.4.
func contentRange(field string) (first, last, size int64, ok bool) {
	unit, rest, _ := strings.Cut(field, " ")
	span, whole, _ := strings.Cut(rest, "/")
	from, to, _ := strings.Cut(span, "-")
	first, ok1 := number(from)
	last, ok2 := number(to)
	size, ok3 := number(whole)
	if whole == "*" {
		size, ok3 = -1, true
	}
	ok = strings.EqualFold(unit, "bytes") && ok1 && ok2 && ok3 && first <= last && (size < 0 || last < size)
	return first, last, size, ok
}

// unsatisfied reads "bytes */size", in an answer without a range.
func unsatisfied(field string) (size int64, ok bool) {
	text, ok := strings.CutPrefix(field, "bytes */")
	if !ok {
		return 0, false
	}
	return number(text)
}

// number reads decimal digits.
func number(text string) (int64, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// isRedirection reports whether a status has the place of the object in
// Location. This excludes 304, which means that the object has not changed, and
// 305, which specified a proxy. Source: rfc9110 15.4.
func isRedirection(code int) bool {
	switch code {
	case 300, 301, 302, 303, 307, 308:
		return true
	}
	return false
}

// referral returns the target of a redirect. Source: rfc9110 10.2.2.
func (a *answer) referral(location []string) (open.Resource, error) {
	for _, other := range location[1:] {
		if other != location[0] {
			return nil, fmt.Errorf("%w: %d with two different Locations", open.ErrProtocol, a.resp.StatusCode)
		}
	}
	to, err := a.target(location[0])
	if err != nil {
		return nil, fmt.Errorf("%w: %d: the Location %s is not a valid reference in %s", open.ErrProtocol,
			a.resp.StatusCode, a.quoted(earl.Redact(location[0])), a.req.URL.Edition().Name())
	}
	code := a.resp.StatusCode
	a.drain()
	meta := open.Meta{URL: a.req.URL, Kind: open.KindReferral, Size: -1, Note: a.notes, Status: code}
	return &open.Referral{
		Meta:      meta,
		Targets:   []earl.URL{to},
		Permanent: code == nethttp.StatusMovedPermanently || code == nethttp.StatusPermanentRedirect,
		Reason:    (&StatusError{Code: code}).Error(),
	}, nil
}

// target resolves a Location with the edition of the URL. It keeps the fragment
// of the URL and, for the same origin, its login. A login in the Location is
// ignored: the server must not choose the name or the password that are sent. A
// Location that the edition refuses is read as a browser reads it.
// Source: rfc9110 10.2.2; rfc7617 2.2.
func (a *answer) target(location string) (earl.URL, error) {
	base := a.req.URL
	bare, err := withoutLogin(base)
	if err != nil {
		return earl.URL{}, err
	}
	to, err := base.Edition().Resolve(bare, location)
	if err != nil {
		if to, err = repaired(bare, location); err != nil {
			return earl.URL{}, err
		}
		a.note("the Location %s is not valid and was read as a browser reads it", a.quoted(earl.Redact(location)))
	}
	if _, has := to.User(); has {
		if to, err = withoutLogin(to); err != nil {
			return earl.URL{}, err
		}
		a.note("the login in the Location %s was ignored", to.Redacted())
	}
	if f, ok := base.Fragment(); ok {
		if _, has := to.Fragment(); !has {
			to = or(to.With(earl.ComponentFragment, earl.Some(earl.Octets(f))))(to)
		}
	}
	if a.view.User.Present && sameOrigin(base, to) {
		parts := base.Parts()
		to = or(to.With(earl.ComponentUser, parts.User))(to)
		if password, ok := parts.Password.Reveal(); ok {
			to = or(to.With(earl.ComponentPassword, earl.Some(password)))(to)
		}
	}
	return to, nil
}

// repaired resolves a Location like a browser. The URL is one of the edition of
// base if that accepts it: a browser sends "|" and a single "%" unchanged.
// Bytes that are not UTF-8 are escaped, as browsers do. Source: fetch 2.2.5.
func repaired(base earl.URL, location string) (earl.URL, error) {
	if !utf8.ValidString(location) {
		location = escapeHigh(location)
	}
	to, err := earl.WHATWG.Resolve(base, location)
	if err != nil {
		return earl.URL{}, err
	}
	if r, err := base.Edition().ParseReference(to.String()); err == nil {
		to, _ = r.URL()
	}
	return to, nil
}

// escapeHigh escapes the bytes 0x80 and above.
func escapeHigh(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// withoutLogin returns u without its user and password.
func withoutLogin(u earl.URL) (earl.URL, error) {
	u = u.WithoutPassword()
	if _, ok := u.User(); !ok {
		return u, nil
	}
	return u.With(earl.ComponentUser, earl.Field{})
}

// or returns a function that returns u, or its argument if there is an error.
func or(u earl.URL, err error) func(earl.URL) earl.URL {
	return func(instead earl.URL) earl.URL {
		if err != nil {
			return instead
		}
		return u
	}
}

// sameOrigin reports whether two URLs have the same scheme, host and port.
func sameOrigin(u, v earl.URL) bool {
	x, errX := open.HostPort(u)
	y, errY := open.HostPort(v)
	return errX == nil && errY == nil && u.Scheme() == v.Scheme() && strings.EqualFold(x, y)
}
