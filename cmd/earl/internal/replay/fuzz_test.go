package replay_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/capture"
	"github.com/earl-url/earl/cmd/earl/internal/replay"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/warc"
)

// FuzzReplay checks that the records of a hostile archive end: each URL opens, or is an error, and
// nothing panics or waits.
func FuzzReplay(f *testing.F) {
	f.Add(uint8(0), "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab", "", "")
	f.Add(uint8(0), "HTTP/2 200\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n", "", "")
	f.Add(uint8(1), "220 x\r\n", "< 220 x\r\n> USER anonymous\r\n< 230 in\r\n> EPSV\r\n< 229 (|||4000|)\r\n* data connection 1.2.3.4:4000: 7 bytes\r\n", "")
	f.Add(uint8(2), "hello\r\n.\r\n", "/a\r\n", "connection: tcp sent 4 received 10\r\n")
	f.Add(uint8(3), "200 hi\r\n", "MODE READER\r\n", "connection: tcp received 8 sent 13 received 99999999999999\r\n")
	f.Add(uint8(4), "\x03\x00\x01abc", "\x03\x00\x01abc", "connection: udp sent 6 received 6 received -1\r\n")
	f.Fuzz(func(t *testing.T, which uint8, response, request, turns string) {
		urls := []string{"http://h.example/a", "ftp://h.example/a", "gopher://h.example/0/a", "nntp://h.example/a.b/1", "prospero://h.example/a", "wais://h.example/db?a"}
		u := earl.RFC3986.MustParse(urls[int(which)%len(urls)])
		draft := func(kind warc.Type, media, block, after string) *warc.Draft {
			d := &warc.Draft{Type: kind, ID: warc.NewID(), Date: time.Now(), Target: u.String(), ContentType: media, Block: strings.NewReader(block), Size: int64(len(block)), Payload: -1}
			if after != "" {
				d.Fields = warc.Header{{Name: warc.FieldConcurrent, Value: "<" + after + ">"}}
			}
			return d
		}
		var list []*warc.Draft
		switch u.Scheme() {
		case "http":
			list = append(list, draft(warc.Response, warc.HTTPResponse, response, ""))
		case "ftp":
			first := draft(warc.Resource, "text/plain", response, "")
			list = append(list, first, draft(warc.Metadata, capture.ConversationType, request, first.ID))
		default:
			first := draft(warc.Response, capture.ExchangeType(u.Scheme(), warc.Response), response, "")
			list = append(list, first, draft(warc.Request, capture.ExchangeType(u.Scheme(), warc.Request), request, first.ID), draft(warc.Metadata, warc.FieldsType, turns, first.ID))
		}
		name := filepath.Join(t.TempDir(), "a.warc")
		files, err := warc.Create(name, warc.FilesOptions{})
		if err != nil {
			t.Fatal(err)
		}
		files.Write(list...)
		files.Close()
		defer os.Remove(name)
		a, err := replay.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		o := a.Options(open.Options{Policy: open.Policy{Idle: 300 * time.Millisecond, Login: 300 * time.Millisecond, Connect: 300 * time.Millisecond}})
		c := open.New(o, a.Openers(openers("h.example"))...)
		defer c.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		res, err := c.Open(ctx, u)
		if err != nil {
			if ctx.Err() != nil {
				t.Fatal("it waits")
			}
			return
		}
		switch res := res.(type) {
		case *open.Document:
			io.Copy(io.Discard, res.Body)
			res.Body.Close()
		case *open.Listing:
			for range res.Entries {
			}
			res.Close()
		}
		if ctx.Err() != nil {
			t.Fatal("it waits")
		}
	})
}
