package linkcheck_test

import (
	"testing"

	"github.com/earl-url/earl/linkcheck"
)

// Pages as servers of many kinds send them: soft 404s (/s/), parked domains (/p/), and ordinary
// pages that look like them.
func TestLostPages(t *testing.T) {
	t.Parallel()
	rows := map[string]string{
		"/s/1":   page("We couldn't find that page | Acme", "Hmm, that page isn't here", "<p>Try searching."),
		"/s/2":   page("Acme", "Whoops! That page can't be found.", "<p>Search"),
		"/s/3":   page("Error", "Something's missing", "<p>The page you are trying to reach cannot be found."),
		"/s/4":   page("Instagram", "", "<h2>Sorry, this page isn't available.</h2><p>The link you followed may be broken, or the page may have been removed. Go back to Instagram."),
		"/s/5":   page("Jobs at Acme", "This job is no longer available", "<p>See other jobs"),
		"/s/6":   page("404 • Acme", "Lost in space", "<p>Go home"),
		"/s/7":   page("Not Found", "Not Found", ""),
		"/s/8":   page("Pagina bestaat niet", "Pagina bestaat niet", "<p>x"),
		"/s/9":   page("404 - Seite nicht vorhanden", "Seite nicht vorhanden", "<p>x"),
		"/s/10":  page("Acme", "Dead end", "<p>404</p><p>We looked everywhere and couldn't find the page you requested."),
		"/s/11":  page("Page Not Found — Acme Docs", "Page Not Found", "<p>We could not find what you were looking for.</p><p>Please contact the owner of the site that linked you to the original URL and let them know their link is broken.</p>"),
		"/s/12":  page("404: This page could not be found", "404", "<h2>This page could not be found.</h2>"),
		"/s/13":  page("Nothing found – Blog", "Oops! That page can’t be found.", "<p>It looks like nothing was found at this location. Maybe try a search?"),
		"/s/14":  page("Acme", "Sivua ei löytynyt", "<p>x"),
		"/s/15":  page("Strona nie istnieje | Acme", "Błąd 404", "<p>x"),
		"/s/16":  page("404 Not Found", "Not Found", "<p>The requested URL was not found on this server.</p><hr><address>Apache/2.4 Server</address>"),
		"/s/17":  page("Video unavailable", "Video unavailable", "<p>This video is private"),
		"/s/18":  page("Document Not Found", "The document you requested is not found", "<p>It may have been moved."),
		"/p/1":   page("acme-widgets.com", "acme-widgets.com", "<p>The owner of acme-widgets.com is offering it for sale for an asking price of 1499 USD!"),
		"/p/2":   page("acme.com is coming soon", "", "<p>This domain is parked by its owner."),
		"/p/3":   page("Account Suspended", "This Account has been suspended.", "<p>Contact your hosting provider for more information."),
		"/ok/12": page("Domain Default page", "", "<p>If you are seeing this message, the website for is not available at this time."),
		"/p/5":   page("Interested in acme.io?", "The domain acme.io may be for sale", "<p>Inquire now"),
		"/p/6":   page("acme.net", "", "<p>acme.net is for sale</p><a href=https://sedo.com/search/details/?domain=acme.net>Buy now</a>"),

		"/ok/13": page("Error: page not found · Issue #3 · o/r", "Error: page not found #3", "<p>When I open the page I see nothing. Steps: install, run, open."),
		"/ok/1":  page("Not Found", "Not Found (album)", prose(300)),
		"/ok/2":  page("Recall of the M3 kettle", "Recall", "<p>This product is no longer available in shops since May 2021. Bring it back and get your money back. The kettle can leak, and water under it can cause a short circuit. We are sorry for the trouble."),
		"/ok/3":  page("Issue 4711: Page not found when I click Next", "Page not found when I click Next", "<p>Steps: open the list, click Next."),
		"/ok/4":  page("errors.NotFound", "type NotFound", "<p>NotFound is returned when the object does not exist.</p><pre>type NotFound struct{}</pre>"),
		"/ok/5":  page("HTTP 404 — glossary", "HTTP 404", "<p>404 Not Found is a status code. The server did not find the page."),
		"/ok/6":  page("FAQ", "Why do I see “page not found”?", "<p>The address may be wrong."),
		"/ok/7":  page("Domain names", "Domains", "<p>We buy and sell domain names. Write to us if your domain is for sale."),
		"/ok/8":  page("Coming soon", "Coming soon", "<p>Our new site opens in May."),
		"/ok/9":  page("Error codes", "Error codes", "<table><tr><td>404<td>Page not found<tr><td>500<td>Server error</table>"),
		"/ok/10": page("Test page", "It works!", ""),
		"/ok/11": page("Missing", "The missing page", "<p>Page 12 of the manuscript is missing."+prose(60)),
	}
	base := serve(t, pages(rows))
	for path := range rows {
		o := quick(t)
		o.Depth = linkcheck.Content
		got := one(t, o, base+path)
		want := map[byte]linkcheck.Status{'s': linkcheck.Soft404, 'p': linkcheck.Parked, 'o': linkcheck.OK}[path[1]]
		if got.Status != want {
			t.Errorf("%s: %v: %s, want %v", path, got.Status, got.Message, want)
		}
	}
}
