package earl

import (
	"strings"
	"testing"
)

func TestProsperoViews(t *testing.T) {
	testViews(t, []viewRow{
		{src: "3.11 B33", in: "prospero://host.dom//pros/name", want: both("host:host.dom,hsoname:/pros/name")},
		{src: "B33", in: "prospero://h/a/../b/", want: both("host:h,hsoname:a/../b/")},
		{src: "B16", in: "prospero://h:1525/", want: both("host:h,port:1525,hsoname:")},
		{src: "B16", in: "prospero://h/n;OBJECT-VERSION=1;a=b", want: both("host:h,hsoname:n,fields:[name:OBJECT-VERSION,value:1,name:a,value:b]")},
		{src: "B16", in: "prospero://h/a%3Bb;=", want: both("host:h,hsoname:a;b,fields:[name:,value:]")},
		{src: "B33", in: "prospero://h/n;a:@&=%2F%3B%3D", want: both("host:h,hsoname:n,fields:[name:a:@&,value:/;=]")},
		{src: "B33 DESIGN 3", in: "prospero://h/n?x;a=b?", want: both("host:h,hsoname:n?x,fields:[name:a,value:b?]"), again: seen{"", "prospero://h/n%3Fx;a=b%3F"}},
		{src: "B33", in: "prospero://h/n;a", want: seen{"invalid", "14 prospero-field"}},
		{src: "B33", in: "prospero://h/n;", want: seen{"invalid", "14 prospero-field"}},
		{src: "B33", in: "prospero://h/n;a=b=c", want: seen{"invalid", "14 prospero-field"}},
		{src: "B33", in: "prospero://h/n;a=b;c=/", want: seen{"invalid", "18 prospero-field"}},
		{src: "B33", in: "prospero://h/n;a/b=c", want: seen{"invalid", "14 prospero-field"}},
		{src: "B16", in: "prospero://u@h/n", want: seen{"invalid", "11 no-user"}},
		{src: "B16", in: "prospero://h", want: seen{"invalid", "12 no-slash"}},
		{src: "B16", in: "prospero:n", want: seen{"invalid", "9 login"}},
	})
	testCompose(t, []composeRow{
		{"B33", Prospero{Host: "h", HSOName: "/a;b", Fields: []Pair{{"/;=", "/;="}}}, both("prospero://h//a%3Bb;%2F%3B%3D=%2F%3B%3D")},
		{"3.1", Prospero{}, both("9 compose-host")},
	})
}

// The lines are those of the protocol text; "&" parts the requests.
func TestProsperoRequest(t *testing.T) {
	const begin = "VERSION 5|AUTHENTICATE '' UNAUTHENTICATED anonymous|"
	for _, row := range []struct {
		src, in, want string
		e             *Edition
	}{
		{"B17", "prospero://h//pros/name", "GET-OBJECT-INFO #ALL ASCII '/pros/name' 0&DIRECTORY ASCII '/pros/name' 0|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS ASCII '/pros/name' 0", RFC1738},
		{"B17", "prospero://h/it's;object-version=3;x=y", "GET-OBJECT-INFO #ALL ASCII 'it''s' 3&DIRECTORY ASCII 'it''s' 3|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS ASCII 'it''s' 3", RFC1738},
		{"B17", "prospero://h/n;HSONAME-TYPE=T;ID=REMOTE%207;ID=LOCAL", "GET-OBJECT-INFO #ALL T n 0|SELECT OBJECT FIELD ID SEQUENCE REMOTE 7&DIRECTORY T n 0|SELECT OBJECT FIELD ID SEQUENCE REMOTE 7|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS T n 0|SELECT OBJECT FIELD ID SEQUENCE REMOTE 7", RFC1738},
		{"B34", "prospero://h/n%00%00a", "GET-OBJECT-INFO #ALL ASCII n 0&DIRECTORY ASCII n 0|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS ASCII n 0", Draft1993},
		{"B34 F6", "prospero://h/n%0012%00a", "GET-OBJECT-INFO #ALL ASCII n 12&DIRECTORY ASCII n 12|LIST ATTRIBUTES COMPONENTS&GET-OBJECT-INFO CONTENTS ASCII n 12", Draft1993},
		{"B17 F2", "prospero://h/;HSONAME-TYPE=T%0A", "error", RFC1738},
		{"B17 F2", "prospero://h/a%7F", "error", RFC1738},
	} {
		v, err := ParseProspero(row.e.MustParse(row.in))
		if err != nil {
			t.Fatal(err)
		}
		texts, err := v.Requests()
		got := "error"
		if err == nil {
			for i, text := range texts {
				text, ok := strings.CutPrefix(strings.ReplaceAll(string(text), "\n", "|"), begin)
				if !ok || !strings.HasSuffix(text, "|") {
					t.Errorf("%s: request %d of %q = %q", row.src, i, row.in, texts[i])
				}
				texts[i] = Octets(strings.TrimSuffix(text, "|"))
			}
			got = string(texts[0] + "&" + texts[1] + "&" + texts[2])
		}
		if got != row.want {
			t.Errorf("%s: requests of %q = %q, %v, want %q", row.src, row.in, got, err, row.want)
		}
	}
	v, _ := ParseProspero(RFC1738.MustParse("prospero://h/;HSONAME-TYPE=T%0A"))
	if got, want := v.Request()[2], "GET-OBJECT-INFO #ALL 'T%0A' '' 0"; got != want {
		t.Errorf("B17: it shows %q, want %q", got, want)
	}
}
