package warc_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/earl-url/earl/warc"
)

// A header is read as far as it is understood, and says what is not.
func TestReadHead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in, src string
		status  int
		fields  string
		odd     []string
		bare    bool
	}{
		{in: "HTTP/1.1 200 OK\r\nA: b\r\n\r\n", status: 200, fields: "A=b", src: "rfc9112 4"},
		{in: "\r\nHTTP/1.1 200 OK\nA:b\n\n", status: 200, fields: "A=b", src: "rfc9112 2.2"},
		{in: "http/1.0  404  gone \r\n\r\n", status: 404, src: "rfc9112 4"},
		{in: "HTTP/2 200\r\n\r\n", status: 200},
		{in: "HTTP 200 Document follows\r\n\r\n", status: 200},
		{in: "ICY 200 OK\r\n\r\n", status: 200},
		{in: "HTTP/1.1 2000\r\n\r\n", odd: []string{"the status line"}},
		{in: "HTTP/1.1 099 x\r\n\r\n", odd: []string{"the status line"}},
		{in: "HTTP/1.1 -20 x\r\n\r\n", odd: []string{"the status line"}},
		{in: "HTTP/1.1\r\n\r\n", odd: []string{"the status line"}},
		{in: "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\td\r\n\r\n", status: 200, fields: "A=b c d", src: "rfc9112 5.2"},
		{in: "HTTP/1.1 200 OK\r\n folded\r\nA: b\r\n\r\n", status: 200, fields: "A=b", odd: []string{"without a colon"}},
		{in: "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", status: 200, fields: "A=b", odd: []string{"a space before a colon"}, src: "rfc9112 5.1"},
		{in: "HTTP/1.1 200 OK\r\nA b: c\r\n(x): y\r\n\r\n", status: 200, odd: []string{"invalid name", "invalid name"}, src: "rfc9110 5.1"},
		{in: "HTTP/1.1 200 OK\r\nA: \x01b\x00c\r\n\r\n", status: 200, fields: "A=b c", odd: []string{"a control character in the field A"}, src: "rfc9110 5.5"},
		{in: "HTTP/1.1 200 OK\r\nA: \xe9\r\n\r\n", status: 200, fields: "A=\xe9"},
		{in: "HTTP/1.1 200 OK\r\n1\r\n2\r\n3\r\n4\r\n5\r\n\r\n", status: 200, odd: []string{"without", "without", "without", "2 other lines"}},
		{in: "HTTP/1.1 200 OK\r\nA: b", status: 200, fields: "A=b"},
		{in: "A: b\r\nC: d\r\n\r\n", fields: "A=b C=d", odd: []string{"no status line"}},
		{in: "<html>", bare: true, odd: []string{"no header"}, src: "rfc1945 4.1"},
		{in: "", bare: true, odd: []string{"no header"}},
	} {
		h := warc.ReadHead([]byte(tt.in))
		var fields []string
		for _, f := range h.Fields {
			fields = append(fields, f.Name+"="+f.Value)
		}
		ok := len(h.Odd) == len(tt.odd)
		for i := range tt.odd {
			ok = ok && strings.Contains(h.Odd[i], tt.odd[i])
		}
		if h.Status != tt.status || strings.Join(fields, " ") != tt.fields || h.Bare != tt.bare || !ok {
			t.Errorf("ReadHead(%q) = %+v, want status %d, fields %q, odd %q", tt.in, h, tt.status, tt.fields, tt.odd)
		}
	}
}

