package protocol

import "github.com/rollscope/rollscope/core/api/fielddoc"

// requests are all requests, in the order of the documentation.
var requests = []request{
	{
		name: "version", about: "tells what answers.",
		gives: "`protocol`, `kubernetes`, `limits` {bytes, nodes, events, files, seconds}",
		run:   (*Session).version,
	},

	{
		name: "docs", about: "brings the texts of kubectl explain (core/api/fielddoc/zz_fields.txt), which this program may not carry. They stay for the open scenario and every one opened after.",
		takes: []string{"text text: the content of the file"}, gives: "nothing", run: (*Session).bringDocs,
	},

	// Opening.
	{
		name: "open", about: "opens a scenario in place of what was open before; nothing has run yet, unless `steps` says so. " +
			"Without `scenario` one is made that applies each of `files` in turn.",
		takes: []string{
			"scenario text?: a scenario file", "name text?: what errors call it",
			"files list?: {name, content} of manifests", "seed integer?: 0 visits nodes by age, any other makes an order of its own",
			"steps integer?: how many commands to run at once; -1 runs all",
		},
		gives: "`title` {en, zh}, `steps` [{command, prose, output, fails, line}], `after`, `files` [{name, content, line}], `position`, `ran`",
	},
	{
		name: "run", about: "runs commands of the file up to step `to`; where that lies behind, the scenario is run again from its beginning.",
		takes: []string{"to integer: how many commands have run then; -1 is all"},
		gives: "`position`, `ran` [{command, output, failed, differs, from, to, branch}]", open: true,
	},
	{
		name: "command", about: "runs one command as it stands in a scenario: kubectl …, break, mend, image, advance, until and all others.",
		takes: []string{"line text: the command", "files list?: {name, content} that the scenario gets first, for -f"},
		gives: "`output` exactly as a terminal shows it, `failed`, `from`, `to`, `branch`", open: true,
	},
	{
		name: "save", about: "writes the present branch as a scenario file: the file's own commands as far as they have run, and what was done since.",
		gives: "`scenario`", open: true, run: (*Session).save,
	},

	// Learning.
	{
		name: "lesson", about: "tells what the open scenario teaches: its steps with prose, questions and exercises; see below.",
		gives: "`title`, `summary`, `sources`, `versions`, `minutes`, `steps` [{from, to, prose, question, exercise, commands}]", open: true,
	},
	{
		name: "check", about: "runs the check of an exercise against the cluster as it is now, on a copy: neither time nor anything else changes.",
		takes: []string{"step integer: which step of the lesson, from 0"},
		gives: "`solved`, `checks` [{command, holds, said}]", open: true,
	},

	// Moving.
	{
		name: "step", about: "goes on by decisions.", takes: []string{"n integer?: how many; 1"},
		gives: moved, open: true, run: (*Session).step,
	},
	{
		name: "wave", about: "goes on until the controller has made its next batch of creations or deletions.",
		gives: moved, open: true, run: (*Session).wave,
	},
	{
		name: "advance", about: "moves time on.", takes: []string{"by seconds: how far"},
		gives: moved, open: true, run: (*Session).advance,
	},
	{
		name: "until", about: "goes on until a condition holds, as the command until does.",
		takes: []string{"cond text: such as available>=2", "within seconds?: how long at most"},
		gives: moved, open: true, run: (*Session).until,
	},
	{
		name: "end", about: "goes on until every DaemonSet is rolled out, or nothing new can happen.",
		gives: moved + "; `outcome` is rolled-out, stuck or limit, `waits` what it waits for then", open: true, run: (*Session).end,
	},
	{
		name: "seek", about: "goes to a moment, back or forward. What has been simulated is kept and costs nothing to come back to.",
		takes: []string{"event integer?: so many events from the beginning", "at seconds?: the moment, where event is left out"},
		gives: moved, open: true, run: (*Session).seek,
	},
	{
		name: "back", about: "goes back by events.", takes: []string{"n integer?: how many; 1"},
		gives: moved, open: true, run: (*Session).back,
	},

	// Looking.
	{
		name: "state", about: "shows the cluster. With `since` only what changed since that answer; see below.",
		gives: "`state`, beside the result", open: true, run: (*Session).showState,
	},
	{
		name: "timeline", about: "counts pods over time.",
		takes: []string{
			"set text?: NAMESPACE/NAME; the only one", "width integer?: how many columns; 200, at most 4,000",
			"from seconds?: the first moment; 0", "to seconds?: the last; the end of what has been simulated",
			"branch text?: of which branch; the present one",
		},
		gives: "`set`, `from`, `to`, and lists of `width` numbers: `desired`, `floor` (fewest available that the budget allows), " +
			"`availableOld`, `availableNew`, `unavailableOld`, `starting` (new, and not available), `terminating`, `missing`; `marks` [{at, event, by, en, zh}] of what people did; `waves` alike, where the controller began to create or delete pods after a second of rest; `lowest` {available, at}",
		open: true, run: (*Session).timeline,
	},
	{
		name: "future", about: "looks ahead in a copy, part by part: what happens from the present moment on if nobody does anything, as `end` would find it. " +
			"Each part goes on for so many events, about, and counts the pods from that moment on; the next is asked for with `more`, until one is `done`.",
		takes: []string{
			"more boolean?: goes on with the look that is under way", "events integer?: how long the part is; 5,000",
			"set text?: NAMESPACE/NAME; the only one", "width integer?: how many columns; 200, at most 4,000",
		},
		gives: "`done`, `at`, `outcome` and `waits` once it is done, as of `end`; `timeline` from the present moment to `at`", open: true, run: (*Session).future,
	},
	{
		name: "events", about: "tells what happened.", takes: []string{"from integer?: the first event, from 0; the last 100", "to integer?: behind the last; at most 1,000"},
		gives: "`events` [{number, at, actor, kind, namespace, name, verb, node, code, en, zh, upstream}], `total`", open: true, run: (*Session).events,
	},
	{
		name: "find", about: "looks for events up to the present moment, the newest first.",
		takes: []string{
			"actor text?: who acted", "kind text?: of what it was done to", "node text?: on which node", "code text?: of the reason", "name text?: part of the name of an object or node",
			"ahead boolean?: also those behind the present moment", "skip integer?: how many to leave out", "n integer?: how many at most; 100, at most 1,000",
		},
		gives: "`events` as above, `found` in all, and how many events there are of each of the `actors`, `kinds` and `codes`", open: true, run: (*Session).find,
	},
	{
		name: "images", about: "tells how images behave: those of DaemonSets and those that something was said about.",
		gives: "`images` [{image, onlyOn, told, pull, start, readyAfter, stop, neverReady, pullFails, fails, crashAfter, hangsAfter, exit}]", open: true, run: (*Session).images,
	},
	{
		name: "why", about: "says why a node has (no) pod, or why a rollout does not get on.",
		takes: []string{
			"node text?: the node's name", "set text?: NAMESPACE/NAME; the only one",
			"brief boolean?: of a rollout, only what it waits for; the change that helps has to be tried out",
		},
		gives: "for a node: `node`, `shouldRun`, `mayStay`, `fits`, `checks` [{component, check, ok, message, zh, upstream, fix, fixZh, command}], `fix`; " +
			"for a rollout: `set`, `done`, `line`, `budget`, `waits`, `more`, `change`", open: true,
	},
	{
		name: "explain", about: "explains the code of a reason.", takes: []string{"code text: such as OldPodUnavailable"},
		gives: "`code`, `en`, `zh`, `upstream`", run: (*Session).explain,
	},

	// Manifests.
	{
		name: "validate", about: "says what an API server would say about manifests.",
		takes: []string{"files list: {name, content}", "from list?: {name, content} of what they replace"},
		gives: "`valid`, `findings` [{file, line, column, path, kind, message, severity, hint}], `objects` [{file, line, kind, namespace, name, verdict}]",
	},

	{
		name: "facts", about: "works out what the rules see of manifests: an input for each check, for who evaluates them elsewhere.",
		takes: []string{judged[0], judged[1], judged[2], judged[3]},
		gives: "`inputs`, in the order of the checks; the last is about the run",
	},
	{
		name: "lint", about: "lints manifests, as `rollscope lint` does. The host brings the rules.",
		takes: []string{
			judged[0], judged[1], judged[2], judged[3],
			"own text?: rules of one's own as JSON: {rules, their catalogue; hits, what they report on each input of facts}",
		},
		gives: "`findings` as `rollscope lint -o json` has them, with `zh` {title, message, fix}, `fixable` and `provable`; `suppressed`; `files`, `daemonSets`; `rules`, what there is to read about each",
	},
	{
		name: "fix", about: "corrects what can be corrected without asking, as `rollscope lint --fix` does.",
		takes: []string{judged[0] + "; one", judged[1], judged[2], judged[3], "fingerprint text?: of the only finding to correct"},
		gives: "`content`, `rules` whose findings are gone",
	},
	{
		name: "proof", about: "runs what a finding warns of.",
		takes: []string{judged[0], judged[1], judged[2], judged[3], "fingerprint text: of the finding"},
		gives: "`name`, `scenario` to open, `harm`, `shows`: whether the run shows the harm",
	},
	{
		name: "picture", about: "runs a scenario by itself and draws its rollout, as the edge does.",
		takes: []string{"files list: {name, content} of one scenario file"},
		gives: "`en`, `zh`: the picture as SVG, with words in that language",
	},
	{
		name: "schema", about: "describes a kind or a field and the fields below it. The texts come with the request docs.",
		takes: []string{"kind text: such as DaemonSet", "path list?: names of fields and keys of maps"},
		gives: "`name`, `type`, `description`, `required`, `enum`, `fields` [{name, type, required, enum, description, holds}]",
	},
	{
		name: "running", about: "writes down the DaemonSets that the cluster has now, in the words of the files where they can say it.",
		takes: []string{"files list?: {name, content}"}, open: true,
		gives: "`files` [{name, content, written}]; `written` is false for a manifest that was made anew",
	},

	{
		name: "plan", about: "runs a change of DaemonSets to its end and sums it up, on a cluster of its own; nothing need be open.",
		takes: []string{
			"files list: {name, content} with the new DaemonSets", "from list?: {name, content} with those they replace",
			"nodes list?: {name, content} of nodes, pools, and what runs there", "count integer?: so many equal nodes, where nodes is left out",
			"images list?: how images behave, as after the command image", "breaks list?: what breaks and when, such as node/n3@40s",
			"seed integer?: an order of nodes", "orders integer?: how many orders to plan; 1, at most 20",
			"maxDuration seconds?: gate: how long it may take", "minAvailable text?: gate: such as 95%",
		},
		gives: "`version`, `ok`, `plans`, as `rollscope plan -o json` prints them",
	},

	// Branches.
	{
		name: "fork", about: "starts a branch at the present moment and goes on in it.", takes: []string{"name text: of the branch"},
		gives: branchesGiven, open: true, run: (*Session).fork,
	},
	{
		name: "switch", about: "goes on in another branch.", takes: []string{"name text: of the branch"},
		gives: branchesGiven, open: true, run: (*Session).switchTo,
	},
	{name: "branches", about: "lists the branches.", gives: branchesGiven, open: true, run: (*Session).branches},
	{
		name: "compare", about: "sums branches up.", takes: []string{"names list?: of branches; all", "set text?: NAMESPACE/NAME; the only one"},
		gives: "`branches` [{name, now, events, rolledOut, lowest {available, at}, pods, counts}]", open: true, run: (*Session).compare,
	},
	{
		name: "sweep", about: "tries strategies, each on a fork of the present moment: sets them, runs `commands`, goes on to the end, forgets the fork.",
		takes: []string{
			"strategies list: [maxUnavailable, maxSurge, minReadySeconds], at most 64; each an integer or a text such as 10%, the last may be left out",
			"commands list?: what to run then; as attempt has them", "files list?: {name, content} for -f", "set text?: NAMESPACE/NAME; the only one",
			"after seconds?: let so much time pass before",
		},
		gives: "`runs` [{strategy, outcome, duration, lowest, served, pods, cpu, memory, error}]: `lowest` of the `served` nodes that had an available pod before, " +
			"`pods` at most, `cpu` in thousandths and `memory` in bytes requested on top, at most", open: true,
	},
	{
		name: "attempt", about: "runs commands on a fork of the present moment, up to the first that fails, and forgets the fork: what would they print?",
		takes: []string{"commands list: kubectl …, break, mend, image, path or client, at most 100", "files list?: {name, content} for -f"},
		gives: "`ran` [{command, output, failed, from, to, branch}], `failed`", open: true,
	},
	{
		name: "forecast", about: "plans what comes next: runs `commands` on a fork of the present moment, goes on to the end of the rollout and sums it up. " +
			"Long ones come in parts: while `done` is false, ask again with `more`; whatever else is asked in between does not disturb it.",
		takes: []string{
			"more boolean?: go on with the forecast that was begun", "events integer?: about how many events one part has; 5,000",
			"commands list?: as attempt has them", "files list?: {name, content} for -f", "set text?: NAMESPACE/NAME; the only one",
			"after seconds?: let so much time pass before", "brief boolean?: neither what blocks it nor whether the client's rate decides", "maxDuration seconds?: gate: how long it may take", "minAvailable text?: gate: such as 95%",
		},
		gives: "`done`, `from`, `at`, `nodes`, `ready`, and at the end `plan`, one of the `plans` of `rollscope plan -o json`, with its `waiting` and `neverReady` in both languages, what else it says in `zh` {notes, advice, fixes}, and `markdown` {en, zh} as `rollscope plan -o markdown` writes it; `cpu` in thousandths and `memory` in bytes requested on top, at most", open: true,
	},

	// At a prompt.
	{
		name: "complete", about: "completes the last word of a command line.", takes: []string{"line text: up to the cursor"},
		gives: "`from` where that word begins, in bytes; `words` that may stand there, `more` how many beside those; what they have in `common`, with a blank where it is one whole word", open: true,
	},
	{name: "help", about: "lists the commands.", gives: "`text`, `verbs` of kubectl, which may stand without that word at a prompt"},
}

