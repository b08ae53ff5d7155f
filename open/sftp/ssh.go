package sftp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/dialogue"
	"github.com/earl-url/earl/open/known"
)

// maxKeyFile limits a private key in bytes: the largest kinds have some thousand.
const maxKeyFile = 1 << 20

// channel is the connection inside SSH: the packets of sftp.
type channel struct {
	net.Conn // below
	in       io.WriteCloser
	out      io.Reader
	client   *ssh.Client
}

// Read reads packets.
func (c *channel) Read(p []byte) (int, error) { return c.out.Read(p) }

// Write writes packets.
func (c *channel) Write(p []byte) (int, error) { return c.in.Write(p) }

// Close ends SSH and the connection below.
func (c *channel) Close() error { return c.client.Close() }

// handshake is SSH on one connection, up to the start of sftp.
type handshake struct {
	q        *query
	ctx      context.Context
	below    net.Conn
	accepted bool // the host is the known one
	stranger bool // with Forget: no file has the key
	err      error
}

// secure starts SSH and its subsystem sftp. It limits the time by Policy.Login, except for the time
// that the user needs to answer.
func (q *query) secure(ctx context.Context, below net.Conn) (net.Conn, error) {
	h := &handshake{q: q, ctx: ctx, below: below}
	stop := context.AfterFunc(ctx, func() { below.Close() })
	c, err := h.start()
	if q.agent != nil {
		q.agent.Close()
	}
	if !stop() && err == nil {
		c.Close()
		err = ctx.Err()
	}
	if err == nil { // the session binds it to the ctx of each request
		return c, nil
	}
	below.Close()
	return nil, h.failure(err)
}

// start makes the connection.
func (h *handshake) start() (net.Conn, error) {
	q := h.q
	if err := q.askUser(h.ctx); err != nil {
		return nil, err
	}
	hosts, err := q.hosts()
	if err != nil {
		return nil, err
	}
	config := &ssh.ClientConfig{
		User:              string(q.login.User.Value),
		Auth:              h.methods(),
		HostKeyCallback:   q.checker(func(key ssh.PublicKey) error { return h.trust(key, hosts) }, hosts),
		HostKeyAlgorithms: algorithms(hosts, q.address),
		BannerCallback:    func(text string) error { q.trace('S', dialogue.Quote(text)); return nil },
	}
	checked := config.HostKeyCallback
	config.HostKeyCallback = func(name string, remote net.Addr, key ssh.PublicKey) error {
		err := checked(name, remote, key)
		h.accepted = err == nil
		return err
	}
	h.limit()
	conn, channels, requests, err := ssh.NewClientConn(h.below, q.address, config)
	if err != nil {
		return nil, err
	}
	q.trace('#', "SSH: logged in as "+string(q.login.User.Value))
	client := ssh.NewClient(conn, channels, requests)
	c, err := h.subsystem(client)
	if err != nil {
		client.Close()
		return nil, err
	}
	return c, h.below.SetDeadline(time.Time{})
}

// subsystem starts sftp. Source: rfc4254 6.5.
func (h *handshake) subsystem(client *ssh.Client) (*channel, error) {
	s, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	in, err := s.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := s.StdoutPipe()
	if err != nil {
		return nil, err
	}
	words, err := s.StderrPipe()
	if err != nil {
		return nil, err
	}
	go io.Copy(io.Discard, words) // until the connection ends
	return &channel{Conn: h.below, in: in, out: out, client: client}, s.RequestSubsystem("sftp")
}

// limit begins the time of Policy.Login.
func (h *handshake) limit() { h.below.SetDeadline(time.Now().Add(h.q.req.Policy.Login)) }

// unlimited runs f, which asks the user, without a limit.
func (h *handshake) unlimited(f func() error) error {
	h.below.SetDeadline(time.Time{})
	defer h.limit()
	h.err = f()
	return h.err
}

// trust decides about the key of the host.
func (h *handshake) trust(key ssh.PublicKey, hosts []host) error {
	q := h.q
	trust := &known.Trust{Store: &store{q, hosts, key}, First: q.opts.First}
	k := known.Key{Scheme: "sftp", Host: q.address, Kind: key.Type(), Digest: ssh.FingerprintSHA256(key)}
	h.stranger = q.opts.Forget && !slices.ContainsFunc(hosts, func(o host) bool {
		return o.file != "" && o.marker == "" && equal(o.key, key) && o.matches(q.address)
	})
	return h.unlimited(func() error {
		note, err := trust.Check(h.ctx, k)
		q.note(note)
		return err
	})
}

