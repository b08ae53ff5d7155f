package docs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/compat/neturl"
	"github.com/earl-url/earl/explain"
	"github.com/earl-url/earl/extract"
	"github.com/earl-url/earl/internal/check/inputs"
	"github.com/earl-url/earl/internal/demo"
	"github.com/earl-url/earl/linkcheck"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/known"
	"github.com/earl-url/earl/open/sftp"
	"github.com/earl-url/earl/open/stream"
	"github.com/earl-url/earl/views"
)

// These examples are the recipes of library.md, which quotes them word for word. Where an
// example only calls a function of this file, the page quotes the function.

func Example_parse() {
	u, err := earl.RFC3986.Parse("http://joe@host.dom:8080/books/list.html?page=2#top")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := u.Host()
	port, _ := u.PortNumber()
	query, hasQuery := u.Query()
	_, hasPassword := u.Password()
	fmt.Println(u.Scheme(), host, port, u.Path())
	fmt.Println(query, hasQuery, hasPassword)
	// Output:
	// http host.dom 8080 /books/list.html
	// page=2 true false
}

func Example_check() {
	text := "http://joe@host dom/a|b"
	for v := range earl.RFC1738.Check(text) {
		fmt.Println(v.Message(text))                         // for people: counts characters from 1
		fmt.Println(v.Off, v.Len, v.Rule.Name(), v.Repaired) // for programs: counts bytes from 0
	}
	// Output:
	// character 8, "joe@": this scheme cannot have a user or a password (rfc1738 5)
	// 7 4 no-user false
	// character 16, " ": a host can contain only letters, digits, "-" and ".", and no escapes (rfc1738 3.1, 5)
	// 15 1 host false
	// character 22, "|": this unsafe character must be escaped (rfc1738 2.2)
	// 21 1 unsafe false
}

func Example_components() {
	u := earl.RFC1738.MustParse("ftp://joe@host.dom/pub/a%2Fb/notes;type=a")
	ftp, err := views.ParseFTP(u) // one function for each scheme
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q %q %q\n", ftp.Cwd, ftp.Name.Value, ftp.Type.Value)

	view, _ := views.Parse(u) // the same parts, for any scheme
	for part := range view.Parts {
		fmt.Println(part.Name, explain.PartTexts(u, part))
	}
	// Output:
	// ["pub" "a/b"] "notes" "a"
	// scheme []
	// user [joe]
	// password []
	// host [host.dom]
	// port [21, the default]
	// cwd [pub a/b]
	// name [notes]
	// type [a]
}

func Example_change() {
	u := earl.RFC3986.MustParse("http://host.dom/find?q=cats&page=1")
	u, err := u.With(earl.ComponentPath, earl.Some("/find more"))
	fmt.Println(u, err)

	text, _ := u.Query()
	query := neturl.ParseQuery(text)
	query.Set("page", "2")
	u, err = u.With(earl.ComponentQuery, earl.Some(earl.Octets(query.String())))
	fmt.Println(u, err)

	u, err = u.With(earl.ComponentQuery, earl.Field{}) // remove it
	fmt.Println(u, err)
	// Output:
	// http://host.dom/find%20more?q=cats&page=1 <nil>
	// http://host.dom/find%20more?q=cats&page=2 <nil>
	// http://host.dom/find%20more <nil>
}

func Example_resolve() {
	base := earl.RFC3986.MustParse("http://host.dom/books/list.html")
	for _, ref := range []string{"../index.html", "?page=2", "//other.dom/"} {
		u, err := earl.RFC3986.Resolve(base, ref)
		fmt.Println(u, err)
	}
	back, _ := earl.RFC3986.Relativize(base, earl.RFC3986.MustParse("http://host.dom/index.html"))
	fmt.Println(back)
	// Output:
	// http://host.dom/index.html <nil>
	// http://host.dom/books/list.html?page=2 <nil>
	// http://other.dom/ <nil>
	// /index.html
}

func Example_compare() {
	u := earl.RFC3986.MustParse("HTTP://Host.dom:80/%7Ejoe")
	v := earl.RFC3986.MustParse("http://host.dom/~joe")
	fmt.Println(u == v) // the same text and edition
	same, level := u.Equal(v, earl.LevelScheme)
	fmt.Println(same, level)

	seen := map[earl.URL]bool{}
	seen[u.Normalize(earl.LevelScheme)] = true
	fmt.Println(seen[v.Normalize(earl.LevelScheme)])
	// Output:
	// false
	// true scheme
	// true
}

func Example_find() {
	mail := strings.NewReader("I found it under <URL:ftp://ds.in\nternic.net/rfc>.\nSee www.host.dom/a too.\n")
	for m, err := range extract.Text(mail, extract.Options{Hosts: true}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d:%d %s %s\n", m.Line, m.Column, m.URL, m.Confidence)
	}
	// Output:
	// 1:23 ftp://ds.internic.net/rfc high
	// 3:5 http://www.host.dom/a medium
}

