package main

import "strings"

// folders hold the types, by package name.
var folders = map[string]string{
	"protocol":  "wasm/protocol",
	"plan":      "core/plan",
	"manifest":  "core/api/manifest",
	"manifests": "wasm/manifests",
	"answer":    "internal/lint/answer",
	"proof":     "internal/lint/proof",
	"main":      "internal/gen/ts",
}

// results are the types of results, by request, where it is not the request's name with
// Answer behind it; "" where there is none to speak of.
var results = map[string]string{
	"docs": "", "open": "protocol.opened", "run": "protocol.position",
	"command": "protocol.ran",
	"step":    "protocol.movedAnswer", "wave": "protocol.movedAnswer", "advance": "protocol.movedAnswer",
	"until": "protocol.movedAnswer", "end": "protocol.movedAnswer", "seek": "protocol.movedAnswer", "back": "protocol.movedAnswer",
	"state": "", "find": "protocol.foundAnswer",
	"why": "protocol.nodeWhy | protocol.rolloutWhy", "explain": "protocol.reasonAnswer",
	"plan":  "plan.Report",
	"facts": "main.Facts", "lint": "manifests.Report", "fix": "manifests.Fixed", "proof": "manifests.Proof",
	"schema": "manifests.Fields", "running": "main.RunningFiles",
	"fork": "protocol.branchesAnswer", "switch": "protocol.branchesAnswer",
	"branches": "protocol.branchesAnswer",
}

// names are what the page calls types whose Go name does not do.
var names = map[string]string{
	"protocol.Error": "SimError", "protocol.answer": "Answer", "protocol.eventAnswer": "SimEvent", "protocol.movedAnswer": "Where",
	"protocol.setAnswer": "SimSet", "protocol.namedFile": "ScenarioFile", "protocol.stepText": "Step", "protocol.saveAnswer": "Saved",
	"protocol.compareAnswer": "Compared", "protocol.sweepAnswer": "Swept", "protocol.validateAnswer": "Validated",
	"manifests.Report": "LintReport", "manifests.Finding": "LintFinding", "answer.Finding": "LintFound", "manifests.Words": "LintWords",
	"manifests.Rule": "LintRule", "manifests.About": "LintAbout", "manifests.Proof": "LintProof", "answer.object": "LintObject",
	"answer.suppression": "LintSuppression", "manifests.Fields": "Schema", "manifests.Field": "SchemaField",
	"protocol.check": "NodeCheck", "protocol.checkAnswer": "Checked", "plan.Result": "Plan",
}

// types are fields whose type in Go says less than is known.
var types = map[string]string{
	"protocol.movedAnswer.Outcome":   `"rolled-out" | "stuck" | "limit"`,
	"protocol.futureAnswer.Outcome":  `"rolled-out" | "stuck" | "limit"`,
	"protocol.sweptRun.Outcome":      `"rolled-out" | "stuck" | "limit"`,
	"protocol.sweptRun.Strategy":     "(number | string)[]",
	"protocol.checkedObject.Verdict": `"passed over" | "invalid" | "valid"`,
	"manifest.Finding.Severity":      `"error" | "warning"`,
	"protocol.answer.State":          "State",
	"protocol.stateAnswer.Classes":   "NodeClass[]",
	"protocol.stateAnswer.Templates": "Template[]",
	"protocol.stateAnswer.Nodes":     "SimNode[]",
	"protocol.stateAnswer.Loose":     "PodTuple[]",
	"main.RunningFiles.Files":        "Running[]",
	"answer.Finding.Severity":        `"error" | "warning" | "info"`,
	"main.SimNode.Ready":             `"True" | "False" | "Unknown"`,
	"main.SimNode.Pods":              "PodTuple[]",
	"main.SimNode.Used":              "[cpu: number, memory: number, pods: number]",
}

// fixed stands at the end of the file: what the page sends, and a pod as a list.
const fixed = `export type PodState = "Pending" | "Waiting" | "NotReady" | "Ready" | "Available" | "Terminating" | "Failed" | "Succeeded";

/** id, name, template, state, note. */
export type PodTuple = [id: number, name: string, template: number, state: PodState, note: string];

/** A file that a request brings. */
export interface File {
  name: string;
  content: string;
}

/** A request: what to do, with its fields. since asks for the state after it. */
export interface Request {
  do: string;
  since?: number;
  [field: string]: unknown;
}
`

// nameOf is what the page calls a type.
func nameOf(t typeName) string {
	if name := names[t.pkg+"."+t.name]; name != "" {
		return name
	}
	name := strings.TrimSuffix(t.name, "Answer")
	name = strings.ToUpper(name[:1]) + name[1:]
	if t.pkg == "plan" {
		return "Plan" + strings.TrimPrefix(name, "Plan")
	}
	return name
}