// failure returns the error of a handshake.
func (h *handshake) failure(err error) error {
	var silent interface{ Timeout() bool }
	switch {
	case h.ctx.Err() != nil:
		return h.ctx.Err()
	case h.err != nil: // the user, or the key of the host
		return h.err
	case errors.Is(err, open.ErrLogin):
		return err
	case errors.As(err, &silent) && silent.Timeout():
		return &open.LimitError{Setting: "Policy.Login", Err: fmt.Errorf("%w: SSH not within %v: %w", open.ErrConnect, h.q.req.Policy.Login, context.DeadlineExceeded)}
	case h.accepted && !isBroken(err):
		return fmt.Errorf("%w: %w", open.ErrLogin, err)
	}
	return fmt.Errorf("%w: %w", open.ErrConnect, err)
}

// askUser asks for the user if the URL has none.
func (q *query) askUser(ctx context.Context) error {
	q.login.User, q.login.Password = q.user(), q.view.Password
	if q.login.User.Present {
		return nil
	}
	if q.req.Login == nil {
		return fmt.Errorf("%w: the URL has no user: write sftp://USER@HOST/", open.ErrLogin)
	}
	answer, err := q.req.Login(ctx, open.Login{})
	if err != nil {
		return err
	}
	q.login, q.asked = answer, true
	if !answer.User.Present {
		return fmt.Errorf("%w: the URL has no user", open.ErrLogin)
	}
	return nil
}

// methods returns how the user logs in: with keys if they are allowed for the host, then with a
// password. The client tries to log in without both first. Source: rfc4252.
func (h *handshake) methods() (list []ssh.AuthMethod) {
	q := h.q
	if q.identifies() {
		list = append(list, ssh.PublicKeysCallback(func() ([]ssh.Signer, error) {
			if h.stranger {
				return nil, nil
			}
			return q.signers(), nil
		}))
	}
	if _, has := q.login.Password.Reveal(); !has && q.req.Login == nil {
		return list
	}
	used := false
	password := func() (string, error) {
		if used {
			return "", fmt.Errorf("%w: the server refused the password", open.ErrLogin)
		}
		used = true
		return h.password()
	}
	return append(list, ssh.PasswordCallback(password), ssh.KeyboardInteractive(
		func(_, _ string, questions []string, echos []bool) ([]string, error) {
			if len(questions) == 0 {
				return nil, nil
			}
			if len(questions) > 1 || echos[0] {
				return nil, fmt.Errorf("%w: the server asks for more than a password", open.ErrLogin)
			}
			text, err := password()
			return []string{text}, err
		}))
}

// identifies reports whether keys of the user are used. No server may request them with a redirect.
func (q *query) identifies() bool {
	return len(q.req.Referrers) == 0 && q.opts.Identify != nil && q.opts.Identify(q.address)
}

// password returns the password of the URL, or asks for it.
func (h *handshake) password() (string, error) {
	q := h.q
	if h.stranger {
		return "", fmt.Errorf("%w: the key of %s is not known, so it gets no password", open.ErrLogin, q.address)
	}
	if text, has := q.login.Password.Reveal(); has {
		return string(text), nil
	}
	err := h.unlimited(func() error {
		answer, err := q.req.Login(h.ctx, open.Login{User: q.login.User})
		q.asked, q.login.Password = true, answer.Password
		return err
	})
	if err != nil {
		return "", err
	}
	text, _ := q.login.Password.Reveal()
	return string(text), nil
}

// signers returns the keys of the agent and of the files. What cannot be used is noted.
func (q *query) signers() (list []ssh.Signer) {
	if q.opts.Agent != "" {
		if conn, err := net.Dial("unix", q.opts.Agent); err != nil {
			q.note("the agent: " + err.Error())
		} else {
			q.agent = conn // the keys sign with it
			if list, err = agent.NewClient(conn).Signers(); err != nil {
				q.note("the agent: " + err.Error())
			}
		}
	}
	for _, name := range q.opts.KeyFiles {
		signer, err := readKey(name)
		var encrypted *ssh.PassphraseMissingError
		switch {
		case errors.Is(err, os.ErrNotExist):
		case errors.As(err, &encrypted):
			q.note(name + " has a passphrase: add it to an agent (ssh-add)")
		case err != nil:
			q.note(name + ": " + err.Error())
		default:
			list = append(list, signer)
		}
	}
	return list
}

// readKey reads a private key.
func readKey(name string) (ssh.Signer, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
	if err != nil {
		return nil, err
	}
	return ssh.ParsePrivateKey(text)
}

// secret returns the password that identifies a kept session.
func (q *query) secret() earl.Octets {
	text, _ := q.view.Password.Reveal()
	return text
}