// fetch writes the document at an address to w.
func fetch(ctx context.Context, client *open.Client, address string, w io.Writer) error {
	u, err := earl.Auto.Parse(address)
	if err != nil {
		return err
	}
	res, err := client.Follow(ctx, u) // follows redirects
	if err != nil {
		return err
	}
	document, ok := res.(*open.Document)
	if !ok {
		return fmt.Errorf("%s is not a document", u.Redacted())
	}
	defer document.Body.Close()
	_, err = io.Copy(w, document.Body)
	return err
}

func Example_fetch() {
	servers, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer servers.Close()
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	for _, address := range []string{servers.URL("gopher", "0/welcome.txt"), servers.URL("ftp", "welcome.txt"), servers.URL("ftp", "names/")} {
		var text strings.Builder
		err := fetch(context.Background(), client, address, &text)
		fmt.Printf("%.20q %t\n", text.String(), err == nil)
	}
	// Output:
	// "Welcome to the libra" true
	// "Welcome to the libra" true
	// "" false
}

// names returns the names in a directory or a menu, at most limit.
func names(ctx context.Context, client *open.Client, u earl.URL, limit int) (list []string, err error) {
	res, err := client.Follow(ctx, u)
	if err != nil {
		return nil, err
	}
	listing, ok := res.(*open.Listing)
	if !ok {
		return nil, fmt.Errorf("%s is not a listing", u.Redacted())
	}
	for entry, err := range listing.Entries { // a stream: break closes the connection
		if err != nil {
			return list, err
		}
		if len(list) == limit {
			break
		}
		list = append(list, entry.Name)
	}
	return list, nil
}

func Example_names() {
	servers, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer servers.Close()
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	for _, scheme := range []string{"ftp", "file"} {
		list, err := names(context.Background(), client, earl.RFC3986.MustParse(servers.URL(scheme, "names/")), 2)
		fmt.Printf("%q %v\n", list, err)
	}
	// Output:
	// ["100%.txt" "naïve.txt"] <nil>
	// ["100%.txt" "naïve.txt"] <nil>
}

// broken calls report for each broken link in the files and directories.
func broken(ctx context.Context, client *open.Client, files []string, report func(linkcheck.Result)) error {
	in, err := inputs.New(files, inputs.Options{})
	if err != nil {
		return err
	}
	o := linkcheck.Options{Client: client, Sorted: true}
	_, err = linkcheck.Run(ctx, o, in.Links(ctx), func(r linkcheck.Result) error {
		if r.Severity == linkcheck.SeverityFault {
			report(r)
		}
		return nil
	})
	return err
}

func Example_broken() {
	dir, err := os.MkdirTemp("", "earl")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	page := "# Home\n\nSee [the notes](notes.md), [the menu](gohper://host.dom/) and [the top](#home).\n"
	if err := os.WriteFile(filepath.Join(dir, "index.md"), []byte(page), 0o600); err != nil {
		fmt.Println(err)
		return
	}
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	err = broken(context.Background(), client, []string{dir}, func(r linkcheck.Result) {
		p := r.Places[0]
		fmt.Printf("%s:%d:%d: %s: %s\n", filepath.Base(p.File), p.Line, p.Column, p.Text, r.Status)
	})
	fmt.Println(err)
	// Output:
	// index.md:3:17: notes.md: not-found
	// index.md:3:39: gohper://host.dom/: unknown-scheme
	// <nil>
}

func Example_limits() {
	client := open.New(open.Options{Policy: open.Policy{
		Schemes: []string{"http", "https"}, // also for redirects
		Special: open.SpecialDeny,          // no loopback and private addresses
		MaxSize: 1 << 20,                   // bytes of a document
		Hops:    3,                         // redirects
		Connect: 5 * time.Second,
		Idle:    5 * time.Second,
	}}, all.Openers()...)
	defer client.Close()
	for _, text := range []string{"http://127.0.0.1:8080/", "ftp://host.dom/", "http://host.dom:25/"} {
		_, err := client.Follow(context.Background(), earl.RFC3986.MustParse(text))
		var refusal *open.Refusal
		if errors.As(err, &refusal) {
			fmt.Println(text, refusal.Name, refusal.Setting)
		}
	}
	// Output:
	// http://127.0.0.1:8080/ private-address Policy.AllowNet
	// ftp://host.dom/ scheme Policy.Schemes
	// http://host.dom:25/ bad-port-list Policy.AllowPorts
}

