package peers

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// NFS is an NFS server of version 3. Its tree is that of [Tree].
type NFS struct {
	Server
	// Export is the path of the tree in a URL, without its first slash: "" if the tree is the
	// root of the server.
	Export string
}

// URL returns the URL of a path in the tree.
func (s *NFS) URL(path string) string {
	if s.Export != "" {
		path = s.Export + "/" + path
	}
	return s.Server.URL(path)
}

// GoNFS starts the server of the Go module go-nfs: NFS and MOUNT on one port, without a port
// mapper and without the public file handle.
func GoNFS(t testing.TB) *NFS {
	t.Helper()
	needsLinux(t, "go-nfs")
	program, root := Program(t, "osnfs"), Tree(t)
	port := start(t, "go-nfs", scratch(t), func(port int) *exec.Cmd {
		return exec.Command(program, root, strconv.Itoa(port))
	}, dialable)
	return &NFS{Server: Server{Name: "go-nfs", Addr: address(port), Root: root, scheme: "nfs"}}
}

// dialable reports an error until a server accepts connections.
func dialable(addr string) error {
	c, err := net.DialTimeout("tcp", addr, startTimeout)
	if err == nil {
		c.Close()
	}
	return err
}

// ganeshaConfig exports a tree on loopback. %[1]d is the port of NFS, %[2]d that of MOUNT,
// %[3]s the tree, %[4]s a directory for its state, %[5]s the versions, and %[6]s the plugins.
const ganeshaConfig = `NFS_CORE_PARAM {
	Protocols = %[5]s;
	NFS_Port = %[1]d;
	MNT_Port = %[2]d;
	Bind_addr = 127.0.0.1;
	Enable_UDP = false;
	Enable_NLM = false;
	Enable_RQUOTA = false;
	Plugins_Dir = %[6]s;
}
NFSv4 {
	RecoveryRoot = %[4]s;
	Graceless = true;
	UseGetpwnam = true;
}
EXPORT {
	Export_Id = 1;
	Path = %[3]s;
	Pseudo = /tree;
	Access_Type = RO;
	Squash = All_Squash;
	SecType = none, sys;
	Transports = TCP;
	Protocols = %[5]s;
	FSAL { Name = VFS; }
}
`

// Ganesha starts nfs-ganesha with the given versions of NFS, "3" or "4". MOUNT has a port of
// its own, which the port mapper reports. A port mapper is started if none runs. Only root can
// do both.
func Ganesha(t testing.TB, versions string) *NFS {
	t.Helper()
	needsLinux(t, "ganesha")
	program := Program(t, "ganesha.nfsd")
	if os.Getuid() != 0 {
		missing(t, "ganesha", "it needs root")
	}
	portMapper(t)
	root, dir := Tree(t), scratch(t)
	plugins := filepath.Join(filepath.Dir(filepath.Dir(program)), "lib/x86_64-linux-gnu/ganesha")
	if found, _ := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(program)), "lib/*-linux-gnu*/ganesha")); len(found) > 0 {
		plugins = found[0]
	}
	port := start(t, "ganesha", dir, func(port int) *exec.Cmd {
		config := write(t, dir, "ganesha.conf", fmt.Sprintf(ganeshaConfig, port, freePort(t), root, dir, versions, plugins))
		return exec.Command(program, "-F", "-f", config, "-L", filepath.Join(dir, "log"), "-p", filepath.Join(dir, "pid"))
	}, dialable)
	return &NFS{Server: Server{Name: "ganesha", Addr: address(port), Root: root, scheme: "nfs"}, Export: root[1:]}
}

// portMapper starts rpcbind if no port mapper runs on this machine.
func portMapper(t testing.TB) {
	t.Helper()
	if dialable("127.0.0.1:111") == nil {
		return
	}
	program := Program(t, "rpcbind")
	p, err := launch(exec.Command(program, "-f", "-w"), filepath.Join(scratch(t), "output"))
	if err == nil {
		t.Cleanup(func() { p.stop(t) })
		err = p.await("127.0.0.1:111", dialable)
	}
	if err != nil {
		t.Fatalf("rpcbind: %v", err)
	}
}
