package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/earl-url/earl/gateway/internal/sanitize"
)

// streamHeader is what the script of a page with a terminal emulator is told of the
// octets that come behind it.
type streamHeader struct {
	// Old octets were drawn before: what they ask the terminal is answered no more.
	Old   bool   `json:"old"`
	Keys  bool   `json:"keys"` // each key is sent as it is pressed; else whole lines
	Hide  bool   `json:"hide"` // a line is not shown while it is typed
	Ended string `json:"ended"`
}

// draw sends what a service shows to a page that draws it, all of it from the
// first octet that is kept, until the session or the page ends. Each time it waits
// until the page has drawn what it has: an emulator that is slower than the service
// is not flooded, and misses what is not kept.
func (t *terminal) draw(ctx context.Context, conn *websocket.Conn, shown <-chan struct{}) {
	changed, stop := t.watch()
	defer stop()
	for from := int64(0); ; {
		octets, at, d := t.next(from)
		from = at
		message, _ := json.Marshal(d) // of strings
		if write(ctx, conn, websocket.MessageText, message) != nil || write(ctx, conn, websocket.MessageBinary, octets) != nil {
			return
		}
		select {
		case <-shown:
		case <-ctx.Done():
			return
		}
		if !d.Old && !goesOn(ctx, conn, changed, d.Ended) {
			return
		}
	}
}

// next returns what is to be drawn behind an octet of the whole, in UTF-8, and
// where it ends: what is old, if there is any, or what is new, which is then old.
// So whatever a service asks the terminal is answered by one page, once.
func (t *terminal) next(from int64) (octets []byte, at int64, d streamHeader) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if from < t.dropped { // it may be the middle of a sequence: a line is a better beginning
		from = t.dropped + int64(bytes.IndexByte(t.shown, '\n')+1)
	}
	d = streamHeader{Old: from < t.drawn, Keys: t.typing.Keys, Hide: hides(t.typing), Ended: t.ended}
	octets = t.shown[from-t.dropped:]
	switch {
	case d.Old:
		octets = octets[:t.drawn-from]
	case d.Ended == "":
		octets = octets[:len(octets)-sanitize.PartialRune(string(octets[max(0, len(octets)-utf8.UTFMax):]))]
	}
	at = from + int64(len(octets))
	t.drawn = max(t.drawn, at)
	return []byte(sanitize.DecodeBytes(string(octets))), at, d
}

// press sends keys to a service that takes each. For another they are no line, and
// go nowhere.
func (t *terminal) press(keys []byte) error {
	t.mu.Lock()
	taken := t.typing.Keys
	t.mu.Unlock()
	if !taken {
		return nil
	}
	_, err := t.conn.Write(keys)
	return err
}
