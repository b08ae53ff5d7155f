package transfer

import (
	"testing"
	"time"

	"github.com/earl-url/earl/open"
)

// Options that show, set or compare the time of an object need it.
func TestUntimed(t *testing.T) {
	if o := new(Options); !o.Untimed() {
		t.Error("the zero Options need the time of an object")
	}
	for name, o := range map[string]Options{
		"Newer": {Newer: true}, "RemoteTime": {RemoteTime: true}, "Recursive": {Recursive: true}, "HeadOnly": {HeadOnly: true},
		"Resume": {Resume: Resume{Given: true}}, "Retries": {Retries: 1}, "Since": {Since: time.Unix(0, 0)},
		"Describe": {Describe: func(*open.Meta) error { return nil }}, "Saved": {Saved: func(*Transfer, *open.Meta) error { return nil }},
	} {
		if o.Untimed() {
			t.Errorf("%s does not need the time of an object", name)
		}
	}
}
