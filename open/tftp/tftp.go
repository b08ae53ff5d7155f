// Package tftp opens tftp URLs: it reads a file of a host by the Trivial File
// Transfer Protocol, over UDP.
//
//	client := open.New(open.Options{}, tftp.Opener{})
//	u, err := earl.RFC3986.Parse("tftp://host.example/boot/config.txt")
//	resource, err := client.Open(ctx, u) // a *open.Document
//
// The protocol has no directories, no login and no protection: anyone who can
// guess a port can forge an answer. The opener requests the size of the file, and
// a shorter body ends in [open.ErrCut]. If the server sends no size, a
// file that the server itself ends early looks like a whole one; a lost connection
// does not.
//
// It never sends a write request. It follows rfc1350 with the options of rfc2347,
// rfc2348 (blksize) and rfc2349 (tsize). It does not use windowsize (rfc7440),
// multicast (rfc2090) and the mode "mail".
package tftp

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/limit"
	"github.com/earl-url/earl/open/internal/wire"
	"github.com/earl-url/earl/views"
)

// Options are the settings of an [Opener]. The zero Options are the defaults.
type Options struct {
	// Retry is the time after which a packet is sent again if there is no answer.
	// It doubles with each try. 0 means 1 s.
	Retry time.Duration
	// Tries is how many times a packet is sent before the transfer ends. 0 means
	// 5, a negative value means until Policy.Idle.
	Tries int
	// Block is the size of a block that is requested, from 8 to 65464 bytes. 0
	// means 1428. A server that knows no options sends blocks of 512.
	Block int
}

// The defaults for limits of [Options] that are 0.
const (
	// defaultRetry is longer than the answer of any server on a network without
	// losses takes.
	defaultRetry = time.Second
	// defaultTries ends a transfer after a silence of 31 seconds, with defaultRetry.
	defaultTries = 5
	// defaultBlock fits into a packet of Ethernet with its headers, for IPv6 too.
	// Source: rfc2348.
	defaultBlock = 1428
)

const (
	// usualBlock is the size of a block without options. Source: rfc1350 2.
	usualBlock = 512
	// minBlock and maxBlock limit the option. Source: rfc2348.
	minBlock, maxBlock = 8, 65464
	// maxIgnored is how many datagrams that are not the next block may come before
	// it. A server repeats a block a few times.
	maxIgnored = 1_000
)

// effective returns o with a value for each limit.
func (o Options) effective() Options {
	if o.Retry <= 0 {
		o.Retry = defaultRetry
	}
	o.Tries = limit.Of(o.Tries, defaultTries)
	if o.Block == 0 {
		o.Block = defaultBlock
	}
	o.Block = min(max(o.Block, minBlock), maxBlock)
	return o
}

// Opener opens tftp URLs. The zero Opener is ready to use. Several goroutines may
// share it.
type Opener struct{ Options }

// Schemes returns "tftp".
func (Opener) Schemes() []string { return []string{"tftp"} }

// Open requests the file and returns it as a document, when its first block has
// arrived. Errors: a [*earl.ParseError]; [open.ErrLineBreak] for a NUL in the
// name; [open.ErrNotFound]; an *[Error] for another refusal by the server;
// [open.ErrConnect]; [os.ErrDeadlineExceeded] if the server does not answer;
// [open.ErrProtocol] and [open.ErrCut], also from the body.
// Source: rfc1350 2, 4.
func (o Opener) Open(ctx context.Context, r *open.Call) (open.Resource, error) {
	q, err := o.request(r)
	if err != nil {
		return nil, err
	}
	t, err := q.begin(ctx, true)
	if refusesOptions(err) {
		t, err = q.begin(ctx, false)
	}
	if err != nil {
		return nil, err
	}
	meta := open.Meta{URL: r.URL, Kind: open.KindDocument, Size: t.size, Type: open.TypeByName(path.Base(string(q.view.File)))}
	if t.size < 0 && !q.netascii() {
		meta.Note = append(meta.Note, "the server does not send the size of the file, so a truncated file may look whole")
	}
	body := body{t: t}
	if q.netascii() {
		return &open.Document{Meta: meta, Body: wire.Part(&asciiBody{body: body}, r.Offset, r.End)}, nil
	}
	return &open.Document{Meta: meta, Body: wire.Part(&body, r.Offset, r.End)}, nil
}

