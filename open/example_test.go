package open_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/file"
)

func ExampleClient_Open() {
	dir, err := os.MkdirTemp("", "earl")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.WriteFile(filepath.Join(dir, "motd.txt"), []byte("Welcome.\n"), 0o600)

	client := open.New(open.Options{}, file.Opener{})
	defer client.Close()
	res, err := client.Open(context.Background(), earl.RFC3986.MustParse("file://"+dir+"/motd.txt"))
	if err != nil {
		panic(err)
	}
	switch res := res.(type) {
	case *open.Document:
		defer res.Body.Close()
		fmt.Println(res.Type, res.Size)
		io.Copy(os.Stdout, res.Body)
	case *open.Listing:
		for e, err := range res.Entries {
			fmt.Println(e.Name, err)
		}
	}
	// Output:
	// text/plain 9
	// Welcome.
}

func ExampleRefusal() {
	client := open.New(open.Options{}, file.Opener{})
	defer client.Close()
	_, err := client.Open(context.Background(), earl.RFC3986.MustParse("file://fileserver.test/etc/motd"))
	var refusal *open.Refusal
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Name)
	}
	// Output: file-host
}

func ExampleParseNet() {
	n, err := open.ParseNet("10.0.0.0/8:8080")
	if err != nil {
		panic(err)
	}
	policy := open.Policy{Special: open.SpecialDeny, AllowNet: []open.Net{n}}
	fmt.Println(policy.AllowNet)
	// Output: [10.0.0.0/8:8080]
}
