module github.com/earl-url/earl/compare

go 1.26.0

replace github.com/earl-url/earl => ..

require (
	github.com/earl-url/earl v0.0.0
	github.com/fredbi/uri v1.1.1
	github.com/nlnwa/whatwg-url v0.6.2
	mvdan.cc/xurls/v2 v2.6.0
)

require (
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