// Plan returns the packets that Open sends.
func (o Opener) Plan(r *open.Call) (open.Plan, error) {
	q, err := o.request(r)
	if err != nil {
		return open.Plan{}, err
	}
	first, err := q.packet(true)
	if err != nil {
		return open.Plan{}, err
	}
	plain, err := q.packet(false)
	if err != nil {
		return open.Plan{}, err
	}
	why := "it asks for the size of the file and for larger blocks"
	if q.netascii() {
		why = "it asks for larger blocks"
	}
	return open.Plan{Effect: open.EffectSends, Server: q.address, Steps: []open.Step{
		{Line: string(first), Why: why, Source: "rfc1350 5"},
		{Line: string(plain), When: "if the server refuses the options", Source: "rfc2347"},
		{Line: string(appendAck(nil, 0)), When: "if the server accepts an option", Source: "rfc2347"},
		{Line: string(appendAck(nil, 1)), When: "after each block, with its number", Source: "rfc1350 2"},
		{Line: string(stopPacket()), When: "if the transfer is stopped", Source: "rfc1350 7"},
	}}, nil
}

// A request is a file that is wanted, and its server.
type request struct {
	call    *open.Call
	view    views.TFTP
	address string
	opts    Options
}

// request returns the request of a call.
func (o Opener) request(r *open.Call) (*request, error) {
	q := &request{call: r, opts: o.Options.effective()}
	var err error
	if q.view, err = views.ParseTFTP(r.URL); err != nil {
		return nil, err
	}
	if q.address, err = open.HostPort(r.URL); err != nil {
		return nil, err
	}
	_, err = q.packet(false)
	return q, err
}

// netascii reports whether the file is sent as text. Source: rfc1350 1.
func (q *request) netascii() bool { return strings.EqualFold(string(q.view.Mode.Value), "netascii") }

// mode returns the mode of the transfer. Source: rfc1350 1, 5.
func (q *request) mode() string {
	if q.netascii() {
		return "netascii"
	}
	return "octet"
}

// packet returns the read request. The size of a text on the wire is not that of the
// file, so it is requested only in the other mode. Source: rfc2347; rfc2348; rfc2349.
func (q *request) packet(options bool) ([]byte, error) {
	var words []string
	if options && !q.netascii() {
		words = append(words, optionSize, "0")
	}
	if options {
		words = append(words, optionBlock, strconv.Itoa(q.opts.Block))
	}
	b, err := appendRead(nil, q.view.File, q.mode(), words...)
	if err != nil {
		return nil, fmt.Errorf("tftp: %w", err)
	}
	return b, nil
}

// stopPacket returns the packet that ends a transfer early. Source: rfc1350 7.
func stopPacket() []byte { return appendError(nil, codeText, "stopped") }

// accept applies the options that the server accepted. It reports why it cannot, or
// "". A server must not send an option that was not requested, or a larger block.
// Source: rfc2347; rfc2348; rfc2349.
func (t *transfer) accept(options [][2]string) string {
	for _, o := range options {
		n, err := strconv.ParseInt(o[1], 10, 64)
		switch {
		case err != nil || n < 0:
			return fmt.Sprintf("the value of the option %q is not a number", earl.Octets(o[0]).Printable())
		case o[0] == optionSize && !t.q.netascii():
			t.size = n
		case o[0] == optionBlock && n >= minBlock && n <= int64(t.q.opts.Block):
			t.block = int(n)
		default:
			return fmt.Sprintf("the option %q with the value %d was not requested", earl.Octets(o[0]).Printable(), n)
		}
	}
	return ""
}
