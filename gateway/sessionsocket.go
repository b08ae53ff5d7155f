package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/earl-url/earl/gateway/internal/access"
	"github.com/earl-url/earl/gateway/internal/sanitize"
)

const (
	// socketPause gathers what comes in pieces: a page need not be told more often.
	socketPause = 20 * time.Millisecond
	// maxMessage is the longest line that is typed, in JSON.
	maxMessage = 2 * maxTyped
	// maxWindow is more columns or rows than any screen has.
	maxWindow = 1000
)

// clientMessage is what a page's script says in a text message. A binary message is keys.
type clientMessage struct {
	Line          *string `json:"line"` // nil: none
	Columns, Rows uint16  // of the window; 0: the same as before
	Shown         bool    // what the page was sent is shown
}

// socket joins the page's script to a session. The guards have judged the
// request; the library judges its Origin once more.
func (g *Gateway) socket(w http.ResponseWriter, r *http.Request) {
	s := g.sessions.find(r.FormValue("id"))
	if s == nil || r.Header.Get("Origin") != "http://"+r.Host { // every browser names it here
		access.Refuse(w, http.StatusForbidden, "There is no such session for this page.")
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // it has been answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxMessage)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	shown := make(chan struct{}, 1)
	go func() {
		defer cancel()
		for {
			kind, message, err := conn.Read(ctx)
			if err != nil || s.hear(kind, message, shown) != nil {
				return
			}
		}
	}()
	if r.FormValue("as") == "octets" {
		s.draw(ctx, conn, shown)
		return
	}
	from, _ := strconv.ParseInt(r.FormValue("from"), 10, 64)
	s.feed(ctx, conn, from)
}

// hear takes a message of a page's script.
func (t *terminal) hear(kind websocket.MessageType, message []byte, shown chan<- struct{}) error {
	if kind == websocket.MessageBinary {
		return t.press(message)
	}
	var s clientMessage
	if err := json.Unmarshal(message, &s); err != nil {
		return err
	}
	if s.Shown {
		select {
		case shown <- struct{}{}:
		default: // it is known
		}
	}
	if s.Columns > 0 && s.Columns <= maxWindow && s.Rows > 0 && s.Rows <= maxWindow {
		_ = t.conn.Resize(s.Columns, s.Rows) // an error is the session's end, which Read reports
	}
	if s.Line != nil {
		return t.send(*s.Line)
	}
	return nil
}

// write sends a message to a page, which may be slow, but not for ever.
func write(ctx context.Context, conn *websocket.Conn, kind websocket.MessageType, message []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return conn.Write(ctx, kind, message)
}

// textMessage is what the script of a page that goes line by line is told.
type textMessage struct {
	Text  string `json:"text"`
	Hide  bool   `json:"hide"`
	Ended string `json:"ended"`
}

// feed sends what is shown behind an octet, as text, until the session or the
// page ends. Text has no window: the service is told of a usual one again.
func (t *terminal) feed(ctx context.Context, conn *websocket.Conn, from int64) {
	changed, stop := t.watch()
	defer stop()
	_ = t.conn.Resize(windowColumns, windowRows) // an error is the session's end, which Read reports
	for {
		text, at, typing, ended := t.since(from)
		if n := sanitize.Incomplete(text); n > 0 && ended == "" { // the rest of a character or a sequence comes yet
			text, at = text[:len(text)-n], at-int64(n)
		}
		from = at
		message, _ := json.Marshal(textMessage{terminalText(text), hides(typing), ended}) // of strings
		if write(ctx, conn, websocket.MessageText, message) != nil {
			return
		}
		if !goesOn(ctx, conn, changed, ended) {
			return
		}
	}
}

// goesOn waits until there is more to send to a page. It is false at the end of
// the page, and of the session, which it says to the page.
func goesOn(ctx context.Context, conn *websocket.Conn, changed <-chan struct{}, ended string) bool {
	if ended != "" {
		conn.Close(websocket.StatusNormalClosure, "")
		return false
	}
	select {
	case <-changed:
		time.Sleep(socketPause)
		return true
	case <-ctx.Done():
		return false
	}
}
