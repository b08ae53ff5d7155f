package concat

func ofTest(name string) string { return base + name }
