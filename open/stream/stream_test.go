package stream_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/stream"
)

// opener opens x-line URLs: it sends the path, and the server sends a text.
type opener struct{}

func (opener) Schemes() []string { return []string{"x-line"} }

func (opener) Open(ctx context.Context, c *open.Call) (open.Resource, error) {
	address, err := open.HostPort(c.URL)
	if err != nil {
		return nil, err
	}
	line, err := stream.AppendLine(nil, earl.Unescape(c.URL.Path()))
	if err != nil {
		return nil, err
	}
	conn, err := stream.Dial(ctx, c, address)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write(line); err != nil {
		conn.Close()
		return nil, err
	}
	return &open.Document{Meta: open.Meta{URL: c.URL, Kind: open.KindDocument, Size: -1}, Body: stream.Part(conn, c.Offset, c.End)}, nil
}

var edition = earl.RFC3986.With(earl.Scheme{Name: "x-line", Port: 4711, Host: true})

const request = "-- url --\nx-line://HOST/a\n-- wire --\nC: /a\n"

// C1: an opener that uses the package passes the suite.
func TestSuite(t *testing.T) {
	opentest.Run(t, opener{}, opentest.Fixture{
		Edition:  edition,
		Document: request + "S: text\n",
		Endless:  request + "flood: on and on\n",
		Hostile:  []opentest.Hostile{{URL: "x-line://h/{}"}},
	})
}

func TestPart(t *testing.T) {
	for offset, want := range map[int64]error{2: nil, 9: open.ErrBeyond} {
		p := opentest.Play(t, request+"S-: text\n")
		c := p.Client(open.Options{}, opener{})
		defer c.Close()
		res, err := c.Do(t.Context(), &open.Request{URL: edition.MustParse(p.URL), Offset: offset})
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(res.(*open.Document).Body)
		if !errors.Is(err, want) || err == nil && string(b) != "xt" {
			t.Errorf("from byte %d: %q, %v, want %v", offset, b, err, want)
		}
		res.(*open.Document).Body.Close()
	}
}

func ExampleAppendLine() {
	line, err := stream.AppendLine(nil, "GET /")
	fmt.Printf("%q %v\n", line, err)
	_, err = stream.AppendLine(nil, "a\r\nQUIT")
	fmt.Println(errors.Is(err, open.ErrLineBreak))
	// Output:
	// "GET /\r\n" <nil>
	// true
}
