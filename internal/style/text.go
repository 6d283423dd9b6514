package style

import (
	"regexp"
	"slices"
	"strings"
)

var textRules = []*Rule{
	{
		Name: "machine-path",
		Why:  "a path of one person's machine means nothing on another; take folders as arguments or find them from the repository's root",
		run:  checkMachinePaths,
	},
	{
		Name: "registry-host",
		Why:  "where packages come from is the reader's setting (a mirror, a proxy, offline), not the project's",
		run:  checkRegistryHosts,
	},
}

// home matches paths into somebody's home folder. Folders that DaemonSets mount
// from nodes (/home/kubernetes, /root/.docker) are no such paths.
var home = regexp.MustCompile(
	`(^|[^\w.~-])(/ho` + `me/[a-z][\w-]*/(go|src|work|git|code|projects|dev|Documents|Desktop)/` +
		`|/ro` + `ot/(go|src|work|\.cache|\.npm|\.nvm|\.local|\.pyenv)/` +
		`|/Us` + `ers/[A-Za-z][\w-]*/` +
		`|[A-Za-z]:\\Us` + `ers\\)`)

// homes are what a text has that home can match: looking for them first is much faster.
var homes = []string{"/ho" + "me/", "/ro" + "ot/", "/Us" + "ers/", `\Us` + `ers\`}

// hosts are those that package clients talk to.
var hosts = []string{
	"proxy.golang" + ".org", "sum.golang" + ".org", "goproxy" + ".io", "goproxy" + ".cn",
	"registry.npm" + "js", "registry.yarn" + "pkg", "registry.npm" + "mirror",
	"deb.deb" + "ian.org", "security.deb" + "ian.org", "archive.ubu" + "ntu.com",
	"files.python" + "hosted.org", "index.cra" + "tes.io", "static.cra" + "tes.io",
}

// checkMachinePaths looks for home folders and for where this very checkout is.
func checkMachinePaths(p *pass) {
	eachLine(p, homes, func(f *File, line int, text string) {
		if m := home.FindString(text); m != "" {
			p.report(f.Path, line, "a home folder: %s", strings.TrimSpace(m))
		}
	})
	eachLine(p, p.tree.Here, func(f *File, line int, text string) {
		p.report(f.Path, line, "a path of this machine: %s", text)
	})
}

func checkRegistryHosts(p *pass) {
	eachLine(p, hosts, func(f *File, line int, text string) {
		p.report(f.Path, line, "names a package registry: %s", text)
	})
}

// eachLine calls found for every line of the tree that holds one of some words.
func eachLine(p *pass, words []string, found func(f *File, line int, text string)) {
	holds := func(text string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	for _, f := range p.tree.Files {
		if !holds(f.Text) {
			continue
		}
		for i, line := range strings.Split(f.Text, "\n") {
			if holds(line) {
				found(f, i+1, strings.TrimSpace(line))
			}
		}
	}
}
