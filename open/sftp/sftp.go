// Package sftp opens sftp URLs: files and directories of a host, over SSH. It only reads.
//
//	client := open.New(open.Options{Login: ask}, &sftp.Opener{Options: sftp.Options{First: ask}})
//	u, err := earl.RFC3986.Parse("sftp://joe@host.example/~/notes.txt")
//	resource, err := client.Open(ctx, u) // a *open.Document, or a *open.Listing for a directory
//
// The path of a URL is absolute; "/~/" begins at the home directory. The user comes from the URL
// or from Request.Login, never from the machine.
//
// The key of the host must be in a known_hosts file of OpenSSH. Package known decides about it:
// an unknown key is refused unless [Options].First accepts it, a changed or revoked one always.
// Keys of the user identify the user, so an agent and key files are used only for the hosts that
// [Options].Identify allows, and never after a redirect. The agent is never forwarded.
//
// SSH is that of golang.org/x/crypto, and the packets are those of github.com/pkg/sftp. A
// recording, as for an archive, has the packets inside SSH.
//
// It follows rfc4251 to rfc4254 and draft-ietf-secsh-filexfer-02, which is version 3 of SFTP.
package sftp

import (
	"context"
	"fmt"
	"io/fs"
	"net"
	"strings"
	"sync"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/known"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// KnownHosts are files with keys of hosts, in the format of OpenSSH. A file that does not
	// exist is empty. nil means the file ~/.ssh/known_hosts, and the system's
	// /etc/ssh/ssh_known_hosts. Source: sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT".
	KnownHosts []string
	// First decides about the key of an unknown host, as in [known.Trust]. An accepted key is
	// appended to the first of KnownHosts; if KnownHosts is empty and not nil, it is kept as long
	// as the Opener. nil refuses every unknown key.
	First func(ctx context.Context, n known.New) error
	// Forget keeps the keys that First accepts as long as the Opener, and not in KnownHosts. A
	// host with such a key receives no password, and no key of the user. It is for programs that
	// open many URLs without a user, such as a link checker.
	Forget bool
	// Identify reports whether Agent and KeyFiles are used for the host at address,
	// "host:port". nil means for none. They are never used after a redirect.
	Identify func(address string) bool
	// Agent is the socket of an agent, such as the value of $SSH_AUTH_SOCK; "" means no agent.
	Agent string
	// KeyFiles are private keys without a passphrase. A file that does not exist, or that is
	// encrypted, is skipped: an agent can have its key.
	KeyFiles []string
	// ListingSize is the largest number of bytes that a server may send for a directory. 0
	// means 64 MiB, a negative value means no limit.
	ListingSize int64
}

// defaultListingSize has room for 200,000 entries: a name, a line of text and numbers, as many
// as a policy allows. A directory is read before its first entry is known.
const defaultListingSize = 64 << 20

// Opener opens sftp URLs. The zero Opener is ready to use. Several goroutines may share it. Do
// not copy it.
type Opener struct {
	Options
	keeper keeper
	mu     sync.Mutex
	memory []host // the keys that First accepted, with Forget
}

// Schemes returns "sftp".
func (*Opener) Schemes() []string { return []string{"sftp"} }

// Close ends the connections that are kept for later URLs.
func (o *Opener) Close() error {
	o.keeper.close()
	return nil
}

// Open logs in and returns a document or a listing. Errors: a [*earl.ParseError]; a
// [*open.Refusal] for a special file, or for a segment with a slash; [open.ErrConnect], also for
// the key of the host, see package known; [open.ErrLogin]; [open.ErrNotFound]; [open.ErrServer];
// [open.ErrProtocol]; [open.ErrCut] from the resource too.
func (o *Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	q, err := newQuery(o, r)
	if err != nil {
		return nil, err
	}
	s, err := q.session(ctx)
	if err != nil {
		return nil, prefixed(err)
	}
	res, err := q.open(s)
	if err != nil {
		s.leave(q.isReply(err))
		return nil, prefixed(err)
	}
	return res, nil
}

// Probe reports what a URL refers to. It logs in and sends STAT.
func (o *Opener) Probe(ctx context.Context, r *open.Call) (open.Meta, error) {
	q, err := newQuery(o, r)
	if err != nil {
		return open.Meta{}, err
	}
	s, err := q.session(ctx)
	if err != nil {
		return open.Meta{}, prefixed(err)
	}
	_, m, err := q.stat(s)
	s.leave(err == nil || q.isReply(err))
	return m, prefixed(err)
}

// Plan returns the packets that Open sends inside SSH, by their names and paths.
// Source: draft-ietf-secsh-filexfer-02 3.
func (o *Opener) Plan(r *open.Call) (open.Plan, error) {
	q, err := newQuery(o, r)
	if err != nil {
		return open.Plan{}, err
	}
	const source = "draft-ietf-secsh-filexfer-02"
	steps := []open.Step{{Line: "INIT 3", Source: source + " 4", Why: "the version of the protocol"}}
	if q.home {
		steps = append(steps, open.Step{Line: "REALPATH .", Source: source + " 6.11", Why: "~ is the home directory"})
	}
	file, dir := "if it is a file", "if it is a directory"
	steps = append(steps,
		open.Step{Line: "STAT " + q.shown(), Source: source + " 6.8"},
		open.Step{Line: "OPEN " + q.shown(), When: file, Source: source + " 6.3"},
		open.Step{Line: "READ", When: file, Why: "in pieces of 32 KiB, up to its end", Source: source + " 6.4"},
		open.Step{Line: "OPENDIR " + q.shown(), When: dir, Source: source + " 6.7"},
		open.Step{Line: "READDIR", When: dir, Why: "up to its end", Source: source + " 6.7"},
		open.Step{Line: "CLOSE", Source: source + " 6.3"})
	note := "The connection uses SSH, which logs in first"
	if user := q.user(); user.Present {
		note += " as " + user.Value.Printable()
	}
	return open.Plan{Effect: open.EffectSends, Server: q.address, Steps: steps, Note: note + "."}, nil
}

