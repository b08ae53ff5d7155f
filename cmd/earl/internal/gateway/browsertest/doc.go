// Package browsertest contains the tests of the gateway that need a browser. They use the
// gateway with clicks and keys, and open URLs of the servers of package demo.
//
// The browser is Debian's chromium, headless. The tests of the frame also run in Debian's
// firefox-esr. Package peers finds both. If a browser is missing, its tests are skipped;
// with EARL_PEERS_REQUIRED=1 they fail.
//
// If $EARL_SHOTS is set, the tests write screenshots to that folder.
package browsertest
