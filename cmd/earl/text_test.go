package main

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/cmd/earl/internal/console"
	"github.com/earl-url/earl/cmd/earl/internal/savedir"
	"github.com/earl-url/earl/cmd/earl/internal/transfer"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
)

// TestStatusOf checks the exit status for each kind of error.
func TestStatusOf(t *testing.T) {
	_, invalid := earl.RFC3986.Parse("x")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{invalid, 1},
		{usagef("x"), 2},
		{&open.Refusal{Name: "bad-port"}, 4},
		{fmt.Errorf("ftp: %w", open.ErrNotFound), 5},
		{&open.ReplyError{Protocol: "ftp", Command: "RETR", Code: 552}, 5},
		{&open.ReplyError{Protocol: "nntp", Command: "HEAD", Code: 503}, 5},
		{&openhttp.StatusError{Code: 503}, 5},
		{&openhttp.StatusError{Code: 416}, 8},
		{open.ErrConnect, 6},
		{&net.DNSError{Err: "no such host"}, 6},
		{fmt.Errorf("TLS: %w: %w", open.ErrConnect, x509.UnknownAuthorityError{}), 6},
		{context.DeadlineExceeded, 7},
		{fmt.Errorf("%w: %w", open.ErrConnect, context.DeadlineExceeded), 7},
		{os.ErrDeadlineExceeded, 7},
		{fmt.Errorf("x: %w", &transfer.UsageError{Err: io.EOF}), 2},
		{savedir.ErrName, 4},
		{&transfer.StatusError{}, 5},
		{open.ErrProtocol, 8},
		{open.ErrCut, 8},
		{open.ErrLogin, 9},
		{console.ErrNoTerminal, 9},
		{open.ErrNoOpener, 10},
		{localErr(io.ErrShortWrite), 10},
		{errors.New("anything"), 10},
		{context.Canceled, 130},
	} {
		if got := statusOf(c.err); got != c.want {
			t.Errorf("statusOf(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}

func TestFlagValues(t *testing.T) {
	var s size
	for text, want := range map[string]size{"1": 1, "10k": 10 << 10, "3M": 3 << 20, "2g": 2 << 30} {
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("size %q = %d, %v, want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "k", "9999999999G", "1x"} {
		if s.Set(text) == nil {
			t.Errorf("size %q is taken", text)
		}
	}
	var d seconds
	for text, want := range map[string]time.Duration{"1": time.Second, "0.5": time.Second / 2, "2m": 2 * time.Minute} {
		if err := d.Set(text); err != nil || time.Duration(d) != want {
			t.Errorf("seconds %q = %v, %v, want %v", text, d, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1", "x", "NaN", "inf"} {
		if d.Set(text) == nil {
			t.Errorf("seconds %q is taken", text)
		}
	}
	var r span
	for text, want := range map[string]span{"0-9": {true, 0, 10}, "5-": {true, 5, 0}, "7-7": {true, 7, 8}} {
		if err := r.Set(text); err != nil || r != want {
			t.Errorf("range %q = %v, %v, want %v", text, r, err, want)
		}
	}
	for _, text := range []string{"", "-", "-5", "9-3", "1,2", "a-b", "5"} {
		if r.Set(text) == nil {
			t.Errorf("range %q is taken", text)
		}
	}
}

// F1: every setting that allows what a guard refuses has a flag.
func TestGuardSettingsHaveFlags(t *testing.T) {
	for _, g := range open.Guards() {
		if g.Setting != "" && flagFor(g.Setting) == "" {
			t.Errorf("guard %q: no flag sets %s: add it to settingFlags in cmd/earl/messages.go", g.Name, g.Setting)
		}
	}
}
