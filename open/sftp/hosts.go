package sftp

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/earl-url/earl/open/known"
)

// maxHosts limits a file in bytes. A large institution has some thousand hosts, with three keys of
// 600 bytes each.
const maxHosts = 16 << 20

// host is a line of a known_hosts file.
type host struct {
	marker   string   // "", "revoked" or "cert-authority"
	patterns []string // names, patterns, or one hash
	key      ssh.PublicKey
	file     string // "" means memory
	line     int
}

// defaultKnownHosts returns the files of OpenSSH.
func defaultKnownHosts() []string {
	const system = "/etc/ssh/ssh_known_hosts"
	home, err := os.UserHomeDir()
	if err != nil {
		return []string{system}
	}
	return []string{filepath.Join(home, ".ssh", "known_hosts"), system}
}

// hosts returns the lines of all files, and those in memory. As in OpenSSH, lines that are not
// keys are skipped: some programs write other kinds of keys.
func (q *query) hosts() (all []host, err error) {
	for _, file := range q.files() {
		text, err := readFile(file)
		if err != nil {
			return nil, err
		}
		all = append(all, parseHosts(file, text)...)
	}
	q.o.mu.Lock()
	defer q.o.mu.Unlock()
	return append(all, q.o.memory...), nil
}

// files returns the names of the files.
func (q *query) files() []string {
	if q.opts.KnownHosts == nil {
		return defaultKnownHosts()
	}
	return q.opts.KnownHosts
}

// readFile returns the text of a file, which is empty if it does not exist.
func readFile(name string) ([]byte, error) {
	r, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxHosts+1))
	if err == nil && len(text) > maxHosts {
		err = fmt.Errorf("%s has more than %d bytes", name, maxHosts)
	}
	return text, err
}

// parseHosts returns the keys of a text.
func parseHosts(file string, text []byte) (all []host) {
	n := 0
	for line := range bytes.Lines(text) {
		n++
		marker, patterns, key, _, _, err := ssh.ParseKnownHosts(line)
		if err == nil && (marker == "" || marker == "revoked" || marker == "cert-authority") {
			all = append(all, host{marker, patterns, key, file, n})
		}
	}
	return all
}

// matches reports whether the line is for a server, "host:port".
// Source: sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT".
func (h *host) matches(address string) bool {
	name := knownhosts.Normalize(strings.ToLower(address))
	found := false
	for _, pattern := range h.patterns {
		if strings.HasPrefix(pattern, "|") {
			found = found || isHash(pattern, name)
			continue
		}
		pattern, not := strings.CutPrefix(strings.ToLower(pattern), "!")
		if !like(pattern, name) {
			continue
		}
		if not {
			return false
		}
		found = true
	}
	return found
}

// isHash reports whether a text "|1|salt|hash" is the hash of a name.
func isHash(text, name string) bool {
	fields := strings.Split(text, "|")
	if len(fields) != 4 || fields[1] != "1" {
		return false
	}
	salt, err := base64.StdEncoding.DecodeString(fields[2])
	want, wrong := base64.StdEncoding.DecodeString(fields[3])
	if err != nil || wrong != nil {
		return false
	}
	mac := hmac.New(sha1.New, salt)
	io.WriteString(mac, name)
	return hmac.Equal(mac.Sum(nil), want)
}

// like reports whether a name has the form of a pattern: "*" is any text, "?" any byte. Its time
// grows with the product of both lengths.
func like(pattern, name string) bool {
	p, n, star, mark := 0, 0, -1, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, n
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == name[n]):
			p, n = p+1, n+1
		case star >= 0:
			mark++
			p, n = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// store is the [known.Store] of a query.
type store struct {
	q     *query
	hosts []host
	key   ssh.PublicKey // the key that the server presented
}

// Find returns the keys of the server, and those that are revoked for any server.
func (s *store) Find(k known.Key) (all []known.Kept, err error) {
	for _, h := range s.hosts {
		if h.marker == "cert-authority" || h.marker == "" && !h.matches(k.Host) {
			continue
		}
		found := known.Key{Scheme: k.Scheme, Host: k.Host, Kind: h.key.Type(), Digest: ssh.FingerprintSHA256(h.key)}
		all = append(all, known.Kept{Key: found, File: h.file, Line: h.line, Revoked: h.marker == "revoked"})
	}
	return all, nil
}

// Add keeps the key that the server presented.
func (s *store) Add(k known.Key) (where string, err error) {
	if s.q.opts.Forget || len(s.q.files()) == 0 {
		s.q.o.mu.Lock()
		defer s.q.o.mu.Unlock()
		s.q.o.memory = append(s.q.o.memory, host{patterns: []string{knownhosts.Normalize(strings.ToLower(k.Host))}, key: s.key})
		return "until this program ends", nil
	}
	file := s.q.files()[0]
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", err
	}
	if err := known.AppendLine(file, knownhosts.Line([]string{strings.ToLower(k.Host)}, s.key)); err != nil {
		return "", err
	}
	return "in " + file, nil
}

// algorithms returns the algorithms of the keys that are known of a server, so that the server
// presents one of them; another kind of key would read as a change. If none is known, it returns
// all for keys without a certificate.
func algorithms(hosts []host, address string) (list []string) {
	certified := false
	var kinds []string
	for _, h := range hosts {
		switch {
		case !h.matches(address):
		case h.marker == "cert-authority":
			certified = true
		case h.marker == "":
			kinds = append(kinds, h.key.Type())
		}
	}
	for _, name := range ssh.SupportedAlgorithms().HostKeys {
		plain, isCert := strings.CutSuffix(name, "-cert-v01@openssh.com")
		switch {
		case isCert && certified, !isCert && len(kinds) == 0 && !certified:
			list = append(list, name)
		case isCert:
		case slices.Contains(kinds, plain), strings.HasPrefix(plain, "rsa-sha2-") && slices.Contains(kinds, ssh.KeyAlgoRSA):
			list = append(list, name)
		}
	}
	return list
}

// checker returns the check of a host's key or certificate.
func (q *query) checker(trust func(key ssh.PublicKey) error, hosts []host) ssh.HostKeyCallback {
	revoked := func(key ssh.PublicKey) bool {
		return slices.ContainsFunc(hosts, func(h host) bool { return h.marker == "revoked" && equal(h.key, key) })
	}
	c := &ssh.CertChecker{
		IsHostAuthority: func(authority ssh.PublicKey, _ string) bool {
			return slices.ContainsFunc(hosts, func(h host) bool {
				return h.marker == "cert-authority" && equal(h.key, authority) && h.matches(q.address)
			})
		},
		IsRevoked:       func(c *ssh.Certificate) bool { return revoked(c.Key) || revoked(c.SignatureKey) },
		HostKeyFallback: func(_ string, _ net.Addr, key ssh.PublicKey) error { return trust(key) },
	}
	return c.CheckHostKey
}

// equal reports whether two keys are the same.
func equal(a, b ssh.PublicKey) bool { return bytes.Equal(a.Marshal(), b.Marshal()) }
