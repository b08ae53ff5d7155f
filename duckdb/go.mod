module github.com/earl-url/earl/duckdb

go 1.26.0

replace github.com/earl-url/earl => ..

require github.com/earl-url/earl v0.0.0

require (
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/ulikunitz/xz v0.5.17 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
