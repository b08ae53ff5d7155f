package main

// parser is a row of the table of real parsers: how to get it, and how to start its driver.
type parser struct {
	name     string // in truth files and reports
	language string
	kit      kit
	packages []string // to install: of Debian, except for kits with a registry of their own
	args     []string // of the driver; the first is its file or class, or the library that it reads with
	core     bool     // the groups of the report are made from core parsers
}

// parsers are all parsers that the laboratory knows, by language.
var parsers = []parser{
	{"go-net-url", "Go", kitGo, nil, []string{"neturl.go"}, true},
	{"go-net-url-1.19", "Go", kitGo119, []string{"golang-1.19-go"}, []string{"neturl.go"}, false},
	{"go-fasthttp", "Go", kitGo, []string{"github.com/valyala/fasthttp@latest"}, []string{"fasthttp.go"}, false},
	{"go-nlnwa", "Go", kitGo, []string{"github.com/nlnwa/whatwg-url/url@latest"}, []string{"nlnwa.go"}, false},

	{"python-urllib.parse", "Python", kitPython, []string{"python3-minimal"}, []string{"urllib_parse"}, true},
	{"python-urllib.request", "Python", kitPython, []string{"python3-minimal"}, []string{"urllib_request"}, false},
	{"python-requests", "Python", kitPython, []string{"python3-requests"}, []string{"requests"}, true},
	{"python-urllib3", "Python", kitPython, []string{"python3-urllib3"}, []string{"urllib3"}, true},
	{"python-yarl", "Python", kitPython, []string{"python3-yarl"}, []string{"yarl"}, true},
	{"python-hyperlink", "Python", kitPython, []string{"python3-hyperlink"}, []string{"hyperlink"}, true},
	{"python-rfc3986", "Python", kitPython, []string{"python3-rfc3986"}, []string{"rfc3986"}, true},
	{"python-furl", "Python", kitPython, []string{"python3-furl"}, []string{"furl"}, false},
	{"python-werkzeug", "Python", kitPython, []string{"python3-werkzeug"}, []string{"werkzeug"}, false},
	{"python-httptools", "Python", kitPython, []string{"python3-httptools"}, []string{"httptools"}, false},
	{"python-httpx", "Python", kitPython, []string{"python3-httpx"}, []string{"httpx"}, false},
	{"python-uritools", "Python", kitPython, []string{"python3-uritools"}, []string{"uritools"}, false},
	{"python-requests-new", "Python", kitPip, []string{"requests"}, []string{"requests"}, false},
	{"python-urllib3-new", "Python", kitPip, []string{"urllib3"}, []string{"urllib3"}, false},
	{"python-yarl-new", "Python", kitPip, []string{"yarl"}, []string{"yarl"}, false},
	{"python-httpx-new", "Python", kitPip, []string{"httpx"}, []string{"httpx"}, false},
	{"python-ada-url", "Python", kitPip, []string{"ada-url"}, []string{"ada_url"}, false},
	{"python-can-ada", "Python", kitPip, []string{"can-ada"}, []string{"can_ada"}, false},
	{"python-pydantic", "Python", kitPip, []string{"pydantic"}, []string{"pydantic"}, false},

	{"node-url", "JavaScript", kitNode, nil, []string{"url"}, true},
	{"node-url-parse-legacy", "JavaScript", kitNode, nil, []string{"legacy"}, true},
	{"npm-whatwg-url", "JavaScript", kitNode, []string{"whatwg-url@16.0.1"}, []string{"whatwg-url"}, true},
	{"npm-url-parse", "JavaScript", kitNode, []string{"url-parse@1.5.10"}, []string{"url-parse"}, true},
	{"npm-uri-js", "JavaScript", kitNode, []string{"uri-js@4.4.1"}, []string{"uri-js"}, true},
	{"npm-fast-uri", "JavaScript", kitNode, []string{"fast-uri@4.2.3"}, []string{"fast-uri"}, true},
	{"npm-urijs", "JavaScript", kitNode, []string{"urijs@1.19.11"}, []string{"urijs"}, false},
	{"npm-url", "JavaScript", kitNode, []string{"url@0.11.4"}, []string{"npm-url"}, false},

	{"java-net-uri", "Java", kitJava, nil, []string{"NetURI"}, true},
	{"java-net-url", "Java", kitJava, nil, []string{"NetURL"}, true},
	{"java-okhttp", "Java", kitJava, []string{"com.squareup.okhttp3:okhttp:4.12.0"}, []string{"OkHttp"}, false},
	{"java-spring-rfc", "Java", kitJava, []string{"org.springframework:spring-web:6.2.0"}, []string{"SpringRFC"}, false},
	{"java-spring-whatwg", "Java", kitJava, []string{"org.springframework:spring-web:6.2.0"}, []string{"SpringWHATWG", "SpringRFC"}, false},
	{"java-jetty", "Java", kitJava, []string{"org.eclipse.jetty:jetty-http:12.0.15"}, []string{"Jetty"}, false},
	{"java-apache", "Java", kitJava, []string{"org.apache.httpcomponents.core5:httpcore5:5.3.1"}, []string{"Apache"}, false},
	{"java-galimatias", "Java", kitJava, []string{"io.mola.galimatias:galimatias:0.2.1"}, []string{"Galimatias"}, false},

	{"php-parse_url", "PHP", kitPHP, []string{"php-cli"}, []string{"parse_url"}, true},
	{"php-filter_var", "PHP", kitPHP, []string{"php-cli"}, []string{"filter_var"}, false},
	{"php-guzzle", "PHP", kitPHP, []string{"php-cli", "php-guzzlehttp-psr7"}, []string{"guzzle"}, false},

	{"ruby-uri", "Ruby", kitRuby, []string{"ruby"}, []string{"uri"}, true},
	{"ruby-uri-rfc2396", "Ruby", kitRuby, []string{"ruby"}, []string{"rfc2396"}, false},
	{"ruby-addressable", "Ruby", kitRuby, []string{"ruby-addressable"}, []string{"addressable"}, false},

	{"perl-uri", "Perl", kitPerl, []string{"liburi-perl"}, []string{"URI"}, true},
	{"perl-mojo-url", "Perl", kitPerl, []string{"libmojolicious-perl"}, []string{"Mojo::URL"}, false},

	{"libcurl-url-api", "C", kitC, []string{"libcurl4-openssl-dev"}, []string{"libcurl.c", "-lcurl", "strict"}, true},
	{"libcurl-guess-scheme", "C", kitC, []string{"libcurl4-openssl-dev"}, []string{"libcurl.c", "-lcurl", "guess"}, false},
	{"glib-guri", "C", kitC, []string{"libglib2.0-dev"}, []string{"guri.c", "glib-2.0", "none"}, true},
	{"glib-guri-soup", "C", kitC, []string{"libglib2.0-dev"}, []string{"guri.c", "glib-2.0", "soup"}, false},
	{"libxml2", "C", kitC, []string{"libxml2-dev"}, []string{"libxml2.c", "libxml-2.0"}, true},
	{"uriparser", "C", kitC, []string{"liburiparser-dev"}, []string{"uriparser.c", "liburiparser"}, true},
	{"apr-uri", "C", kitC, []string{"libaprutil1-dev"}, []string{"apr.c", "apr-util-1 apr-1"}, false},
	{"libevent", "C", kitC, []string{"libevent-dev"}, []string{"evhttp.c", "libevent"}, false},
	{"neon", "C", kitC, []string{"libneon27-gnutls-dev"}, []string{"neon.c", "neon"}, false},
	{"libsoup2", "C", kitC, []string{"libsoup2.4-dev"}, []string{"soup2.c", "libsoup-2.4"}, false},
	{"node-http-parser", "C", kitC, []string{"libhttp-parser-dev"}, []string{"httpparser.c", "-lhttp_parser"}, false},

	{"boost-url", "C++", kitC, []string{"libboost1.81-dev"}, []string{"boost.cpp", ""}, true},
	{"poco-uri", "C++", kitC, []string{"libpoco-dev"}, []string{"poco.cpp", "-lPocoFoundation"}, false},
	{"qt-qurl", "C++", kitC, []string{"qtbase5-dev"}, []string{"qurl.cpp", "Qt5Core", "tolerant"}, true},
	{"qt-qurl-strict", "C++", kitC, []string{"qtbase5-dev"}, []string{"qurl.cpp", "Qt5Core", "strict"}, false},
	{"qt6-qurl", "C++", kitC, []string{"qt6-base-dev"}, []string{"qurl.cpp", "Qt6Core", "tolerant"}, false},
	{"gnustep-nsurl", "Objective-C", kitC, []string{"gobjc", "libgnustep-base-dev"}, []string{"nsurl.m", "-lgnustep-base -lobjc"}, false},

	{"rust-url", "Rust", kitRust, []string{"url"}, []string{"url"}, false},
	{"rust-http", "Rust", kitRust, []string{"http"}, []string{"http"}, false},
	{"rust-fluent-uri", "Rust", kitRust, []string{"fluent-uri"}, []string{"fluent-uri"}, false},
	{"rust-iri-string", "Rust", kitRust, []string{"iri-string"}, []string{"iri-string"}, false},

	{"lua-socket", "Lua", kitScript, []string{"lua5.4", "lua-socket"}, []string{"lua/read.lua", "lua5.4"}, false},
	{"tcl-uri", "Tcl", kitScript, []string{"tcl", "tcllib"}, []string{"tcl/read.tcl", "tclsh"}, false},
	{"erlang-uri_string", "Erlang", kitScript, []string{"erlang-base"}, []string{"erlang/read.escript", "escript"}, false},
	{"elixir-uri-parse", "Elixir", kitScript, []string{"elixir"}, []string{"elixir/read.exs", "elixir", "parse"}, false},
	{"elixir-uri-new", "Elixir", kitScript, []string{"elixir"}, []string{"elixir/read.exs", "elixir", "new"}, false},
	{"guile-web-uri", "Scheme", kitScript, []string{"guile-3.0"}, []string{"guile/read.scm", "guile --no-auto-compile"}, false},
	{"lisp-puri", "Common Lisp", kitScript, []string{"sbcl", "cl-puri"}, []string{"lisp/read.lisp", "sbcl --script"}, false},
	{"prolog-uri", "Prolog", kitScript, []string{"swi-prolog-nox"}, []string{"prolog/read.pl", "swipl"}, false},
	{"racket-net-url", "Racket", kitScript, []string{"racket"}, []string{"racket/read.rkt", "racket"}, false},
	{"pike-uri", "Pike", kitScript, []string{"pike8.0-core"}, []string{"pike/read.pike", "pike8.0"}, false},
	{"emacs-url", "Emacs Lisp", kitScript, []string{"emacs-nox"}, []string{"elisp/read.el", "emacs --batch --script"}, false},
	{"r-urltools", "R", kitScript, []string{"r-base-core", "r-cran-urltools"}, []string{"r/read.R", "Rscript --vanilla", "urltools"}, false},
	{"r-httr", "R", kitScript, []string{"r-base-core", "r-cran-httr"}, []string{"r/read.R", "Rscript --vanilla", "httr"}, false},

	{"mono-system-uri", "C#", kitMono, []string{"mono-mcs", "mono-runtime"}, []string{"csharp/Read.cs"}, false},
	{"nim-uri", "Nim", kitCompile, []string{"nim"}, []string{"nim/read.nim", "nim c --hints:off --warnings:off -d:release --nimcache:%[2]s.cache -o:%[2]s %[1]s"}, false},
	{"crystal-uri", "Crystal", kitCompile, []string{"crystal"}, []string{"crystal/read.cr", "crystal build -o %[2]s %[1]s"}, false},
	{"pascal-uriparser", "Pascal", kitCompile, []string{"fp-compiler-3.2.2", "fp-units-fcl-3.2.2"}, []string{"pascal/read.pas", "fpc -v0 -FU%[3]s -o%[2]s %[1]s"}, false},
	{"ocaml-uri", "OCaml", kitCompile, []string{"ocaml-findlib", "liburi-ocaml-dev"}, []string{"ocaml/read.ml", "ocamlfind ocamlopt -package uri -linkpkg -o %[2]s %[1]s"}, false},
	{"haskell-network-uri", "Haskell", kitCompile, []string{"ghc", "libghc-network-uri-dev"}, []string{"haskell/Network.hs", "ghc -v0 -O -outputdir %[3]s -o %[2]s %[1]s"}, false},

	{"curl", "program", kitFetch, nil, []string{"curl"}, false},
	{"wget", "program", kitFetch, nil, []string{"wget"}, false},
	{"wget2", "program", kitFetch, nil, []string{"wget2"}, false},
	{"lynx", "program", kitFetch, nil, []string{"lynx"}, false},
	{"w3m", "program", kitFetch, nil, []string{"w3m"}, false},
	{"aria2", "program", kitFetch, nil, []string{"aria2"}, false},
}
