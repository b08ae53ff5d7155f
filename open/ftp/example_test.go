package ftp_test

import (
	"context"
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/ftp"
)

// A byte that would end a command line is refused before any lookup.
func ExampleOpener() {
	client := open.New(open.Options{}, &ftp.Opener{Options: ftp.Options{NullCWD: ftp.NullCWDStay}})
	u := earl.RFC1738.MustParse("ftp://ftp.example/pub/x%0D%0ADELE%20y")
	_, err := client.Open(context.Background(), u)
	fmt.Println(err)
	// Output: refused (ctl-octet): ftp://ftp.example/pub/x%0D%0ADELE%20y: character 24: control character 0x0D in the path (rfc1738 6)
}
