package sftp_test

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/sftp"
)

// hello is the dialogue up to the attributes of a path.
func hello(path, attrs string) string {
	return "-- url --\nsftp://joe@host.example" + path + "\n-- wire --\n" +
		sends(packet(fxInit, u32(3))) + replies(packet(fxVersion, u32(3))) +
		sends(packet(fxStat, u32(1), str(strings.TrimSuffix(path, "/")))) + replies(packet(fxAttrs, u32(1), attrs))
}

func sends(p string) string   { return "C-: " + quoted(p) + "\n" }
func replies(p string) string { return "S-: " + quoted(p) + "\n" }

// attributes returns attributes with a size, a mode and times.
func attributes(size uint64, mode uint32) string {
	return u32(1|4|8) + u64(size) + u32(mode) + u32(7e8) + u32(7e8)
}

const (
	regular   = 0o100644
	directory = 0o040755
	pipe      = 0o010644
)

// document is the dialogue for a file of five bytes, without its URL.
func document() string {
	return hello("/a.txt", attributes(5, regular)) +
		sends(packet(fxOpen, u32(2), str("/a.txt"), u32(1), u32(0))) + replies(packet(fxHandle, u32(2), str("h"))) +
		sends(packet(fxRead, u32(3), str("h"), u64(0), u32(32768))) + replies(packet(fxData, u32(3), str("hello"))) +
		sends(packet(fxRead, u32(4), str("h"), u64(5), u32(32763))) + replies(packet(fxStatus, u32(4), u32(1), str(""), str(""))) +
		sends(packet(fxClose, u32(5), str("h"))) + replies(packet(fxStatus, u32(5), u32(0), str(""), str("")))
}

// names is a reply with two entries.
func names(id uint32) string {
	return packet(fxName, u32(id), u32(2), str("a.txt"), str("-rw"), attributes(5, regular), str("sub"), str("drw"), attributes(0, directory))
}

// listing is the dialogue for a directory of two entries.
func listing() string {
	return hello("/pub/", attributes(0, directory)) +
		sends(packet(fxOpendir, u32(2), str("/pub"))) + replies(packet(fxHandle, u32(2), str("d"))) +
		sends(packet(fxReaddir, u32(3), str("d"))) + replies(names(3)) +
		sends(packet(fxReaddir, u32(4), str("d"))) + replies(packet(fxStatus, u32(4), u32(1), str(""), str(""))) +
		sends(packet(fxClose, u32(5), str("d"))) + replies(packet(fxStatus, u32(5), u32(0), str(""), str("")))
}

func TestSuite(t *testing.T) {
	opentest.Run(t, plain{new(sftp.Opener)}, opentest.Fixture{
		Document: document(),
		Listing:  listing(),
		CutShows: true,
		Hostile: []opentest.Hostile{
			{URL: "sftp://u{}@host.example/a"},
			{URL: "sftp://host.example/a{}b"},
			{URL: "sftp://host{}.example/a"},
		},
	})
}

// shown returns the packet that a plan shows. A read after the first is part of the same step.
func shown(write string) string {
	names := map[byte]string{fxInit: "INIT", fxOpen: "OPEN", fxClose: "CLOSE", fxRead: "READ", fxOpendir: "OPENDIR", fxReaddir: "READDIR", fxRealpath: "REALPATH", fxStat: "STAT"}
	typ, rest := write[4], write[5:]
	switch typ {
	case fxInit:
		return fmt.Sprintf("%s %d\n", names[typ], binary.BigEndian.Uint32([]byte(rest)))
	case fxOpen, fxOpendir, fxRealpath, fxStat:
		n := binary.BigEndian.Uint32([]byte(rest[4:]))
		return names[typ] + " " + rest[8:8+n] + "\n"
	}
	return names[typ] + "\n"
}

// G8, G11: the plan has the packets that are sent inside SSH, in order.
func TestPlanIsWire(t *testing.T) {
	for _, transcript := range []string{document(), listing()} {
		last := ""
		opentest.PlanIsWire(t, plain{new(sftp.Opener)}, opentest.PlanCase{Transcript: transcript, Payload: func(write string) string {
			text := shown(write)
			if text == last && (text == "READ\n" || text == "READDIR\n") {
				return ""
			}
			last = text
			return text
		}})
	}
}

