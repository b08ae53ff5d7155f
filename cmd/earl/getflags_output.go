package main

import (
	"path"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// addOutput adds the flags that only get has.
func (g *getFlags) addOutput(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&g.Output, "output", "o", "", "write to `FILE`; \"-\" is stdout, even for binary data on a terminal; #1 is the value of the first {a,b} or [1-9]")
	f.BoolVarP(&g.RemoteName, "remote-name", "O", false, "write each URL to a file named by the last part of its path")
	f.StringVar(&g.OutputDir, "output-dir", "", "write files to `DIR` (default the working directory)")
	f.BoolVar(&g.Force, "force", false, "with -O and -R, overwrite existing files")
	f.VarP((*span)(&g.Range), "range", "r", "get only bytes `A-B`, counted from 0; A- is all from byte A on")
	f.VarP((*resume)(&g.Resume), "continue-at", "C", "continue at byte `OFFSET`; \"-\" continues an interrupted download")
	f.StringArrayVar(&g.answers, "answer", nil, "answer the next question of a form with `TEXT`; repeat it for each question")
	f.BoolVar(&g.compose, "compose", false, "write a draft message (.eml) for a mailto or mailserver URL")
	f.StringVar(&g.mailer, "mailer", "", "open a mailto URL with `PROGRAM`, which may have arguments")
	f.VarP(&g.timeCond, "time-cond", "z", "get a URL only if it changed after this date, or after the time of this file")
	f.Var(&g.Checksum, "checksum", "verify the checksum `NAME:HEX` (md5, sha1, sha256, sha512); the file is FILE.part until then")
	f.Var(&g.limitRate, "limit-rate", "read each URL at no more than this many bytes per second (k, M, G) (default no limit)")
	g.addResponse(f)
	f.BoolVarP(&g.parallel, "parallel", "Z", false, "with -O or -R, get several URLs at a time")
	f.IntVar(&g.parallelMax, "parallel-max", g.parallelMax, "with -Z, get at most `N` URLs at a time")
	f.IntVar(&g.maxPerHost, "max-per-host", g.maxPerHost, "with -Z, get at most `N` URLs at a time from one server")
	f.BoolVarP(&g.recursive, "recursive", "R", false, "save a directory, a menu or a web site with all that is below it")
	f.IntVar(&g.tree.Depth, "depth", g.tree.Depth, "with -R, follow listings and links to depth `N`; 1 is only the first")
	f.StringSliceVar(&g.tree.Accept, "accept", nil, "with -R, save only files whose names match `GLOB`; may be repeated")
	f.StringSliceVar(&g.tree.Reject, "reject", nil, "with -R, leave out files and directories whose names match `GLOB`; may be repeated")
	f.BoolVar(&g.tree.SpanHosts, "span-hosts", false, "with -R, also save files from other servers")
	f.BoolVar(&g.tree.Parent, "parent", false, "with -R, also save files that are not below the first directory")
	f.BoolVar(&g.tree.ConvertLinks, "convert-links", false, "with -R, change the links of saved pages to the saved files (wget's -k)")
	f.BoolVar(&g.tree.Delete, "delete", false, "with -R, delete files of earlier copies that the server no longer has")
	f.IntVar(&g.tree.MaxFiles, "max-files", g.tree.MaxFiles, "with -R, save at most `N` files; -1 sets no limit")
	f.IntVar(&g.tree.MaxDirs, "max-dirs", 0, "with -R, read at most `N` directories (default 20000, or 10 for each of --max-files); -1 sets no limit")
	g.warc.add(c)
	_ = c.MarkFlagDirname("output-dir")
}

// addResponse adds the flags for responses and files, which only get has.
func (g *getFlags) addResponse(f *pflag.FlagSet) {
	f.BoolVarP(&g.HeadOnly, "head", "I", false, "request and write only the header; for ftp and file, the size and time")
	f.StringVarP(&g.HeaderFile, "dump-header", "D", "", "write the headers of http responses to `FILE`; \"-\" is stdout")
	f.BoolVar(&g.Compressed, "compressed", false, "request compressed content (gzip, deflate, br, zstd) and decompress it")
	f.BoolVar(&g.Raw, "raw", false, "keep compressed content as it was sent")
	f.BoolVarP(&g.ServerName, "remote-header-name", "J", false, "with -O, use the file name that the server suggests")
	f.BoolVar(&g.CreateDirs, "create-dirs", false, "create the directories of -o and --output-dir")
	f.BoolVarP(&g.Newer, "timestamping", "N", false, "with -o, -O and -R, get only what is newer than the file or has another size")
	f.Var((*seconds)(&g.MaxAge), "max-age", "with -o and -O, get a URL again only if its file is at least this many seconds old")
	f.BoolVar(&g.RemoteTime, "remote-time", false, "set the time of the file to that of the object; -N and -R always do")
	f.BoolVarP(&g.GlobOff, "globoff", "g", false, "read {a,b} and [1-9] in URLs as ordinary characters")
	f.StringVarP(&g.writeOut, "write-out", "w", "", "write `FORMAT` after each URL, such as '%{http_code}\\n'; \"@FILE\" reads it from a file")
	f.BoolVar(&g.noMeter, "no-progress-meter", false, "show no progress, but write remarks and errors")
	addAlways(f)
	g.addRefused(f)
}

