// Command xfinger opens x-finger URLs, a scheme that earl itself does not know,
// without any change to earl. A scheme is a syntax and an access algorithm (RFC
// 1738 section 4); here they are a Scheme and an Opener.
//
//	go run ./docs/examples/xfinger x-finger://host.example/user
//
// The access algorithm is that of RFC 1288: the client sends the user and CR
// LF, and reads the text until the server closes the connection.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/stream"
)

// finger is the syntax, with the view of its URLs.
var finger = earl.Scheme{
	Name: "x-finger", Port: 79, Host: true, Relative: earl.Never, RootPath: true, Note: "The finger protocol (rfc1288)",
	View: func(u earl.URL) (earl.View, error) { return parseRequest(u) },
}

// opener is the access algorithm.
type opener struct{}

func (opener) Schemes() []string { return []string{finger.Name} }

// Open requests the user.
func (opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	address, err := open.HostPort(r.URL)
	if err != nil {
		return nil, err
	}
	v, err := parseRequest(r.URL)
	if err != nil {
		return nil, err
	}
	line, err := stream.AppendLine(nil, v.line())
	if err != nil {
		return nil, err
	}
	conn, err := stream.Dial(ctx, r, address) // the policy checks the address
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write(line); err != nil {
		conn.Close()
		return nil, err
	}
	m := open.Meta{URL: r.URL, Kind: open.KindDocument, Size: -1, Type: "text/plain"}
	return &open.Document{Meta: m, Body: stream.Part(conn, r.Offset, r.End)}, nil
}

// Plan returns the line that Open sends.
func (opener) Plan(r *open.Call) (open.Plan, error) {
	address, err := open.HostPort(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	v, err := parseRequest(r.URL)
	if err != nil {
		return open.Plan{}, err
	}
	return open.Plan{Effect: open.EffectSends, Server: address, Steps: []open.Step{{Line: string(v.line())}}}, nil
}

func main() {
	if err := run(os.Stdout, os.Args[1:]...); err != nil {
		fmt.Fprintln(os.Stderr, "xfinger:", err)
		os.Exit(1)
	}
}

// run opens each URL, of this scheme or of any scheme that earl opens.
func run(w io.Writer, urls ...string) error {
	edition := earl.RFC3986.With(finger)
	client := open.New(open.Options{}, all.Openers(opener{})...)
	defer client.Close()
	for _, text := range urls {
		u, err := edition.Parse(text)
		if err != nil {
			return err
		}
		res, err := client.Follow(context.Background(), u)
		if err != nil {
			return err
		}
		doc, ok := res.(*open.Document)
		if !ok {
			return fmt.Errorf("%s is not a document (%s)", u.Redacted(), res.Info().Kind)
		}
		_, err = io.Copy(w, doc.Body)
		doc.Body.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
