package open_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	openhttp "github.com/earl-url/earl/open/http"
	"github.com/earl-url/earl/open/internal/secure"
)

func TestClassOf(t *testing.T) {
	_, invalid := earl.RFC1738.Parse("http://h/a b")
	dial := &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	for _, row := range []struct {
		src   string
		err   error
		class open.Class
		retry bool
	}{
		{"G11", nil, open.ClassNone, false},
		{"A11", invalid, open.ClassInvalid, false},
		{"F1", &open.Refusal{Name: open.GuardBadPort}, open.ClassRefused, false},
		{"F2", fmt.Errorf("ftp: %w", open.ErrLineBreak), open.ClassRefused, false},
		{"F2", earl.ErrControl, open.ClassRefused, false},
		{"C2", open.ErrNoOpener, open.ClassUnsupported, false},
		{"B36", open.ErrNotFound, open.ClassNotFound, false},
		{"B32", &fs.PathError{Op: "open", Err: os.ErrNotExist}, open.ClassNotFound, false},
		{"B2", open.ErrLogin, open.ClassLogin, false},
		{"B32", &fs.PathError{Op: "open", Err: os.ErrPermission}, open.ClassLogin, false},
		{"B2", fmt.Errorf("%w: %w", open.ErrConnect, dial), open.ClassConnect, true},
		{"B2", &net.DNSError{IsNotFound: true}, open.ClassConnect, false},
		{"B2", fmt.Errorf("TLS: %w", secure.Failure(&tls.CertificateVerificationError{Err: errors.New("expired")})), open.ClassConnect, false},
		{"B2", fmt.Errorf("%w: %w", open.ErrConnect, context.DeadlineExceeded), open.ClassTimeout, true},
		{"B2", os.ErrDeadlineExceeded, open.ClassTimeout, true},
		{"B2", &net.DNSError{IsTimeout: true}, open.ClassTimeout, true},
		{"B2", open.ErrProtocol, open.ClassProtocol, false},
		{"B2", open.ErrCut, open.ClassTruncated, true},
		{"F4", open.ErrChanged, open.ClassChanged, true},
		{"F4", open.ErrUnchanged, open.ClassUnchanged, false},
		{"B2", open.ErrServer, open.ClassServer, false},
		{"F7", context.Canceled, open.ClassInterrupted, false},
		{"B2", errors.New("disk full"), open.ClassLocal, false},
		{"B5", &openhttp.StatusError{Code: http.StatusNotFound}, open.ClassNotFound, false},
		{"B5", &openhttp.StatusError{Code: http.StatusServiceUnavailable}, open.ClassServer, true},
		{"B5", &openhttp.StatusError{Code: http.StatusTeapot}, open.ClassServer, false},
		{"B5", &openhttp.StatusError{Code: http.StatusProxyAuthRequired}, open.ClassLogin, false},
		{"B5", &openhttp.StatusError{Code: http.StatusRequestedRangeNotSatisfiable}, open.ClassLocal, false},
	} {
		if got := open.ClassOf(row.err); got != row.class {
			t.Errorf("%s: ClassOf(%v) = %v, want %v", row.src, row.err, got, row.class)
		}
		if _, got := open.Retryable(row.err); got != row.retry {
			t.Errorf("%s: Retryable(%v) = %v, want %v", row.src, row.err, got, row.retry)
		}
	}
	if wait, _ := open.Retryable(&openhttp.StatusError{Code: 503, RetryAfter: time.Minute}); wait != time.Minute {
		t.Errorf("the wait of a 503 with Retry-After: 60 is %v", wait)
	}
}

// Every class has a different name.
func TestEveryClassHasAWord(t *testing.T) {
	seen := map[string]open.Class{}
	for c := open.ClassNone; c <= open.ClassLocal; c++ {
		word := c.String()
		if other, twice := seen[word]; twice || word == "" {
			t.Errorf("class %d has the word %q of class %d; add one to classWords in class.go", c, word, other)
		}
		seen[word] = c
	}
}
