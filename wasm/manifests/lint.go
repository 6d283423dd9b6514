package manifests

import (
	"context"
	"errors"
	"slices"

	"github.com/rollscope/rollscope/core/api/manifest"
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/answer"
	"github.com/rollscope/rollscope/internal/lint/fix"
	"github.com/rollscope/rollscope/internal/lint/proof"
	"github.com/rollscope/rollscope/policies/rules"
)

// Report is what rollscope lint --format json prints, in both languages.
type Report struct {
	Findings   []Finding `json:"findings"`
	Suppressed []Finding `json:"suppressed"`
	Files      int       `json:"files"`
	DaemonSets int       `json:"daemonSets"`
	// Rules are those of the findings, by ID.
	Rules map[string]Rule `json:"rules"`
}

// Finding is one finding; its own sentences are English.
type Finding struct {
	answer.Finding
	Chinese Words `json:"zh"`
	// Fixable says that Fix has something to try, Provable that Prove knows the rule.
	Fixable  bool `json:"fixable"`
	Provable bool `json:"provable"`
}

// Words are the sentences of a finding.
type Words struct {
	Title   string `json:"title"`
	Message string `json:"message"`
	Fix     string `json:"fix"`
}

// Rule is what there is to read about a rule.
type Rule struct {
	English About    `json:"en"`
	Chinese About    `json:"zh"`
	Links   []string `json:"links"`
}

// About is the text of a rule. Placeholders in Fix are those of its findings.
type About struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Fix         string `json:"fix"`
	Note        string `json:"note"`
}

// Lint says what the rules find.
func (r *Rules) Lint(q Question) (*Report, error) {
	report, err := r.run(q)
	if err != nil {
		return nil, err
	}
	english, chinese := answer.Of(report, reason.English), answer.Of(report, reason.Chinese)
	out := &Report{
		Findings: both(english.Findings, chinese.Findings), Suppressed: both(english.Suppressed, chinese.Suppressed),
		Files: report.Files, DaemonSets: report.DaemonSets, Rules: map[string]Rule{},
	}
	shown := report.Shown() // the order is that of Findings
	for i := range shown {
		out.Findings[i].Fixable = len(q.Files) == 1 && fix.Possible(string(q.Files[0].Content), &shown[i])
	}
	for _, rule := range report.Rules {
		if slices.ContainsFunc(report.Findings, func(f lint.Finding) bool { return f.Rule == rule.ID }) {
			out.Rules[rule.ID] = Rule{about(rule.English), about(chineseOf(rule)), append([]string{}, rule.Links...)}
		}
	}
	return out, nil
}

// both puts the languages together; the lists are those of one report.
func both(english, chinese []answer.Finding) []Finding {
	provable := proof.Rules()
	out := make([]Finding, len(english))
	for i := range english {
		e, z := english[i], chinese[i]
		out[i] = Finding{Finding: e, Chinese: Words{z.Title, z.Message, z.Fix}}
		out[i].Provable = slices.Contains(provable, e.Rule) && e.Object.Name != ""
	}
	return out
}

func about(t rules.Text) About { return About{t.Title, t.Description, t.Fix, t.Note} }

// chineseOf is the Chinese text, English where a rule of the reader's own has none.
func chineseOf(r *rules.Rule) rules.Text {
	t := answer.Words(reason.Chinese, r.English, r.Chinese)
	if r.Chinese.Note != "" {
		t.Note = r.Chinese.Note
	}
	return t
}

// Fixed is a file that was corrected.
type Fixed struct {
	Content string `json:"content"`
	// Rules are those whose findings are gone; empty where nothing could be done.
	Rules []string `json:"rules"`
}

// Fix corrects the finding with a fingerprint, or without one all that can be corrected,
// in the only file of the question: what rollscope lint --fix does.
func (r *Rules) Fix(q Question, fingerprint string) (*Fixed, error) {
	if len(q.Files) != 1 {
		return nil, errors.New("a fix wants one file")
	}
	q.Own = nil
	again := func(_ context.Context, content string) ([]lint.Finding, error) {
		q.Files = []manifest.File{{Name: q.Files[0].Name, Content: []byte(content)}}
		report, err := r.run(q)
		if err != nil {
			return nil, err
		}
		return report.Findings, nil
	}
	content := string(q.Files[0].Content)
	found, err := again(context.Background(), content)
	if err != nil {
		return nil, err
	}
	text, fixed, err := fix.File(context.Background(), content, found, func(f *lint.Finding) bool {
		return fingerprint == "" || f.Fingerprint == fingerprint
	}, again)
	if err != nil {
		return nil, err
	}
	out := &Fixed{Content: text, Rules: []string{}}
	for i := range fixed {
		out.Rules = append(out.Rules, fixed[i].Rule)
	}
	return out, nil
}

// Proof is a scenario that shows what a finding warns of.
type Proof struct {
	Name     string     `json:"name"`
	Scenario string     `json:"scenario"`
	Harm     proof.Harm `json:"harm"`
	// Shows says that the run shows that harm.
	Shows bool `json:"shows"`
}

// Prove runs what the finding with a fingerprint warns of.
func (r *Rules) Prove(q Question, fingerprint string) (*Proof, error) {
	report, err := r.run(q)
	if err != nil {
		return nil, err
	}
	for i := range report.Findings {
		f := &report.Findings[i]
		if f.Fingerprint != fingerprint || f.About() == nil {
			continue
		}
		p, ok := proof.Of(f.Rule, f.About(), r.given(q, f.Rule))
		if !ok {
			break
		}
		return &Proof{p.Name, string(p.Content), p.Harm, p.Shows}, nil
	}
	return nil, errors.New("there is nothing to run for this finding")
}

// given are the nodes, for the rules that are about these.
func (r *Rules) given(q Question, rule string) proof.Given {
	nodes, err := q.nodes()
	if err != nil || nodes == nil || rule != "RS307" {
		return proof.Given{}
	}
	return proof.Given{Nodes: nodes.Nodes, Pods: nodes.Pods, Classes: nodes.Classes}
}
