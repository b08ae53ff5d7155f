package open_test

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/all"
	"github.com/earl-url/earl/open/file"
)

// What opening would send, without a network.
func ExampleClient_Plan() {
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	u := earl.RFC1738.MustParse("gopher://host.dom/7/search%09old%20links")
	plan, err := client.Plan(context.Background(), &open.Request{URL: u})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(plan.Server)
	for _, step := range plan.Steps {
		fmt.Println(step.Printable())
	}
	// Output:
	// host.dom:70
	// /search%09old links
}

// A program decides by the class of an error, not by its text.
func ExampleClassOf() {
	client := open.New(open.Options{}, all.Openers()...)
	defer client.Close()
	for _, text := range []string{"file:///no/such/file", "http://host.dom:25/", "x-none://h/"} {
		_, err := client.Open(context.Background(), earl.RFC3986.MustParse(text))
		_, retry := open.Retryable(err)
		fmt.Println(open.ClassOf(err), retry)
	}
	// Output:
	// not-found false
	// refused false
	// unsupported false
}

// Every hierarchical URL is a file system: here a directory of this machine, and in the
// same way one of an ftp server.
func ExampleClient_FS() {
	dir, err := os.MkdirTemp("", "earl")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "motd.txt"), []byte("Welcome.\n"), 0o600)

	client := open.New(open.Options{}, file.Opener{})
	defer client.Close()
	files, err := client.FS(context.Background(), earl.RFC3986.MustParse("file://"+dir+"/"))
	if err != nil {
		panic(err)
	}
	text, err := fs.ReadFile(files, "motd.txt")
	fmt.Printf("%q %v\n", text, err)
	// Output: "Welcome.\n" <nil>
}

func ExampleHostPort() {
	for _, text := range []string{"http://host.dom/", "ftp://host.dom:2121/", "mailto:joe@host.dom"} {
		address, err := open.HostPort(earl.RFC3986.MustParse(text))
		fmt.Printf("%q %t\n", address, err == nil)
	}
	// Output:
	// "host.dom:80" true
	// "host.dom:2121" true
	// "" false
}

func ExampleParseGateway() {
	g, err := open.ParseGateway("wais", "http://gateway.example:8001/{+rest}")
	if err != nil {
		panic(err)
	}
	u, err := g.URL(earl.RFC1738.MustParse("wais://host.dom/books"))
	fmt.Println(u, err)
	// Output: http://gateway.example:8001/host.dom/books <nil>
}

// The trace of a client has each line of the protocols, with passwords hidden.
func ExampleLog() {
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: withoutTime}))
	trace := open.Log(log)
	trace(open.Event{Dir: 'C', Line: "CWD pub"})
	// Output: level=DEBUG msg="CWD pub" dir=sent
}

// withoutTime removes the time of a log record.
func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

func ExampleGuards() {
	for _, g := range open.Guards()[:4] {
		fmt.Printf("%s %q\n", g.Name, g.Setting)
	}
	// Output:
	// scheme "Policy.Schemes"
	// ctl-octet ""
	// bad-port ""
	// bad-port-list "Policy.AllowPorts"
}