// every are the answers of a program with everything.
func every() map[string]answering {
	return map[string]answering{
		"open": (*Session).open, "run": (*Session).run, "command": (*Session).command, "why": (*Session).why,
		"lesson": (*Session).lesson, "check": (*Session).check, "validate": (*Session).validate, "plan": (*Session).plan, "sweep": (*Session).sweep,
		"attempt": (*Session).attempt, "forecast": (*Session).forecast, "complete": (*Session).complete, "help": (*Session).help,
	}
}

// few are those of a program without kubectl, and without what reads and judges manifests.
func few() map[string]answering {
	return map[string]answering{
		"open": (*Session).openRecorded, "command": (*Session).ownCommand, "why": (*Session).whyOfNode,
	}
}

// judged are the fields of the requests about findings.
var judged = [...]string{
	"files list: {name, content}", "nodes list?: {name, content} of nodes to judge by, and of what runs there",
	"present boolean?: judge by the nodes of the open cluster as they are now", "today text?: the day, such as 2027-03-31, for suppressions that end",
}

const (
	moved         = "`now`, `event`, `events`, `end`, `idle`, `last` (the event gone to)"
	branchesGiven = "`branch`, `branches` [{name, now, event, events, end}]"
)

type versionAnswer struct {
	Protocol   int          `json:"protocol"`
	Kubernetes string       `json:"kubernetes"`
	Limits     limitsAnswer `json:"limits"`
}

type limitsAnswer struct {
	Bytes   int     `json:"bytes"`
	Nodes   int     `json:"nodes"`
	Events  int     `json:"events"`
	Files   int     `json:"files"`
	Seconds seconds `json:"seconds"`
}

func (s *Session) version(args) (any, error) {
	l := s.limits
	return versionAnswer{Version, Kubernetes, limitsAnswer{l.Bytes, l.Nodes, l.Events, l.Files, seconds(l.Time)}}, nil
}

func (s *Session) bringDocs(a args) (any, error) {
	s.docs = fielddoc.Texts(a.text("text"))
	if s.scenario != nil {
		s.scenario.Explain(s.docs)
	}
	return nil, nil
}
