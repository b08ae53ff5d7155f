package gateway

import (
	"bufio"
	"context"
	"encoding/base64"
	"io"
	"net/http"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/fetch"
	"github.com/earl-url/earl/internal/protocol/article"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/views"
)

// maxPictures limits the bytes of all pictures that a page has of one message. Few mail
// servers accept larger messages.
const maxPictures = 24 << 20

// maxEmbedded limits the bytes that a page becomes longer by its pictures: it can contain
// one of them many times.
const maxEmbedded = 64 << 20

// pictures are the pictures of a message as data URLs, by their Content-ID. A page that
// contains them loads nothing for them. If several parts have the same Content-ID, none of
// them is chosen: the value is "". Source: rfc2392 2; rfc2397.
type pictures map[earl.Octets]string

// picturesOf returns the pictures of the message of t. It returns nil if it has already
// responded with an error.
func (g *Gateway) picturesOf(w http.ResponseWriter, r *http.Request, t target) pictures {
	doc, closeDoc := g.documentOf(w, r, t, g.visited(r, t), g.request(t))
	if doc == nil {
		return nil
	}
	defer closeDoc()
	return readPictures(doc.Body)
}

// readPictures returns the pictures of a message. It ignores those that exceed a limit or
// cannot be decoded.
func readPictures(r io.Reader) pictures {
	found := pictures{}
	body := bufio.NewReader(r)
	h, err := article.ReadHeader(body, article.DefaultHeaders)
	if err != nil {
		return found
	}
	left := int64(maxPictures)
	article.Walk(h, body, messageLimits, func(_ int, h article.Header, r io.Reader) error { // an error ends the parts
		id := views.IDOf(h.Get("Content-ID"))
		media, _ := h.Type()
		if id == "" || fetch.Kind(media, nil) != "image" {
			return nil
		}
		if _, again := found[id]; again {
			found[id] = ""
			return nil
		}
		b, err := io.ReadAll(io.LimitReader(h.Content(r), left+1))
		if n := int64(len(b)); err == nil && n <= left {
			left -= n
			found[id] = dataURL(media, b)
		}
		return nil
	})
	return found
}

// dataURL returns the URL of a picture of a type that browsers show.
func dataURL(media string, b []byte) string {
	return "data:" + media + ";base64," + base64.StdEncoding.EncodeToString(b)
}

// embedded returns the function that returns the data URL of a part for a page.
func (p pictures) embedded() func(id earl.Octets) string {
	left := maxEmbedded
	return func(id earl.Octets) string {
		if left -= len(p[id]); left < 0 {
			return ""
		}
		return p[id]
	}
}

// partsOf returns the function that returns the data URL of a part of the message of a mid
// URL of a part, or nil for any other URL. It opens each part when the page contains it.
func (g *Gateway) partsOf(ctx context.Context, u earl.URL) func(id earl.Octets) string {
	v, err := views.ParseMID(u)
	if err != nil || !v.ContentID.Present {
		return nil
	}
	found, left := pictures{}, int64(maxPictures)
	shown := found.embedded()
	return func(id earl.Octets) string {
		if _, ok := found[id]; !ok {
			found[id] = ""
			if part, err := (views.CID{ContentID: id}).In(v.MessageID).URL(u.Edition()); err == nil && len(found) < maxPartsShown {
				found[id] = g.picture(ctx, part, &left)
			}
		}
		return shown(id)
	}
}

// maxPartsShown limits the parts that are opened for one page: each is looked for in all
// messages.
const maxPartsShown = 50

// picture returns the data URL of the picture at u, or "".
func (g *Gateway) picture(ctx context.Context, u earl.URL, left *int64) string {
	doc, err := g.fetch.Document(ctx, g.fetch.Request(u))
	if err != nil {
		return ""
	}
	defer doc.Body.Close()
	media, _ := fetch.MediaType(&open.Meta{Type: doc.Type}, nil)
	if fetch.Kind(media, nil) != "image" {
		return ""
	}
	b, err := io.ReadAll(io.LimitReader(doc.Body, *left+1))
	if err != nil || int64(len(b)) > *left {
		return ""
	}
	*left -= int64(len(b))
	return dataURL(media, b)
}
