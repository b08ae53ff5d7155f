package peers

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// z3950Init is an Init request: versions 1 to 3, the options search and present, and messages of up
// to 64 KiB.
const z3950Init = "\xb4\x10\x83\x02\x05\xe0\x84\x02\x06\xc0\x85\x02\x7f\xff\x86\x02\x7f\xff"

// YazZtest starts yaz-ztest. Its only database is Default. A search for a number finds as many records,
// which are always the same; it reports any other number for words.
func YazZtest(t testing.TB) *Server {
	t.Helper()
	needsLinux(t, "yaz-ztest")
	program := Program(t, "yaz-ztest")
	port := startZ3950(t, "yaz-ztest", scratch(t), func(dir, address string) *exec.Cmd { return exec.Command(program, "-w", dir, address) })
	return &Server{Name: "yaz-ztest", Addr: address(port), scheme: "z39.50s"}
}

// Zebra starts zebrasrv with an index of texts. The text of each file in its Root can be searched by its
// words, in the database Default.
func Zebra(t testing.TB) *Server {
	t.Helper()
	needsLinux(t, "zebrasrv")
	program, index := Program(t, "zebrasrv-2.0"), Program(t, "zebraidx-2.0")
	dir := scratch(t)
	for name, text := range ZebraTexts() {
		write(t, dir, filepath.Join("texts", name), text)
	}
	modules, tables := zebraDirs(t)
	conf := write(t, dir, "zebra.cfg", fmt.Sprintf("profilePath: %s\nmodulePath: %s\nattset: bib1.att\nrecordType: text\nstoreData: 1\nstoreKeys: 1\nregister: %s:100M\n", tables, modules, dir))
	for _, words := range [][]string{{"init"}, {"update", "texts"}, {"commit"}} {
		cmd := exec.Command(index, append([]string{"-c", conf}, words...)...)
		cmd.Dir, cmd.Env = dir, environ()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("zebraidx %q: %v: %s", words, err, out)
		}
	}
	port := startZ3950(t, "zebrasrv", dir, func(dir, address string) *exec.Cmd { return exec.Command(program, "-c", conf, "-w", dir, address) })
	return &Server{Name: "zebrasrv", Addr: address(port), Root: filepath.Join(dir, "texts"), scheme: "z39.50s"}
}

// ZebraTexts returns the texts that [Zebra] has, by their file names.
func ZebraTexts() map[string]string {
	return map[string]string{
		"a.txt": "Gopher menus and computers.\n",
		"b.txt": "Commuters read news of old maps.\n",
		"c.txt": "Comparing old maps and new computers.\n",
	}
}

// zebraDirs returns the directories of Zebra's modules and tables.
func zebraDirs(t testing.TB) (modules, tables string) {
	t.Helper()
	for _, root := range []string{os.Getenv("EARL_PEERS"), "/"} {
		found, _ := filepath.Glob(filepath.Join(root, "usr/lib/*/idzebra-2.0/modules"))
		tables = filepath.Join(root, "usr/share/idzebra-2.0/tab")
		if _, err := os.Stat(tables); err == nil && root != "" && len(found) > 0 {
			return found[0], tables
		}
	}
	missing(t, "zebrasrv", "its modules and tables were not found")
	return "", ""
}

// startZ3950 starts a server, which writes its files into dir, and returns its port when it accepts Init.
func startZ3950(t testing.TB, name, dir string, command func(dir, address string) *exec.Cmd) int {
	t.Helper()
	return start(t, name, dir, func(port int) *exec.Cmd { return command(dir, "tcp:"+address(port)) },
		func(addr string) error { return ask(addr, z3950Init, "\xb5") })
}
