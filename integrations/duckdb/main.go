//go:build duckdb

// Command duckdb is an extension of DuckDB: SQL functions that parse, check and
// compare URLs by package rows. It is a shared library, so it needs cgo and a
// C compiler. The command in build makes the file that DuckDB loads:
//
//	go -C duckdb run ./build "$PWD"
//
//	LOAD './earl.duckdb_extension';
//	SELECT url_host(u), count(*) FROM links GROUP BY 1;
//
// The list of functions in functions.go is their only definition. api.h has the part
// of DuckDB's C API that is used. DuckDB calls earlRun once for each chunk of up to
// 2,048 rows, from several threads. docs/duckdb.md is the manual.
package main

// main is not called in a shared library.
func main() {}
