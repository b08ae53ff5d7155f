package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/earl-url/earl/internal/explanation"
	"github.com/earl-url/earl/readers"
)

// newConfuse returns the command confuse.
func newConfuse(s *streams) *cobra.Command {
	count, seed, texts := 10, uint64(1), false
	c := &cobra.Command{
		Use:     "confuse READER READER",
		GroupID: groupRead,
		Short:   "Make URLs in which two programs read different servers",
		Long: `confuse prints short texts that both programs accept, and in which they find
different hosts or ports. Use them to test a filter. It does not use the network.

READER is a name of "earl explain --readers". The same --seed makes the same texts.
Characters that a terminal does not show are printed as in a Go string, in quotes.
The exit status is 1 if no text was found.`,
		Example: `  earl confuse python go-1.25
  earl confuse -n 3 php python
  earl confuse --seed 7 php go-1.25
  earl confuse --texts php python
  earl confuse --texts php python | head -1`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: cobra.FixedCompletions(readerNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(_ *cobra.Command, args []string) error {
			pair, err := chosenReaders("", args)
			if err != nil {
				return err
			}
			return runConfuse(s, pair[0], pair[1], count, seed, texts)
		},
	}
	c.Flags().IntVarP(&count, "count", "n", count, "print at most `N` texts")
	c.Flags().Uint64Var(&seed, "seed", seed, "choose other random texts")
	c.Flags().BoolVar(&texts, "texts", false, "print only the texts, one quoted string per line")
	return c
}

// runConfuse prints texts, each with the servers that the programs find.
func runConfuse(s *streams, a, b *readers.Reader, count int, seed uint64, texts bool) error {
	found := 0
	for text := range readers.Confusing(a, b, seed) {
		if found == count {
			break
		}
		found++
		if err := printConfusing(s, a, b, text, texts); err != nil {
			return localErr(err)
		}
	}
	if found == 0 {
		return exitWith(statusNo)
	}
	return nil
}

func printConfusing(s *streams, a, b *readers.Reader, text string, only bool) error {
	lines := fmt.Sprintf("%q\n", text)
	for _, r := range []*readers.Reader{a, b} {
		if !only {
			reading, _ := r.Read(text)
			lines += fmt.Sprintf("  %-12s %s\n", r.Name, explanation.ServerText(reading.Server()))
		}
	}
	_, err := s.out.Write([]byte(lines))
	return err
}
