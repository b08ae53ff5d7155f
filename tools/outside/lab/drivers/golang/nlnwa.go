//go:build ignore

// Nlnwa reads texts with github.com/nlnwa/whatwg-url.
//
// Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/nlnwa/whatwg-url/url"
)

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	in.Buffer(nil, 1<<24)
	defer out.Flush()
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if m.Path == "github.com/nlnwa/whatwg-url" {
			fmt.Fprintln(out, "=", m.Version)
		}
	}
	for in.Scan() {
		text, _ := hex.DecodeString(in.Text())
		u, err := url.Parse(string(text))
		if err != nil {
			fmt.Fprintf(out, "0\t%x\n", err.Error())
			continue
		}
		port := "-"
		if u.Port() != "" {
			port = fmt.Sprintf("%x", u.Port())
		}
		fmt.Fprintf(out, "1\t%x\t%x\t%s\t%x\t%x\t%x\n", u.Scheme(), u.Hostname(), port, u.Pathname(), u.Username(), u.Href(false))
	}
}
