package linkcheck

import (
	"crypto/rand"
	"encoding/hex"
	"path"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck/internal/signs"
)

// maxSiblings is how many directories of one server are checked with an object that
// cannot exist. Each costs one request, and most servers treat all of their directories
// alike.
const maxSiblings = 20

// A sibling is the response of a server to a URL that cannot exist: a random name in the
// same directory as the URL of a link.
type sibling struct {
	once     sync.Once
	response *signs.Response
}

// siblings are the siblings of all servers, by the directory and the extension of the
// URL. Several goroutines may use it.
type siblings struct {
	mu    sync.Mutex
	name  string // of every sibling
	known map[string]*sibling
	count map[string]int // by server
}

// of returns the response to the sibling of a URL. ask requests it, once for each
// directory. The result is nil if its server has had enough requests.
func (x *siblings) of(u earl.URL, e *earl.Edition, ask func(earl.URL) *signs.Response) *signs.Response {
	at := u.Path()
	trimmed := strings.TrimSuffix(at, "/")
	dir, ext := trimmed[:strings.LastIndexByte(trimmed, '/')+1], path.Ext(trimmed)
	if trimmed != at {
		ext = "/"
	}
	server := serverOf(u)
	s, name := x.add(server, server+dir+"\x00"+ext)
	if s == nil {
		return nil
	}
	if dir == "" {
		dir = "/"
	}
	to, err := e.Resolve(u, dir+name+ext)
	if err != nil {
		return nil
	}
	s.once.Do(func() { s.response = ask(to) })
	return s.response
}

// add returns the sibling for a key, or nil if its server has had enough requests.
func (x *siblings) add(server, key string) (s *sibling, name string) {
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
