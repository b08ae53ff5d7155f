package unwrap

// A row is one service.
type row struct {
	service string
	kind    Kind
	hosts   string // separated by spaces; see matchesHost
	port    bool   // whether the host may have a port
	paths   string // separated by spaces; see matchPath
	code    code   // how a query or a host has the target
	names   string // the names of the pairs of the query that may have it, separated by spaces
	prefix  string // what precedes the target in the value
}

// A code is how a query or a host has the target. In a path, the last token of the
// pattern says it.
type code uint8

// The values of code.
const (
	plain       code = iota // escaped once
	queryRest               // unescaped, up to the end of the URL
	base64Text              // in base 64
	proofpoint1             // escaped, then with "&amp;"
	proofpoint2             // with "-" for "%" and "_" for "/"
	inHost                  // in the host; names says how
)

// table has all services. Rows for certain hosts precede those that guess by a
// name. Each format was compared with a decoder of the service, or with public
// programs that read it.
var table = [...]row{
	// Filters of mail.
	{service: "Outlook SafeLinks", hosts: ".safelinks.protection.outlook.com .safelinks.protection.office365.us .safelinks.protection.outlook.cn", paths: "*", names: "url"},
	{service: "Teams SafeLinks", hosts: "statics.teams.cdn.office.net statics.teams.microsoft.com", paths: "/evergreen-assets/safelinks/*", names: "url"},
	{service: "Proofpoint URL Defense", hosts: "urldefense.proofpoint.com urldefense.com urldefense.us", paths: "/v1/url", code: proofpoint1, names: "u"},
	{service: "Proofpoint URL Defense", hosts: "urldefense.proofpoint.com urldefense.com urldefense.us", paths: "/v2/url", code: proofpoint2, names: "u"},
	{service: "Proofpoint URL Defense", hosts: "urldefense.com urldefense.us urldefense.proofpoint.com", paths: "/v3/__{v3}"},
	{service: "Barracuda Link Protection", hosts: "linkprotect.cudasvc.com", paths: "/url", names: "a"},
	{service: "Cisco Secure Email", hosts: "secure-web.cisco.com", paths: "/{any}/{enc}"},
	{service: "Mimecast", hosts: ".mimecast.com .mimecastprotect.com", paths: "*", names: "url"},
	{service: "Sophos Email", hosts: ".protection.sophos.com", paths: "/", code: base64Text, names: "u"},
	{service: "Trend Micro ClickTime", hosts: ".trendmicro.com .tmase.trendmicro.com", paths: "/wis/clicktime/v1/query", names: "url"},
	{service: "Trellix URL Protection", hosts: "protect2.fireeye.com protect.fireeye.com", paths: "/url /v1/url", names: "u"},
	{service: "Symantec ClickTime", hosts: "clicktime.symantec.com clicktime.cloud.postoffice.net", paths: "*", names: "u U"},
	{service: "Avanan", hosts: "avanan.url-protection.com", paths: "/v1/url", names: "o"},
	{service: "Check Point", hosts: "protect.checkpoint.com url.avanan.click", paths: "/v2/___{underscores}"},
	{service: "EdgePilot", hosts: "link.edgepilot.com", paths: "/s/*", names: "u"},
	{service: "Libraesva URLSand", hosts: "urlsand.esvalabs.com urlsand.com", paths: "/", names: "u"},

	// Search engines.
	{service: "Google", hosts: "google.* plus.url.google.com", paths: "/url", names: "q url"},
	{service: "Google Scholar", hosts: "scholar.google.*", paths: "/scholar_url", names: "url"},
	{service: "Google ads", hosts: "google.* www.googleadservices.com", paths: "/aclk /pagead/aclk", names: "adurl"},
	{service: "Google Web Light", kind: Proxy, hosts: "googleweblight.com www.googleweblight.com", paths: "/ /i /fp /sp", names: "u lite_url"},
	{service: "Google Translate", kind: Proxy, hosts: ".translate.goog", paths: "*", code: inHost, names: "translate"},
	{service: "Google Translate", kind: Proxy, hosts: "translate.google.* translate.googleusercontent.com", paths: "/translate /translate_c /website", names: "u"},
	{service: "Google AMP", kind: Copy, hosts: "google.*", paths: "/amp/s/{https} /amp/{http}"},
	{service: "Google cache", kind: Copy, hosts: "webcache.googleusercontent.com", paths: "/search", names: "q", prefix: "cache:"},
	{service: "Bing", hosts: "www.bing.com bing.com cn.bing.com", paths: "/ck/a", code: base64Text, names: "u", prefix: "a1"},
	{service: "DuckDuckGo", hosts: "duckduckgo.com html.duckduckgo.com", paths: "/l/", names: "uddg"},
	{service: "DuckDuckGo images", kind: Proxy, hosts: "external-content.duckduckgo.com proxy.duckduckgo.com", paths: "/iu/", names: "u"},

	// Sites whose links leave through a page of theirs.
	{service: "Facebook", hosts: "l.facebook.com lm.facebook.com www.facebook.com m.facebook.com facebook.com", paths: "/l.php /flx/warn/", names: "u"},
	{service: "Instagram", hosts: "l.instagram.com l.threads.net l.threads.com l.messenger.com l.wl.co", paths: "/ /l.php /l", names: "u"},
	{service: "LinkedIn", hosts: "www.linkedin.com linkedin.com", paths: "/redir/redirect /redir/redirect/ /redir/suspicious-page /redir/general-malware-page /safety/go /safety/go/", names: "url"},
	{service: "LinkedIn", hosts: "www.linkedin.com linkedin.com", paths: "/slink", names: "url"},
	{service: "Slack", hosts: "slack-redir.net", paths: "/link", names: "url"},
	{service: "Slack images", kind: Proxy, hosts: "slack-imgs.com", paths: "/", names: "url"},
	{service: "YouTube", hosts: "www.youtube.com youtube.com m.youtube.com", paths: "/redirect", names: "q"},
	{service: "Reddit", hosts: "out.reddit.com", paths: "*", names: "url"},
	{service: "VK", hosts: "vk.com m.vk.com away.vk.com", paths: "/away.php", names: "to"},
	{service: "Tumblr", hosts: "t.umblr.com", paths: "/redirect", names: "z"},
	{service: "Steam", hosts: "steamcommunity.com", paths: "/linkfilter/ /linkfilter", names: "url u"},
	{service: "Medium", hosts: "medium.com", paths: "/r/ /r", names: "url"},
	{service: "Pocket", hosts: "getpocket.com", paths: "/redirect", names: "url"},
	{service: "DeviantArt", hosts: "www.deviantart.com", paths: "/users/outgoing", code: queryRest, names: ""},
	{service: "Zhihu", hosts: "link.zhihu.com link.juejin.cn link.csdn.net gitee.com", paths: "/ /link", names: "target"},
	{service: "Telegram Instant View", kind: Proxy, hosts: "t.me telegram.me", paths: "/iv", names: "url"},
	{service: "a page that hides the referrer", hosts: "href.li anonym.to www.anonym.to nullrefer.com dereferer.me", paths: "/", code: queryRest, names: ""},
	{service: "Skimlinks", hosts: "go.skimresources.com go.redirectingat.com", paths: "/", names: "url"},
	{service: "Awin", hosts: "www.awin1.com", paths: "/cread.php /awclick.php", names: "ued p"},
	{service: "Rakuten", hosts: "click.linksynergy.com", paths: "/deeplink /fs-bin/click", names: "murl"},

	// Caches and archives.
	{service: "AMP cache", kind: Copy, hosts: "cdn.ampproject.org .cdn.ampproject.org www.bing-amp.com .bing-amp.com", paths: "/c/s/{https} /v/s/{https} /i/s/{https} /r/s/{https} /wp/s/{https} /a/s/{https} /c/{http} /v/{http} /i/{http} /r/{http} /ii/{any}/s/{https} /ii/{any}/{http}"},
	{service: "Wayback Machine", kind: Copy, hosts: "web.archive.org wayback.archive.org web-beta.archive.org archive.org www.archive.org web.archive.bibalex.org", paths: "/web/{date}/{name} /web/{url}"},
	{service: "archive.today", kind: Copy, hosts: "archive.today archive.ph archive.is archive.md archive.fo archive.li archive.vn", paths: "/{date}/{url} /newest/{url} /oldest/{url} /o/{any}/{url}"},
	{service: "Archive-It", kind: Copy, hosts: "wayback.archive-it.org", paths: "/{any}/{date}/{url}"},
	{service: "Memento Time Travel", kind: Copy, hosts: "timetravel.mementoweb.org", paths: "/memento/{date}/{url} /list/{date}/{url}"},
	{service: "UK Government Web Archive", kind: Copy, hosts: "webarchive.nationalarchives.gov.uk", paths: "/{date}/{url} /ukgwa/{date}/{url}"},
	{service: "UK Web Archive", kind: Copy, hosts: "www.webarchive.org.uk webarchive.org.uk", paths: "/wayback/archive/{date}/{url} /wayback/{any}/archive/{date}/{url}"},
	{service: "Arquivo.pt", kind: Copy, hosts: "arquivo.pt", paths: "/wayback/{date}/{url} /noFrame/replay/{date}/{url}"},
	{service: "Vefsafn", kind: Copy, hosts: "vefsafn.is", paths: "/is/{date}/{url}"},
	{service: "Stanford Web Archive", kind: Copy, hosts: "swap.stanford.edu", paths: "/{date}/{url} /was/{date}/{url}"},
	{service: "Library of Congress", kind: Copy, hosts: "webarchive.loc.gov", paths: "/{any}/{date}/{url}"},
	{service: "WebCite", kind: Copy, hosts: "www.webcitation.org webcitation.org", paths: "/query", names: "url"},
	{service: "an archive of the web", kind: Copy, hosts: "{archive}", port: true, paths: "/{time}/{url} /{any}/{time}/{url} /{any}/{any}/{time}/{url}"},

	// Proxies.
	{service: "EZproxy", kind: Proxy, hosts: "{ezproxy}", port: true, paths: "/login", code: queryRest, names: "url"},
	{service: "EZproxy", kind: Proxy, hosts: "{ezproxy}", port: true, paths: "/login", names: "qurl"},
	{service: "EZproxy", kind: Proxy, hosts: "{ezproxy}", paths: "*", code: inHost, names: "ezproxy"},
	{service: "Tor gateway", kind: Proxy, hosts: ".onion.ly .onion.to .onion.ws .onion.pet .onion.cab .onion.link .onion.city .tor2web.org", paths: "*", code: inHost, names: "onion"},
	{service: "Jina Reader", kind: Proxy, hosts: "r.jina.ai", paths: "/{url}"},
	{service: "12ft", kind: Proxy, hosts: "12ft.io 1ft.io", paths: "/{url}"},
	{service: "12ft", kind: Proxy, hosts: "12ft.io", paths: "/proxy", names: "q"},
	{service: "CORS Anywhere", kind: Proxy, hosts: "cors-anywhere.herokuapp.com cors.bridged.cc crossorigin.me proxy.cors.sh", paths: "/{url}"},
	{service: "ThingProxy", kind: Proxy, hosts: "thingproxy.freeboard.io", paths: "/fetch/{url}"},
	{service: "corsproxy.io", kind: Proxy, hosts: "corsproxy.io", paths: "/", code: queryRest, names: "url "},
	{service: "AllOrigins", kind: Proxy, hosts: "api.allorigins.win", paths: "/raw /get", names: "url"},
	{service: "CodeTabs", kind: Proxy, hosts: "api.codetabs.com", paths: "/v1/proxy /v1/proxy/", code: queryRest, names: "quest"},
	{service: "a mirror of GitHub", kind: Proxy, hosts: "ghproxy.com mirror.ghproxy.com gh-proxy.com ghproxy.net ghfast.top", paths: "/{url}"},
	{service: "GitHub Camo", kind: Proxy, hosts: "camo.githubusercontent.com", paths: "/{any}/{hex}"},
	{service: "Discord images", kind: Proxy, hosts: "images-ext-1.discordapp.net images-ext-2.discordapp.net", paths: "/external/{any}/https/{https} /external/{any}/http/{http}"},
	{service: "wsrv.nl", kind: Proxy, hosts: "wsrv.nl images.weserv.nl", paths: "/", names: "url"},
	{service: "Yandex Translate", kind: Proxy, hosts: "translate.yandex.com translate.yandex.ru", paths: "/translate", names: "url"},
	{service: "Microsoft Translator", kind: Proxy, hosts: "www.microsofttranslator.com www.translatetheweb.com", paths: "/bv.aspx /", names: "a"},
}
