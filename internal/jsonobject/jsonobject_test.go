package jsonobject

import (
	"testing"
	"time"
)

// TestAppendLine: a line has no control characters, and "<" and "&" are unchanged.
func TestAppendLine(t *testing.T) {
	got := string(AppendLine([]byte("x"), Header{Name: "<&>\x1b\u202e\u2028", Value: "\xff\n\"é"}))
	want := `x{"name":"<&>\u001b\u202e\u2028","value":"\ufffd\n\"é"}` + "\n"
	if got != want {
		t.Errorf("AppendLine = %s, want %s", got, want)
	}
}

// TestAbsentValues: values that are not known become null, and an empty list is a list.
func TestAbsentValues(t *testing.T) {
	entry := func(name string, size int64, at time.Time) string {
		return string(AppendLine(nil, Form{Entry: Entry{Name: Text(name, name != ""), Size: Size(size), Time: Time(at)}, Fields: List[Question](nil)}))
	}
	for got, want := range map[string]string{
		entry("", -1, time.Time{}):                                    `{"name":null,"url":null,"kind":null,"size":null,"time":null,"type":null,"fields":[]}`,
		entry("a", 0, time.Unix(1, 5e8).In(time.FixedZone("", 3600))): `{"name":"a","url":null,"kind":null,"size":0,"time":"1970-01-01T00:00:01.5Z","type":null,"fields":[]}`,
	} {
		if got != want+"\n" {
			t.Errorf("got %swant %s", got, want)
		}
	}
}
