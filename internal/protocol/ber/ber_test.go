package ber

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// unhex returns the bytes of a text in hex digits and spaces.
func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// usual are limits that no message of these tests reaches.
var usual = Limits{Size: 1 << 20, Depth: 20}

func TestMessagesAreWrittenAsCaptured(t *testing.T) {
	tests := []struct {
		src  string
		got  []byte
		want string
	}{
		{"ldap.txt, an anonymous bind", Of(Sequence, Int(Integer, 1),
			Of(App(0), Int(Integer, 3), Bytes(OctetString, ""), Bytes(Ctx(0), ""))),
			"30 0c 02 01 01 60 07 02 01 03 04 00 80 00"},
		{"z3950-zebra.txt, a search", Of(Ctx(22), Int(Ctx(13), 0), Int(Ctx(14), 1), Int(Ctx(15), 0), Bytes(Ctx(16), "\x01"), Bytes(Ctx(17), "1"),
			Of(Ctx(18), Bytes(Ctx(105), "Default")),
			Of(Ctx(21), Of(Ctx(1), ObjectID(OID, "1.2.840.10003.3.1"),
				Of(Ctx(0), Of(Ctx(102),
					Of(Ctx(44), Of(Sequence, Int(Ctx(120), 1), Int(Ctx(121), 1016))),
					Bytes(Ctx(45), "computers")))))),
			"b6 47 8d 01 00 8e 01 01 8f 01 00 90 01 01 91 01 31 b2 0a 9f 69 07 44 65 66 61 75 6c 74 b5 2a a1 28 06 07 2a 86 48 ce 13 03 01" +
				"a0 1d bf 66 1a bf 2c 0b 30 09 9f 78 01 01 9f 79 02 03 f8 9f 2d 09 63 6f 6d 70 75 74 65 72 73"},
		{"z3950-zebra.txt, a close", Of(Ctx(48), Int(Ctx(211), 0)), "bf 30 05 9f 81 53 01 00"},
	}
	for _, tt := range tests {
		if want := unhex(t, tt.want); !bytes.Equal(tt.got, want) {
			t.Errorf("%s: % x, want % x", tt.src, tt.got, want)
		}
	}
}

func TestNumbersAreWrittenInTheFewestBytes(t *testing.T) {
	tests := []struct {
		n    int64
		want string
	}{
		{0, "02 01 00"}, {127, "02 01 7f"}, {128, "02 02 00 80"}, {-1, "02 01 ff"}, {-128, "02 01 80"}, {-129, "02 02 ff 7f"},
		{1<<63 - 1, "02 08 7f ff ff ff ff ff ff ff"}, {-1 << 63, "02 08 80 00 00 00 00 00 00 00"},
	}
	for _, tt := range tests {
		got := Int(Integer, tt.n)
		if !bytes.Equal(got, unhex(t, tt.want)) {
			t.Errorf("Int(%d) = % x, want %s", tt.n, got, tt.want)
		}
		e, _, err := Parse(got, 1)
		if n, ok := e.Int(); err != nil || !ok || n != tt.n {
			t.Errorf("Int(%d) is read as %d, %v, %v", tt.n, n, ok, err)
		}
	}
}

func TestLengthsAndTags(t *testing.T) {
	for _, n := range []int{0, 127, 128, 255, 256, 65535, 65536, 1 << 20} {
		for _, tag := range []Tag{OctetString, Ctx(30), Ctx(31), Ctx(127), Ctx(128), App(211), Ctx(maxNumber)} {
			b := append(Bytes(tag, make([]byte, n)), "rest"...)
			e, rest, err := Parse(b, 1)
			if err != nil || e.Tag != tag || e.Constructed || len(e.Content) != n || string(rest) != "rest" {
				t.Errorf("%v with %d bytes: %v, %d bytes, rest %q, %v", tag, n, e.Tag, len(e.Content), rest, err)
			}
		}
	}
	if got := Bytes(OctetString, make([]byte, 300))[:4]; !bytes.Equal(got, unhex(t, "04 82 01 2c")) {
		t.Errorf("a length of 300 is % x", got)
	}
}

