package signs

import (
	"net"
	"slices"
	"strings"

	"github.com/earl-url/earl"
	"github.com/earl-url/earl/linkcheck/internal/page"
	"github.com/earl-url/earl/open"
)

// parkedHosts are sites that sell domains or fill them with advertisements. Such domains
// redirect to them.
var parkedHosts = []string{
	"hugedomains.com", "dan.com", "afternic.com", "sedo.com", "sedoparking.com", "parkingcrew.net", "bodis.com", "above.com", "undeveloped.com",
	"buydomains.com", "domainmarket.com", "forsale.godaddy.com", "parklogic.com", "skenzo.com", "atom.com", "squadhelp.com", "uniregistry.com",
	"brandbucket.com", "domainnameshop.com", "expireddomains.com", "perfectdomain.com", "domains.atom.com", "domainagents.com", "efty.com",
}

// parkedSources are parts of scripts and URLs in lower case that only pages of parked
// domains load.
var parkedSources = []string{
	"data-adblockkey=", "window.park=\"ey", "sedoparking.com", "parkingcrew.net", "bodis.com", "parklogic.com", "above.com/marketplace", "dsnextgen.com", "fastpark.net",
	"namebrightstatic.com", "domainparking", "parking-lander", "parkinglot.com", "cashparking.com", "d38psrni17bvxu.cloudfront.net",
	"google.com/adsense/domains/caf.js", "window.location.href=\"/lander\"", "window.location.href='/lander'", "dan.com/buy-domain", "afternic.com/forsale",
	"hugedomains.com/domain_profile", "sedo.com/search/details", "domainmarket.com/buynow", "trellian.com", "parking.reg.ru", "img1.wsimg.com/parking",
}

// parkedPhrases begin a title, a heading or a paragraph of such a page. HOST is a
// domain name.
var parkedPhrases = []string{
	"this domain is for sale", "this domain name is for sale", "this domain may be for sale", "this domain could be for sale", "this website is for sale",
	"the domain HOST is for sale", "the domain name HOST is for sale", "HOST is for sale", "HOST may be for sale", "HOST domain is for sale",
	"HOST is available for purchase", "the domain HOST is available for purchase", "the domain HOST may be for sale", "this domain is available for purchase", "this premium domain", "buy this domain", "buy HOST", "get this domain",
	"inquire about this domain", "make an offer on this domain", "make an offer for HOST", "own this domain",
	"this domain is parked", "this domain has been parked", "this web page is parked", "this page is parked", "this site is parked", "this is a parked page", "HOST is parked", "the owner of HOST is offering it for sale",
	"this domain has expired", "this domain name has expired", "HOST has expired", "this domain is registered at", "this domain was recently registered",
	"this domain has recently been registered", "this domain name has been registered", "welcome to HOST this web page is parked", "future home of something quite cool",
	"diese domain steht zum verkauf", "die domain HOST steht zum verkauf", "diese domain ist geparkt", "HOST steht zum verkauf", "diese domain kaufen", "domain HOST kaufen",
	"ce nom de domaine est à vendre", "ce domaine est à vendre", "le domaine HOST est à vendre", "HOST est à vendre",
	"este dominio está en venta", "este dominio está a la venta", "el dominio HOST está en venta", "HOST está en venta",
	"questo dominio è in vendita", "il dominio HOST è in vendita", "este domínio está à venda", "deze domeinnaam is te koop", "dit domein is te koop", "HOST is te koop",
	"ta domena jest na sprzedaż", "domena HOST jest na sprzedaż", "домен HOST прода", "домен прода", "этот домен прода", "このドメインは", "该域名正在出售", "此域名正在出售", "本域名出售", "이 도메인은",
}

// parkedTitles are whole titles, headings and paragraphs of such a page.
var parkedTitles = lineSet(`
domain for sale
premium domain for sale
premium domain
parked domain
domain parked
domain parking
domain expired
this account has been suspended
expired domain
website expired
domain zu verkaufen
dominio en venta
nom de domaine à vendre
`)

// parkedWords is the maximum length of a page whose title or heading offers its domain: a
// longer page is about the subject. parkedShort is the same for other texts.
const parkedWords, parkedShort = 200, 80

// Parked returns why a page belongs to a parked domain, or "". from is the URL of the
// link, final that of the page.
func Parked(p *page.Text, from, final earl.URL) string {
	if host := hostName(final); !strings.EqualFold(host, hostName(from)) && isBelow(host, parkedHosts) {
		return "it redirects to " + host + ", which sells domains"
	}
	for _, source := range parkedSources {
		if strings.Contains(p.Sources, source) {
			return "it is the page of a parked domain (" + strings.Trim(source, "=") + ")"
		}
	}
	n := page.Words(p.Visible())
	if n > parkedWords {
		return ""
	}
	for _, text := range append([]string{p.Title}, p.Headings...) {
		for _, part := range segments(text) {
			if offersDomain(part) {
				return "the page says: " + page.Shorten(text)
			}
		}
	}
	if n > parkedShort {
		return ""
	}
	for _, block := range p.Blocks {
		if offersDomain(block) {
			return "the page says: " + page.Shorten(block)
		}
	}
	return ""
}

// offersDomain reports whether a title, heading or paragraph is one of a parked domain.
func offersDomain(text string) bool {
	text = withoutNames(text)
	return parkedTitles()[text] || beginsWithAny(text, parkedPhrases)
}

// hostName returns the host of a URL in lower case, without its port.
func hostName(u earl.URL) string {
	at, _ := open.HostPort(u)
	host, _, err := net.SplitHostPort(strings.ToLower(at))
	if err != nil {
		return ""
	}
	return host
}

// isBelow reports whether a host is in a list, or a subdomain of a host in the list.
func isBelow(host string, list []string) bool {
	return slices.ContainsFunc(list, func(parent string) bool { return host == parent || strings.HasSuffix(host, "."+parent) })
}

// withoutNames returns a text in lower case, with HOST for each domain name.
func withoutNames(text string) string {
	list := strings.Fields(strings.ToLower(text))
	for i, word := range list {
		name := strings.Trim(word, `.,;:!?"'()[]“”«»`)
		if dot := strings.LastIndexByte(name, '.'); dot > 0 && len(name)-dot > 2 && isDomain(name) {
			list[i] = strings.Replace(word, name, "HOST", 1)
		}
	}
	return strings.Trim(strings.Join(list, " "), "!?.,:;-–—|* ")
}

// isDomain reports whether a text in lower case can be a domain name.
func isDomain(name string) bool {
	return !strings.ContainsFunc(name, func(r rune) bool {
		return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '.' || r >= 0x80)
	})
}
