package surt_test

import (
	"fmt"

	"github.com/earl-url/earl/warc/surt"
)

func ExampleKey() {
	fmt.Println(surt.Key("https://www.example.com/a/?b=2&a=1"))
	fmt.Println(surt.Key("HTTP://EXAMPLE.COM:80/a?a=1&b=2#top"))
	// Output:
	// com,example)/a?a=1&b=2
	// com,example)/a?a=1&b=2
}

func ExampleAppend() {
	b := surt.Append(nil, "https://www.ndl.go.jp/en/", surt.Options{WithScheme: true, KeepWWW: true})
	fmt.Printf("%s\n", b)
	// Output: https://(jp,go,ndl,www)/en
}

func ExampleAppendHeritrix() {
	b := surt.AppendHeritrix(nil, "https://user@www.example.com:8443/Path?q")
	fmt.Printf("%s\n", b)
	// Output: http://(com,example,www,:8443@user)/path?q
}