// WARC 1.1 6.3, 6.4: the type of the record decides, not its Content-Type.
func TestDescribeByType(t *testing.T) {
	t.Parallel()
	const block = "HTTP/1.1 302 Found\r\nContent-Type: text/html; charset=utf-8\r\nLocation: /x\r\n\r\n"
	for _, tt := range []struct {
		kind              warc.Type
		target, media     string
		block             string
		payload, location string
		status            int
		http              bool
	}{
		{warc.Response, "http://h.example/", warc.HTTPResponse, block, "text/html", "/x", 302, true},
		{warc.Response, "http://h.example/", "", block, "text/html", "/x", 302, true},
		{warc.Response, "HTTPS://h.example/", "text/plain", block, "text/html", "/x", 302, true},
		{warc.Response, "http://h.example/", "message/http", block, "text/html", "/x", 302, true},
		{warc.Response, "http://h.example/", "text/plain", "text", "text/plain", "", 0, false},
		{warc.Response, "http://h.example/", warc.HTTPResponse, "<html>", "application/http", "", 0, true},
		{warc.Response, "gopher://h.example/", "application/x-gopher", block, "application/x-gopher", "", 0, false},
		{warc.Resource, "http://h.example/", warc.HTTPResponse, block, "application/http", "", 0, false},
		{warc.Revisit, "http://h.example/", "", "", warc.RevisitType, "", 0, true},
		{warc.Revisit, "http://h.example/", "message/http", block, warc.RevisitType, "/x", 302, true},
		{warc.Conversion, "http://h.example/", "text/plain", "text", "text/plain", "", 0, false},
	} {
		rec := &warc.Record{Header: warc.Header{{Name: "WARC-Type", Value: string(tt.kind)}, {Name: "WARC-Target-URI", Value: tt.target}, {Name: "Content-Type", Value: tt.media}},
			Size: int64(len(tt.block)), Block: strings.NewReader(tt.block)}
		c, err := warc.Describe(rec)
		if err != nil || c.Payload != tt.payload || c.Location != tt.location || c.Status != tt.status || c.HTTP != tt.http {
			t.Errorf("%s %s %q: %q %q %d %v, %v, want %q %q %d %v", tt.kind, tt.target, tt.media, c.Payload, c.Location, c.Status, c.HTTP, err, tt.payload, tt.location, tt.status, tt.http)
		}
	}
}

// member compresses bytes as a gzip member.
func member(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(b)
	z.Close()
	return out.Bytes()
}

// rfc1952 2.2: members without a byte are no problem anywhere in a file.
func TestEmptyMembers(t *testing.T) {
	t.Parallel()
	empty := member(nil)
	one, two := write(t, true, draft("http://h.example/1", "one")), write(t, true, draft("http://h.example/2", "two"))
	for _, file := range [][]byte{
		slices.Concat(empty, one, two), slices.Concat(one, empty, empty, two), slices.Concat(one, two, empty), slices.Concat(one, member([]byte("\r\n\r\n")), two),
	} {
		if got := problems(t, file); got != nil {
			t.Errorf("problems %q, want none", got)
		}
		n := 0
		err := warc.Entries(source(file), func(url string) string { return url }, func(e warc.Entry) error {
			n++
			rec, err := source(file).NewReader(e.Offset).Next()
			if err != nil || rec.Target() != e.URL {
				t.Errorf("the record at %d is %v, %v, want %s", e.Offset, rec, err, e.URL)
			}
			return nil
		})
		if err != nil || n != 2 {
			t.Errorf("%d entries, %v, want 2", n, err)
		}
	}
}

