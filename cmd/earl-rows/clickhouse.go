package main

import (
	"fmt"
	"io"

	"github.com/earl-url/earl/cmd/earl-rows/internal/clickhouse"
	"github.com/earl-url/earl/cmd/earl-rows/internal/convert"
	"github.com/earl-url/earl/editions"
)

// writeClickHouse writes the configuration of ClickHouse for an edition.
func writeClickHouse(out io.Writer, edition string) error {
	e, ok := editions.ByName(edition)
	if !ok {
		return fmt.Errorf("--edition %q: unknown edition", edition)
	}
	text, err := clickhouse.Config(e.Name())
	if err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return &convert.Fault{Status: convert.StatusOutput, Err: err}
	}
	return nil
}
