package nntp_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/nntp"
)

// A news URL contains no server: the server is a setting. A name that would be two arguments of
// a command is refused before any lookup.
func ExampleOpener() {
	for _, server := range []string{"", "news.example"} {
		client := open.New(open.Options{}, nntp.Opener{Options: nntp.Options{Server: server}})
		u := earl.RFC3986.MustParse("news:comp.lang.c")
		if server != "" {
			u = earl.RFC3986.MustParse("news:comp.lang.c%20x")
		}
		_, err := client.Open(context.Background(), u)
		fmt.Println(errors.Is(err, nntp.ErrNoServer), err)
	}
	// Output:
	// true nntp: a news URL contains no server, and no news server is set; use nntp://HOST/GROUP for a certain server (rfc1738 3.6, 3.7)
	// false refused (news-name): news:comp.lang.c%20x: character 6: a space in the newsgroup (rfc3977 3.6, 4.1)
}
