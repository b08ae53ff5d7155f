package views

import (
	"fmt"
	"testing"

	"github.com/earl-url/earl"
)

// G4: the syntax of rfc2056, and the extensions for searches.
func TestZ3950Views(t *testing.T) {
	testViews(t, []viewRow{
		{src: "rfc2056 2", in: "z39.50r://h/db?123", want: both("scheme:z39.50r,host:h,databases:[db],docid:123")},
		{src: "rfc2056 2", in: "z39.50r://h:2100/a+b?123;esn=F;rs=usmarc+sutrs",
			want: both("scheme:z39.50r,host:h,port:2100,databases:[a,b],docid:123,elementset:F,syntaxes:[usmarc,sutrs]")},
		{src: "rfc2056 2", in: "z39.50r://h/db?a%2Bb%3Bc%3F%2F", want: both("scheme:z39.50r,host:h,databases:[db],docid:a+b;c?/")},
		{src: "rfc2056 2", in: "z39.50r://h/db?x:y@z=", want: both("scheme:z39.50r,host:h,databases:[db],docid:x:y@z="), again: both("z39.50r://h/db?x%3Ay%40z%3D")},
		{src: "rfc2056 2", in: "z39.50s://h/", want: both("scheme:z39.50s,host:h")},
		{src: "rfc2056 2", in: "z39.50s://h", want: both("scheme:z39.50s,host:h"), again: both("z39.50s://h/")},
		{src: "rfc2056 2", in: "z39.50s://h/;rs=xml", want: both("scheme:z39.50s,host:h,syntaxes:[xml]")},
		{src: "rfc2056 2", in: "z39.50s://h/db?123", want: both("scheme:z39.50s,host:h,databases:[db],docid:123")},
		{src: "G4", in: "z39.50s://h/db;x-search=old%20maps;x-use=title;x-record=3",
			want: both("scheme:z39.50s,host:h,databases:[db],search:old maps,use:title,record:3")},
		{src: "G4", in: "z39.50s://h/db;x-use=title;x-search=a+b", want: both("scheme:z39.50s,host:h,databases:[db],search:a+b,use:title"),
			again: both("z39.50s://h/db;x-search=a%2Bb;x-use=title")},
		{src: "G4", in: "z39.50s://h/;x-scan=com", want: both("scheme:z39.50s,host:h,scan:com")},
		{src: "rfc2056 2", in: "z39.50r://h/db", want: both("11 z39.50-parts")},
		{src: "rfc2056 2", in: "z39.50r://h/?123", want: both("12 z39.50-path")},
		{src: "rfc2056 2", in: "z39.50r://h", want: both("11 z39.50-parts")},
		{src: "rfc2056 2", in: "z39.50r://h/a++b?1", want: both("12 z39.50-path")},
		{src: "rfc2056 2", in: "z39.50r://h/a/b?1", want: both("12 z39.50-path")},
		{src: "rfc2056 2", in: "z39.50r://h/a?1;rs=a+", want: both("15 z39.50-keyword")},
		{src: "rfc2056 2", in: "z39.50r://h/a?1;esn=F;esn=B", want: both("21 z39.50-keyword")},
		{src: "rfc2056 2", in: "z39.50r://h/a?1;esn", want: both("15 z39.50-keyword")},
		{src: "rfc2056 2", in: "z39.50s://h/a;new=1", want: both("13 z39.50-keyword")},
		{src: "G4", in: "z39.50r://h/a?1;x-record=1", want: both("11 z39.50-parts")},
		{src: "G4", in: "z39.50s://h/a?1;x-search=b", want: both("11 z39.50-parts")},
		{src: "G4", in: "z39.50s://h/a;x-use=title", want: both("11 z39.50-parts")},
		{src: "G4", in: "z39.50s://h/a;x-search=b;x-record=b", want: both("11 z39.50-parts")},
		{src: "rfc2056 2", in: "z39.50r://u@h/a?1", want: both("10 no-user")},
		{src: "rfc2056 2", in: "z39.50r:a?1", want: both("8 login")},
	})
	testCompose(t, []composeRow{
		{"rfc2056 2", Z3950{}, both("8 compose-host")},
		{"rfc2056 2", Z3950{Host: "h", Databases: []earl.Octets{"a b"}, DocID: earl.Some("/1")}, both("z39.50r://h/a%20b?%2F1")},
		{"rfc2056 2", Z3950{Scheme: "z39.50", Host: "h", Databases: []earl.Octets{"a"}, DocID: earl.Some("1")}, both("7 compose-view")},
		{"rfc2056 2", Z3950{Scheme: "z39.50s", Host: "h", Databases: []earl.Octets{""}}, both("8 compose-view")},
		{"rfc2056 2", Z3950{Scheme: "z39.50s", Host: "h", ElementSet: earl.Field{Value: "F"}}, both("8 compose-view")},
		{"rfc2056 2", Z3950{Host: "h", Databases: []earl.Octets{"a"}}, both("8 compose-view")},
	})
	if _, err := ParseZ3950(earl.RFC3986.MustParse("z39.50://h/")); failed(err) != "0 view-scheme" {
		t.Errorf("ParseZ3950(z39.50://h/) = %v, want view-scheme", err)
	}
}

// FuzzZ3950: a view of any bytes can be written as a URL that gives the same
// view, in every edition, or is refused. A12.
func FuzzZ3950(f *testing.F) {
	f.Add("host.dom", "210", "db", "books", "12345", "F", "usmarc", "", true)
	f.Add("[::1]", "", "a b+", "", "", "", "\xFF", "old maps", false)
	f.Add("H", "079", "..", ".", "..", "", "", "3", false)
	f.Fuzz(func(t *testing.T, host, port, a, b, docID, set, syntax, search string, retrieval bool) {
		v := Z3950{Scheme: "z39.50s", Host: earl.Octets(host), Port: earl.Some(earl.Octets(port)), Databases: []earl.Octets{earl.Octets(a)}, ElementSet: earl.Some(earl.Octets(set))}
		if b != "" {
			v.Databases = append(v.Databases, earl.Octets(b))
		}
		if syntax != "" {
			v.Syntaxes = []earl.Octets{earl.Octets(syntax), "sutrs"}
		}
		if retrieval {
			v.Scheme, v.DocID = "z39.50r", earl.Some(earl.Octets(docID))
		} else {
			v.Search, v.Use, v.Record = earl.Some(earl.Octets(search)), earl.Some(earl.Octets(docID)), earl.Some("1")
		}
		for _, e := range editionsUnderTest {
			survives(t, e, v)
		}
	})
}

func ExampleParseZ3950() {
	v, err := ParseZ3950(earl.RFC1738.MustParse("z39.50r://library.example/books?12345;rs=usmarc"))
	fmt.Println("record", v.DocID.Value, "of", v.Databases, "as", v.Syntaxes, err)
	// Output: record 12345 of [books] as [usmarc] <nil>
}
