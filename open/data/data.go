// Package data opens data URLs. Such a URL contains its object, so opening it sends nothing and
// needs no server.
//
//	client := open.New(open.Options{}, data.Opener{})
//	u, err := earl.RFC3986.Parse("data:text/plain;base64,SGVsbG8=")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// The document comes from whoever wrote the URL, not from a server that a guard has checked. A
// program that shows it treats it like a page of an unknown site: a page of type text/html may
// contain scripts.
//
// A URL may be as long as a program can read, so there is a limit on its data as it is written,
// which the opener checks before it decodes anything.
//
// It follows rfc2397, and for URLs of the edition whatwg the way in which browsers read them.
package data

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Written is the maximum number of bytes that a URL may have after "data:", before they are
	// decoded. A longer URL is refused with the guard "max-size". 0 means DefaultWritten, a
	// negative value means no limit.
	Written int64
}

// DefaultWritten is far above the size of the icons and short texts for which the scheme was made:
// rfc2397 2 says that it "is only useful for short values".
const DefaultWritten = 1 << 20

// written returns the effective limit of a URL.
func (o Options) written() int64 {
	if o.Written < 0 {
		return math.MaxInt64
	}
	return cmp.Or(o.Written, DefaultWritten)
}

// Opener opens data URLs. The zero Opener is ready to use. Several goroutines may share it.
type Opener struct{ Options }

// Schemes returns "data".
func (Opener) Schemes() []string { return []string{"data"} }

// Open decodes the URL and returns its object as a document. It neither looks up nor dials.
// Errors: a [*earl.ParseError] for a URL without a comma, with an invalid media type or with
// invalid base64; a [*open.Refusal] for a URL that is too long.
// Source: rfc2397 2.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v, err := o.decode(r.URL)
	if err != nil {
		return nil, err
	}
	body := &content{Reader: bytes.NewReader([]byte(v.Data)), ctx: ctx}
	return &open.Document{Meta: meta(r.URL, v), Body: wire.Part(body, r.Offset, r.End)}, nil
}

// Probe returns what Open would return about the object.
func (o Opener) Probe(_ context.Context, r *open.Call) (open.Meta, error) {
	v, err := o.decode(r.URL)
	if err != nil {
		return open.Meta{}, err
	}
	return meta(r.URL, v), nil
}

// Plan returns a plan without steps: nothing is sent. The error is that of Open.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	v, err := o.decode(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	unit := "bytes"
	if len(v.Data) == 1 {
		unit = "byte"
	}
	note := fmt.Sprintf("The URL contains the object itself: %s, %d %s.", v.ContentType(), len(v.Data), unit)
	return open.Plan{Effect: open.EffectNothing, Note: note}, nil
}

// decode returns the object of a URL. It checks the length before it decodes.
func (o Opener) decode(u earl.URL) (views.Data, error) {
	if n := int64(len(u.SchemePart())); n > o.written() {
		r := open.Refuse(open.GuardMaxSize, u, fmt.Sprintf("the URL has %d bytes, and the limit is %d", n, o.written()))
		r.Section, r.Setting = "rfc2397 2", "data.Options.Written"
		return views.Data{}, r
	}
	return views.ParseData(u)
}

// meta describes the object.
func meta(u earl.URL, v views.Data) open.Meta {
	return open.Meta{URL: u, Kind: open.KindDocument, Size: int64(len(v.Data)), Type: v.ContentType()}
}

// content is the body of a document. Its reads end when the context does.
type content struct {
	*bytes.Reader
	ctx context.Context
}

// Read reads from the object.
func (c *content) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Reader.Read(p)
}

// WriteTo copies the rest to w.
func (c *content) WriteTo(w io.Writer) (int64, error) { return wire.Pump(w, c) }

// Close does nothing.
func (c *content) Close() error { return nil }
