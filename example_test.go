package earl_test

import (
	"fmt"

	"github.com/earl-url/earl"
)

func ExampleEdition_Parse() {
	u, err := earl.RFC1738.Parse("ftp://myname@host.dom/%2Fetc/motd;type=a")
	if err != nil {
		fmt.Println(err)
		return
	}
	host, _ := u.Host()
	port, _ := u.PortNumber()
	fmt.Println(u.Scheme(), host, port, u.Path())
	// Output: ftp host.dom 21 /%2Fetc/motd;type=a
}

func ExampleEdition_Check() {
	const text = "http://user@a_b.c/x|y"
	for v := range earl.RFC1738.Check(text) {
		fmt.Println(v.Off, v.Len, v.Rule.Name(), v.Rule.Section())
	}
	// Output:
	// 7 5 no-user rfc1738 5
	// 13 1 host rfc1738 3.1, 5
	// 19 1 unsafe rfc1738 2.2
}

func ExampleEdition_Valid() {
	fmt.Println(earl.RFC1738.Valid("http://[::1]/"), earl.RFC3986.Valid("http://[::1]/"))
	// Output: false true
}

func ExampleEdition_Compose() {
	u, err := earl.RFC1738.Compose(earl.Parts{
		Scheme:   "ftp",
		User:     earl.Some("joe@home"),
		Password: earl.NewSecret("a:b"),
		Host:     earl.Some("host.dom"),
		Path:     "/a b",
	})
	fmt.Println(u.Redacted(), err)
	// Output: ftp://joe%40home:xxxxx@host.dom/a%20b <nil>
}

func ExampleEdition_Resolve() {
	base := earl.RFC3986.MustParse("http://a/b/c/d;p?q")
	u, err := earl.RFC3986.Resolve(base, "../g#s")
	fmt.Println(u, err)
	// Output: http://a/b/g#s <nil>
}

func ExampleEdition_ParseReference() {
	r, err := earl.RFC3986.ParseReference("../g?y#s")
	path := r.Path()
	_, absolute := r.URL()
	fmt.Println(path, absolute, err)
	// Output: ../g false <nil>
}

func ExampleEdition_With() {
	mine := earl.RFC1738.With(earl.Scheme{Name: "x-finger", Port: 79})
	u := mine.MustParse("x-finger://host.dom/joe")
	port, _ := u.PortNumber()
	fmt.Println(u.Scheme(), port)
	// Output: x-finger 79
}

func ExampleURL_Equal() {
	u := earl.RFC3986.MustParse("HTTP://Host.dom:80/%7Ejoe")
	v := earl.RFC3986.MustParse("http://host.dom/~joe")
	same, step := u.Equal(v, earl.LevelScheme)
	fmt.Println(same, step, step.Section())
	// Output: true scheme rfc1738 3.1; rfc3986 6.2.3
}

func ExampleURL_Normalize() {
	u := earl.RFC3986.MustParse("HTTP://Host.dom:80/a/../%7Ejoe")
	fmt.Println(u.Normalize(earl.LevelScheme))
	// Output: http://host.dom/~joe
}

func ExampleURL_AppendNormalize() {
	var line []byte // used again for each URL
	for _, text := range []string{"HTTP://Host.dom:80/a/../%7Ejoe", "http://host.dom"} {
		line = earl.RFC3986.MustParse(text).AppendNormalize(line[:0], earl.LevelScheme)
		fmt.Printf("%s\n", line)
	}
	// Output:
	// http://host.dom/~joe
	// http://host.dom/
}

func ExampleURL_Redacted() {
	u := earl.RFC3986.MustParse("ftp://joe:secret@host.dom/")
	fmt.Println(u.Redacted())
	// Output: ftp://joe:xxxxx@host.dom/
}

func ExampleHidePassword() {
	fmt.Println(earl.HidePassword("data:,some%20content"), earl.Redact("data:,some%20content"))
	// Output: data:,some%20content data:,...
}

func ExampleHideTokens() {
	fmt.Println(earl.HideTokens("GET https://TOKEN@host.dom/?access_token=TOKEN&page=2"))
	// Output: GET https://xxxxx@host.dom/?access_token=xxxxx&page=2
}

func ExampleMaskPassword() {
	fmt.Println(earl.MaskPassword("db://joe:se/cret@host.dom/"))
	// Output: db://joe:xx/xxxx@host.dom/
}

func ExampleRedact() {
	fmt.Println(earl.Redact("ftp://joe:secret@not a host/"))
	// Output: ftp://joe:xxxxx@not a host/
}
