// Package nfs opens nfs URLs: it reads files and directories of an NFS server
// of version 3 or 2, over TCP.
//
//	client := open.New(open.Options{}, nfs.Opener{})
//	u, err := earl.RFC3986.Parse("nfs://host.example/pub/readme.txt")
//	resource, err := client.Open(ctx, u) // a *open.Document, or a *open.Listing for a directory
//
// It asks the server for the whole path, beginning at the public file handle. If
// the server has no public file handle, it mounts the longest part of the path
// that the server exports, and looks up the other names one by one. The MOUNT
// service is on the port of NFS, or on the port that the port mapper of the host
// reports. The guards check that port like every other.
//
// Symbolic links are followed, but not out of what is exported. The calls have
// the user and group 65534, whoever runs the program. Only calls that read are
// sent, and UMNT, which removes the server's note of a mount.
//
// NFS encrypts nothing and proves nothing. Version 4 is another protocol; a
// server that has only version 4 is an [errors.ErrUnsupported]. UDP is not used.
//
// It follows rfc2224, rfc2054, rfc2055, rfc1813, rfc1094 and rfc1833.
package nfs

import (
	"context"
	"errors"
	"fmt"

	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults. A
// limit of 0 means its default.
type Options struct {
	// Record is the maximum number of bytes in a message of the server. A longer
	// one is an [open.ErrProtocol]. A negative value means no limit. It also limits
	// ReadSize.
	Record int
	// Fragments is the maximum number of fragments in a message. A negative value
	// means no limit.
	Fragments int
	// Links is the maximum number of symbolic links on the way to an object. A
	// negative value means no limit.
	Links int
	// ReadSize is how many bytes of a file one call requests. Servers may send
	// fewer. Version 2 has at most 8192. A negative value means the largest that
	// fits into a message of Record bytes.
	ReadSize int
}

const (
	// defaultRecord is above the largest reply that is requested, and above the
	// largest read of usual servers.
	defaultRecord = 2 << 20
	// defaultFragments is enough for defaultRecord in pieces of one Ethernet frame.
	defaultFragments = 2 << 10
	// defaultLinks is the limit of many systems for the links in one path.
	defaultLinks = 16
	// defaultReadSize is the most that usual servers send for one call. With four
	// calls under way, a larger size is not faster on loopback.
	defaultReadSize = 1 << 20
)

// overhead is more than the bytes of a reply to READ besides the data: the
// headers of RPC, with a verifier, and the attributes.
const overhead = 1024

// effective returns o with each limit set.
func (o Options) effective() Options {
	o.Record = max(limit.Of(o.Record, defaultRecord), 2*overhead)
	o.Fragments = limit.Of(o.Fragments, defaultFragments)
	o.Links = limit.Of(o.Links, defaultLinks)
	o.ReadSize = min(limit.Of(o.ReadSize, defaultReadSize), o.Record-overhead, maxRead)
	return o
}

// maxRead is the most bytes that one READ requests, whatever the options.
const maxRead = 64 << 20

// Opener opens nfs URLs. The zero Opener is ready to use. Several goroutines may
// share it.
type Opener struct{ Options }

// Schemes returns "nfs".
func (Opener) Schemes() []string { return []string{"nfs"} }

// Open finds the object of the URL and returns a document or a listing. Errors:
// a [*earl.ParseError]; an [open.ErrConnect] or a [*open.Refusal] for the
// server, the port mapper or the MOUNT service; a [*StatusError]; an
// [errors.ErrUnsupported] for a server with other versions and for an object that
// is neither a file nor a directory; [open.ErrProtocol] and [open.ErrCut].
// Source: rfc2224 2, 3, 4, 7.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	s, found, err := o.find(ctx, r)
	if err != nil {
		return nil, err
	}
	meta, err := s.describe(found)
	if err == nil && r.Version != "" && meta.Version != r.Version && meta.Kind == open.KindDocument {
		err = prefixed(open.ErrChanged)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	if meta.Kind == open.KindListing {
		return s.list(meta, found), nil
	}
	return &open.Document{Meta: meta, Body: s.read(found, r.Offset, r.End)}, nil
}

// Probe reports whether the URL is a file or a directory, with the size and the
// time of a file. It reads no content. The errors are those of Open.
func (o Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	s, found, err := o.find(ctx, r)
	if err != nil {
		return open.Meta{}, err
	}
	defer s.Close()
	return s.describe(found)
}

// find connects to the server and finds the object of the URL. The caller closes
// the session, unless there is an error.
func (o Opener) find(ctx context.Context, r *open.Call) (*session, object, error) {
	view, err := views.ParseNFS(r.URL)
	if err != nil {
		return nil, object{}, err
	}
	address, err := open.HostPort(r.URL)
	if err != nil {
		return nil, object{}, err
	}
	c, err := connect(ctx, r, address, o.effective())
	if errors.Is(err, open.ErrConnect) {
		err = prefixed(err)
	}
	if err != nil {
		return nil, object{}, err
	}
	s := &session{conn: c, view: view, address: address, version: 3}
	found, err := s.find(ctx, placeOf(view))
	if err != nil {
		s.Close()
		return nil, object{}, prefixed(err)
	}
	return s, found, nil
}

// describe returns the description of an object.
func (s *session) describe(o object) (open.Meta, error) {
	m := open.Meta{URL: s.call.URL, Size: -1, Time: o.time, Note: s.notes}
	switch o.kind {
	case kindFile:
		m.Kind, m.Size = open.KindDocument, o.size
		if names := s.view.Names(); len(names) > 0 {
			m.Type = open.TypeByName(string(names[len(names)-1]))
		}
		m.Version = fmt.Sprintf("%d-%d-%d", o.id, o.time.UnixNano(), o.size)
	case kindDirectory:
		base, err := s.directory().URL(s.call.URL.Edition())
		if err != nil {
			return m, err
		}
		m.Kind, m.URL = open.KindListing, base
	default:
		return m, prefixed(errSpecial)
	}
	return m, nil
}

// directory returns the view of the URL with a final slash, so that relative
// references are resolved within it.
func (s *session) directory() views.NFS {
	v := s.view
	if n := len(v.Path); n == 0 || v.Path[n-1] != "" {
		v.Path = append(v.Path[:n:n], "")
	}
	return v
}

// prefixed adds the protocol to an error.
func prefixed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("nfs: %w", err)
}