// followAllowed is client.Follow, but opens only hosts that allowed accepts, also
// after a redirect.
func followAllowed(ctx context.Context, client *open.Client, u earl.URL, allowed func(host string) bool) (open.Resource, error) {
	hop := func(ctx context.Context, r *open.Request, _ *open.Referral) (open.Resource, error) {
		address, err := open.HostPort(r.URL) // the host is decoded
		if err != nil {
			return nil, err
		}
		host, _, _ := net.SplitHostPort(address)
		host = strings.ToLower(strings.TrimSuffix(host, "."))
		if !allowed(host) {
			return nil, open.Refuse("host-list", r.URL, "the host "+host+" is not allowed")
		}
		return client.Do(ctx, r)
	}
	return client.FollowFunc(ctx, &open.Request{URL: u}, hop)
}

func Example_followAllowed() {
	server := httptest.NewServer(http.RedirectHandler("http://Host.dom./a", http.StatusFound))
	defer server.Close()
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	allowed := func(host string) bool { return host != "host.dom" }
	_, err := followAllowed(context.Background(), client, earl.RFC3986.MustParse(server.URL), allowed)
	fmt.Println(err, open.ClassOf(err))
	// Output: refused (host-list): http://Host.dom./a: the host host.dom is not allowed refused
}

// trusting returns a client that accepts the first key of each ssh host, and keeps it in
// the file knownHosts.
func trusting(knownHosts string) *open.Client {
	opener := &sftp.Opener{Options: sftp.Options{
		KnownHosts: []string{knownHosts}, // in the format of OpenSSH
		First:      known.Accept,
	}}
	return open.New(open.Options{}, all.Openers(opener)...)
}

type lineOpener struct{}

// Schemes returns the schemes of the opener.
func (lineOpener) Schemes() []string { return []string{"x-line"} }

// Open sends the path as a line, and returns what the server sends.
func (lineOpener) Open(ctx context.Context, c *open.Call) (open.Resource, error) {
	address, err := open.HostPort(c.URL)
	if err != nil {
		return nil, err
	}
	line, err := stream.AppendLine(nil, earl.Unescape(c.URL.Path()))
	if err != nil {
		return nil, err
	}
	conn, err := stream.Dial(ctx, c, address) // within the limits of the policy
	if err != nil {
		return nil, err
	}
	if _, err := conn.Write(line); err != nil {
		conn.Close()
		return nil, err
	}
	meta := open.Meta{URL: c.URL, Kind: open.KindDocument, Size: -1, Type: "text/plain"}
	return &open.Document{Meta: meta, Body: stream.Part(conn, c.Offset, c.End)}, nil
}

func Example_ownScheme() {
	scheme := earl.Scheme{Name: "x-line", Port: 4711, Host: true, Relative: earl.Always, Note: "lines of text"}
	edition := earl.RFC3986.With(scheme)
	client := open.New(open.Options{}, all.Openers(lineOpener{})...)
	defer client.Close()
	u, err := edition.Parse("x-line://host.dom/a%20b")
	if err != nil {
		fmt.Println(err)
		return
	}
	address, err := open.HostPort(u)
	fmt.Println(address, err, client.Opens(u.Scheme()))
	// Output: host.dom:4711 <nil> true
}

func Example_trusting() {
	servers, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer servers.Close()
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	client := trusting(filepath.Join(dir, "known_hosts"))
	defer client.Close()
	list, err := names(context.Background(), client, earl.RFC3986.MustParse(servers.URL("sftp", "names/")), 2)
	fmt.Printf("%q %v\n", list, err)
	// Output:
	// ["100%.txt" "naïve.txt"] <nil>
}

func Example_errors() {
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	for _, text := range []string{"http://host.dom:25/", "file:///no/such/file", "urn:isbn:1"} {
		_, err := client.Follow(context.Background(), earl.RFC3986.MustParse(text))
		_, retry := open.Retryable(err)
		fmt.Println(open.ClassOf(err), retry)
	}
	// Output:
	// refused false
	// not-found false
	// unsupported false
}

func Example_parseError() {
	text := "http://host.dom/a b"
	_, err := earl.RFC3986.Parse(text)
	var invalid *earl.ParseError
	if errors.As(err, &invalid) {
		fmt.Println(invalid.Violation.Message(text))
	}
	// Output: character 18, " ": a space must be escaped as %20 (rfc3986 2)
}

func Example_secrets() {
	u := earl.RFC3986.MustParse("ftp://joe:secret@host.dom/a")
	fmt.Println(u.Redacted())                                // for people and logs
	fmt.Println(earl.Redact("ftp://joe:secret@not a host/")) // a text that is not a URL

	ftp, _ := views.ParseFTP(u)
	fmt.Println(ftp.Password) // so with %v, %q, slog and JSON
	password, ok := ftp.Password.Reveal()
	fmt.Println(len(password), ok)
	// Output:
	// ftp://joe:xxxxx@host.dom/a
	// ftp://joe:xxxxx@not a host/
	// xxxxx
	// 6 true
}
