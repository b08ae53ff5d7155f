package demo

import (
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"io/fs"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"
)

// sftpExhibit is the sftp server, its example and its stops on the tour.
var sftpExhibit = exhibit{
	scheme: "sftp",
	serve:  newSFTPd,
	url: func(s *Servers, path string) string {
		return "sftp://anyone@" + s.exhibited["sftp"].listener.Addr().String() + "/" + path
	},
	example: Example{Title: "Files over SSH", Text: "The library again, from a server that lets every user read it."},
	path:    "",
	holds:   "welcome.txt",
	stops: []stop{{
		why:  "A directory. The server sends its names, sizes and times.",
		path: "names/",
		rows: []string{"100%.txt", "na\u00efve.txt", "no#1.txt", "semi;colon.txt", "two words.txt"},
	}, {
		why:   "A file. The client requests pieces of it until the server reports the end.",
		path:  "history/gopher.txt",
		holds: "gopher",
	}, {
		why:   "~ is the home directory of the user.",
		path:  "%7E/welcome.txt",
		holds: "Welcome to the library",
	}},
}

// sftpd serves the library by sftp, read-only, to every user without a password.
type sftpd struct {
	library *library
	idle    time.Duration
	config  func() (*ssh.ServerConfig, error) // makes the key once
}

// newSFTPd returns the handler of a server with a new key.
func newSFTPd(l *library, idle time.Duration) func(net.Conn) {
	return (&sftpd{l, idle, sync.OnceValues(newHostKey)}).handle
}

// newHostKey returns the settings of a server with a new key.
func newHostKey() (*ssh.ServerConfig, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	signer, err := ssh.NewSignerFromKey(key)
	if err != nil {
		return nil, err
	}
	c := &ssh.ServerConfig{NoClientAuth: true}
	c.AddHostKey(signer)
	return c, nil
}

// idleConn is a connection whose reads and writes each end after a time.
type idleConn struct {
	net.Conn
	idle time.Duration
}

func (c idleConn) Read(p []byte) (int, error) {
	c.Conn.SetReadDeadline(time.Now().Add(c.idle))
	return c.Conn.Read(p)
}

func (c idleConn) Write(p []byte) (int, error) {
	c.Conn.SetWriteDeadline(time.Now().Add(c.idle))
	return c.Conn.Write(p)
}

// handle serves one connection.
func (d *sftpd) handle(raw net.Conn) {
	config, err := d.config()
	if err != nil {
		return
	}
	conn, channels, requests, err := ssh.NewServerConn(idleConn{raw, d.idle}, config)
	if err != nil {
		return
	}
	defer conn.Close()
	go ssh.DiscardRequests(requests)
	var wait sync.WaitGroup
	defer wait.Wait()
	defer conn.Close()
	for c := range channels {
		if c.ChannelType() != "session" {
			c.Reject(ssh.UnknownChannelType, "this server has only sftp")
			continue
		}
		channel, requests, err := c.Accept()
		if err != nil {
			return
		}
		wait.Go(func() { d.session(channel, requests) })
	}
}

// session serves one channel: it starts sftp, and refuses every other request.
func (d *sftpd) session(channel ssh.Channel, requests <-chan *ssh.Request) {
	defer channel.Close()
	started := false
	var wait sync.WaitGroup
	defer wait.Wait()
	for r := range requests {
		ok := r.Type == "subsystem" && strings.HasSuffix(string(r.Payload), "sftp") && !started
		r.Reply(ok, nil)
		if started = started || ok; ok {
			wait.Go(func() {
				files := sftpFiles{d.library}
				sftp.NewRequestServer(channel, sftp.Handlers{FileGet: files, FilePut: files, FileCmd: files, FileList: files}).Serve()
				channel.Close()
			})
		}
	}
}

// sftpFiles are the files of the library for the server of package sftp. It refuses every change.
type sftpFiles struct{ library *library }

// node returns the file or directory of a path.
func (f sftpFiles) node(path string) (*node, error) {
	n := f.library.files
	for name := range strings.SplitSeq(strings.Trim(path, "/"), "/") {
		if name == "" {
			continue
		}
		if n = n.child(name); n == nil {
			return nil, os.ErrNotExist
		}
	}
	return n, nil
}

// Fileread returns the content of a file.
func (f sftpFiles) Fileread(r *sftp.Request) (io.ReaderAt, error) {
	n, err := f.node(r.Filepath)
	if err != nil {
		return nil, err
	}
	if n.dir {
		return nil, sftp.ErrSSHFxFailure
	}
	return strings.NewReader(n.data), nil
}

// Filewrite refuses to write.
func (f sftpFiles) Filewrite(*sftp.Request) (io.WriterAt, error) {
	return nil, sftp.ErrSSHFxPermissionDenied
}

// Filecmd refuses to change anything.
func (f sftpFiles) Filecmd(*sftp.Request) error { return sftp.ErrSSHFxPermissionDenied }

// Filelist returns the entries of a directory, or what is known about a path.
func (f sftpFiles) Filelist(r *sftp.Request) (sftp.ListerAt, error) {
	n, err := f.node(r.Filepath)
	if err != nil {
		return nil, err
	}
	if r.Method != "List" {
		return fileList{nodeInfo{n}}, nil
	}
	if !n.dir {
		return nil, sftp.ErrSSHFxFailure
	}
	var list fileList
	for _, c := range n.children {
		if !strings.Contains(c.name, "/") { // no path of sftp has such a name
			list = append(list, nodeInfo{c})
		}
	}
	return list, nil
}

// fileList is a list of files.
type fileList []fs.FileInfo

// ListAt copies the entries from an offset.
func (l fileList) ListAt(to []fs.FileInfo, from int64) (int, error) {
	if from >= int64(len(l)) {
		return 0, io.EOF
	}
	n := copy(to, l[from:])
	if n < len(to) {
		return n, io.EOF
	}
	return n, nil
}

// nodeInfo describes a node.
type nodeInfo struct{ n *node }

func (i nodeInfo) Name() string       { return i.n.name }
func (i nodeInfo) Size() int64        { return int64(len(i.n.data)) }
func (i nodeInfo) ModTime() time.Time { return i.n.time }
func (i nodeInfo) IsDir() bool        { return i.n.dir }
func (i nodeInfo) Sys() any           { return nil }
func (i nodeInfo) Mode() fs.FileMode {
	if i.n.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
