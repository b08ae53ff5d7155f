package linkcheck

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

// maxSiblings is how many directories of one server are checked with an object that
// cannot exist. Each costs one request, and most servers treat all of their directories
// alike.
const maxSiblings = 20

// A sibling is the response of a server to a URL that cannot exist: a random name in the
// same directory as the URL of a link.
type sibling struct {
	once      sync.Once
	status    int // 0: unknown
	redirects bool
	final     earl.URL
	page      *pageText
}

// exists reports whether the server claims that the sibling exists. A nil sibling was not
// requested.
func (s *sibling) exists() bool {
	return s != nil && s.page != nil && s.status >= 200 && s.status < 300
}

// siblings are the siblings of all servers, by the directory and the extension of the
// URL. Several goroutines may use it.
type siblings struct {
	mu    sync.Mutex
	name  string // of every sibling
	known map[string]*sibling
	count map[string]int // by server
}

// of returns the sibling for a key, or nil if its server has had enough requests.
func (x *siblings) of(server, key string) (s *sibling, name string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.known == nil {
		random := make([]byte, 8)
		rand.Read(random) // never fails
		x.name = "earl-" + hex.EncodeToString(random)
		x.known, x.count = map[string]*sibling{}, map[string]int{}
	}
	if s = x.known[key]; s == nil && x.count[server] < maxSiblings {
		x.count[server]++
		s = new(sibling)
		x.known[key] = s
	}
	return s, x.name
}

// sibling returns the sibling of the URL. It is requested once for each directory. The
// result is nil if it is not requested.
func (v *visit) sibling(ctx context.Context) *sibling {
	at := v.url.Path()
	trimmed := strings.TrimSuffix(at, "/")
	dir, ext := trimmed[:strings.LastIndexByte(trimmed, '/')+1], path.Ext(trimmed)
	if trimmed != at {
		ext = "/"
	}
	server := serverOf(v.url)
	s, name := v.run.siblings.of(server, server+dir+"\x00"+ext)
	if s == nil {
		return nil
	}
	if dir == "" {
		dir = "/"
	}
	u, err := v.run.o.Edition.Resolve(v.url, dir+name+ext)
	if err != nil {
		return nil
	}
	s.once.Do(func() { v.askSibling(ctx, s, u) })
	return s
}

// askSibling requests a sibling; in a recursion only if robots.txt allows it.
func (v *visit) askSibling(ctx context.Context, s *sibling, u earl.URL) {
	if v.read && !v.run.robots.Of(ctx, u).Allow(u, v.run.o.Agent) {
		return
	}
	if v.pause(ctx, v.interval); ctx.Err() != nil {
		return
	}
	res, err := v.run.o.Client.FollowFunc(ctx, &open.Request{URL: u, Accept: acceptPages}, func(ctx context.Context, r *open.Request, from *open.Referral) (open.Resource, error) {
		r.Policy = v.run.policy(r.URL)
		s.redirects = s.redirects || from != nil
		s.final = r.URL.WithoutFragment()
		return v.run.o.Client.Do(ctx, r)
	})
	doc, ok := res.(*open.Document)
	if err != nil || !ok {
		return
	}
	defer doc.Body.Close()
	body, err := io.ReadAll(io.LimitReader(doc.Body, maxSample))
	if err == nil && doc.Coding == "" && isHTML(doc.Type) {
		s.status, s.page = doc.Status, readPage(body, doc.Type)
	}
}
