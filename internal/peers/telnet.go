package peers

import (
	"os/exec"
	"testing"
)

// telnetLogin is the program that telnetd runs instead of login(1). It asks for a name and
// a password, prints a greeting, and responds to each line. "stty" and "env" show the
// terminal that the client requested. "quit" ends it, with a delay, because telnetd
// discards unsent output when its child ends.
const telnetLogin = `#!/bin/sh
printf 'earl test login\n'
printf 'login: '; read -r name
printf 'password: '; read -r word
[ "$word" = 'wonder:land@1' ] || { printf '\nLogin incorrect\n'; exit 1; }
printf '\nWelcome %s\n> ' "$name"
while read -r line; do
	case $line in
	quit) sleep 0.3; exit 0 ;;
	stty) stty size ;;
	env) printf 'TERM=%s USER=%s\n' "$TERM" "$USER" ;;
	*) printf 'you said: %s\n' "$line" ;;
	esac
	printf '> '
done
`

// Telnetd starts inetutils' telnetd: a login for one user, a greeting, and a prompt "> ". A
// super-server listens for it.
func Telnetd(t testing.TB) *Server {
	t.Helper()
	needsLinux(t, "telnetd")
	program, sh := Program(t, "telnetd"), Program(t, "sh")
	script := write(t, scratch(t), "login", telnetLogin)
	s := startSuper(t, "telnetd", func(int) *exec.Cmd { return exec.Command(program, "-h", "-E", sh+" "+script) })
	if err := ask(address(s.port), "", "\xff"); err != nil {
		t.Fatalf("telnetd: %v", err)
	}
	record(t, "telnetd")
	return &Server{Name: "telnetd", Addr: address(s.port), scheme: "telnet"}
}
