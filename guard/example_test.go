package guard_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"

	"github.com/earl-url/earl/guard"
)

// A client for URLs of other people.
func Example() {
	client := &http.Client{Transport: guard.Transport(guard.Options{})}
	_, err := client.Get("http://169.254.169.254/latest/meta-data/")
	fmt.Println(err)
	// Output:
	// Get "http://169.254.169.254/latest/meta-data/": guard: refused (private-address): 169.254.169.254: a cloud-metadata address (rfc6890 2.2)
}

// A service may contact two destinations of its own network, and port 80 and 443
// of all public servers.
func ExampleOptions() {
	options := guard.Options{
		Allow: []string{"hooks.internal:8080", "10.20.0.0/16:443"},
		Only:  []string{"*:80", "*:443", "hooks.internal:8080"},
		Deny:  []string{"*.example.net"},
	}
	for _, text := range []string{"https://example.com/", "http://hooks.internal:8080/", "http://hooks.internal:9090/", "http://a.example.net/"} {
		fmt.Println(text, options.Check(text))
	}
	// Output:
	// https://example.com/ <nil>
	// http://hooks.internal:8080/ <nil>
	// http://hooks.internal:9090/ guard: refused (not-listed): hooks.internal: the destination is not one of those that are contacted; see Options.Only
	// http://a.example.net/ guard: refused (denied): a.example.net: the destination is denied; see Options.Deny
}

// Check tells a user at once that a URL cannot work.
func ExampleCheck() {
	for _, text := range []string{"https://example.com/hook", "http://2130706433/", "http://localhost:6379/"} {
		err := guard.Check(text)
		var refused *guard.Error
		if errors.As(err, &refused) {
			fmt.Println(refused.Guard+":", refused.Reason)
			continue
		}
		fmt.Println("OK")
	}
	// Output:
	// OK
	// disagreement: rfc3986 reads "http://2130706433", whatwg reads "http://127.0.0.1"
	// bad-port-list: port 6379 belongs to another protocol
}

// The error in a log has the reason as fields, and no path, query or password.
func ExampleError() {
	options := guard.Options{LookupNetIP: func(context.Context, string, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("10.0.0.7")}, nil
	}}
	client := &http.Client{Transport: guard.Transport(options)}
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: noTime}))

	_, err := client.Get("https://evil.example/hook?token=1")
	var refused *guard.Error
	if errors.As(err, &refused) {
		log.Warn("not sent", "request", refused)
	}
	// Output:
	// level=WARN msg="not sent" request.guard=private-address request.host=evil.example request.address=10.0.0.7:443 request.reason="10.0.0.7, a private address" request.setting=Options.Allow request.section="rfc6890 2.2"
}

// noTime removes the time of a log line.
func noTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// A Dialer for clients of other protocols, here one that takes a net.Dialer.
func ExampleDialer_Control() {
	dialer := &net.Dialer{Control: guard.Dialer{}.Control}
	_, err := dialer.Dial("tcp", "127.0.0.1:5432")
	var refused *guard.Error
	fmt.Println(errors.As(err, &refused), refused.Guard)
	// Output:
	// true private-address
}

// A Dialer for a client with a function that dials.
func ExampleDialer() {
	transport := &http.Transport{DialContext: guard.Dialer{}.DialContext} // without the checks of URLs and limits
	_, err := (&http.Client{Transport: transport}).Get("http://[::ffff:10.0.0.1]/")
	fmt.Println(err)
	// Output:
	// Get "http://[::ffff:10.0.0.1]/": guard: refused (private-address): ::ffff:10.0.0.1: a private address (rfc6890 2.2); see Options.Allow
}

// A URL of another scheme is checked before a client opens it that checks addresses.
func ExampleOptions_Agreed() {
	for _, text := range []string{"gopher://gopher.example/1/docs", `ftp://good.example\@evil.example/`} {
		u, err := guard.Options{}.Agreed(text)
		fmt.Println(u, err)
	}
	// Output:
	// gopher://gopher.example/1/docs <nil>
	//  guard: refused (disagreement): good.example: Qt QUrl reads another host or port than whatwg (rfc3986 7.6)
}