// check returns an error for flags that cannot be used together, and for wrong values.
func (g *getFlags) check(given *pflag.FlagSet, urls int) error {
	several := urls > 1 || g.InputFile != "" || g.recursive
	switch {
	case g.Output != "" && g.recursive:
		return usagef("-R saves a tree of files: name its directory with --output-dir, not with -o")
	case g.Output != "" && g.RemoteName:
		return usagef("-o and -O cannot be used together")
	case g.Output != "" && g.Output != "-" && several && !strings.Contains(g.Output, "#"):
		return usagef("-o is for one URL; -O saves each URL to its own file")
	case g.Range.Given && g.Resume.Given:
		return usagef("-r and -C cannot be used together")
	case g.Resume.Given && g.Resume.Auto && !g.toFile():
		return usagef("-C - needs a file; -o or -O names it")
	case g.Resume.Given && !g.Resume.Auto && several, g.Range.Given && g.recursive:
		return usagef("-r and -C with a number are for one URL")
	case g.Checksum.String() != "" && several:
		return usagef("--checksum is for one URL")
	case g.nullCWD != "fail" && g.nullCWD != "stay":
		return usagef("--null-cwd %q: must be fail or stay", g.nullCWD)
	case g.Retries < 0:
		return usagef("--retry %d: must be at least 0", g.Retries)
	case g.compose && given.Changed("mailer"):
		return usagef("--compose and --mailer cannot be used together")
	case given.Changed("mailer") && len(strings.Fields(g.mailer)) == 0:
		return usagef("--mailer %q: must be the command of a mail program", g.mailer)
	case g.json && g.urls:
		return usagef("--json and --urls cannot be used together")
	case g.parallel && given.Changed("parallel") && !g.RemoteName && !g.recursive:
		return usagef("-Z needs -O or -R, because documents go to stdout one after another")
	case g.parallelMax < 1 || g.parallelMax > maxParallel:
		return usagef("--parallel-max %d: must be 1 to %d", g.parallelMax, maxParallel)
	case g.maxPerHost < 1 || g.maxPerHost > maxPerHost:
		return usagef("--max-per-host %d: must be 1 to %d", g.maxPerHost, maxPerHost)
	case g.tree.Depth < 1:
		return usagef("--depth %d: must be at least 1", g.tree.Depth)
	case g.tree.MaxFiles < 1 && g.tree.MaxFiles != -1:
		return usagef("--max-files %d: must be at least 1, or -1 for no limit", g.tree.MaxFiles)
	case g.tree.MaxDirs < -1:
		return usagef("--max-dirs %d: must be at least 1, or -1 for no limit", g.tree.MaxDirs)
	}
	if (g.tree.Delete || g.tree.ConvertLinks) && !g.recursive {
		return usagef("--delete and --convert-links need -R")
	}
	if err := g.checkHTTP(); err != nil {
		return err
	}
	for _, glob := range append(g.tree.Accept[:len(g.tree.Accept):len(g.tree.Accept)], g.tree.Reject...) {
		if _, err := path.Match(glob, ""); err != nil {
			return usagef("--accept or --reject %q: must be a pattern such as *.txt or [a-z]*", glob)
		}
	}
	return nil
}

// checkHTTP returns an error for flags of requests and files that cannot be used together.
func (g *getFlags) checkHTTP() error {
	resumed := g.Resume.Given || g.Range.Given
	switch {
	case g.refused == "request", g.refused == "method":
		return usagef("--%s: earl get only retrieves: it sends GET, and HEAD with -I", g.refused)
	case g.refused != "":
		return usagef("--%s: earl get only retrieves: it does not upload, post or change anything on a server", g.refused)
	case g.HeadOnly && (g.recursive || resumed || g.compose || g.Newer):
		return usagef("-I cannot be used with -R, -C, -r, -N or --compose")
	case g.Raw && g.Compressed:
		return usagef("--raw and --compressed cannot be used together")
	case g.ServerName && !g.RemoteName:
		return usagef("-J needs -O")
	case g.ServerName && (resumed || g.Newer):
		return usagef("-J cannot be used with -C, -r or -N, which need the name of the file before the request")
	case g.Newer && !g.toFile():
		return usagef("-N needs a file: use it with -o, -O or -R")
	case g.MaxAge > 0 && !g.toFile():
		return usagef("--max-age needs a file: use it with -o or -O")
	case g.MaxAge > 0 && (g.recursive || g.Newer || g.RemoteTime):
		return usagef("--max-age cannot be used with -R, -N or --remote-time, which set the time of a file to that of the object")
	case g.MaxAge > 0 && (resumed || g.ServerName):
		return usagef("--max-age cannot be used with -C, -r or -J")
	case g.Newer && resumed:
		return usagef("-N cannot be used with -C or -r")
	case g.Resume.Given && g.warc.name != "":
		return usagef("-C cannot be used with --warc-file: the archive would have only the rest")
	case g.ip4 && g.ip6:
		return usagef("-4 and -6 cannot be used together")
	case g.insecure && g.caCert != "":
		return usagef("-k and --cacert cannot be used together")
	}
	return nil
}
