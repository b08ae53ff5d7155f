package linkcheck

import "time"

// A host is a server, with the URLs that wait for their turn there.
type host struct {
	waiting []*entry
	active  int
	most    int           // URLs at a time
	every   time.Duration // between the beginnings of two; 0: no pause
	until   time.Time     // when the pause ends
	paused  bool
	queued  bool     // it is among those that may start
	dead    *verdict // it could not be reached, with all retries
}

// host returns the host of an entry. What has no host has no limit of its own.
func (r *run) host(e *entry) *host {
	name := addressOf(e.url)
	if name == "" {
		name = e.url.Scheme() + ":"
	}
	h := r.hosts[name]
	if h == nil {
		h = &host{most: r.o.PerHost}
		if addressOf(e.url) == "" {
			h.most = r.o.Parallel
		} else if r.o.Rate > 0 {
			h.every = time.Duration(float64(time.Second) / r.o.Rate)
		}
		r.hosts[name] = h
	}
	return h
}

// enqueue has an entry wait for its turn.
func (r *run) enqueue(e *entry) {
	e.host.waiting = append(e.host.waiting, e)
	r.wake(e.host)
}

// wake puts a host among those that may start, if it may.
func (r *run) wake(h *host) {
	if !h.queued && !h.paused && len(h.waiting) > 0 && h.active < h.most {
		h.queued = true
		r.ring = append(r.ring, h)
	}
}

// pause has a host wait for d at least.
func (r *run) pause(h *host, d time.Duration) {
	if until := time.Now().Add(d); until.After(h.until) {
		h.until = until
	}
	if !h.paused {
		h.paused = true
		r.resume(h)
	}
}

// resume ends the pause of a host, now or when it is over.
func (r *run) resume(h *host) {
	if left := time.Until(h.until); left > 0 {
		r.after(left, func() { r.resume(h) })
		return
	}
	h.paused = false
	r.wake(h)
}

// launch starts what may start, the hosts in turn.
func (r *run) launch() {
	for len(r.ring) > 0 && r.active < r.o.Parallel {
		h := r.ring[0]
		r.ring[0] = nil
		r.ring = r.ring[1:]
		h.queued = false
		if h.paused {
			continue // the end of the pause wakes it
		}
		e := h.waiting[0]
		h.waiting[0] = nil
		h.waiting = h.waiting[1:]
		h.active++
		r.active++
		if h.every > 0 {
			r.pause(h, h.every)
		}
		r.wake(h)
		r.start(e)
	}
}

// start has an entry visited by a goroutine of its own.
func (r *run) start(e *entry) {
	v := &visit{run: r, url: e.url, typed: e.typed, read: e.read, again: e.judged, last: e.tries >= r.o.Retries, dead: e.host.dead}
	v.content = e.read || r.o.Depth == Content || e.hasFragment()
	if r.o.Memory != nil {
		for i := range e.places {
			v.places = append(v.places, e.places[i].Place)
		}
	}
	go func() {
		v.do(r.ctx)
		r.events <- func() { r.finish(e, v) }
	}()
}

// after has f done by the loop of the check, in a while.
func (r *run) after(d time.Duration, f func()) {
	time.AfterFunc(d, func() {
		select {
		case r.events <- f:
		case <-r.ctx.Done():
		}
	})
}