func TestObjectIdentifiers(t *testing.T) {
	for oid, want := range map[string]string{
		"1.2.840.10003.5.109.10": "06 08 2a 86 48 ce 13 05 6d 0a",
		"2.5.4.3":                "06 03 55 04 03",
		"2.999.1":                "06 03 88 37 01",
		"0.9":                    "06 01 09",
	} {
		got := ObjectID(OID, oid)
		e, _, err := Parse(got, 1)
		if back, ok := e.OID(); err != nil || !ok || back != oid || !bytes.Equal(got, unhex(t, want)) {
			t.Errorf("ObjectID(%s) = % x, want %s; read as %q, %v", oid, got, want, back, err)
		}
	}
	for _, bad := range []string{"06 00", "06 01 86", "06 02 80 01", "06 0b 2a ff ff ff ff ff ff ff ff ff 7f", "26 02 06 00"} {
		e, _, err := Parse(unhex(t, bad), 2)
		if oid, ok := e.OID(); err != nil || ok {
			t.Errorf("%s is read as %q, %v", bad, oid, err)
		}
	}
}

func TestBitsAndBooleans(t *testing.T) {
	got := Bits(Ctx(4), 0, 1, 7, 8, 14)
	if !bytes.Equal(got, unhex(t, "84 03 01 c1 82")) {
		t.Errorf("Bits = % x", got)
	}
	e, _, _ := Parse(unhex(t, "84 03 00 e9 a2"), 1) // of yaz-client: search present delSet scan sort extendedServices namedResultSets
	for n, want := range []bool{true, true, true, false, true, false, false, true, true, false, true, false, false, false, true, false, false} {
		if e.Bit(n) != want {
			t.Errorf("bit %d is %v", n, !want)
		}
	}
	if e.Bit(-1) || e.Bit(1<<20) {
		t.Error("a bit outside of the string is set")
	}
	for _, v := range []bool{true, false} {
		e, _, _ := Parse(Bool(Boolean, v), 1)
		if got, ok := e.Bool(); !ok || got != v {
			t.Errorf("Bool(%v) is read as %v, %v", v, got, ok)
		}
	}
}

func TestIndefiniteLengths(t *testing.T) {
	// As yaz-ztest sends records: an indefinite length with definite and indefinite ones inside.
	in := unhex(t, "b9 80 98 01 01 bc 80 30 03 80 01 41 00 00 99 01 02 00 00 b7 00")
	r := bytes.NewReader(in)
	e, err := Read(iotest.OneByteReader(r), usual)
	if err != nil || e.Tag != Ctx(25) || r.Len() != 2 {
		t.Fatalf("Read = %#v, %v, %d bytes left, want 2", e, err, r.Len())
	}
	var tags []string
	for child := range e.Children() {
		tags = append(tags, child.Tag.String())
	}
	if got := strings.Join(tags, " "); got != "[24] [28] [25]" {
		t.Errorf("children %s", got)
	}
	list, _ := e.Find(Ctx(28))
	if got := list.List(5); len(got) != 1 || string(got[0].Content) != "\x80\x01A" {
		t.Errorf("the list is %#v", got)
	}
	e, _, err = Parse(unhex(t, "24 80 04 02 61 62 24 03 04 01 63 00 00"), 3)
	if string(e.Bytes()) != "abc" || err != nil {
		t.Errorf("a constructed string is %q, %v", e.Bytes(), err)
	}
}

