package format

import (
	"bytes"
	"encoding/json"
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/rollscope/rollscope/internal/lint"
	"github.com/rollscope/rollscope/internal/lint/answer"
	"github.com/rollscope/rollscope/policies/rules"
)

// asSARIF writes SARIF 2.1.0, as code scanning reads it.
func asSARIF(w io.Writer, r *lint.Report, o Options) error {
	driver := sarif.NewToolComponent().WithName("rollscope").WithInformationURI("https://github.com/rollscope/rollscope")
	driver.Version = &o.Version
	index := map[string]int{}
	for _, rule := range r.Rules {
		if slices.ContainsFunc(r.Findings, func(f lint.Finding) bool { return f.Rule == rule.ID }) {
			index[rule.ID] = len(driver.Rules)
			driver.Rules = append(driver.Rules, o.sarifRule(rule))
		}
	}
	run := sarif.NewRun().WithTool(sarif.NewTool().WithDriver(driver)).WithColumnKind("unicodeCodePoints")
	for i := range r.Findings {
		if r.Findings[i].File == "" {
			continue // about the run as a whole; code scanning takes nothing without a place
		}
		run.AddResult(o.sarifResult(&r.Findings[i], index))
	}
	report := sarif.NewReport()
	report.AddRun(run)
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	if err := e.Encode(report); err != nil {
		return err
	}
	_, err := io.WriteString(w, answer.Escaped(text.String()))
	return err
}

var levels = map[rules.Severity]string{rules.Error: "error", rules.Warning: "warning", rules.Info: "note"}

func (o Options) sarifRule(r *rules.Rule) *sarif.ReportingDescriptor {
	words := answer.Words(o.Language, r.English, r.Chinese)
	out := sarif.NewReportingDescriptor().WithID(r.ID).WithName(r.Slug)
	out.ShortDescription = message(words.Title)
	out.FullDescription = message(words.Description)
	out.Help = message(words.Description + "\n\n" + words.Fix)
	out.DefaultConfiguration = sarif.NewReportingConfiguration().WithLevel(levels[r.Severity])
	if len(r.Links) > 0 {
		out.WithHelpURI(r.Links[0])
	}
	bag := sarif.NewPropertyBag()
	bag.Add("tags", []string{r.Group})
	out.Properties = bag
	return out
}

func message(text string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString().WithText(text)
}

func (o Options) sarifResult(f *lint.Finding, index map[string]int) *sarif.Result {
	words := o.words(f.Finding)
	out := sarif.NewRuleResult(f.Rule).WithLevel(levels[f.Severity])
	out.WithMessage(sarif.NewTextMessage(sentence(words)))
	if i, ok := index[f.Rule]; ok {
		out.WithRuleIndex(i)
	}
	out.PartialFingerprints = map[string]string{"rollscope/v1": f.Fingerprint}
	if f.File != "" {
		region := sarif.NewRegion().WithStartLine(f.Start.Line).WithStartColumn(f.Start.Column).
			WithEndLine(f.End.Line).WithEndColumn(max(f.End.Column, f.Start.Column))
		where := sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().
			WithArtifactLocation(sarif.NewArtifactLocation().WithURI(uri(f.File))).WithRegion(region))
		if f.Object.Kind != "" {
			name := strings.TrimPrefix(f.Object.Namespace+"/"+f.Object.Name, "/")
			where.AddLogicalLocation(sarif.NewLogicalLocation().WithFullyQualifiedName(strings.TrimSuffix(f.Object.Kind+"/"+name+"/"+f.Path, "/")).WithKind("object"))
		}
		out.AddLocation(where)
	}
	if f.Suppressed != nil {
		kind := "external"
		if f.Suppressed.Where == "comment" || f.Suppressed.Where == "annotation" {
			kind = "inSource"
		}
		out.AddSuppression(sarif.NewSuppression().WithKind(kind).WithJustification(f.Suppressed.Reason))
	}
	if f.Proof != "" {
		bag := sarif.NewPropertyBag()
		bag.Add("proof", f.Proof)
		out.Properties = bag
	}
	return out
}

// sentence is what is wrong and what to do, for formats with one text.
func sentence(words rules.Text) string {
	if words.Fix == "" {
		return words.Message
	}
	return words.Message + "; fix: " + words.Fix
}

// uri is a path as SARIF wants it.
func uri(path string) string {
	u := url.URL{Path: path}
	if strings.HasPrefix(path, "/") {
		u.Scheme = "file"
	}
	return u.String()
}
