package traceline

import (
	"testing"

	"github.com/earl-url/earl/open"
)

func TestText(t *testing.T) {
	for _, tt := range []struct {
		in   open.Event
		want string
	}{
		{open.Event{Dir: 'C', Line: "RETR motd"}, "> RETR motd"},
		{open.Event{Dir: 'S', Line: "150 \x1b[2J"}, `< 150 \x1B[2J`},
		{open.Event{Dir: '#', Line: "a remark"}, "* a remark"},
	} {
		if got := Text(tt.in); got != tt.want {
			t.Errorf("Text(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}
