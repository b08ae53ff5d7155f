package open

import (
	"sync/atomic"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/destination"
)

// walk is the state of one Open or Follow across its URLs.
type walk struct {
	public  atomic.Bool   // a public address was reached
	dialled atomic.Bool   // the client dialled the current URL
	through atomic.Bool   // a proxy or a gateway was used
	class   atomic.Uint32 // the destination.Class of the address that was dialled last
	first   atomic.Uint32 // the destination.Class of the first server that redirected
	hops    int           // hops that passed the guards, including those that failed later
	arrived bool          // hops includes the hop to the current URL
	notes   []string
	urls    []earl.URL // the URLs that redirected, in order
	reason  string     // of the last Referral
}

// typed returns the class of the address that the user typed, or 0 if no server redirected.
func (w *walk) typed() destination.Class { return destination.Class(w.first.Load()) }
