package gateway

import (
	"io"
	"net"
	"net/url"
	"strings"
	"testing"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/rlogin"
	"github.com/earl-url/earl/open/telnet"
	"github.com/earl-url/earl/open/tn3270"
)

// form3270 is a screen with a text that looks like HTML, an input field of 5 places at 81, a
// hidden one at 90 that contains "SEC", and colors.
const form3270 = "\xf5\xc3\x11\x40\x40\x1d\x60\x4c\x82\x6e\xd5\x81\x94\x85\x7a\x11\xc1\x50\x1d\x40\x13\x11\xc1\xd6\x1d\xe8\xc1\x11\xc1\xd9\x1d\x4c\xe2\xc5\xc3\x1d\xf0\xff\xef"

// service3270 is a host of 3270 displays that shows the form, and after each key what it
// received in hexadecimal. PF3 ends it.
func service3270(conn net.Conn) {
	io.WriteString(conn, "\xff\xfd\x19\xff\xfb\x19\xff\xfd\x00\xff\xfb\x00"+form3270)
	io.ReadFull(conn, make([]byte, 12))
	buf := make([]byte, 1000)
	for {
		n, err := conn.Read(buf)
		if err != nil || buf[0] == 0xf3 {
			return
		}
		shown := "\xf1\xc1\x11\xc6\x50\x1d\x60" // without the bit that frees the keyboard
		if buf[0] != 0xf1 {
			shown = "\xf1\xc3\x11\xc6\x50\x1d\x60"
		}
		for _, c := range buf[:n-2] {
			for _, digit := range []byte{c >> 4, c & 15} {
				if digit < 10 {
					digit += 0xf0
				} else {
					digit += 0x81 - 10
				}
				shown += string([]byte{digit})
			}
		}
		io.WriteString(conn, strings.ReplaceAll(shown, "\xff", "\xff\xff")+"\xff\xef")
	}
}

// G3: a screen is text with input fields at their places. Its text is no HTML, and a hidden
// field is not in the page. Keys send the changed fields and the cursor.
func TestScreenWithoutScript(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, service3270)
	o.Openers = []open.Opener{tn3270.Opener{}}
	b := start(t, o)
	path := b.connect(strings.Replace(address, "telnet:", "tn3270:", 1))
	id := strings.TrimPrefix(path, "/session?id=")
	_, page := b.get(path)
	b.wants(page, " &lt;b&gt;Name:", `<input class="w5" name="f81" type="text" value="" size="5" maxlength="5"`, `id="here" autofocus>`, `#here">Reload`, `<input class="w3" name="f90" type="password" value="" size="3" maxlength="3" aria-label="A"`,
		`<span class="bright">A`, `name="key" value="enter"`, `name="key" value="pf24"`, `name="key" value="pa3"`, `name="key" value="clear"`, "row 2, column 2", "<strong>ann</strong>")
	b.lacks(page, "SEC", "<script src=\"/static/session", "<b>Name")
	b.wants(page, ".display input.w5 { width: 5ch; }\n.display input.w3 { width: 3ch; }")
	if strings.Index(page, `value="enter"`) > strings.Index(page, `value="pf1"`) {
		t.Error("Enter is not the first button, which the key Enter of the browser presses")
	}
	seen := func(page string) string {
		_, rest, _ := strings.Cut(page, `name="seen" value="`)
		value, _, _ := strings.Cut(rest, `"`)
		return value
	}
	key := func(key string, more url.Values) string {
		t.Helper()
		_, page := b.get(path)
		form := url.Values{"id": {id}, "key": {key}, "seen": {seen(page)}}
		for name, value := range more {
			form[name] = value
		}
		resp, answer := b.post("/session/screen", form)
		if resp.StatusCode == 303 {
			_, answer = b.get(path)
			if _, place, _ := strings.Cut(resp.Header.Get("Location"), "#"); !strings.Contains(answer, `id="`+place+`"`) || (place == fieldPlace) != strings.Contains(answer, " autofocus>") {
				t.Errorf("after %s, the browser is sent to %q", key, place)
			}
		}
		return answer
	}
	b.wants(key("enter", url.Values{"f81": {"hi"}, "f90": {""}}), "7dc1d311c1d18889", `value="hi"`) // a hidden field that is left empty is not changed
	page = key("enter", url.Values{"f81": {"hi"}, "f90": {"pw"}})
	b.wants(page, "7dc15c11c15a97a6")
	b.lacks(page, `"pw"`, ">pw")
	b.wants(key("pa1", nil), " 6c")
	b.wants(key("enter", url.Values{"row": {"1"}, "column": {"3"}}), "7d40c2")
	b.wants(key("enter", url.Values{"f81": {"\u4e2d"}}), `id="message"`, "the code page does not have this character")
	b.wants(key("tab", nil), `id="message"`, "no such key")
	b.wants(key("enter", url.Values{"seen": {"1"}}), "The service has changed the screen. Nothing was sent.")
	page = key("pf1", nil) // the service keeps the keyboard locked
	b.wants(page, `id="locked"`, "The service has not answered yet.")
	b.lacks(page, `name="f81"`, `value="enter"`)
	if resp, _ := b.post("/session/screen", url.Values{"id": {"x"}}); resp.StatusCode != 404 {
		t.Errorf("another id: %s", resp.Status)
	}
	b.post("/session/end", url.Values{"id": {id}})
	_, page = b.get(path)
	b.wants(page, "The session was ended here.")
	b.lacks(page, `name="f81"`)
}

// A service of lines has no such keys.
func TestScreenOfLines(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, textService)
	b := start(t, o)
	id := strings.TrimPrefix(b.connect(address), "/session?id=")
	if resp, _ := b.post("/session/screen", url.Values{"id": {id}, "key": {"enter"}}); resp.StatusCode != 400 {
		t.Error(resp.Status)
	}
}

// G3: the page says that the user of an rlogin URL is sent, and does not connect.
func TestInviteOfRlogin(t *testing.T) {
	t.Parallel()
	o, address := withTextService(t, func(net.Conn) { t.Error("it was connected") })
	o.Openers = []open.Opener{rlogin.Opener{}}
	b := start(t, o)
	_, page := b.open(strings.Replace(address, "telnet:", "rlogin:", 1))
	b.wants(page, "The user <strong>ann</strong> of the URL is sent when you connect.")
	b.lacks(page, "earl does not send it")
}

// A service at a port of another protocol has no button that would only be refused.
func TestInviteOfABadPort(t *testing.T) {
	t.Parallel()
	b := start(t, Options{Openers: []open.Opener{telnet.Opener{}}})
	resp, page := b.open("telnet://h.example:25/")
	b.wants(page, "This port belongs to another protocol.")
	b.lacks(page, `id="connect"`)
	if resp.StatusCode != 403 {
		t.Error(resp.Status)
	}
}
