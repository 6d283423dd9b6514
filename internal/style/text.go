package style

import (
	"regexp"
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
		run:  eachLine(registryHost, "names a package registry"),
	},
}

// home matches paths into somebody's home folder. Folders that DaemonSets mount
// from nodes (/home/kubernetes, /root/.docker) are no such paths.
var home = regexp.MustCompile(
	`(^|[^\w.~-])(/ho` + `me/[a-z][\w-]*/(go|src|work|git|code|projects|dev|Documents|Desktop)/` +
		`|/ro` + `ot/(go|src|work|\.cache|\.npm|\.nvm|\.local|\.pyenv)/` +
		`|/Us` + `ers/[A-Za-z][\w-]*/` +
		`|[A-Za-z]:\\Us` + `ers\\)`)

// registryHost matches the hosts that package clients talk to.
var registryHost = regexp.MustCompile(
	`\b(proxy\.golang` + `\.org|sum\.golang` + `\.org|goproxy\.(io|cn)` +
		`|registry\.npm` + `js\.(org|com)|registry\.yarn` + `pkg\.com|registry\.npm` + `mirror\.com` +
		`|(deb|security|ftp)\.deb` + `ian\.org|archive\.ubu` + `ntu\.com` +
		`|files\.python` + `hosted\.org|index\.cra` + `tes\.io|static\.cra` + `tes\.io)\b`)

// eachLine makes a rule that looks for a pattern in every line of every text file.
func eachLine(pattern *regexp.Regexp, what string) func(*pass) {
	return func(p *pass) {
		for _, f := range p.tree.Files {
			if !pattern.MatchString(f.Text) {
				continue
			}
			for i, l := range strings.Split(f.Text, "\n") {
				if m := pattern.FindString(l); m != "" {
					p.report(f.Path, i+1, "%s: %s", what, strings.TrimSpace(m))
				}
			}
		}
	}
}

// checkMachinePaths looks for home folders and for where this very checkout is.
func checkMachinePaths(p *pass) {
	eachLine(home, "a home folder")(p)
	for _, here := range p.tree.Here {
		eachLine(regexp.MustCompile(regexp.QuoteMeta(here)+`\b`), "a path of this machine")(p)
	}
}
