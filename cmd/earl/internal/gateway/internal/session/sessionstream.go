package session

import (
	"bytes"
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
)

// streamHeader is a message to the script of a page with a terminal emulator. It
// describes the bytes of the next message.
type streamHeader struct {
	// Old: a page has drawn the bytes before, so the emulator must not answer queries in
	// them.
	Old   bool   `json:"old"`
	Keys  bool   `json:"keys"` // each key is sent when it is pressed; else whole lines
	Hide  bool   `json:"hide"` // a line is not shown while it is typed
	Ended string `json:"ended"`
}

// draw sends the output to a page with a terminal emulator until the session or the page
// ends. It begins with the output that is kept. After each message it waits until the page
// has drawn the message. If the emulator is slower than the service, it misses output that
// is no longer kept.
func (t *Terminal) draw(ctx context.Context, conn *websocket.Conn, shown <-chan struct{}) {
	changed, stop := t.watch()
	defer stop()
	for from := int64(0); ; {
		output, end, d := t.next(from)
		from = end
		message, _ := json.Marshal(d) // cannot fail
		if write(ctx, conn, websocket.MessageText, message) != nil || write(ctx, conn, websocket.MessageBinary, output) != nil {
			return
		}
		select {
		case <-shown:
		case <-ctx.Done():
			return
		}
		if !d.Old && !more(ctx, conn, changed, d.Ended) {
			return
		}
	}
}

// next returns the output to draw after an offset, in UTF-8, and the offset of its end. It
// returns output that a page has drawn before, if there is any. Otherwise it returns new
// output, and marks it as drawn. So only one page answers a query of the service, once.
func (t *Terminal) next(from int64) (output []byte, end int64, d streamHeader) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if from < t.dropped { // t.shown may begin within a sequence: begin with a line
		from = t.dropped + int64(bytes.IndexByte(t.shown, '\n')+1)
	}
	d = streamHeader{Old: from < t.drawn, Keys: t.typing.Keys, Hide: hides(t.typing), Ended: t.ended}
	output = t.shown[from-t.dropped:]
	switch {
	case d.Old:
		output = output[:t.drawn-from]
	case d.Ended == "":
		output = output[:len(output)-sanitize.PartialRune(string(output[max(0, len(output)-utf8.UTFMax):]))]
	}
	end = from + int64(len(output))
	t.drawn = max(t.drawn, end)
	return []byte(sanitize.DecodeBytes(string(output))), end, d
}

// sendKeys sends keys to a service that takes each key. It drops them if the service takes
// lines.
func (t *Terminal) sendKeys(keys []byte) error {
	t.mu.Lock()
	taken := t.typing.Keys
	t.mu.Unlock()
	if !taken {
		return nil
	}
	_, err := t.conn.Write(keys)
	return err
}
