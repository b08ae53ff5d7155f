//go:build js

// Wasm is the program that JavaScript starts. It sets the global function earlCall, which
// passes its arguments to package integrations/web/internal/api and returns JSON, and then waits.
package main

import (
	"syscall/js"

	"github.com/earl-url/earl/integrations/web/internal/api"
)

func main() {
	js.Global().Set("earlCall", js.FuncOf(func(_ js.Value, values []js.Value) any {
		args := make([]string, len(values))
		for i, v := range values {
			args[i] = v.String()
		}
		return string(api.Call(args[0], args[1:]...))
	}))
	select {}
}
