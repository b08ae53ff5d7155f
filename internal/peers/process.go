package peers

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// A server has this long to respond. It is far more than any server needs, because tests of
// several packages share the machine.
const startTimeout = 30 * time.Second

// process is the process of a server, with its child processes.
type process struct {
	cmd    *exec.Cmd
	log    string        // the file with its output
	exited chan struct{} // closed when cmd has ended
}

// start runs a server on a free port and returns when ready reports no error for its
// address. If the server ends before that, for example because another process took the
// port, start tries another port. command returns the command for a port; dir is the
// directory for its output.
func start(t testing.TB, name, dir string, command func(port int) *exec.Cmd, ready func(addr string) error) int {
	t.Helper()
	var errs []error
	for range 3 {
		port := freePort(t)
		p, err := launch(command(port), filepath.Join(dir, "output"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err = p.await(address(port), ready); err == nil {
			t.Cleanup(func() {
				p.stop(t)
				if t.Failed() {
					t.Logf("%s printed: %s", name, p.output())
				}
			})
			record(t, name)
			return port
		}
		p.stop(t)
		errs = append(errs, fmt.Errorf("%w; it printed: %s", err, p.output()))
	}
	t.Fatalf("%s does not start: %v", name, errors.Join(errs...))
	return 0
}

// guard runs a server and ends when the server ends. If descriptor 3 closes, because the
// process of the test was killed before it could stop the server, guard kills the server
// and itself.
const guard = `"$@" 3<&- & server=$!; { read -r _ <&3; kill -9 $server 0 2>/dev/null; } & wait $server`

// launch runs a command in its own session, so that all its processes can be found. Its
// output goes to a file, so that a remaining child cannot keep a pipe open.
func launch(cmd *exec.Cmd, log string) (*process, error) {
	f, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd = exec.Command("sh", append([]string{"-c", guard, "sh"}, cmd.Args...)...)
	cmd.Env = environ()
	cmd.Stdout, cmd.Stderr = f, f
	cmd.ExtraFiles = []*os.File{r} // descriptor 3
	ownSession(cmd)
	if err := cmd.Start(); err != nil {
		w.Close()
		return nil, err
	}
	p := &process{cmd: cmd, log: log, exited: make(chan struct{})}
	go func() {
		cmd.Wait() // the exit status does not matter: each process ends by a signal
		w.Close()
		close(p.exited)
	}()
	return p, nil
}

// await calls ready every 10 ms until it reports no error.
func (p *process) await(addr string, ready func(addr string) error) error {
	poll := time.NewTicker(10 * time.Millisecond)
	defer poll.Stop()
	deadline := time.After(startTimeout)
	for {
		err := ready(addr)
		select {
		case <-p.exited:
			return fmt.Errorf("it ended: %v", p.cmd.ProcessState)
		case <-deadline:
			return fmt.Errorf("not ready after %v: %v", startTimeout, err)
		case <-poll.C:
			if err == nil {
				return nil // and it was still running one tick later
			}
		}
	}
}

// stop ends every process of the session and waits until they have ended.
func (p *process) stop(t testing.TB) {
	t.Helper()
	leader := p.cmd.Process.Pid
	poll := time.NewTicker(5 * time.Millisecond)
	defer poll.Stop()
	deadline := time.After(10 * time.Second)
	for {
		left := killSession(leader)
		select {
		case <-p.exited:
			if left == 0 {
				return
			}
		case <-deadline:
			t.Errorf("%s: %d processes do not end", p.cmd.Args[4], left)
			return
		default:
		}
		<-poll.C
	}
}

// output returns the end of the server's output.
func (p *process) output() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	const most = 2000 // bytes, enough for a configuration error or a Python trace
	if len(text) > most {
		text = text[len(text)-most:]
	}
	return fmt.Sprintf("%q", bytes.TrimSpace(text))
}

// ask connects, writes request and reads until the response has the prefix.
func ask(addr, request, prefix string) error {
	conn, err := net.DialTimeout("tcp", addr, time.Second)
	if err != nil {
		return err
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := conn.Write([]byte(request)); err != nil {
		return err
	}
	got := make([]byte, 0, 512)
	for len(got) < len(prefix) {
		n, err := conn.Read(got[len(got):cap(got)])
		got = got[:len(got)+n]
		if err != nil {
			return fmt.Errorf("after %q: %w", got, err)
		}
	}
	if !bytes.HasPrefix(got, []byte(prefix)) {
		return fmt.Errorf("it answers %q, not %q", got, prefix)
	}
	return nil
}
