// Package known decides about the keys of servers that no authority confirms: certificates of
// gemini servers, and keys of ssh servers. A key is trusted on its first use and kept. Another key
// of the same server is refused.
//
//	trust := &known.Trust{Store: &known.File{Path: "known_keys"}, First: known.Accept}
//	client := open.New(open.Options{}, &gemini.Opener{Options: gemini.Options{Trust: trust}})
//
// The same [Trust] serves every opener that needs one: the command, the gateway and programs in Go
// make it in the same way. A [Store] keeps keys. [File] keeps them in a file of lines, or in
// memory; the opener of sftp has a store that reads the files of OpenSSH.
//
// A program that opens neither scheme does not link this package.
package known

import (
	"context"
	"fmt"
	"time"

	"github.com/earl-url/earl/open"
)

// Key is a key or a certificate that a server has presented.
type Key struct {
	Scheme string    // the scheme of the URL, such as "gemini"
	Host   string    // the server, "host:port"
	Kind   string    // what the key is, such as "certificate" or "ssh-ed25519"
	Digest string    // "SHA256:" and the digest in base64 without padding, as OpenSSH prints it
	Until  time.Time // the end of its validity; zero: no end
}

// Kept is a key that a [Store] has.
type Kept struct {
	Key
	File    string // where it is kept; "": in memory
	Line    int    // in File, from 1
	Revoked bool   // the user never accepts this key
}

// where returns the place of a key for a message.
func (k Kept) where() string {
	if k.File == "" {
		return "since this program started"
	}
	return fmt.Sprintf("in %s, line %d", k.File, k.Line)
}

// Store keeps keys. Several goroutines may use it.
type Store interface {
	// Find returns the keys that are kept for the server of k, for its scheme.
	Find(k Key) ([]Kept, error)
	// Add keeps a key. It returns where, as text for users.
	Add(k Key) (where string, err error)
}

// New is a key that is not kept, of a server that no valid key is kept of.
type New struct {
	Key
	// Before are the keys that are kept of the server. The validity of all has
	// ended. Empty means that the server was never seen.
	Before []Kept
}

// Accept accepts every first key. It is a First of [Trust].
func Accept(context.Context, New) error { return nil }

// Trust decides whether a key is accepted. Several goroutines may share it.
type Trust struct {
	Store Store
	// First decides about a key that is not kept. If it returns nil, the key is
	// kept. Its error is returned unchanged. Several goroutines may call it. A nil
	// First refuses each such key with an [*UnknownError].
	First func(ctx context.Context, n New) error
	// Now returns the time; nil means time.Now.
	Now func() time.Time
}

// Check decides about a key that a server has presented. If it is accepted, note
// says what is new about it, or is "". Errors: a [*ChangedError]; an
// [*UnknownError]; the error of First, or of the store.
func (t *Trust) Check(ctx context.Context, k Key) (note string, err error) {
	kept, err := t.Store.Find(k)
	if err != nil {
		return "", err
	}
	same := false
	for _, old := range kept {
		if old.Digest != k.Digest || old.Kind != k.Kind {
			continue
		}
		if old.Revoked {
			return "", &ChangedError{k, old}
		}
		same = true
	}
	if same {
		return "", nil
	}
	for _, old := range kept {
		if !old.Revoked && !t.ended(old.Key) {
			return "", &ChangedError{k, old}
		}
	}
	return t.first(ctx, New{k, kept})
}

// ended reports whether the validity of a key has ended.
func (t *Trust) ended(k Key) bool {
	now := time.Now
	if t.Now != nil {
		now = t.Now
	}
	return !k.Until.IsZero() && now().After(k.Until)
}

// first decides about a key that is not kept, and keeps it.
func (t *Trust) first(ctx context.Context, n New) (note string, err error) {
	if t.First == nil {
		return "", &UnknownError{n.Key}
	}
	if err := t.First(ctx, n); err != nil {
		return "", err
	}
	return t.Keep(n)
}

// Keep keeps a key that was accepted in another way, such as by an authority. It
// returns a note for users.
func (t *Trust) Keep(n New) (note string, err error) {
	note = fmt.Sprintf("the first visit to %s: its %s is %s", n.Host, n.noun(), n.Digest)
	if len(n.Before) > 0 {
		last := n.Before[len(n.Before)-1]
		note = fmt.Sprintf("the %s of %s is new: %s; the one before was %s", n.noun(), n.Host, n.Digest, last.Digest)
		if t.ended(last.Key) {
			note += " and ended on " + last.Until.UTC().Format(time.DateOnly)
		}
	}
	where, err := t.Store.Add(n.Key)
	if err != nil {
		return note + "; it could not be kept: " + err.Error(), nil
	}
	return note + "; it is kept " + where, nil
}

// ChangedError is the error of a server whose key is not the one that is kept, or
// is revoked. It is an [open.ErrConnect] that another attempt does not solve.
type ChangedError struct {
	Key  Key
	Kept Kept
}

// Error returns both digests and where the kept key is.
func (e *ChangedError) Error() string {
	if e.Kept.Revoked {
		return fmt.Sprintf("the %s %s of %s is revoked %s", e.Key.Kind, e.Key.Digest, e.Key.Host, e.Kept.where())
	}
	s := fmt.Sprintf("the key of %s has changed: it is %s %s, but %s %s is kept %s: someone may be reading the connection",
		e.Key.Host, e.Key.Kind, e.Key.Digest, e.Kept.Kind, e.Kept.Digest, e.Kept.where())
	if e.Kept.File != "" {
		s += "; if the server has a new key, delete that line"
	}
	return s
}

// Is reports whether target is open.ErrConnect.
func (e *ChangedError) Is(target error) bool { return target == open.ErrConnect }

// Retry reports that another attempt does not help.
func (e *ChangedError) Retry() (time.Duration, bool) { return 0, false }

// noun returns what the key is, in words.
func (k Key) noun() string {
	if k.Kind == "certificate" {
		return k.Kind
	}
	return k.Kind + " key"
}

// UnknownError is the error of a key that is not kept and that First did not
// accept. It is an [open.ErrConnect] that another attempt does not solve.
type UnknownError struct{ Key Key }

// Error returns the digest.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("the key of %s is not known: it is %s %s", e.Key.Host, e.Key.Kind, e.Key.Digest)
}

// Is reports whether target is open.ErrConnect.
func (e *UnknownError) Is(target error) bool { return target == open.ErrConnect }

// Retry reports that another attempt does not help.
func (e *UnknownError) Retry() (time.Duration, bool) { return 0, false }
