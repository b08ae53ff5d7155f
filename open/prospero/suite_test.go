package prospero_test

import (
	"testing"
	"time"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/open/opentest"
	"github.com/earl-url/earl/open/prospero"
)

// The requests of the suite, written out from the protocol text: header, then lines.
const (
	askName = `\x09\?\?\x00\x01\x00\x01\x00\x00VERSION 5\nAUTHENTICATE '' UNAUTHENTICATED anonymous\nGET-OBJECT-INFO #ALL ASCII n 0\n`
	askList = `\x09\?\?\x00\x01\x00\x01\x00\x00VERSION 5\nAUTHENTICATE '' UNAUTHENTICATED anonymous\nDIRECTORY ASCII n 0\nLIST ATTRIBUTES COMPONENTS\n`
	askData = `\x09\?\?\x00\x01\x00\x01\x00\x00VERSION 5\nAUTHENTICATE '' UNAUTHENTICATED anonymous\nGET-OBJECT-INFO CONTENTS ASCII n 0\n`
	url     = "-- url --\nprospero://host.dom/n\n-- udp --\n"
	modes   = `ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE -rw-r--r--\n`
	by      = `ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n`
)

// B17, F1 to F3: the requirements of every opener.
func TestSuite(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: waits for silent servers")
	}
	opentest.Run(t, prospero.Opener{Options: prospero.Options{Retry: 300 * time.Millisecond, Tries: 2}}, opentest.Fixture{
		Edition: earl.RFC1738,
		Document: url +
			"C: " + askName + "\n" +
			`S: \x03\?\?` + modes + by + "\n" +
			"C: " + askData + "\n" +
			`S: \x07\?\?\x00\x01\x00\x00ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA 'one` + "\n" +
			`S: \x07\?\?\x00\x02\x00\x02 two'\n` + "\n",
		Listing: url +
			"C: " + askName + "\n" +
			`S: \x03\?\?NONE-FOUND\n` + "\n" +
			"C: " + askList + "\n" +
			`S: \x07\?\?\x00\x01\x00\x00LINK L FILE a INTERNET-D host.dom ASCII a 0\nLINK L FI` + "\n" +
			`S: \x07\?\?\x00\x02\x00\x02LE b INTERNET-D host.dom ASCII b 0\n` + "\n",
		EndlessListing: url +
			"C: " + askName + "\n" +
			`S: \x03\?\?NONE-FOUND\n` + "\n" +
			"C: " + askList + "\n" +
			`flood: \x0C\?\?\#\x00\x00\x00\x01\x00\x00\x80LINK L FILE a INTERNET-D host.dom ASCII a 0\n` + "\n" +
			`C: \x0D\?\?\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01` + "\n", // it sends a cancellation
		Hostile: []opentest.Hostile{
			{URL: "prospero://host.dom/a{}b"},
			{URL: "prospero://h{}st.dom/a"},
			{URL: "prospero://host.dom/a;b{}=c"},
			{URL: "prospero://host.dom/a;OBJECT-VERSION={}1"},
		},
		CutShows: true,
	})
}
