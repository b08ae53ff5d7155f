package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// A program that reads only the start of the output does not cost the archive its record: it
// has what arrived.
func TestArchiveOfAClosedPipe(t *testing.T) {
	dir := t.TempDir()
	big := filepath.Join(dir, "big.bin")
	if err := os.WriteFile(big, bytes.Repeat([]byte("0123456789abcdef"), 1<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(dir, "a.warc")
	cmd := exec.Command(buildEarl(t), "get", "--no-config", "--warc-file", archive, "file://"+big)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 10)); err != nil {
		t.Error(err)
	}
	out.Close()
	cmd.Wait()
	text, err := os.ReadFile(archive)
	if err != nil || !bytes.Contains(text, []byte("WARC-Type: resource")) {
		t.Errorf("%v: %v: the archive has no record of %s", cmd.ProcessState, err, big)
	}
	if status := cmd.ProcessState.ExitCode(); status != statusLocal {
		t.Errorf("status %d, want %d", status, statusLocal)
	}
}
