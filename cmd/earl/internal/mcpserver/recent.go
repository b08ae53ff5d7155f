package mcpserver

import "sync"

const (
	// maxRecent is how many contents are kept: a model reads few of them at a time.
	maxRecent = 8
	// maxRecentSize is how many bytes of contents are kept, in all.
	maxRecentSize = 32 << 20
)

// recent keeps the contents of the last results, so that their next parts are parts of
// the same content, and are not retrieved again. Several goroutines may use it.
type recent struct {
	mu   sync.Mutex
	list []kept // the newest last
	size int
}

// kept is the content of one result.
type kept struct {
	key  string
	page *page
}

// get returns the page with a key, or nil.
func (r *recent) get(key string) *page {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.list {
		if k.key == key {
			return k.page
		}
	}
	return nil
}

// put keeps a page, and forgets the oldest ones.
func (r *recent) put(key string, p *page) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, k := range r.list {
		if k.key == key {
			r.remove(i)
			break
		}
	}
	r.list = append(r.list, kept{key, p})
	r.size += len(p.text)
	for len(r.list) > maxRecent || r.size > maxRecentSize {
		r.remove(0)
	}
}

// remove removes an entry.
func (r *recent) remove(i int) {
	r.size -= len(r.list[i].page.text)
	r.list = append(r.list[:i], r.list[i+1:]...)
}
