// Package browsertest holds the tests of the gateway that need a browser: it is
// driven by clicks and keys, in front of the servers of package demo.
//
// The browser is Debian's chromium, headless; the tests of the frame also run in Debian's
// firefox-esr. Package peers finds both. The tests take minutes, so they are skipped unless
// EARL_BROWSER=1 is set. Without a browser they are skipped too; with EARL_PEERS_REQUIRED=1
// they run and then fail.
// The screenshots go to the folder $EARL_SHOTS, if that is set.
package browsertest
