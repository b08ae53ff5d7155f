package linkcheck_test

import (
	nethttp "net/http"
	"strings"
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// The page of a parked domain is a fault; a page about domains is not.
func TestParked(t *testing.T) {
	t.Parallel()
	rows := pages{
		"/p/sedo":      page("example.com - This website is for sale! - example Resources and Information.", "", "<p>Related searches"),
		"/p/forsale":   page("Parish.example is for sale", "parish.example is for sale", "<p>Make an offer today."),
		"/p/huge":      page("Welcome", "This domain is for sale!", "<p>Price: 2,795 dollars. Start payment plan."),
		"/p/script":    "<html data-adblockkey=\"MFww\"><head><script>window.park = 'x'</script></head><body></body></html>",
		"/p/bodis":     page("parish.example", "", "<script src=//js.bodis.com/parking.js></script>"),
		"/p/godaddy":   `<!DOCTYPE html><html><head><script>window.onload=function(){window.location.href="/lander"}</script></head></html>`,
		"/p/crew":      page("parish.example", "", `<script src="https://www.google.com/adsense/domains/caf.js"></script><p>Related Links`),
		"/p/expired":   page("parish.example", "This domain has expired", "<p>Is this your domain? Renew it now."),
		"/p/german":    page("Die Domain parish.example steht zum Verkauf", "", "<p>Jetzt kaufen"),
		"/p/body":      page("parish.example", "", "<p>Parked Domain</p><p>Buy this domain</p>"),
		"/p/courtesy":  page("parish.example", "", "<p>This Web page is parked FREE, courtesy of a registrar."),
		"/p/bodis2":    `<html><head><script>window.park="eyJ1dWlkIjoi"</script></head><body><div id="target"></div></body></html>`,
		"/p/buy":       page("parish.example", "The domain parish.example is available for purchase", "<p>Get a price."),
		"/p/may":       page("parish.example", "", "<p>The domain <b>parish.example</b> may be for sale. Click here to inquire.</p>"),
		"/p/courtesy2": page("parish.example", "", "<h2>Welcome to parish.example</h2><p>This is a parked page. Is this your domain?</p>"),
		"/p/geparkt":   page("Hoster", "Diese Domain ist geparkt", ""),
		"/p/host":      page("Account Suspended", "This Account has been suspended.", "<p>Contact your hosting provider."),

		"/ok/account": page("Account suspended: what to do", "Account suspended: what to do", prose(30)),
		"/ok/buying":  page("How to buy a domain that is for sale", "Buying domains", "<p>Sellers such as Sedo show “this domain is for sale”."),
		"/ok/quoted":  page("What “This domain is for sale” means", "Parked domains", prose(40)),
		"/ok/long":    page("This domain is for sale: a warning", "Scams", prose(300)),
		"/ok/mention": page("Links that rot", "Links that rot", "<p>Many pages now say this domain is for sale, see sedoparking.com or bodis.com.</p>"),
		"/ok/house":   page("House for sale", "House for sale", "<p>A domain of three hectares."),
		"/ok/park":    page("Parking at the church", "Parking", "<p>Cars are parked behind the church."),
		"/ok/code":    page("Detecting parked pages", "Detecting", "<pre>if strings.Contains(page, \"data-adblockkey=\")</pre>"),
	}
	base := serve(t, rows)
	for path := range rows {
		want := linkcheck.Parked
		if strings.HasPrefix(path, "/ok/") {
			want = linkcheck.OK
		}
		o := quick(t)
		o.Depth = linkcheck.Content
		if got := one(t, o, base+path); got.Status != want || got.Severity != want.Severity() {
			t.Errorf("%s: %v: %s, want %v", path, got.Status, got.Message, want)
		}
	}
}

// A redirect to a seller of domains is a fault; a link to the seller is not.
func TestRedirectToASeller(t *testing.T) {
	t.Parallel()
	var base string
	base = serve(t, nethttp.HandlerFunc(func(w nethttp.ResponseWriter, r *nethttp.Request) {
		w.Header().Set("Content-Type", "text/html")
		if !strings.HasPrefix(r.Host, "www.hugedomains.com") {
			nethttp.Redirect(w, r, strings.Replace(base, "127.0.0.1", "www.hugedomains.com", 1)+"/d?d=parish", nethttp.StatusFound)
			return
		}
		w.Write([]byte(page("Welcome", "Domains", prose(30))))
	}))
	o := quick(t)
	o.Depth = linkcheck.Content
	if got := one(t, o, base+"/old"); got.Status != linkcheck.Parked || !strings.Contains(got.Message, "www.hugedomains.com") {
		t.Errorf("%v: %s", got.Status, got.Message)
	}
	if got := one(t, o, strings.Replace(base, "127.0.0.1", "www.hugedomains.com", 1)+"/"); got.Status != linkcheck.OK {
		t.Errorf("the seller: %v: %s", got.Status, got.Message)
	}
}

// A wall that is sent with status 200 is recognised by its page.
func TestBlockedWith200(t *testing.T) {
	t.Parallel()
	rows := pages{
		"/incapsula": "<html><body>Request unsuccessful. Incapsula incident ID: 7000-1</body></html>",
		"/anubis":    page("Making sure you're not a bot!", "Making sure you're not a bot!", `<script src="/.within.website/x/cmd/anubis/main.js"></script>`),
		"/f5":        "<title>Request Rejected</title>The requested URL was rejected. Please consult with your administrator.",
		"/sucuri":    "<title>You are being redirected...</title><script>sucuri_cloudproxy_js='';</script>",
		"/distil":    page("Pardon Our Interruption", "Pardon Our Interruption", "<p>As you were browsing"),
	}
	base := serve(t, rows)
	for path := range rows {
		o := quick(t)
		o.Depth = linkcheck.Content
		if got := one(t, o, base+path+"#place"); got.Status != linkcheck.Blocked {
			t.Errorf("%s: %v: %s", path, got.Status, got.Message)
		}
	}
}
