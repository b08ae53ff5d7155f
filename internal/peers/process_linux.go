package peers

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// needsLinux does nothing here: the tests run on Linux.
func needsLinux(testing.TB, string) {}

// ownSession makes a command run in a new session.
func ownSession(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
}

// killSession kills each process of a session and returns how many it found. It uses
// SIGKILL because pygopherd sends SIGTERM to the process group of its parent.
func killSession(leader int) int {
	pids := session(leader)
	for _, pid := range pids {
		syscall.Kill(pid, syscall.SIGKILL) // the process may have ended meanwhile
	}
	return len(pids)
}

// session lists the processes of a session that have not ended.
func session(leader int) []int {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	var pids []int
	for _, path := range stats {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // the process ended meanwhile
		}
		// pid (name) state parent group session ...; the name can contain any byte.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 4 || string(fields[3]) != strconv.Itoa(leader) || fields[0][0] == 'Z' {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
