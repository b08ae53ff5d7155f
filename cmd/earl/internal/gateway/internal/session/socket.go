package session

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/access"
	"github.com/earl-url/earl/cmd/earl/internal/gateway/internal/sanitize"
)

const (
	// socketPause is how long output is collected for one message.
	socketPause = 20 * time.Millisecond
	// maxMessage is the length of the longest line that is sent, in JSON.
	maxMessage = 2 * maxTyped
	// maxWindow is more columns or rows than any screen has.
	maxWindow = 1000
	// writeTime is how long a page may take to accept a message.
	writeTime = time.Minute
)

// clientMessage is a text message from the script of a page. A binary message contains
// keys.
type clientMessage struct {
	Line          *string `json:"line"` // nil if the user typed no line
	Columns, Rows uint16  // of the window; 0: unchanged
	Shown         bool    // the page has drawn the last message
}

// ServeSocket connects the script of a page to the session with the ID in the form value
// "id". With "as=octets" the script receives the output as bytes, else as text from the
// offset "from". The guards of the gateway have checked the request. ServeSocket and the
// WebSocket library check the Origin again.
func (s *Set) ServeSocket(w http.ResponseWriter, r *http.Request) {
	t := s.Find(r.FormValue("id"))
	if t == nil || r.Header.Get("Origin") != "http://"+r.Host { // every browser sends it with a WebSocket
		access.Refuse(w, http.StatusForbidden, "This page has no such session.")
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has sent a response
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
			if err != nil || t.receive(kind, message, shown) != nil {
				return
			}
		}
	}()
	if r.FormValue("as") == "octets" {
		t.draw(ctx, conn, shown)
		return
	}
	from, _ := strconv.ParseInt(r.FormValue("from"), 10, 64)
	t.feed(ctx, conn, from)
}

// receive handles a message of a page's script.
func (t *Terminal) receive(kind websocket.MessageType, message []byte, shown chan<- struct{}) error {
	if kind == websocket.MessageBinary {
		return t.sendKeys(message)
	}
	var m clientMessage
	if err := json.Unmarshal(message, &m); err != nil {
		return err
	}
	if m.Shown {
		select {
		case shown <- struct{}{}:
		default: // draw has not read the last one yet
		}
	}
	if m.Columns > 0 && m.Columns <= maxWindow && m.Rows > 0 && m.Rows <= maxWindow {
		_ = t.conn.Resize(m.Columns, m.Rows) // an error ends the session, and Read returns it too
	}
	if m.Line != nil {
		return t.Send(*m.Line)
	}
	return nil
}

// write sends a message to a page, which has writeTime to accept it.
func write(ctx context.Context, conn *websocket.Conn, kind websocket.MessageType, message []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return conn.Write(ctx, kind, message)
}

// textMessage is a message to the script of a page that shows lines of text.
type textMessage struct {
	Text  string `json:"text"`
	Hide  bool   `json:"hide"`
	Ended string `json:"ended"`
}

// feed sends the output after an offset, as text, until the session or the page ends.
// A page of text has no window, so feed sends the usual window size to the service.
func (t *Terminal) feed(ctx context.Context, conn *websocket.Conn, from int64) {
	changed, stop := t.watch()
	defer stop()
	_ = t.conn.Resize(windowColumns, windowRows) // an error ends the session, and Read returns it too
	for {
		output, at, typing, ended := t.since(from)
		if n := sanitize.Incomplete(output); n > 0 && ended == "" { // the rest of a character or a sequence follows
			output, at = output[:len(output)-n], at-int64(n)
		}
		from = at
		message, _ := json.Marshal(textMessage{text(output), hides(typing), ended}) // cannot fail
		if write(ctx, conn, websocket.MessageText, message) != nil {
			return
		}
		if !more(ctx, conn, changed, ended) {
			return
		}
	}
}

// more waits until there is more to send to a page. It returns false if the page is closed.
// If the session has ended, it closes the connection and returns false.
func more(ctx context.Context, conn *websocket.Conn, changed <-chan struct{}, ended string) bool {
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
