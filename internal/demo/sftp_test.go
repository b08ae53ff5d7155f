package demo

import (
	"io"
	"testing"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// G8: the server serves the library to everyone, and refuses every change.
func TestSFTP(t *testing.T) {
	s := started(t)
	config := &ssh.ClientConfig{User: "anyone", HostKeyCallback: ssh.InsecureIgnoreHostKey()}
	conn, err := ssh.Dial("tcp", s.tcp()["sftp"], config)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	c, err := sftp.NewClient(conn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	f, err := c.Open("/names/100%.txt")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if want := s.library.files.at("names", "100%.txt").data; string(text) != want || err != nil {
		t.Errorf("the file has %d bytes, %v, want %d", len(text), err, len(want))
	}
	list, err := c.ReadDir("/")
	if err != nil || len(list) != len(s.library.files.children) {
		t.Errorf("%d entries, %v, want %d", len(list), err, len(s.library.files.children))
	}
	if info, err := c.Stat("/names"); err != nil || !info.IsDir() {
		t.Errorf("names: %v, %v", info, err)
	}
	if info, err := c.Stat("/"); err != nil || !info.ModTime().Equal(opened) {
		t.Errorf("the root: %v, %v, want the time %v", info, err, opened)
	}
	for what, try := range map[string]func() error{
		"create": func() error { _, err := c.Create("/new"); return err },
		"write":  func() error { _, err := c.OpenFile("/welcome.txt", 2); return err },
		"remove": func() error { return c.Remove("/welcome.txt") },
		"mkdir":  func() error { return c.Mkdir("/new") },
		"chmod":  func() error { return c.Chmod("/welcome.txt", 0) },
		"rename": func() error { return c.Rename("/welcome.txt", "/new") },
		"link":   func() error { return c.Symlink("/welcome.txt", "/new") },
		"none":   func() error { _, err := c.Stat("/none"); return err },
		"up":     func() error { _, err := c.Stat("/../etc"); return err },
	} {
		if try() == nil {
			t.Errorf("%s is not refused", what)
		}
	}
	if session, err := conn.NewSession(); err != nil || session.Run("ls") == nil {
		t.Errorf("a command is run, %v", err)
	}
}
