package demo

import (
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// prospero returns a server without a socket.
func prospero(t *testing.T) *prosperod {
	t.Helper()
	return prosperoOf(newCatalog(newLibrary(strings.NewReplacer()), "127.0.0.1:1525", "127.0.0.1:2121", "127.0.0.1:7070", "127.0.0.1:2323"))
}

func prosperoOf(c *catalog) *prosperod {
	return &prosperod{catalog: c, calls: map[callKey]*call{}, now: func() time.Time { return opened }}
}

var someone = netip.MustParseAddrPort("127.0.0.1:901")

// ask sends one datagram and returns the replies.
func (d *prosperod) ask(datagram string) (replies []string) {
	for _, b := range d.serve(someone, []byte(datagram)) {
		replies = append(replies, string(b))
	}
	return replies
}

// begin is the beginning of a request of clients of 1994 (capture 16): a header of nine bytes,
// with the id 0xAD65, packet 1 of 1, received-through 0; and the lines before the command.
const beginRequest = "\x09\xad\x65\x00\x01\x00\x01\x00\x00" + "VERSION\nVERSION 5 ufP(P53.17May94b)\nAUTHENTICATE '' UNAUTHENTICATED root\n"

// beginReply is the beginning of a response of one packet (capture 16).
const beginReply = "\x03\xad\x65" + "VERSION 5 earl-demo\n"

// TestProsperoAnswers compares the server's responses byte for byte. The requests are those of
// the captures, with other names. SPEC B16, B17, B35.
func TestProsperoAnswers(t *testing.T) {
	t.Parallel()
	const file = "ATTRIBUTE OBJECT INTRINSIC LAST-MODIFIED SEQUENCE 19941201120000Z\n" +
		"ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -r--r--r--\n" +
		"ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE '118 bytes'\n" +
		"ATTRIBUTE OBJECT INTRINSIC OBJECT-INTERPRETATION SEQUENCE DOCUMENT TEXT ASCII\n" +
		"ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n"
	for request, want := range map[string]string{
		"DIRECTORY ASCII library\nLIST '' COMPONENTS nosuch\n": "NONE-FOUND\n",
		"DIRECTORY ASCII library\nLIST '' COMPONENTS names\n":  "LINK  L DIRECTORY names INTERNET-D '127.0.0.1(1525)' ASCII 'library/names' 0\n",
		"DIRECTORY ASCII library\nLIST '' COMPONENTS doors\n":  "LINK  L DIRECTORY doors INTERNET-D '127.0.0.1(1525)' ASCII doors 0\n",
		// several names are the components of one path (capture 10)
		"DIRECTORY ASCII library\nLIST '' COMPONENTS names 100%.txt\n": "LINK  L FILE '100%.txt' INTERNET-D '127.0.0.1(1525)' ASCII 'library/names/100%.txt' 0\n",
		"DIRECTORY ASCII 'library/names'\nLIST '' COMPONENTS n*\n": "LINK  L FILE 'na\u00efve.txt' INTERNET-D '127.0.0.1(1525)' ASCII 'library/names/na\u00efve.txt' 0\n" +
			"LINK  L FILE 'no#1.txt' INTERNET-D '127.0.0.1(1525)' ASCII 'library/names/no#1.txt' 0\n",
		"DIRECTORY ASCII 'library/a/b/c'\nLIST ATTRIBUTES COMPONENTS\n": "LINK  L FILE f INTERNET-D '127.0.0.1(1525)' ASCII 'library/a/b/c/f' 0\n" + file,
		"GET-OBJECT-INFO #ALL ASCII 'library/a/b/c/f' 0\n":              file,
		"GET-OBJECT-INFO CONTENTS ASCII 'library/names/100%.txt' 0\n": "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA " +
			"'You found the file with a percent sign in its name. Its URL says 100%25.\n'\n",
		"GET-OBJECT-INFO ACCESS-METHOD+CONTENTS ASCII 'library/a/b/c/f' 0\n": file + "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA " +
			"'You took three steps and no more: into a, into b/c, and to f.\nA client that decodes before it splits never gets here.\n'\n",
		"GET-OBJECT-INFO #ALL ASCII library 0\n":                      "NONE-FOUND\n",
		"GET-OBJECT-INFO #ALL ASCII 'library/nowhere' 0\n":            "FAILURE NOT-FOUND\n",
		"GET-OBJECT-INFO #ALL ASCII '/etc/passwd' 0\n":                "FAILURE NOT-FOUND\n",
		"GET-OBJECT-INFO #ALL ASCII 'library/../etc' 0\n":             "FAILURE NOT-AUTHORIZED\n",
		"DIRECTORY ASCII ''\nLIST '' COMPONENTS\n":                    "FAILURE NOT-AUTHORIZED\n",
		"DIRECTORY ASCII 'library/welcome.txt'\nLIST '' COMPONENTS\n": "FAILURE NOT-A-DIRECTORY\n",
		"DIRECTORY ASCII nowhere\nLIST '' COMPONENTS\n":               "FAILURE NOT-A-DIRECTORY\n",
		"LIST '' COMPONENTS\n":                                        "FAILURE NOT-AUTHORIZED\n",
		"DIRECTORY UTF-8 library\nLIST '' COMPONENTS\n":               "ERROR Which directory?\n",
		"CREATE-LINK '' L a\n":                                        "ERROR Unknown message: CREATE-LINK\n",
		"GET-OBJECT-INFO #ALL ASCII 'open\n":                          "ERROR A quote does not end\n",
		"VERSION 1\nLIST '' COMPONENTS\n":                             "VERSION-NOT-SUPPORTED TRY 5\n",
		// the first failure ends the request
		"GET-OBJECT-INFO #ALL ASCII 'library/nowhere' 0\nSTATUS\n":           "FAILURE NOT-FOUND\n",
		strings.Repeat("GET-OBJECT-INFO #ALL ASCII library 0\n", maxAsked+2): strings.Repeat("NONE-FOUND\n", maxAsked) + "FAILURE TOO-MANY\n",
		// FORWARDED as in capture 14
		"GET-OBJECT-INFO #ALL ASCII 'library/old-tour.txt' 0\n": "FORWARDED INTERNET-D '127.0.0.1(1525)' ASCII 'library/tour.txt' 0\n",
		// external and union links as in capture 12
		"DIRECTORY ASCII doors\nLIST '' COMPONENTS by-*\n": "LINK  L EXTERNAL by-ftp INTERNET-D '127.0.0.1(2121)' ASCII '/' 0\n" +
			"ATTRIBUTE CACHED FIELD ACCESS-METHOD AFTP INTERNET-D '127.0.0.1(2121)' ASCII '/' DIRECTORY\n" +
			"LINK  L EXTERNAL by-gopher INTERNET-D '127.0.0.1(7070)' ASCII '' 0\n" +
			"ATTRIBUTE CACHED FIELD ACCESS-METHOD GOPHER INTERNET-D '127.0.0.1(7070)' ASCII '' 1\n" +
			"LINK  L EXTERNAL by-telnet INTERNET-D '127.0.0.1(2323)' ASCII guest 0\n" +
			"ATTRIBUTE CACHED FIELD ACCESS-METHOD TELNET INTERNET-D '127.0.0.1(2323)' ASCII guest\n",
		"DIRECTORY ASCII reading\nLIST LEXPAND COMPONENTS\n": "LINK  U DIRECTORY articles INTERNET-D '127.0.0.1(1525)' ASCII 'library/articles' 0\n" +
			"LINK  U DIRECTORY history INTERNET-D '127.0.0.1(1525)' ASCII 'library/history' 0\n",
	} {
		got := strings.Join(prospero(t).ask(beginRequest+request), "|")
		if got != beginReply+want {
			t.Errorf("%q:\n%q, want\n%q", request, got, beginReply+want)
		}
	}
}

// TestProsperoMethods: for most files the best method is ftp, and then gopher.
func TestProsperoMethods(t *testing.T) {
	t.Parallel()
	got := strings.Join(prospero(t).ask(beginRequest+"GET-OBJECT-INFO #ALL ASCII 'library/pictures/house.gif' 0\n"), "|")
	_, methods, _ := strings.Cut(got, "IMAGE GIF\n")
	if want := "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE AFTP INTERNET-D '127.0.0.1(2121)' ASCII '/pictures/house.gif' BINARY\n" +
		"ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE GOPHER INTERNET-D '127.0.0.1(7070)' ASCII '/pictures/house.gif' g\n" +
		"ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n"; methods != want {
		t.Errorf("%q, want %q", methods, want)
	}
}

// TestProsperoWindow: a long response is sent in windows of 16 packets, and the last packet of
// a window requests an acknowledgement. After an acknowledgement the next packets follow; after
// the same one again, the same packets. A repeated request is answered again. The headers are
// those of capture 29, except the total, which is known.
func TestProsperoWindow(t *testing.T) {
	t.Parallel()
	d := prospero(t)
	long := strings.Repeat("a", 20*1250-100)
	d.catalog.objects["long"] = &node{name: "long", parent: d.catalog.library.files, data: long}
	const request = "\x09\xfc\x93\x00\x01\x00\x01\x00\x00" + "GET-OBJECT-INFO CONTENTS ASCII long 0\n"
	first := d.ask(request)
	if len(first) != 16 {
		t.Fatalf("%d packets in the first window", len(first))
	}
	for i, p := range first[:15] {
		if want := fmt.Sprintf("\x07\xfc\x93\x00%c\x00\x14", i+1); !strings.HasPrefix(p, want) || len(p) != 7+1250 {
			t.Errorf("packet %d: %q", i+1, p[:12])
		}
	}
	if want := "\x0c\xfc\x93\x00\x10\x00\x14\x00\x00\x00\x00\x80"; !strings.HasPrefix(first[15], want) {
		t.Errorf("packet 16: %q", first[15][:13])
	}
	if again := d.ask(request); len(again) != 16 || again[0] != first[0] {
		t.Errorf("the request again brings %d packets", len(again))
	}
	if gap := d.ask("\x09\xfc\x93\x00\x00\x00\x00\x00\x03"); len(gap) != 16 || gap[0] != first[3] {
		t.Errorf("with packets 1 to 3 acknowledged come %d", len(gap))
	}
	const acknowledgement = "\x09\xfc\x93\x00\x00\x00\x00\x00\x10"
	second := d.ask(acknowledgement)
	if len(second) != 4 || !strings.HasPrefix(second[3], "\x07\xfc\x93\x00\x14\x00\x14") {
		t.Fatalf("%d packets in the second window", len(second))
	}
	text := ""
	for i, p := range append(first, second...) {
		head := 7
		if i == 15 {
			head = 12
		}
		text += p[head:]
	}
	if want := "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA " + long + "\n"; text != want {
		t.Errorf("%d bytes, want %d", len(text), len(want))
	}
	if done := d.ask("\x09\xfc\x93\x00\x00\x00\x00\x00\x14"); len(done) != 0 {
		t.Errorf("%d packets after the last acknowledgement", len(done))
	}
	d.ask("\x0d\xfc\x93\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01") // cancel (capture 37)
	if gone := d.ask(acknowledgement); len(d.calls) != 0 || len(gone) != 0 {
		t.Errorf("%d packets of what was cancelled", len(gone))
	}
	// a window of two, as in capture 38
	d.catalog.objects["long"].data = strings.Repeat("a", 300*1250)
	if all := d.ask("\x0f\xfc\x95\x00\x01\x00\x01\x00\x00\x00\x00\x08\x00\xff\xff" + request[9:]); len(all) != 256 {
		t.Errorf("%d packets in a window of 65535", len(all))
	}
	if two := d.ask("\x0f\xfc\x94\x00\x01\x00\x01\x00\x00\x00\x00\x08\x00\x00\x02" + request[9:]); len(two) != 2 {
		t.Errorf("%d packets in a window of 2", len(two))
	}
}

// TestProsperoParts: a request in several packets, in any order, is answered when it is
// complete (capture 36). Too many packets are refused (capture 34).
func TestProsperoParts(t *testing.T) {
	t.Parallel()
	d := prospero(t)
	if got := d.ask("\x09\x10\x01\x00\x02\x00\x02\x00\x00" + "NENTS nosuch\n"); len(got) != 1 || got[0] != "\x09\x10\x01\x00\x00\x00\x00\x00\x00" {
		t.Errorf("half a request: %q", got)
	}
	if got := d.ask("\x09\x10\x01\x00\x01\x00\x02\x00\x00" + "DIRECTORY ASCII library\nLIST '' COMPO"); len(got) != 1 || got[0] != "\x03\x10\x01NONE-FOUND\n" {
		t.Errorf("the other half: %q", got)
	}
	for request, want := range map[string]string{"VERSION": "VERSION 5 earl-demo\n", "nonsense": "ERROR Unknown message: nonsense\n"} {
		if got := d.ask("\x01" + request + "\n"); len(got) != 1 || got[0] != "\x01"+want { // capture 39: no id
			t.Errorf("%s without an id: %q", request, got)
		}
	}
	for _, total := range []string{"\xff\xff", "\x00\x05"} {
		if got := d.ask("\x09\x70\x67\x00\x01" + total + "\x00\x00" + "STATUS\n"); len(got) != 1 || got[0] != "\x0d\x70\x67\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01" {
			t.Errorf("a request of many packets: %q", got)
		}
	}
}

// TestProsperoForgets: the server keeps at most maxCalls calls, and each for at most callTime.
func TestProsperoForgets(t *testing.T) {
	t.Parallel()
	d := prospero(t)
	now := opened
	d.now = func() time.Time { now = now.Add(time.Millisecond); return now }
	for i := range 10 * maxCalls {
		d.ask(fmt.Sprintf("\x03%c%cSTATUS\n", 1+i/100, 1+i%100))
	}
	if len(d.calls) != maxCalls {
		t.Errorf("%d calls, room for %d", len(d.calls), maxCalls)
	}
	if d.calls[callKey{someone, 0x0101}] != nil {
		t.Error("the oldest is still there")
	}
	now = now.Add(2 * callTime)
	if d.ask("\x03\xff\xffSTATUS\n"); len(d.calls) != 1 {
		t.Errorf("%d calls after %v", len(d.calls), 2*callTime)
	}
}

// TestProsperoHostile: an invalid packet gets no reply, and the server keeps running.
func TestProsperoHostile(t *testing.T) {
	t.Parallel()
	s := started(t)
	c, err := net.Dial("udp", s.Prospero)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, datagram := range []string{
		"", "\x00", "VERSION 5\n", "\xff\xff\xff", "\x09\x00", "\x1f" + strings.Repeat("\xff", 30), "\x03\x00\x01" + strings.Repeat("'", 60000),
		"\x03\x00\x02DIRECTORY ASCII " + strings.Repeat("x", 60000), "\x0d\x00\x03\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff",
	} {
		c.Write([]byte(datagram))
	}
	c.SetDeadline(time.Now().Add(10 * time.Second))
	c.Write([]byte("\x03\x12\x34VERSION\n"))
	buf := make([]byte, 2000)
	for {
		n, err := c.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		if string(buf[:n]) == "\x03\x12\x34VERSION 5 earl-demo\n" {
			return
		}
	}
}
