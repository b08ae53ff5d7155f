package peers

import (
	"os"
	"os/exec"
	"testing"
)

// fingerProgram is the program that fingerd runs instead of finger(1). It prints its
// arguments and a text with a byte that controls a terminal.
const fingerProgram = `#!/bin/sh
printf 'asked:'
for word; do printf ' <%s>' "$word"; done
printf '\nPlan:\n\033[2Jnone\n'
`

// Fingerd starts in.fingerd. Its response repeats the request. A super-server listens for
// it.
func Fingerd(t testing.TB) *Server {
	t.Helper()
	needsLinux(t, "in.fingerd")
	program, sh := Program(t, "in.fingerd"), Program(t, "sh")
	script := write(t, scratch(t), "finger", fingerProgram)
	if err := os.Chmod(script, 0o755); err != nil {
		t.Fatal(err)
	}
	s := startSuper(t, "fingerd", func(int) *exec.Cmd { // it also needs the connection as its stderr
		return exec.Command(sh, "-c", `exec "$0" -L "$1" 2>&1`, program, script)
	})
	if err := ask(address(s.port), "joe\r\n", "asked:"); err != nil {
		t.Fatalf("in.fingerd: %v", err)
	}
	record(t, "fingerd")
	return &Server{Name: "fingerd", Addr: address(s.port), scheme: "finger"}
}
