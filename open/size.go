package open

import (
	"fmt"
	"io"
	"math"
)

// bound applies the policy's MaxSize to a resource. It refuses a document that
// is known to be longer, and stops one that turns out to be longer. A document
// that is known to end before the requested part is an [ErrBeyond].
func bound(r *Call, res Resource) (Resource, error) {
	doc, ok := res.(*Document)
	if ref, redirects := res.(*Referral); redirects && ref.Instead != nil {
		instead, err := bound(r, ref.Instead)
		if err != nil {
			return nil, err
		}
		ref.Instead = instead.(*Document)
	}
	if !ok {
		return res, nil
	}
	if doc.Size >= 0 && r.Offset > doc.Size {
		doc.Body.Close()
		return nil, fmt.Errorf("%s: %w", r.URL.Scheme(), Beyond(r.Offset, doc.Size))
	}
	body, err := r.Bound(doc.Body, doc.Size)
	if err != nil {
		return nil, err
	}
	doc.Body = body
	return doc, nil
}

// Bound returns body with the limit Policy.MaxSize: after that many bytes, Read
// returns a *[Refusal]. size is the size of the whole object, or -1. If the
// object is known to be too large, Bound closes body and returns the Refusal.
// The client calls it for each Document; a program that uses
// [Client.Prepare] calls it itself.
func (r *Call) Bound(body io.ReadCloser, size int64) (io.ReadCloser, error) {
	if r.Policy.MaxSize == math.MaxInt64 {
		return body, nil
	}
	refusal := Refuse(GuardMaxSize, r.URL, fmt.Sprintf("more than %d bytes", r.Policy.MaxSize))
	if size >= 0 && r.span(size) > r.Policy.MaxSize {
		refusal.Reason = fmt.Sprintf("%d bytes", r.span(size))
		body.Close()
		return nil, refusal
	}
	return &boundBody{body, r.Policy.MaxSize, refusal}, nil
}

// span returns how many bytes r requests of an object of the given size.
func (r *Request) span(size int64) int64 {
	if r.End > 0 {
		size = min(size, r.End)
	}
	return max(size-r.Offset, 0)
}

// boundBody is a body that ends in a Refusal if it is too long.
type boundBody struct {
	body    io.ReadCloser
	left    int64 // bytes that may still come
	refusal error
}

// Read reads up to the limit. It refuses only when more bytes follow.
func (b *boundBody) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.body.Read(p)
	if int64(n) > b.left {
		n, err = int(b.left), b.refusal
	}
	b.left -= int64(n)
	return n, err
}

func (b *boundBody) Close() error { return b.body.Close() }
