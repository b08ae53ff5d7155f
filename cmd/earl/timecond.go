package main

import (
	"fmt"
	"net/http"
	"os"
	"time"
)

// timeCond is the value of -z.
type timeCond struct {
	text string
	time time.Time // zero: no condition
}

func (c *timeCond) String() string { return c.text }
func (*timeCond) Type() string     { return "DATE|FILE" }

// dateLayouts are the accepted formats of a date. A date without a zone is in UTC.
var dateLayouts = []string{time.RFC3339, "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", "20060102", time.RFC1123Z, time.UnixDate}

// Set reads a date, or the time of a file.
func (c *timeCond) Set(text string) error {
	at, err := http.ParseTime(text)
	for i := 0; err != nil && i < len(dateLayouts); i++ {
		at, err = time.Parse(dateLayouts[i], text)
	}
	if err != nil {
		info, ferr := os.Stat(text)
		if ferr != nil {
			return fmt.Errorf("%q: must be a date such as \"2006-01-02 15:04:05\" or an existing file", text)
		}
		at = info.ModTime()
	}
	*c = timeCond{text, at}
	return nil
}
