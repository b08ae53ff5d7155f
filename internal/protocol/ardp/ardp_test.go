package ardp_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/earl-url/earl/internal/protocol/ardp"
)

// captures has datagrams of servers and clients of 1994, and INDEX.md, which describes each of
// them.
const captures = "../../../open/prospero/testdata/captures"

// described is a datagram as INDEX.md describes it.
type described struct {
	name   string
	header string // "octet 0 = 0x09 (...); connection id = ...; ..."
	data   string // its lines, LF as \n; "..." where lines were left out
}

// index reads INDEX.md.
func index(t testing.TB) (all []described) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(captures, "INDEX.md"))
	if err != nil {
		t.Fatal(err)
	}
	head := regexp.MustCompile("^`([^`]+\\.bin)` ")
	inside := false
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		m := head.FindStringSubmatch(line)
		switch {
		case m != nil:
			all = append(all, described{name: m[1]})
		case strings.HasPrefix(line, ": ") && len(all) > 0 && all[len(all)-1].header == "":
			all[len(all)-1].header = strings.TrimPrefix(line, ": ")
		case line == "```":
			inside = !inside
		case inside && len(all) > 0:
			all[len(all)-1].data += line + "\n"
		}
	}
	return all
}

// Each header decodes to its description in INDEX.md, including missing fields.
func TestCapturedHeaders(t *testing.T) {
	all := index(t)
	if len(all) < 180 {
		t.Fatalf("%d datagrams in INDEX.md", len(all))
	}
	for _, d := range all {
		b, err := os.ReadFile(filepath.Join(captures, d.name))
		if err != nil {
			t.Fatal(err)
		}
		p, err := ardp.Parse(b)
		if d.header == "no ARDP header" {
			if !errors.Is(err, ardp.ErrHeader) {
				t.Errorf("%s: Parse = %v, want ErrHeader", d.name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", d.name, err)
			continue
		}
		want := fieldsOf(t, d.header)
		got := map[string]int{
			"connection id": int(p.ID), "packet": int(p.Number), "total": int(p.Total), "received-through": int(p.Through),
			"wait": int(p.Wait), "flags": int(p.Flags), "option": int(p.Option),
		}
		for name, byDefault := range map[string]int{"connection id": 0, "packet": 1, "total": 1, "received-through": 0, "wait": 0, "flags": 0, "option": 0} {
			n, written := want[name]
			if !written {
				n = byDefault
			}
			if got[name] != n {
				t.Errorf("%s: %s = %d, want %d", d.name, name, got[name], n)
			}
		}
		if _, ok := want["received-through"]; p.HasThrough != ok {
			t.Errorf("%s: HasThrough = %v", d.name, p.HasThrough)
		}
		if _, ok := want["wait"]; p.HasWait != ok {
			t.Errorf("%s: HasWait = %v", d.name, p.HasWait)
		}
		if text := shown(p.Data); !fits(text, d.data) {
			t.Errorf("%s: data\n%swant\n%s", d.name, text, d.data)
		}
	}
}

// fieldsOf reads "connection id = 22860 (0x594c); packet = 1; flags = 0x80 (...)".
func fieldsOf(t testing.TB, header string) map[string]int {
	fields := map[string]int{}
	for _, part := range strings.Split(header, "; ")[1:] {
		name, value, _ := strings.Cut(part, " = ")
		value, _, _ = strings.Cut(value, " ")
		if name == "extra octets" {
			continue
		}
		n, err := strconv.ParseInt(value, 0, 32)
		if err != nil {
			t.Fatalf("INDEX.md: %q: %v", header, err)
		}
		fields[name] = int(n)
	}
	return fields
}

// shown returns data in the notation of INDEX.md.
func shown(data []byte) string {
	var b strings.Builder
	for _, c := range data {
		switch {
		case c == '\n':
			b.WriteString("\\n\n")
		case c == '\\':
			b.WriteString(`\\`)
		case c < 0x20 || c > 0x7E:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	if b.Len() > 0 && !bytes.HasSuffix(data, []byte("\n")) {
		b.WriteByte('\n')
	}
	return b.String()
}

// fits reports whether text matches that of INDEX.md, which leaves out lines ("...") and the
// middle of long runs ("...(1250 characters)...").
func fits(text, want string) bool {
	want = regexp.MustCompile(` \.\.\.\(\d+ characters\)\.\.\. |(?m)^\.\.\.\n`).ReplaceAllString(want, "\x00")
	head, tail, left := strings.Cut(want, "\x00")
	if !left {
		return text == want
	}
	return strings.HasPrefix(text, head) && strings.HasSuffix(text, tail)
}

// The worked headers of the protocol text, both ways.
func TestWorkedHeaders(t *testing.T) {
	for _, test := range []struct {
		name, octets string
		packet       ardp.Packet
	}{
		{"request", "\x09\xad\x65\x00\x01\x00\x01\x00\x00text", ardp.Packet{ID: 0xad65, Number: 1, Total: 1, HasThrough: true}},
		{"response", "\x03\xad\x65text", ardp.Packet{ID: 0xad65, Number: 1, Total: 1}},
		{"no id", "\x01text", ardp.Packet{Number: 1, Total: 1}},
		{"one of many", "\x07\xad\x65\x00\x01\x00\x00text", ardp.Packet{ID: 0xad65, Number: 1}},
		{"end of a window", "\x0c\xfc\x93\x00\x10\x00\x00\x00\x01\x00\x00\x80text", ardp.Packet{ID: 0xfc93, Number: 16, Through: 1, HasThrough: true, HasWait: true, Flags: ardp.FlagAcknowledge}},
		{"acknowledgement", "\x09\xfc\x93\x00\x00\x00\x00\x00\x10", ardp.Packet{ID: 0xfc93, Through: 16, HasThrough: true}},
		{"total known", "\x09\xfc\x93\x00\x11\x00\x19\x00\x01text", ardp.Packet{ID: 0xfc93, Number: 17, Total: 25, Through: 1, HasThrough: true}},
		{"wait", "\x0b\x51\x01\x00\x00\x00\x00\x00\x00\x00\xb4", ardp.Packet{ID: 0x5101, HasThrough: true, Wait: 180, HasWait: true}},
		{"queue", "\x14\x29\x58\x00\x00\x00\x00\x00\x00\x03\x84\x00\xfe\x03\x00\x01\x00\x00\x04\xd2",
			ardp.Packet{ID: 0x2958, HasThrough: true, Wait: 900, HasWait: true, Option: ardp.OptionQueue, Extra: []byte("\x03\x00\x01\x00\x00\x04\xd2")}},
		{"redirect", "\x13\x59\x1d\x00\x00\x00\x00\x00\x00\x00\x00\x00\x04\x7f\x00\x00\x01\x05\xf6",
			ardp.Packet{ID: 0x591d, HasThrough: true, HasWait: true, Option: ardp.OptionRedirect, Extra: []byte("\x7f\x00\x00\x01\x05\xf6")}},
		{"cancel", "\x0d\x40\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01", ardp.Packet{ID: 0x400a, HasThrough: true, HasWait: true, Option: ardp.OptionCancel}},
		{"window", "\x0f\x40\x08\x00\x01\x00\x01\x00\x00\x00\x00\x08\x00\x00\x02text", ardp.Packet{ID: 0x4008, Number: 1, Total: 1, HasThrough: true, HasWait: true, Flags: ardp.FlagWindow, Window: 2}},
		{"priority", "\x0f\x40\x07\x00\x01\x00\x01\x00\x00\x00\x00\x02\x00\xff\xf6text", ardp.Packet{ID: 0x4007, Number: 1, Total: 1, HasThrough: true, HasWait: true, Flags: ardp.FlagPriority, Priority: -10}},
	} {
		p := test.packet
		if strings.HasSuffix(test.octets, "text") {
			p.Data = []byte("text")
		}
		if got := string(p.Append([]byte("x"))); got != "x"+test.octets {
			t.Errorf("%s: Append = %q, want %q", test.name, got, test.octets)
		}
		got, err := ardp.Parse([]byte(test.octets))
		if err != nil || fmt.Sprint(got.Append(nil)) != fmt.Sprint([]byte(test.octets)) || got.HasWait != p.HasWait || got.Window != p.Window || got.Priority != p.Priority {
			t.Errorf("%s: Parse = %+v, %v, want %+v", test.name, got, err, p)
		}
	}
}

// Incomplete fields count as missing. Those of flags come before those of the option.
func TestParse(t *testing.T) {
	for _, test := range []struct{ octets, want string }{
		{"\x02\x01", "{ID:0 Number:1 Total:1"},
		{"\x04\x01\x02\x03", "{ID:258 Number:1 Total:1"},
		{"\x05\x01\x02\x00\x03", "{ID:258 Number:3 Total:0"},
		{"\x06\x01\x02\x00\x03\x09", "{ID:258 Number:3 Total:0"},
		{"\x08\x01\x02\x00\x03\x00\x09\x01", "{ID:258 Number:3 Total:9 Through:0 HasThrough:false"},
		{"\x1a\x01\x02\x00\x00\x00\x00\x00\x00\x00\x00\x0f\x04\x01\x02aa\x00\x05\x00\x06\x00\x07\x7f\x00\x00", "{ID:258 Number:0 Total:0 Through:0 HasThrough:true Wait:0 HasWait:true Flags:15 Priority:5 Window:7 Option:4 Extra:[127 0 0]"},
		{"\x0e\x01\x02\x00\x00\x00\x00\x00\x00\x00\x00\x01\x04\x09", "{ID:258 Number:0 Total:0 Through:0 HasThrough:true Wait:0 HasWait:true Flags:1 Priority:0 Window:0 Option:4 Extra:[]"},
		{"", "ardp: no valid header: an empty datagram"},
		{"\x00", "ardp: no valid header: first byte 0x00"},
		{"VERSION 1", "ardp: no valid header: first byte 0x56"},
		{"\x20", "ardp: no valid header: first byte 0x20"},
		{"\x41\x00", "ardp: no valid header: first byte 0x41"},
		{"\x09\x01\x02", "ardp: no valid header: 3 of 9 bytes"},
	} {
		p, err := ardp.Parse([]byte(test.octets))
		type fields ardp.Packet // without String
		got := fmt.Sprintf("%+v", fields(p))
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("Parse(%q) = %s, want %s", test.octets, got, test.want)
		}
	}
}

// String is the text of a trace.
func TestString(t *testing.T) {
	p := ardp.Packet{Number: 3, Total: 25, Through: 1, HasThrough: true, Wait: 9, HasWait: true, Flags: ardp.FlagAcknowledge, Option: ardp.OptionCancel}
	if got, want := p.String(), "packet 3 of 25, has 1 to 1, wait 9 s, acknowledge, option 1"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
	if got, want := (ardp.Packet{}).String(), "control packet"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
}

// A header that could not be parsed again is a programmer's error.
func TestAppendPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Append of 19 bytes of an option does not panic")
		}
	}()
	ardp.Packet{Option: ardp.OptionQueue, Extra: make([]byte, 19)}.Append(nil)
}

// FuzzParse parses any datagram. The parsed packet consists of its bytes, and
// is the same after encoding and parsing.
func FuzzParse(f *testing.F) {
	paths, _ := filepath.Glob(filepath.Join(captures, "*.bin"))
	for _, path := range paths {
		b, _ := os.ReadFile(path)
		f.Add(b[:min(len(b), 80)])
	}
	f.Fuzz(func(t *testing.T, datagram []byte) {
		p, err := ardp.Parse(datagram)
		if err != nil {
			return
		}
		if !bytes.HasSuffix(datagram, p.Data) || int(datagram[0])+len(p.Data) != len(datagram) {
			t.Fatalf("data %q of %q", p.Data, datagram)
		}
		again, err := ardp.Parse(p.Append(nil))
		p.Flags &^= ardp.FlagAddress | ardp.FlagProtocol
		if err != nil || again.ID != p.ID || again.Number != p.Number || again.Total != p.Total || again.Through != p.Through ||
			again.Wait != p.Wait || again.Flags != p.Flags || again.Option != p.Option || again.Window != p.Window ||
			again.Priority != p.Priority || !bytes.Equal(again.Data, p.Data) {
			t.Fatalf("%+v, and written %+v, %v", p, again, err)
		}
	})
}
