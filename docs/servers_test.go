package docs_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/earl-url/earl/internal/demo"
)

// The servers that console blocks may use, by the names in commands: those of the demo,
// as index.md names them, $TLS, whose certificate no one trusts, and $SILENT, which accepts
// connections and sends nothing. They start with the first command that uses one.
var servers = sync.OnceValues(startServers)

// stopServers stops the servers, if they were started.
var stopServers = func() {}

// startServers starts the servers. It returns their addresses by name.
func startServers() (map[string]string, error) {
	d, err := demo.Start(context.Background(), demo.Options{})
	if err != nil {
		return nil, err
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		d.Close()
		return nil, err
	}
	tls := httptest.NewUnstartedServer(http.NotFoundHandler())
	tls.Config.ErrorLog = log.New(io.Discard, "", 0)
	tls.StartTLS()
	stopServers = func() {
		d.Close()
		silent.Close()
		tls.Close()
	}
	return map[string]string{
		"HTTP": d.HTTP, "FTP": d.FTP, "GOPHER": d.Gopher, "NNTP": d.NNTP, "TELNET": d.Telnet, "WAIS": d.WAIS,
		"TLS": strings.TrimPrefix(tls.URL, "https://"), "SILENT": silent.Addr().String(),
	}, nil
}

// serverEnv returns the variables for the servers that a command uses, and a replacer that
// writes their names for their addresses.
func serverEnv(command string) (env []string, named *strings.Replacer, err error) {
	var pairs []string
	for _, m := range variable.FindAllStringSubmatch(command, -1) {
		if m[1] == "HOME" {
			continue
		}
		all, err := servers()
		if err != nil {
			return nil, nil, err
		}
		if all[m[1]] == "" {
			return nil, nil, fmt.Errorf("there is no server $%s", m[1])
		}
		env = append(env, m[1]+"="+all[m[1]])
		pairs = append(pairs, all[m[1]], "$"+m[1])
	}
	return env, strings.NewReplacer(pairs...), nil
}
