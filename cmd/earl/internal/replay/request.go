package replay

import "github.com/earl-url/earl/warc"

// request is a request of http. A reply to another method than GET is not what a
// GET gets.
type request struct {
	method, target string
	id, concurrent string
}

// requests joins the requests of a file with their replies, by their ids, or, if
// neither record names the other, because they are neighbours with the same URL.
type requests struct {
	named   []request // those that are not a GET, and have an id of their reply or of themselves
	last    *item     // the last response
	joined  bool      // last has its request
	waiting *request  // a request whose reply may follow
}

// addRequest adds a request.
func (a *Archive) addRequest(rec *warc.Record) error {
	method, err := warc.Method(rec)
	if err != nil || method == "" {
		return nil // an error of the block is returned by Next
	}
	if method == "GET" {
		method = ""
	}
	q := request{method, rec.Target(), rec.ID(), concurrent(rec)}
	r := &a.requests
	if method != "" {
		r.named = append(r.named, q)
	}
	switch r.waiting = nil; {
	case q.concurrent != "":
	case r.last != nil && !r.joined && r.last.target == q.target:
		r.last.method, r.joined = method, true
	default:
		r.waiting = &q
	}
	return nil
}

// add adds a response.
func (r *requests) add(it *item, concurrent string) {
	r.last, r.joined = it, concurrent != ""
	if q := r.waiting; q != nil && (concurrent == q.id && q.id != "" || concurrent == "" && q.target == it.target) {
		it.method, r.joined = q.method, true
	}
	r.waiting = nil
}

// joinRequests gives each response the method of its request.
func (a *Archive) joinRequests() {
	for _, q := range a.requests.named {
		if it := a.byID[q.concurrent]; it != nil && q.concurrent != "" {
			it.method = q.method
		}
	}
	a.requests = requests{}
}
