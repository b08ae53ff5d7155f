package peers

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Hercules starts Hercules, an emulator of a mainframe, with a 3270 console as its only
// device. It sends its logo, a screen without input fields.
func Hercules(t testing.TB) *Server {
	t.Helper()
	needsLinux(t, "hercules")
	program := Program(t, "hercules")
	dir := scratch(t)
	var modules string
	for _, pattern := range []string{filepath.Join(os.Getenv("EARL_PEERS"), "usr/lib/hercules"), "/usr/lib/hercules"} {
		if _, err := os.Stat(pattern); err == nil {
			modules = pattern
			break
		}
	}
	port := start(t, "hercules", dir, func(port int) *exec.Cmd {
		conf := write(t, dir, "hercules.cnf", fmt.Sprintf("ARCHMODE S/370\nMAINSIZE 2\nNUMCPU 1\nCNSLPORT 127.0.0.1:%d\nMODPATH %s\n0700 3270\n", port, modules))
		libs := modules
		for _, env := range environ() {
			if path, ok := strings.CutPrefix(env, "LD_LIBRARY_PATH="); ok {
				libs += ":" + path
			}
		}
		return exec.Command("env", "LD_LIBRARY_PATH="+libs, program, "-d", "-f", conf)
	}, func(addr string) error { return ask(addr, "", "\xff\xfd\x18") })
	return &Server{Name: "hercules", Addr: address(port), scheme: "tn3270"}
}

// S3270 is a running s3270: a 3270 display without a window, which takes actions as lines.
type S3270 struct {
	t    testing.TB
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	dead *time.Timer
}

// StartS3270 starts s3270 with the code page 37 and a display of model 2. It ends with the
// test.
func StartS3270(t testing.TB) *S3270 {
	t.Helper()
	cmd := exec.Command(Program(t, "s3270"), "-model", "3278-2", "-codepage", "cp037", "-utf8")
	cmd.Env = environ()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &S3270{t: t, cmd: cmd, in: in, out: bufio.NewReader(out)}
	s.dead = time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	t.Cleanup(func() {
		s.dead.Stop()
		cmd.Process.Kill()
		cmd.Wait()
	})
	record(t, "s3270")
	return s
}

// Do does an action, such as "Ascii()", and returns the lines of its result. The test fails
// if s3270 refuses it.
func (s *S3270) Do(action string) []string {
	s.t.Helper()
	if _, err := io.WriteString(s.in, action+"\n"); err != nil {
		s.t.Fatal(err)
	}
	var lines []string
	for {
		line, err := s.out.ReadString('\n')
		if err != nil {
			s.t.Fatalf("s3270: %s: %v", action, err)
		}
		line = strings.TrimSuffix(line, "\n")
		switch data, ok := strings.CutPrefix(line, "data: "); {
		case ok:
			lines = append(lines, data)
		case line == "ok":
			return lines
		case line == "error":
			s.t.Fatalf("s3270: %s: %q", action, lines)
		}
	}
}
