package peers

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/crypto/ssh"
)

// SSH is an ssh server with sftp. [User] logs in with [Password] or with a key, and has the home
// directory home/alice in the tree.
type SSH struct {
	Server
	HostKey ssh.PublicKey
	KeyFile string // a private key of the user
}

// SSHD starts sshd of OpenSSH, with a tree like that of [Tree]. It needs root and a mount namespace, in which
// only the server sees its user.
func SSHD(t testing.TB) *SSH {
	t.Helper()
	needsLinux(t, "sshd")
	program, dir := Program(t, "sshd"), scratch(t)
	s := &SSH{Server: Server{Name: "sshd", Root: Tree(t), scheme: "sftp"}}
	if !isRoot() {
		missing(t, s.Name, "it needs root")
	}
	within := withUser(t, dir, s.Root)
	if within == nil {
		missing(t, s.Name, "no mount namespace is available")
	}
	passwd, err := os.ReadFile(filepath.Join(dir, "etc/passwd"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "etc/passwd", string(passwd)+"sshd:x:61235:61235::/run/sshd:/usr/sbin/nologin\n")
	var mine ssh.PublicKey
	s.HostKey, _ = keyFile(t, filepath.Join(dir, "host"))
	mine, s.KeyFile = keyFile(t, filepath.Join(dir, "id"))
	keys := write(t, dir, "keys", string(ssh.MarshalAuthorizedKey(mine)))
	const private = `mount -t tmpfs tmpfs /run && mkdir /run/sshd && exec "$0" "$@"`
	port := start(t, s.Name, dir, func(port int) *exec.Cmd {
		conf := fmt.Sprintf("Port %d\nListenAddress 127.0.0.1\nHostKey %s/host\nPidFile none\nUsePAM no\nStrictModes no\nAuthorizedKeysFile %s\nPasswordAuthentication yes\nAllowUsers %s\nKbdInteractiveAuthentication no\nBanner none\nSubsystem sftp internal-sftp\n", port, dir, keys, User)
		words := append(within[:len(within):len(within)], "sh", "-c", private, program, "-D", "-e", "-f", write(t, dir, "sshd_config", conf))
		return exec.Command(words[0], words[1:]...)
	}, func(addr string) error { return ask(addr, "", "SSH-2.0-") })
	s.Addr = address(port)
	return s
}

// keyFile writes a new private key, and returns its public key and its name.
func keyFile(t testing.TB, name string) (ssh.PublicKey, string) {
	t.Helper()
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(key, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	shown, err := ssh.NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	return shown, name
}
