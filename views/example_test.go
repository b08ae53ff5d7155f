package views_test

import (
	"fmt"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/views"
)

func ExampleParse() {
	u := earl.RFC1738.MustParse("gopher://host.dom/7/find%09two%20words")
	v, err := views.Parse(u)
	if err != nil {
		fmt.Println(err)
		return
	}
	if g, ok := v.(views.Gopher); ok {
		fmt.Println(g.Type.Value, g.Selector, g.Search.Value)
	}
	// Output: 7 /find two words
}

func ExampleParseFTP() {
	v, err := views.ParseFTP(earl.RFC1738.MustParse("ftp://joe:secret@host.dom/%2Fetc/motd;type=a"))
	fmt.Printf("%q %v %q %q %v\n", v.Cwd, v.Password, v.Name.Value, v.Type.Value, err)
	fmt.Printf("%s\n", earl.AppendView(nil, v))
	// Output:
	// ["/etc"] xxxxx "motd" "a" <nil>
	// {"scheme":"ftp","user":"joe","password":"xxxxx","host":"host.dom","port":null,"cwd":["/etc"],"name":"motd","type":"a"}
}

func ExampleFTP_URL() {
	v := views.FTP{Host: "host.dom", Cwd: []earl.Octets{"a/b", ""}, Name: earl.Some("50% off?"), Type: earl.Some("i")}
	for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
		u, err := v.URL(e)
		fmt.Println(u, err)
	}
	// Output:
	// ftp://host.dom/a%2Fb//50%25%20off?;type=i <nil>
	// ftp://host.dom/a%2Fb//50%25%20off%3F;type=i <nil>
}

func ExampleParseHTTP() {
	v, err := views.ParseHTTP(earl.RFC3986.MustParse("http://host.dom/a%2Fb?c=d#e"))
	fmt.Println(v.Path, v.Search.Value, err)
	// Output: /a%2Fb c=d <nil>
}

func ExampleParseGopher() {
	v, err := views.ParseGopher(earl.RFC1738.MustParse("gopher://host.dom/00/about%09%09!+ABSTRACT"))
	fmt.Println(v.Type.Value, v.Selector, v.Plus.Value, err)
	// Output: 0 0/about !+ABSTRACT <nil>
}

func ExampleParseMailto() {
	const text = "mailto:joe@host.dom?subject=50%25"
	for _, e := range []*earl.Edition{earl.RFC1738, earl.RFC3986} {
		v, err := views.ParseMailto(e.MustParse(text))
		fmt.Println(v.AddrSpec, v.Headers, err)
	}
	// Output:
	// joe@host.dom?subject=50% [] <nil>
	// joe@host.dom [{subject 50%}] <nil>
}

func ExampleParseNews() {
	for _, text := range []string{"news:comp.lang.c++", "news:abc@host.dom", "news:*"} {
		v, err := views.ParseNews(earl.RFC1738.MustParse(text))
		fmt.Printf("%q %q %v %v\n", v.Group.Value, v.MessageID.Value, v.All, err)
	}
	// Output:
	// "comp.lang.c++" "" false <nil>
	// "" "abc@host.dom" false <nil>
	// "" "" true <nil>
}

func ExampleParseNNTP() {
	v, err := views.ParseNNTP(earl.RFC1738.MustParse("nntp://host.dom/alt.test/12"))
	fmt.Println(v.Group, v.Number.Value, err)
	// Output: alt.test 12 <nil>
}

func ExampleParseTelnet() {
	v, err := views.ParseTelnet(earl.RFC1738.MustParse("telnet://guest:guest@host.dom/"))
	fmt.Println("connect to", v.Host, "and log in as", v.User.Value, "with", v.Password, err)
	// Output: connect to host.dom and log in as guest with xxxxx <nil>
}

func ExampleParseWAIS() {
	v, err := views.ParseWAIS(earl.RFC1738.MustParse("wais://host.dom/books?tolstoy"))
	fmt.Println(v.Database, v.Words(), err)
	// Output: books tolstoy <nil>
}

func ExampleParseFile() {
	v, err := views.ParseFile(earl.RFC1738.MustParse("file:///c%7C/my%20notes/note.txt"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.NativePath("windows"))
	fmt.Println(v.NativePath("linux"))
	// Output:
	// c:\my notes\note.txt <nil>
	// /c|/my notes/note.txt <nil>
}

func ExampleFileFromNative() {
	for _, name := range []struct{ goos, path string }{{"linux", "/home/joe/50% off"}, {"windows", `C:\notes\a b.txt`}} {
		v, err := views.FileFromNative(name.goos, name.path)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(v.URL(earl.RFC1738))
	}
	// Output:
	// file:///home/joe/50%25%20off <nil>
	// file:///C:/notes/a%20b.txt <nil>
}

func ExampleGopher_URL() {
	v := views.Gopher{Scheme: "gopher", Host: "host.dom", Type: earl.Some("7"), Selector: "/find", Search: earl.Some("two words")}
	fmt.Println(v.URL(earl.RFC1738))
	// Output: gopher://host.dom/7/find%09two%20words <nil>
}

func ExampleWAIS_DocumentID() {
	v, err := views.ParseWAIS(earl.RFC1738.MustParse("wais://host.dom/books/TEXT/a%2Fb"))
	fmt.Printf("%q %v\n", v.DocumentID(), err)
	// Output: "a/b" <nil>
}

func ExampleFileFromVMS() {
	v, err := views.FileFromVMS("DISK$USER:[MY.NOTES]NOTE123456.TXT", true)
	if err != nil {
		fmt.Println(err)
		return
	}
	v.Host = "vms.host.edu"
	u, err := v.URL(earl.RFC1738)
	fmt.Println(u, err)
	// Output: file://vms.host.edu/disk$user/my/notes/note123456.txt <nil>
}

func ExampleParseProspero() {
	v, err := views.ParseProspero(earl.RFC1738.MustParse("prospero://host.dom//pros/name;OBJECT-VERSION=2"))
	fmt.Println(v.HSOName, v.Fields, err)
	// Output: /pros/name [{OBJECT-VERSION 2}] <nil>
}

func ExampleRules() {
	for r := range views.Rules() {
		if r.Name() == "tftp-path" {
			fmt.Println(r, "-", r.Sentence())
		}
	}
	// Output: rfc3617 3, tftp-path - a tftp path must be a file, optionally with ";mode=octet" or ";mode=netascii"
}