func TestHostileElements(t *testing.T) {
	deep := strings.Repeat("30 80 ", 1000)
	tests := []struct {
		in   string
		want error
	}{
		{"", io.EOF},
		{"30", io.ErrUnexpectedEOF},
		{"04 05 61", io.ErrUnexpectedEOF},
		{"04 84 7f ff ff ff 61", ErrSize}, // 2 GiB are promised
		{"04 84 ff ff ff ff 61", ErrSize}, // more than an int has
		{"04 88 00 00 00 00 00 00 00 01 61", ErrSyntax},
		{"04 ff 61", ErrSyntax},
		{"04 80 00 00", ErrSyntax}, // a string of indefinite length without parts
		{"00 00", ErrSyntax},       // an end without a beginning
		{"00 01 61", ErrSyntax},
		{"20 80 00 00", ErrSyntax},
		{"30 02 00 00", ErrSyntax},       // an end inside a definite length
		{"30 03 04 02 61 62", ErrSyntax}, // the child is longer than its parent
		{"30 01 04", ErrSyntax},
		{"30 80 04 01 61", io.ErrUnexpectedEOF},
		{"30 80 04 01 61 00", io.ErrUnexpectedEOF},
		{"1f 80 01 00", ErrSyntax},          // a tag with a leading zero
		{"1f 1e 00", ErrSyntax},             // a low tag in the long form
		{"1f ff ff ff ff 7f 00", ErrSyntax}, // 2^35
		{deep, ErrDepth},
	}
	for _, tt := range tests {
		_, err := Read(bytes.NewReader(unhex(t, tt.in)), usual)
		if !errors.Is(err, tt.want) {
			t.Errorf("Read(%.30s) = %v, want %v", tt.in, err, tt.want)
		}
	}
	inside := []byte{}
	for range 21 {
		inside = Of(Sequence, inside)
	}
	if _, err := Read(bytes.NewReader(inside), usual); !errors.Is(err, ErrDepth) {
		t.Errorf("21 levels: %v", err)
	}
	if _, err := Read(bytes.NewReader(unhex(t, "30 80"+strings.Repeat("05 00", 60)+"00 00")), Limits{Size: 100, Depth: 20}); !errors.Is(err, ErrSize) {
		t.Errorf("124 bytes with a limit of 100: %v", err)
	}
}

func TestALengthAllocatesNothing(t *testing.T) {
	in := append(unhex(t, "04 84 3f ff ff ff"), make([]byte, 100)...)
	r := reader{r: bytes.NewReader(in), left: 1<<31 - 1}
	if err := r.element(1); err != io.ErrUnexpectedEOF || cap(r.b) > 4*chunk {
		t.Errorf("a length of 1 GiB allocates %d bytes: %v", cap(r.b), err)
	}
}

func TestReadPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	_, err := Read(io.MultiReader(bytes.NewReader([]byte{0x30}), iotest.ErrReader(broken)), usual)
	if err != broken {
		t.Errorf("Read = %v, want %v", err, broken)
	}
}

func FuzzRead(f *testing.F) {
	for _, in := range []string{"30 0c 02 01 01 60 07 02 01 03 04 00 80 00", "b9 80 bc 80 30 03 80 01 41 00 00 00 00", "bf 81 4b 02 05 00", "24 80 04 02 61 62 00 00"} {
		f.Add(unhex(f, in))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		l := Limits{Size: 1 << 12, Depth: 12}
		r := bytes.NewReader(in)
		e, err := Read(r, l)
		p, rest, perr := Parse(in, l.Depth)
		if err != nil {
			if perr == nil && len(in)-len(rest) <= l.Size {
				t.Fatalf("Parse accepts what Read refuses: %v", err)
			}
			return
		}
		if perr != nil || len(rest) != r.Len() || !bytes.Equal(e.Content, p.Content) || e.Tag != p.Tag {
			t.Fatalf("Read = %#v, Parse = %#v, %v", e, p, perr)
		}
		again, err := Read(bytes.NewReader(written(e)), Limits{Size: 1 << 30, Depth: l.Depth})
		if err != nil || !bytes.Equal(written(again), written(e)) {
			t.Fatalf("%#v is written as % x, %v", e, written(e), err)
		}
		e.OID()
		e.Int()
		e.Bit(9)
		e.Bytes()
	})
}

// written returns an element with definite lengths.
func written(e Element) []byte {
	if !e.Constructed {
		return Bytes(e.Tag, e.Content)
	}
	var parts [][]byte
	for child := range e.Children() {
		parts = append(parts, written(child))
	}
	return Of(e.Tag, parts...)
}
