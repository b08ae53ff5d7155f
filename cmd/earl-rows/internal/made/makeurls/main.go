// Command makeurls writes made URLs as CSV with the columns id and url, for
// measurements of earl-rows:
//
//	go run ./internal/made/makeurls 1000000 >urls.csv
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"

	"github.com/earl-url/earl/cmd/earl-rows/internal/made"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: makeurls NUMBER >FILE")
		os.Exit(2)
	}
	n, err := strconv.Atoi(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "makeurls:", err)
		os.Exit(2)
	}
	if err := write(n); err != nil {
		fmt.Fprintln(os.Stderr, "makeurls:", err)
		os.Exit(1)
	}
}

// write writes n URLs.
func write(n int) error {
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	line := []byte("id,url\n")
	for i := range n {
		if _, err := out.Write(line); err != nil {
			return err
		}
		line = append(strconv.AppendInt(line[:0], int64(i), 10), ',')
		line = append(made.Append(line, i), '\n')
	}
	if _, err := out.Write(line); err != nil {
		return err
	}
	return out.Flush()
}