// What is not a record is damage: the records around it are indexed, and the error names it.
func TestIndexNamesWhatIsNotUnderstood(t *testing.T) {
	t.Parallel()
	one, two := string(write(t, false, draft("http://h.example/1", "one"))), string(write(t, false, draft("http://h.example/2", "two")))
	for _, tt := range []struct {
		name, file string
		want       int // entries
		text       string
	}{
		{"something after the last record", one + two + "garbage", 2, fmt.Sprintf("offset %d", len(one+two))},
		{"a truncated last record", one + two[:len(two)-9], 1, fmt.Sprintf("offset %d: the file ends inside a record", len(one))},
		{"no URL", strings.Replace(one, "WARC-Target-URI: ", "X-Other: ", 1) + two, 1, "offset 0: not a valid WARC file: the field WARC-Target-URI is missing"},
		{"no date", strings.Replace(one, "WARC-Date: ", "X-Other: ", 1) + two, 1, "offset 0"},
		{"an invalid date", strings.Replace(one, "WARC-Date: 2026", "WARC-Date: soon", 1) + two, 1, `WARC-Date "soon-01-02T03:04:05Z" is not a date`},
		{"a length that is too small", strings.Replace(one, "Content-Length: 4", "Content-Length: 3", 1) + two, 1, "the block is longer than its Content-Length"},
		{"no length", strings.Replace(one, "Content-Length: ", "X-Other: ", 1) + two, 1, "it has no Content-Length"},
	} {
		n := 0
		err := warc.Entries(source([]byte(tt.file)), func(url string) string { return url }, func(warc.Entry) error { n++; return nil })
		if !errors.As(err, new(*warc.Damage)) || n != tt.want || !strings.Contains(err.Error(), tt.text) {
			t.Errorf("%s: %d entries, %v, want %d and a Damage with %q", tt.name, n, err, tt.want, tt.text)
		}
	}
	for _, file := range []string{one + two + "\x00\x00\x00", one + "\x00\x00\x00" + two} {
		if got := problems(t, []byte(file)); len(got) != 1 || !strings.Contains(got[0], "3 zero bytes") {
			t.Errorf("zero bytes: problems %q", got)
		}
	}
}

// The key of the reply to another method has the method and the body, as in the indexes of pywb.
// The values are those of pywb 2.10.0 (MethodQueryCanonicalizer), run on the same bodies.
func TestKeysOfOtherMethods(t *testing.T) {
	t.Parallel()
	form := "--B\r\nContent-Disposition: form-data; name=\"a b\"\r\n\r\nx y\r\n--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"t.txt\"\r\nContent-Type: text/plain\r\n\r\nfile\r\n--B--\r\n"
	for _, tt := range []struct{ method, media, body, want string }{
		{"GET", "", "", ""},
		{"POST", "application/x-www-form-urlencoded", "a=1&b=2%20c+d&e=%zz", "?__wb_method=POST&a=1&b=2 c d&e=%zz"},
		{"POST", "application/x-www-form-urlencoded; charset=utf-8", "q=\u00e9", "?__wb_method=POST&q=\u00e9"},
		{"POST", "application/x-www-form-urlencoded", "q=\xff", "?__wb_method=POST&__wb_post_data=cT3/"},
		{"POST", "application/x-www-form-urlencoded", "", "?__wb_method=POST"},
		{"PUT", "application/json", `{"a":{"b":1,"a":[1,2,{"b":true}]},"c":null,"d":1.0,"e":1.5,"f":"x y","g":[]}`, "?__wb_method=PUT&b=1&a=1&a.2_=2&b.2_=true&c=null&d=1&e=1.5&f=x+y"},
		{"POST", "application/json", "{broken", "?__wb_method=POST"},
		{"POST", "application/json", "[1,2]", "?__wb_method=POST"},
		{"POST", "text/plain", `{"a":"b"}`, "?__wb_method=POST&a=b"},
		{"POST", "text/plain", "hello", "?__wb_method=POST&__wb_post_data=aGVsbG8="},
		{"POST", "application/octet-stream", "\x00\x01", "?__wb_method=POST&__wb_post_data=AAE="},
		{"POST", "", "x=1", "?__wb_method=POST&__wb_post_data=eD0x"},
		{"POST", "multipart/form-data; boundary=B", form, "?__wb_method=POST&a+b=x+y&f=file"},
		{"HEAD", "", "", "?__wb_method=HEAD"},
		{"OPTIONS", "", "", "?__wb_method=OPTIONS"},
	} {
		for _, first := range []bool{false, true} { // the request
			reply := draft("http://h.example/p", "reply")
			reply.ID = warc.NewID()
			block := fmt.Sprintf("%s /p HTTP/1.1\r\nHost: h.example\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", tt.method, tt.media, len(tt.body), tt.body)
			request := &warc.Draft{Type: warc.Request, Date: date, Target: "http://h.example/p", ContentType: warc.HTTPRequest, Block: strings.NewReader(block), Size: int64(len(block)),
				Fields: warc.Header{{Name: warc.FieldConcurrent, Value: "<" + reply.ID + ">"}}}
			list := []*warc.Draft{reply, request}
			if first {
				slices.Reverse(list)
			}
			var got []string
			err := warc.Entries(source(write(t, true, list...)), func(url string) string { return url }, func(e warc.Entry) error {
				again, err := warc.ParseEntry(string(e.Append(nil)))
				if err != nil || again.Method != e.Method || again.Request != e.Request {
					t.Errorf("%s %q: the line is read as %+v, %v", tt.method, tt.body, again, err)
				}
				got = append(got, e.Key)
				return nil
			})
			if err != nil || len(got) != 1 || got[0] != "http://h.example/p"+tt.want {
				t.Errorf("%s %s %q: keys %q, %v, want %q", tt.method, tt.media, tt.body, got, err, tt.want)
			}
		}
	}
}

