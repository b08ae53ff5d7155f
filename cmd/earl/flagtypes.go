package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/earl-url/earl/cmd/earl/internal/config"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/open"
)

// seconds is a time in seconds, such as 2.5, or with a unit, such as 2m.
type seconds time.Duration

var _ pflag.Value = new(seconds)

func (s *seconds) String() string {
	if *s == 0 {
		return ""
	}
	return time.Duration(*s).String()
}
func (*seconds) Type() string { return "SECONDS" }

// Set reads the text of the flag.
func (s *seconds) Set(text string) error {
	d, err := time.ParseDuration(text)
	if n, ferr := strconv.ParseFloat(text, 64); ferr == nil && n < math.MaxInt32 {
		d, err = time.Duration(n*float64(time.Second)), nil
	}
	if err != nil || d <= 0 {
		return fmt.Errorf("%q: must be a number of seconds above 0, such as 2.5 or 2m", text)
	}
	*s = seconds(d)
	return nil
}

// secondsOrZero is a time in seconds that may be 0, which is the default.
type secondsOrZero time.Duration

func (s *secondsOrZero) String() string { return (*seconds)(s).String() }
func (*secondsOrZero) Type() string     { return "SECONDS" }

// Set reads the text of the flag.
func (s *secondsOrZero) Set(text string) error {
	if text == "0" {
		*s = 0
		return nil
	}
	return (*seconds)(s).Set(text)
}

// secondsOrNone is a time limit in seconds. 0 on the command line means no limit. It is
// stored as -1, as in open.Policy.
type secondsOrNone time.Duration

func (s *secondsOrNone) String() string {
	if *s < 0 {
		return "0"
	}
	return (*seconds)(s).String()
}
func (*secondsOrNone) Type() string { return "SECONDS" }

// Set reads the text of the flag.
func (s *secondsOrNone) Set(text string) error {
	if text == "0" {
		*s = -1
		return nil
	}
	return (*seconds)(s).Set(text)
}

// sizeOrNone is a limit in bytes. 0 on the command line means no limit. It is stored as
// -1, as in open.Policy.
type sizeOrNone int64

func (s *sizeOrNone) String() string {
	if *s < 0 {
		return "0"
	}
	return (*size)(s).String()
}
func (*sizeOrNone) Type() string { return "BYTES" }

// Set reads the text of the flag.
func (s *sizeOrNone) Set(text string) error {
	if text == "0" {
		*s = -1
		return nil
	}
	return (*size)(s).Set(text)
}

// size is a number of bytes, optionally with k, M or G for powers of 1024.
type size int64

func (s *size) String() string {
	if *s == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*s), 10)
}
func (*size) Type() string { return "BYTES" }

// Set reads the text of the flag.
func (s *size) Set(text string) error {
	n, err := config.ParseSize(text)
	if err != nil {
		return err
	}
	*s = size(n)
	return nil
}

// span is the value of -r.
type span transfer.Range

func (s *span) String() string {
	switch {
	case !s.Given:
		return ""
	case s.Stop == 0:
		return fmt.Sprintf("%d-", s.First)
	}
	return fmt.Sprintf("%d-%d", s.First, s.Stop-1)
}
func (*span) Type() string { return "RANGE" }

// Set reads the text of the flag.
func (s *span) Set(text string) error {
	a, b, ok := strings.Cut(text, "-")
	if ok && a == "" && b != "" {
		return fmt.Errorf("%q: must be A-B or A-; the last bytes (-N) cannot be requested", text)
	}
	first, err := strconv.ParseUint(a, 10, 62)
	if !ok || err != nil {
		return fmt.Errorf("%q: must be A-B or A-, in bytes from 0", text)
	}
	*s = span{Given: true, First: int64(first)}
	if b == "" {
		return nil
	}
	last, err := strconv.ParseUint(b, 10, 62)
	if err != nil || last < first {
		return fmt.Errorf("%q: must be A-B or A-, in bytes from 0", text)
	}
	s.Stop = int64(last) + 1
	return nil
}

// resume is the value of -C.
type resume transfer.Resume

func (r *resume) String() string {
	switch {
	case !r.Given:
		return ""
	case r.Auto:
		return "-"
	}
	return strconv.FormatInt(r.At, 10)
}
func (*resume) Type() string { return "OFFSET" }

// Set reads the text of the flag.
func (r *resume) Set(text string) error {
	if text == "-" {
		*r = resume{Given: true, Auto: true}
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 62)
	if err != nil {
		return fmt.Errorf("%q: must be a number of bytes or \"-\"", text)
	}
	*r = resume{Given: true, At: int64(n)}
	return nil
}

// ports is the list of --allow-port.
type ports []uint16

func (*ports) String() string { return "" }
func (*ports) Type() string   { return "PORT" }

// Set reads one more port.
func (p *ports) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return fmt.Errorf("%q: must be a port from 1 to 65535", text)
	}
	*p = append(*p, uint16(n))
	return nil
}

// nets is the list of --allow-net.
type nets []open.Net

func (*nets) String() string { return "" }
func (*nets) Type() string   { return "CIDR[:PORT]" }

// Set reads one more range.
func (n *nets) Set(text string) error {
	one, err := open.ParseNet(text)
	if err == nil {
		*n = append(*n, one)
	}
	return err
}
