package wais_test

import (
	"context"
	"fmt"
	"net"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/waisserver"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/wais"
)

// A search is a list of documents, the best first.
func ExampleOpener_Open() {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	server := &waisserver.Server{Databases: []waisserver.Database{{Name: "books", Documents: []waisserver.Document{
		{ID: "\x01\x01a", Type: "TEXT", Headline: "On birds", Body: []byte("A bird flies.")},
		{ID: "\x01\x01b", Type: "TEXT", Headline: "On ships", Body: []byte("A ship that flies like a bird: a flies-ship.")},
	}}}}
	go server.Serve(listener)
	defer server.Close()
	defer listener.Close()

	client := open.New(open.Options{}, wais.Opener{})
	defer client.Close()
	u, err := earl.RFC1738.Parse(fmt.Sprintf("wais://%s/books?flies", listener.Addr()))
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := client.Open(context.Background(), u)
	if err != nil {
		fmt.Println(err)
		return
	}
	for e, err := range res.(*open.Listing).Entries {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Name, e.Size, e.Type, e.URL.Path())
	}
	// Output:
	// On ships 44 text/plain /books/TEXT/%01%01b
	// On birds 13 text/plain /books/TEXT/%01%01a
}
