package transfer

import (
	"testing"
	"time"
)

// Options that show, set or compare the time of an object need it.
func TestUntimed(t *testing.T) {
	if o := new(Options); !o.Untimed() {
		t.Error("the zero Options need the time of an object")
	}
	for name, o := range map[string]Options{
		"Newer": {Saving: Saving{Newer: true}}, "RemoteTime": {Saving: Saving{RemoteTime: true}}, "Recursive": {Recursive: true}, "HeadOnly": {Content: Content{HeadOnly: true}},
		"Resume": {Saving: Saving{Resume: Resume{Given: true}}}, "Retries": {Retry: Retry{Retries: 1}}, "Since": {Content: Content{Since: time.Unix(0, 0)}},
		"Describe": {Reports: Reports{Describe: true}},
	} {
		if o.Untimed() {
			t.Errorf("%s does not need the time of an object", name)
		}
	}
}
