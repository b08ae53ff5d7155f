# Reads texts with uri::split of Tcllib.
#
# Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
package require uri

proc encode {parts name} {
	if {![dict exists $parts $name]} {
		return -
	}
	return [binary encode hex [encoding convertto utf-8 [dict get $parts $name]]]
}

puts "= [package present uri]"
while {[gets stdin line] >= 0} {
	set text [encoding convertfrom utf-8 [binary decode hex $line]]
	if {[catch {uri::split $text} parts]} {
		puts "0\t[binary encode hex [encoding convertto utf-8 $parts]]"
		continue
	}
	set fields 1
	foreach name {scheme host port path user} {
		lappend fields [encode $parts $name]
	}
	puts [join $fields \t]
}
