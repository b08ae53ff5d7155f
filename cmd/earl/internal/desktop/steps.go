package desktop

import "strings"

// WindowsSteps returns the steps that make a program the handler of schemes on Windows: a
// registry file for the user, which also lists the program under "Default apps".
func WindowsSteps(program string, schemes []string) string {
	escaped := strings.ReplaceAll(program, `\`, `\\`)
	var b strings.Builder
	b.WriteString("Save these lines as earl.reg, open the file, then choose earl for each scheme in\nSettings > Apps > Default apps. To undo this, delete the keys.\n\n" +
		"Windows Registry Editor Version 5.00\n\n" +
		"[HKEY_CURRENT_USER\\Software\\Classes\\earl.url]\n@=\"URL for earl\"\n\"URL Protocol\"=\"\"\n\n" +
		"[HKEY_CURRENT_USER\\Software\\Classes\\earl.url\\shell\\open\\command]\n@=\"\\\"" + escaped + "\\\" handler open \\\"%1\\\"\"\n\n" +
		"[HKEY_CURRENT_USER\\Software\\earl\\Capabilities]\n\"ApplicationName\"=\"earl\"\n\"ApplicationDescription\"=\"Open gopher, ftp, news and other URLs in the browser\"\n\n" +
		"[HKEY_CURRENT_USER\\Software\\earl\\Capabilities\\URLAssociations]\n")
	for _, s := range schemes {
		b.WriteString(`"` + s + `"="earl.url"` + "\n")
	}
	b.WriteString("\n[HKEY_CURRENT_USER\\Software\\RegisteredApplications]\n\"earl\"=\"Software\\\\earl\\\\Capabilities\"\n")
	return b.String()
}

// MacOSSteps returns the steps that make a program the handler of schemes on macOS: an
// application that passes URLs to it, and its entries in LSHandlers.
func MacOSSteps(program string, schemes []string) string {
	var types, handlers strings.Builder
	for _, s := range schemes {
		types.WriteString("<string>" + s + "</string>")
		handlers.WriteString("defaults write com.apple.LaunchServices/com.apple.launchservices.secure LSHandlers -array-add \\\n" +
			"  '{LSHandlerURLScheme=" + s + ";LSHandlerRoleAll=\"org.earl-url.handler\";}'\n")
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(program)
	return "Run these lines in a terminal, then log in again. To undo this, remove earl.app and the\nentries of LSHandlers.\n\n" +
		"mkdir -p ~/Applications\nosacompile -o ~/Applications/earl.app <<'END'\non open location u\n  do shell script quoted form of \"" + quoted + "\" & \" handler open \" & quoted form of u\nend open location\nEND\n" +
		"plutil -replace CFBundleIdentifier -string org.earl-url.handler ~/Applications/earl.app/Contents/Info.plist\n" +
		"plutil -replace CFBundleURLTypes -xml '<array><dict><key>CFBundleURLName</key><string>earl</string>\n  <key>CFBundleURLSchemes</key><array>" + types.String() + "</array></dict></array>' \\\n" +
		"  ~/Applications/earl.app/Contents/Info.plist\n" + handlers.String()
}