// G8: the paths of URLs.
func TestPaths(t *testing.T) {
	for in, want := range map[string]string{
		"sftp://h":         "STAT /",
		"sftp://h/":        "STAT /",
		"sftp://h/a/b/":    "STAT /a/b",
		"sftp://h//a":      "STAT //a",
		"sftp://h/~":       "STAT ~",
		"sftp://h/~/":      "STAT ~",
		"sftp://h/~/a%20b": "STAT ~/a b",
		"sftp://h/~joe/a":  "STAT /~joe/a",
		"sftp://h/../a":    "STAT /../a",
	} {
		plan, err := new(sftp.Opener).Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse(in)}})
		if err != nil || !slices.ContainsFunc(plan.Steps, func(s open.Step) bool { return s.Line == want }) {
			t.Errorf("Plan(%q) = %+v, %v, want %s", in, plan.Steps, err, want)
		}
	}
	_, err := new(sftp.Opener).Plan(&open.Call{Request: open.Request{URL: earl.RFC3986.MustParse("sftp://h/a%2Fb")}})
	var refusal *open.Refusal
	if !errors.As(err, &refusal) || refusal.Name != open.GuardEncodedSlash || refusal.Off != 8 {
		t.Errorf("a slash in a segment: %v", err)
	}
}

// G8: what servers reply has its class.
func TestReplies(t *testing.T) {
	version := sends(packet(fxInit, u32(3))) + replies(packet(fxVersion, u32(3)))
	stat := sends(packet(fxStat, u32(1), str("/a")))
	for what, row := range map[string]struct {
		wire string
		want open.Class
	}{
		"no such file":     {version + stat + replies(packet(fxStatus, u32(1), u32(2), str("No \x1b"), str(""))), open.ClassNotFound},
		"permission":       {version + stat + replies(packet(fxStatus, u32(1), u32(3), str(""), str(""))), open.ClassLogin},
		"failure":          {version + stat + replies(packet(fxStatus, u32(1), u32(4), str("Failure"), str(""))), open.ClassServer},
		"a pipe":           {version + stat + replies(packet(fxAttrs, u32(1), attributes(0, pipe))), open.ClassRefused},
		"a short status":   {version + stat + replies(packet(fxStatus, u32(1), "\x00")), open.ClassProtocol},
		"another id":       {version + stat + replies(packet(fxAttrs, u32(9), attributes(0, regular))), open.ClassTruncated},
		"another type":     {version + stat + replies(packet(fxData, u32(1), str(""))), open.ClassProtocol},
		"short attributes": {version + stat + replies(packet(fxAttrs, u32(1), u32(15))), open.ClassProtocol},
		"a long packet":    {version + stat + replies("\x7f\xff\xff\xff"), open.ClassTruncated},
		"another version":  {sends(packet(fxInit, u32(3))) + replies(packet(fxVersion, u32(6))), open.ClassProtocol},
		"text":             {sends(packet(fxInit, u32(3))) + "S: Welcome to the server\n", open.ClassProtocol},
	} {
		peer := opentest.Play(t, "-- url --\nsftp://joe@host.example/a\n-- wire --\n"+row.wire)
		_, err := peer.Client(open.Options{}, plain{new(sftp.Opener)}).Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
		if open.ClassOf(err) != row.want {
			t.Errorf("%s: %v is %v, want %v", what, err, open.ClassOf(err), row.want)
		}
	}
}

// A directory that a server makes endless ends at the limit, and so do data that were not requested.
func TestLimits(t *testing.T) {
	begin := hello("/pub/", attributes(0, directory)) +
		sends(packet(fxOpendir, u32(2), str("/pub"))) + replies(packet(fxHandle, u32(2), str("d"))) + sends(packet(fxReaddir, u32(3), str("d")))
	peer := opentest.Play(t, begin+"flood: "+quoted(packet(fxAttrs, u32(3), strings.Repeat("x", 1000)))+"\n")
	_, err := peer.Client(open.Options{}, plain{&sftp.Opener{Options: sftp.Options{ListingSize: 1000}}}).Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
	if err == nil {
		t.Error("an endless directory is accepted")
	}
	peer = opentest.Play(t, listing())
	res, err := peer.Client(open.Options{Policy: open.Policy{Entries: 1}}, plain{new(sftp.Opener)}).Open(t.Context(), earl.RFC3986.MustParse(peer.URL))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err = range res.(*open.Listing).Entries {
		n++
	}
	if n != 2 || !errors.Is(err, open.ErrCut) {
		t.Errorf("%d entries, %v, want one and ErrCut", n, err)
	}
}

