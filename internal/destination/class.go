package destination

// Class is a class of addresses, by who can reach them.
type Class uint8

// The classes. The zero Class is not known.
const (
	ClassPublic Class = iota + 1
	ClassLoopback
	ClassPrivate // of one site: rfc1918, rfc4193
	ClassShared  // of one provider: rfc6598
	ClassLinkLocal
	ClassMetadata
	ClassOther
)

// ClassOf returns the class of a word of [Special].
func ClassOf(word string) Class {
	switch word {
	case "":
		return ClassPublic
	case "loopback":
		return ClassLoopback
	case "private", "site-local":
		return ClassPrivate
	case "shared":
		return ClassShared
	case "link-local":
		return ClassLinkLocal
	case Metadata:
		return ClassMetadata
	}
	return ClassOther
}

// LeadsTo reports whether a server whose URL the user typed may redirect to another class of
// addresses. A special address is reached from its own class only: a server on the user's machine
// or network knows that class. It can send others to the public Internet. A class that is
// not known leads everywhere, because no server redirected.
func (c Class) LeadsTo(to Class) bool { return to == ClassPublic || c == 0 || c == to }