// A line of an index that is not understood has its number and its reason, and those after it
// are read.
func TestReadIndexNamesLines(t *testing.T) {
	t.Parallel()
	good := `org,h)/a 20260102030405 {"url":"http://h/a","status":"-","length":12,"offset":"3","filename":"a.warc"}`
	lines := []string{good, "", "!OpenWayback-CDXJ 1.0", " CDX N b a m s k r M S V g", good, "org,h)/b 2026 {}", `org,h)/b 20260102030405 {"offset":"x"}`,
		`org,h)/b 20260102030405 {"offset":"-"}`, `org,h)/b 20260102030405 {"offset":"1","status":"OK"}`, `org,h)/b 20260102030405 {"offset":"1","length":-5}`,
		strings.Repeat("x", warc.MaxLine+1), "\x00\xff", good}
	var bad []int
	entries := 0
	err := warc.ReadIndex(strings.NewReader(strings.Join(lines, "\r\n")), func(e warc.Entry, err error) error {
		line := new(warc.LineError)
		switch {
		case errors.As(err, &line):
			bad = append(bad, line.Line)
		case err != nil || e.Offset != 3 || e.Length != 12 || e.Status != 0:
			t.Errorf("%+v, %v", e, err)
		default:
			entries++
		}
		return nil
	})
	if want := []int{4, 6, 7, 8, 9, 10, 11, 12}; err != nil || entries != 3 || !slices.Equal(bad, want) {
		t.Errorf("%d entries, errors in the lines %v, %v, want 3 and %v", entries, bad, err, want)
	}
	own := errors.New("own")
	if err := warc.ReadIndex(strings.NewReader("x\ny\n"), func(_ warc.Entry, err error) error { return own }); err != own {
		t.Errorf("%v, want the error of yield", err)
	}
	if err := warc.ReadIndex(io.MultiReader(strings.NewReader(good+"\n"), failing{}), func(warc.Entry, error) error { return nil }); err != io.ErrClosedPipe {
		t.Errorf("%v, want the error of the reader", err)
	}
}

// failing is a reader that returns an error.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

// Digests are compared in all their forms; those of two algorithms cannot be.
func TestDigestForms(t *testing.T) {
	t.Parallel()
	const base32, hex = "sha1:7YC3ZXG4JEUACJ4BUXY2FJ34XNJZRYIG", "sha1:fe05bcdcdc4928012781a5f1a2a77cbb5398e106"
	for _, tt := range []struct {
		a, b        string
		same, other bool
	}{
		{base32, hex, true, false},
		{base32, strings.ToLower(base32), true, false},
		{base32, "SHA-1:FE05BCDCDC4928012781A5F1A2A77CBB5398E106", true, false},
		{base32, base32[len("sha1:"):], true, false},
		{base32, "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", false, true},
		{base32, "md5:d41d8cd98f00b204e9800998ecf8427e", false, false},
		{base32, "sha1:broken", false, false},
		{base32, "", false, false},
		{"", "", false, false},
	} {
		if same, other := warc.SameDigest(tt.a, tt.b), warc.OtherDigest(tt.a, tt.b); same != tt.same || other != tt.other {
			t.Errorf("%q and %q: same %v, other %v, want %v, %v", tt.a, tt.b, same, other, tt.same, tt.other)
		}
	}
}