// recorded returns the replies of a capture of OpenSSH's server by their requests, without ids.
func recorded(t testing.TB, file string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string // "C" or "S", then the bytes
	for line := range strings.Lines(string(text)) {
		if len(line) < 8 || line[0] != 'C' && line[0] != 'S' || line[1] != ' ' {
			continue
		}
		octets, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(line[8:min(len(line), 56)]), " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		if line[2:6] == "0000" {
			blocks = append(blocks, line[:1])
		}
		blocks[len(blocks)-1] += string(octets)
	}
	found := map[string][]string{}
	for i := 0; i+1 < len(blocks); i += 2 {
		request := requestOf(blocks[i][1:])
		found[request] = append(found[request], blocks[i+1][1:])
	}
	return found
}

// requestOf returns a request without its id, and without the length of a read.
func requestOf(packet string) string {
	switch packet[4] {
	case fxInit:
		return packet[4:]
	case fxRead:
		return packet[4:5] + packet[9:len(packet)-4]
	}
	return packet[4:5] + packet[9:]
}

// play replies to the requests of a client as in a capture.
func play(conn net.Conn, replies map[string][]string) {
	for {
		head := make([]byte, 4)
		if _, err := io.ReadFull(conn, head); err != nil {
			return
		}
		rest := make([]byte, binary.BigEndian.Uint32(head))
		if _, err := io.ReadFull(conn, rest); err != nil {
			return
		}
		request := requestOf(string(head) + string(rest))
		reply := packet(fxStatus, u32(0), u32(8), str("not recorded"), str(""))
		if list := replies[request]; len(list) > 0 {
			reply = list[0]
			if len(list) > 1 {
				replies[request] = list[1:]
			}
		}
		if rest[0] != fxInit {
			reply = reply[:5] + string(rest[1:5]) + reply[9:]
		}
		if _, err := io.WriteString(conn, reply); err != nil {
			return
		}
	}
}

// G8: the packets of sftp-server of OpenSSH 9.2, recorded.
func TestRecordedServer(t *testing.T) {
	o := opentest.InMemory(open.Options{}, func(conn net.Conn) { play(conn, recorded(t, "testdata/sftp-packets.txt")) })
	c := open.New(o, plain{new(sftp.Opener)})
	if text, err := get(t, c, "sftp://joe@host.example/srv/demo/a.txt"); text != "hello by sftp\n" || err != nil {
		t.Errorf("a.txt is %q, %v", text, err)
	}
	res, err := c.Open(t.Context(), earl.RFC3986.MustParse("sftp://joe:secret@host.example/srv/demo"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range res.(*open.Listing).Entries {
		got = append(got, fmt.Sprintf("%s %s %d %s %v", e.Name, e.Kind, e.Size, e.URL.String(), err))
	}
	want := []string{
		"link  -1 sftp://joe@host.example/srv/demo/link <nil>",
		"sub listing -1 sftp://joe@host.example/srv/demo/sub/ <nil>",
		"a.txt document 14 sftp://joe@host.example/srv/demo/a.txt <nil>",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if base := res.Base().String(); base != "sftp://joe:secret@host.example/srv/demo/" {
		t.Errorf("the base is %s", base)
	}
}

// FuzzReplies: for any bytes of a server, opening ends, without a panic, with a resource or an error
// of a known class.
func FuzzReplies(f *testing.F) {
	f.Add([]byte(packet(fxVersion, u32(3)) + packet(fxAttrs, u32(1), attributes(5, regular)) + packet(fxHandle, u32(2), str("h")) + packet(fxData, u32(3), str("hello")) + packet(fxStatus, u32(4), u32(1), str(""), str(""))))
	f.Add([]byte(packet(fxVersion, u32(3)) + packet(fxAttrs, u32(1), attributes(5, directory)) + packet(fxHandle, u32(2), str("h")) + names(3)))
	f.Add([]byte(packet(fxVersion, u32(3), str("a"), str("b"))))
	u := earl.RFC3986.MustParse("sftp://joe@h.example/a")
	f.Fuzz(func(t *testing.T, replies []byte) {
		o := opentest.InMemory(open.Options{}, func(conn net.Conn) {
			go io.Copy(io.Discard, conn)
			conn.Write(replies)
		})
		res, err := open.New(o, plain{new(sftp.Opener)}).Open(t.Context(), u)
		switch res := res.(type) {
		case *open.Document:
			_, err = io.Copy(io.Discard, res.Body)
			res.Body.Close()
		case *open.Listing:
			for _, err = range res.Entries {
			}
		}
		if err != nil && open.ClassOf(err) == open.ClassLocal {
			t.Errorf("%q: %v", replies, err)
		}
	})
}
