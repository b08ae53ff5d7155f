//go:build ignore

// Fasthttp reads texts with github.com/valyala/fasthttp.
//
// Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/valyala/fasthttp"
)

func main() {
	in, out := bufio.NewScanner(os.Stdin), bufio.NewWriter(os.Stdout)
	in.Buffer(nil, 1<<24)
	defer out.Flush()
	info, _ := debug.ReadBuildInfo()
	for _, m := range info.Deps {
		if m.Path == "github.com/valyala/fasthttp" {
			fmt.Fprintln(out, "=", m.Version)
		}
	}
	for in.Scan() {
		text, _ := hex.DecodeString(in.Text())
		u := fasthttp.AcquireURI()
		if err := u.Parse(nil, text); err != nil {
			fmt.Fprintf(out, "0\t%x\n", err.Error())
		} else {
			fmt.Fprintf(out, "1\t%x\t%x\t-\t%x\t%x\t%x\n", u.Scheme(), u.Host(), u.Path(), u.Username(), u.FullURI())
		}
		fasthttp.ReleaseURI(u)
	}
}
