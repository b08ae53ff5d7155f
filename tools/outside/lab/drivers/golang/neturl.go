//go:build ignore

// Neturl reads texts with net/url.
//
// Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"runtime"
)

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	in.Buffer(nil, 1<<24)
	defer out.Flush()
	fmt.Fprintln(out, "=", runtime.Version())
	for in.Scan() {
		text, _ := hex.DecodeString(in.Text())
		u, err := url.Parse(string(text))
		if err != nil {
			fmt.Fprintf(out, "0\t%x\n", err.Error())
			continue
		}
		user := "-"
		if u.User != nil {
			user = fmt.Sprintf("%x", u.User.Username())
		}
		port := "-"
		if u.Port() != "" {
			port = fmt.Sprintf("%x", u.Port())
		}
		path := u.EscapedPath()
		if u.Opaque != "" {
			path = u.Opaque
		}
		fmt.Fprintf(out, "1\t%x\t%x\t%s\t%x\t%s\t%x\n", u.Scheme, u.Hostname(), port, path, user, u.Host)
	}
}
