package views

import "github.com/earl-url/earl"

// octetsPart returns a part that is always present.
func octetsPart(name string, in earl.Component, o earl.Octets) earl.Part {
	return earl.Part{Name: name, In: in, Present: true, Value: o}
}

// fieldPart returns a part that may be absent.
func fieldPart(name string, in earl.Component, f earl.Field) earl.Part {
	return earl.Part{Name: name, In: in, Present: f.Present, Value: f.Value}
}

// textPart returns a part that is not decoded.
func textPart(name string, in earl.Component, text string, present bool) earl.Part {
	return earl.Part{Name: name, Kind: earl.PartText, In: in, Present: present, Value: earl.Octets(text)}
}

// flagPart returns a part that is true or false.
func flagPart(name string, in earl.Component, yes bool) earl.Part {
	return earl.Part{Name: name, Kind: earl.PartFlag, In: in, Present: yes}
}

// listPart returns a part with several values.
func listPart(name string, in earl.Component, list []earl.Octets) earl.Part {
	return earl.Part{Name: name, Kind: earl.PartList, In: in, Present: list != nil, List: list}
}

// pairsPart returns a part with several pairs.
func pairsPart(name string, in earl.Component, pairs []earl.Pair) earl.Part {
	return earl.Part{Name: name, Kind: earl.PartPairs, In: in, Present: pairs != nil, Pairs: pairs}
}

// secretPart returns the part for a password, without its value.
func secretPart(s earl.Secret) earl.Part {
	_, ok := s.Reveal()
	return earl.Part{Name: "password", Kind: earl.PartSecret, In: earl.ComponentPassword, Present: ok}
}
