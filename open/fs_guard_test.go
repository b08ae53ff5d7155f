package open

import (
	"context"
	"io"
	"testing"
)

// F5: a later read of a file that a redirect led to follows the same redirect:
// if a host now has an address of this machine, it is not dialled.
func TestFSFileIsReadOnByTheSameWay(t *testing.T) {
	f := &fake{schemes: everything, answer: map[string]func(*Call) (Resource, error){"http://public.test/a": refer("http://other.test/b")}}
	n := newNetwork()
	fsys, err := New(n.options(Options{}), f).FS(context.Background(), parse(t, "http://public.test/"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := fsys.Open("a")
	if err != nil {
		t.Fatal(err)
	}
	n.hosts["other.test"] = "127.0.0.1"
	if _, err := file.(io.Seeker).Seek(1, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Read(make([]byte, 1)); refusalOf(err) != GuardPrivateAddress {
		t.Errorf("Read after Seek: %v, want refusal %q; dialled %q", err, GuardPrivateAddress, n.dials)
	}
}
