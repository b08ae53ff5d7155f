//go:build linux

package faults

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A fault is what happens to a command. The zero value is nothing.
type fault struct {
	calls string        // the system calls that fail, as strace lists them
	errno string        // with this error
	when  string        // which of them: "3", or "3+" for that and all later ones
	kill  time.Duration // send SIGKILL after this time; 0: not
}

func (f fault) String() string {
	switch {
	case f.kill > 0:
		return fmt.Sprintf("SIGKILL after %v", f.kill.Round(time.Microsecond))
	case f.calls == "":
		return "no fault"
	}
	return fmt.Sprintf("%s of %s, when=%s", f.errno, f.calls, f.when)
}

// causes are the system calls that can fail with an error.
var causes = []struct{ errno, calls string }{
	{"ENOSPC", "write,pwrite64,writev"},
	{"ENOSPC", "write,pwrite64,writev,fsync,fdatasync,ftruncate,fallocate,mkdirat,renameat,linkat"},
	{"ENOSPC", "fsync,fdatasync,renameat,close"},
	{"EIO", "write,pwrite64,writev"},
	{"EIO", "read,pread64"},
	{"EIO", "fsync,fdatasync,close,renameat,unlinkat,ftruncate"},
	{"EIO", "newfstatat,fstat,getdents64,lseek"},
	{"EINTR", "read,write,pread64,pwrite64,openat,fsync,connect,accept4"},
	{"EMFILE", "openat,socket,pipe2,dup3,fcntl"},
	{"EMFILE", "openat"},
}

// most is the highest number of the failing call. Each thread counts by itself.
const most = 40

// choose returns a random fault. A third are SIGKILL.
func (s *suite) choose(c *command, r *rand.Rand) fault {
	if r.IntN(3) == 0 {
		return fault{kill: time.Millisecond + time.Duration(r.Int64N(int64(c.takes)))}
	}
	cause := causes[r.IntN(len(causes))]
	// Early calls are likelier, because few threads make many.
	n := 1 + int(float64(most)*r.Float64()*r.Float64())
	when := fmt.Sprint(n)
	if cause.errno != "EINTR" && r.IntN(2) == 0 {
		when += "+"
	}
	return fault{calls: cause.calls, errno: cause.errno, when: when}
}

// result is how a command ended.
type result struct {
	status         int // -1 if a signal ended it
	stdout, stderr string
	hung           bool
	took           time.Duration
}

// run runs a command in a directory under a fault. The data of its stdout goes to a file, as
// a redirection by a shell does.
func (s *suite) run(c *command, dir string, f fault) result {
	if c.drive != nil {
		return c.drive(s, c, dir, f)
	}
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	cmd := s.command(ctx, c, dir, f)
	out, err := os.Create(filepath.Join(dir, "stdout"))
	if err != nil {
		return result{status: -1, stderr: err.Error()}
	}
	defer out.Close()
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return result{status: -1, stderr: err.Error()}
	}
	if f.kill > 0 {
		t := time.AfterFunc(f.kill, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
		defer t.Stop()
	}
	err = cmd.Wait()
	res := result{stderr: stderr.String(), hung: ctx.Err() != nil, took: time.Since(start), status: cmd.ProcessState.ExitCode()}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		res.stderr += err.Error()
	}
	text, _ := os.ReadFile(filepath.Join(dir, "stdout"))
	res.stdout = string(text)
	return res
}

// command returns the process of a command under a fault.
func (s *suite) command(ctx context.Context, c *command, dir string, f fault) *exec.Cmd {
	args := append([]string{filepath.Join(s.bin, "earl")}, c.args...)
	if f.calls != "" {
		args = append([]string{"strace", "-f", "-qq", "--seccomp-bpf", "-o", os.DevNull,
			"-e", "trace=" + f.calls, "-e", fmt.Sprintf("inject=%s:error=%s:when=%s", f.calls, f.errno, f.when), "--"}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + s.bin + ":" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home"), "TMPDIR=" + filepath.Join(dir, "tmp"), "LANG=C.UTF-8", "GOTRACEBACK=single"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	return cmd
}

// leftovers returns the files below dir that look like remains of a killed run.
func leftovers(dir string) (list []string) {
	filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && isLeftover(d.Name()) {
			list = append(list, strings.TrimPrefix(path, dir+"/"))
		}
		return nil
	})
	return list
}

// isLeftover reports whether a name has one of the forms of temporary names of earl.
func isLeftover(name string) bool {
	return strings.Contains(name, ".tmp-") || strings.HasPrefix(name, ".earl-") && name != ".earl-files" || strings.Contains(name, ".db-run") || strings.HasSuffix(name, ".part") || strings.HasSuffix(name, "-journal")
}
