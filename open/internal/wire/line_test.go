package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
)

func TestAppendLine(t *testing.T) {
	tests := []struct {
		src, verb string
		arg       earl.Octets
		want      string
	}{
		{"B3", "CWD", "/etc", "CWD /etc\r\n"},
		{"B2", "CWD", "", "CWD \r\n"},
		{"B6", "", "0selector", "0selector\r\n"},
		{"B6", "", "", "\r\n"},
		{"A3", "RETR", "a\xffb\tc\x7f", "RETR a\xffb\tc\x7f\r\n"}, // the limit that the policy allowed
		{"F2", "CWD", "a\rb", ""},
		{"F2", "CWD", "a\nDELE b", ""},
		{"F2", "PASS", "geheim\x00", ""},
		{"F2", "", "\r\n", ""},
	}
	for _, tt := range tests {
		got, err := AppendLine([]byte("> "), tt.verb, tt.arg)
		if tt.want == "" {
			if !errors.Is(err, open.ErrLineBreak) || string(got) != "> " || strings.Contains(err.Error(), "geheim") || strings.HasPrefix(err.Error(), ":") {
				t.Errorf("%s: AppendLine(%q, %q) = %q, %v, want ErrLineBreak", tt.src, tt.verb, tt.arg, got, err)
			}
			continue
		}
		if string(got) != "> "+tt.want || err != nil {
			t.Errorf("%s: AppendLine(%q, %q) = %q, %v, want %q", tt.src, tt.verb, tt.arg, got, err, tt.want)
		}
	}
}

func TestAppendCommand(t *testing.T) {
	if got := string(AppendCommand([]byte("A\r\n"), "PASV")); got != "A\r\nPASV\r\n" {
		t.Errorf("AppendCommand = %q", got)
	}
}

func TestAppendOctets(t *testing.T) {
	b, err := AppendOctets(nil, "selector")
	if string(b) != "selector" || err != nil {
		t.Errorf("AppendOctets = %q, %v", b, err)
	}
	if b, err = AppendOctets(b, "x\ny"); string(b) != "selector" || !errors.Is(err, open.ErrLineBreak) {
		t.Errorf("AppendOctets = %q, %v, want ErrLineBreak", b, err)
	}
}

func TestTrimLineEnd(t *testing.T) {
	for in, want := range map[string]string{"": "", "a": "a", "a\n": "a", "a\r\n": "a", "a\r": "a", "a\r\r\n": "a\r", "\n": "", "a\n\n": "a\n"} {
		if got := TrimLineEnd([]byte(in)); string(got) != want {
			t.Errorf("TrimLineEnd(%q) = %q, want %q", in, got, want)
		}
	}
}

// The error of a limit names the setting that can change it.
func TestLimit(t *testing.T) {
	for limit, want := range map[Limit]string{
		{Octets: 5}:                             "the server sent an invalid response: a line of more than 5 bytes",
		{Octets: 5, Setting: "Policy.MenuLine"}: "the server sent an invalid response: a line of more than 5 bytes",
	} {
		if err := limit.TooLong(); err.Error() != want || !errors.Is(err, open.ErrProtocol) {
			t.Errorf("TooLong: %v, want %s", err, want)
		}
	}
}

// An error of the writer is not an error of the connection.
func TestOfConn(t *testing.T) {
	for err, want := range map[error]bool{
		fmt.Errorf("a: %w", open.ErrCut): true, os.ErrDeadlineExceeded: true, context.Canceled: true, context.DeadlineExceeded: true,
		io.ErrShortWrite: false, io.ErrClosedPipe: false,
	} {
		if OfConn(err) != want {
			t.Errorf("OfConn(%v) = %v", err, !want)
		}
	}
}