// A query is one open of an sftp URL.
type query struct {
	o       *Opener
	opts    Options // effective
	req     *open.Call
	view    views.SFTP
	address string
	path    string // from the root, or from the home directory
	home    bool
	notes   []string
	login   open.Login // of the URL, or what the user entered
	asked   bool
	agent   net.Conn // nil: no agent is used
}

// newQuery returns the query of a request.
func newQuery(o *Opener, r *open.Call) (*query, error) {
	view, err := views.ParseSFTP(r.URL)
	if err != nil {
		return nil, err
	}
	q := &query{o: o, opts: o.Options, req: r, view: view}
	q.opts.ListingSize = limit.Of(o.ListingSize, defaultListingSize)
	if q.address, err = open.HostPort(r.URL); err != nil {
		return nil, err
	}
	segments := view.Path
	if len(segments) > 0 && segments[0] == "~" {
		q.home, segments = true, segments[1:]
	}
	for _, segment := range segments {
		if strings.Contains(string(segment), "/") {
			refusal := open.Refuse(open.GuardEncodedSlash, r.URL, fmt.Sprintf("the segment %q contains a slash", segment.Printable()))
			refusal.Off, refusal.Len, _ = r.URL.Span(earl.ComponentPath)
			return nil, refusal
		}
		q.path += "/" + string(segment)
	}
	if q.path != "/" || q.home {
		q.path = strings.TrimSuffix(q.path, "/")
	}
	if q.path == "" && !q.home {
		q.path = "/"
	}
	return q, nil
}

// shown returns the path as a plan shows it.
func (q *query) shown() string {
	if q.home {
		return "~" + q.path
	}
	return q.path
}

// user returns the user of the URL, without the parameter of a fingerprint: a
// fingerprint in a URL from another person is no proof.
func (q *query) user() earl.Field {
	user := q.view.User
	name, _, _ := strings.Cut(string(user.Value), ";fingerprint=")
	user.Value = earl.Octets(name)
	return user
}

// isDirectory reports whether the URL can only refer to a directory.
func (q *query) isDirectory() bool {
	n := len(q.view.Path)
	return n == 0 || q.view.Path[n-1] == "" || n == 1 && q.home
}

// note adds a note for the user and traces it.
func (q *query) note(text string) {
	if text != "" {
		q.notes = append(q.notes, text)
		q.trace('#', text)
	}
}

// trace traces a line.
func (q *query) trace(dir byte, line string) {
	if q.req.Trace != nil {
		q.req.Trace(open.Event{Dir: dir, Line: earl.Octets(line).Printable()})
	}
}

// stat returns the absolute path, and what is there.
func (q *query) stat(s *session) (path string, m open.Meta, err error) {
	path = q.path
	if q.home {
		q.trace('C', "REALPATH .")
		home := ""
		if err := s.within(func() (err error) { home, err = s.client.RealPath("."); return err }); err != nil {
			return "", m, err
		}
		q.trace('S', "NAME "+home)
		path = strings.TrimSuffix(home, "/") + q.path
	}
	q.trace('C', "STAT "+path)
	var info fs.FileInfo
	if err := s.within(func() (err error) { info, err = s.client.Stat(path); return err }); err != nil {
		q.trace('S', "STATUS "+err.Error())
		return "", m, err
	}
	q.trace('S', "ATTRS "+info.Mode().String())
	m, err = q.meta(info)
	return path, m, err
}

// meta returns what is known about the object of the URL.
func (q *query) meta(info fs.FileInfo) (open.Meta, error) {
	m := open.Meta{URL: q.req.URL, Size: -1, Time: info.ModTime(), Note: q.notes}
	switch mode := info.Mode(); {
	case mode.IsDir():
		m.Kind, m.URL = open.KindListing, q.withSlash()
	case mode.IsRegular():
		m.Kind, m.Size = open.KindDocument, max(info.Size(), 0)
		if n := len(q.view.Path); n > 0 {
			m.Type = open.TypeByName(string(q.view.Path[n-1]))
		}
		if q.isDirectory() {
			return m, fmt.Errorf("%w: it is a file, and the URL has a slash after its name", open.ErrNotFound)
		}
	default:
		return m, open.Refuse(open.GuardSpecialFile, q.req.URL, "it is a device, a pipe or a socket of the server")
	}
	return m, nil
}

// withSlash returns the URL with a final slash: names in the directory are relative to it.
func (q *query) withSlash() earl.URL {
	if q.isDirectory() && len(q.view.Path) > 0 && q.view.Path[len(q.view.Path)-1] == "" {
		return q.req.URL
	}
	v := q.view
	v.Path = append(v.Path[:len(v.Path):len(v.Path)], "")
	if u, err := v.URL(q.req.URL.Edition()); err == nil {
		return u
	}
	return q.req.URL
}

// open opens the object of the URL.
func (q *query) open(s *session) (open.Resource, error) {
	path, m, err := q.stat(s)
	if err != nil {
		return nil, err
	}
	if m.Kind == open.KindListing {
		return q.list(s, path, m)
	}
	return q.read(s, path, m)
}
