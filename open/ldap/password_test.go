package ldap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/internal/protocol/ber"
	"github.com/earl-url/earl/open"
	"github.com/earl-url/earl/open/internal/transcript"
	"github.com/earl-url/earl/open/ldap"
	"github.com/earl-url/earl/open/opentest"
)

// Values that are passwords, or can be used like them, are not written. An option
// of an attribute does not change that, and neither does the case of its name.
func TestPasswordsAreNotShown(t *testing.T) {
	hidden := strings.Fields(`userPassword USERPASSWORD userPassword;x-a 2.5.4.35 authPassword pwdHistory
		1.3.6.1.4.1.42.2.27.8.1.20 passwordHistory unicodePwd dBCSPwd ntPwdHistory lmPwdHistory supplementalCredentials
		msDS-ManagedPassword ms-Mcs-AdmPwd msLAPS-Password msLAPS-EncryptedPassword sambaNTPassword
		sambaPasswordHistory sambaClearTextPassword krbPrincipalKey krbPwdHistory ipaNTHash ipatokenOTPkey oathSecret
		radiusSharedSecret olcRootPW`)
	var attributes [][]byte
	for i, name := range append(hidden, "pwdChangedTime", "description") {
		attributes = append(attributes, ber.Of(ber.Sequence, ber.Bytes(ber.OctetString, name),
			ber.Of(ber.Set, ber.Bytes(ber.OctetString, fmt.Sprint("value", i)))))
	}
	entry := transcript.Text(t, "entry")
	wire := upToSearch(entry) + "S-: " + transcript.Escape(anEntry(2, "cn=x", attributes...)) + transcript.Escape(done(0)) + "\n"
	peer := opentest.Play(t, wire+"done\n")
	got := report(t, peer.Client(open.Options{}, ldap.Opener{}), &open.Request{URL: earl.RFC3986.MustParse(peer.URL)})
	for i, name := range hidden {
		if !strings.Contains(got, "# "+name+" is not shown") || strings.Contains(got, fmt.Sprintf(": value%d\n", i)) {
			t.Errorf("%s is shown", name)
		}
	}
	if shown := strings.Count(got, ": value"); shown != 2 {
		t.Errorf("%d values are shown, want 2:\n%s", shown, got)
	}
}
