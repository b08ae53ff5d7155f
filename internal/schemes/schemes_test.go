package schemes_test

import (
	"testing"

	"github.com/earl-url/earl/internal/schemes"
)

func TestKnown(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"http": true, "ssh": true, "irc": true, "urn": true, "ws": true, "doi": true, "magnet": true, "z39.50": true, "hxxp": true,
		"aaa": true, "bluetooth": true, "coap+ws": true, "ms-word": true, "xri": true, "z39.50s": true,
		"postgres": true, "s3": true, "git+ssh": true,
		"ms-settings-wifi": true, "web+coffee": true, "x-apple": true,
		"htps": false, "htttp": false, "foo": false, "": false, "HTTP": false,
	} {
		if got := schemes.Known(name); got != want {
			t.Errorf("Known(%q) = %v, want %v", name, got, want)
		}
	}
}
