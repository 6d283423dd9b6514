package transcript

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const sample = `# One at a time
#zh 一次一个
#
# maxUnavailable is 1: node b waits
# until a's new pod is available.
#zh maxUnavailable 为 1。
# Second.

$ kubectl apply -f cluster.yaml
node/a created
...
last

$? kubectl drain a
error: no

# Source: kubernetes/kubernetes#1
-- cluster.yaml --
kind: Node
-- dir/b.yaml --
kind: Pod
`

func parse(t *testing.T, source string) *File {
	t.Helper()
	f, err := Parse("x.txtar", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestFileHasItsTitleProseStepsAndManifests(t *testing.T) {
	want := &File{
		Name:  "x.txtar",
		Title: Paragraph{English: []string{"One at a time"}, Chinese: []string{"一次一个"}, Line: 1},
		Steps: []Step{
			{
				Prose: []Paragraph{
					{English: []string{"maxUnavailable is 1: node b waits", "until a's new pod is available."}, Chinese: []string{"maxUnavailable 为 1。"}, Line: 4},
					{English: []string{"Second."}, Line: 7},
				},
				Command: "kubectl apply -f cluster.yaml", Output: []string{"node/a created", "...", "last"}, Line: 9,
			},
			{Command: "kubectl drain a", Fails: true, Output: []string{"error: no"}, Line: 14},
		},
		After: []Paragraph{{English: []string{"Source: kubernetes/kubernetes#1"}, Line: 17}},
		Manifests: []Manifest{
			{Name: "cluster.yaml", Content: []byte("kind: Node\n"), Line: 19},
			{Name: "dir/b.yaml", Content: []byte("kind: Pod\n"), Line: 21},
		},
	}
	for name, source := range map[string]string{"LF": sample, "CRLF": strings.ReplaceAll(sample, "\n", "\r\n")} {
		got := parse(t, source)
		for i := range got.Manifests {
			got.Manifests[i].Content = []byte(strings.ReplaceAll(string(got.Manifests[i].Content), "\r", ""))
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(File{}, Step{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestMistakesAreToldWithTheirPlace(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"no command", "# Title\n", "x.txtar:1:1: the file has no command"},
		{"nothing", "", "x.txtar:1:1: the file has no command"},
		{"only manifests", "-- a.yaml --\nkind: Node\n", "x.txtar:1:1: the file has no command"},
		{"text before any command", "# T\nhello\n$ step\n", "x.txtar:2:1: this line belongs to no command"},
		{"text after prose", "$ step\nout\n# prose\nout\n", "x.txtar:4:1: this line belongs to no command"},
		{"no blank after #", "#T\n$ step\n", "x.txtar:1:2: there is no blank after the #"},
		{"no blank after $", "$step\n", "x.txtar:1:2: there is no blank after the $"},
		{"no blank after $?", "$?step\n", "x.txtar:1:3: there is no blank after the $?"},
		{"empty command", "$ step\n$ \n", "x.txtar:2:2: there is no command after the $"},
		{"empty command that must fail", "$?\n", "x.txtar:1:3: there is no command after the $?"},
		{"two files of a name", "$ step\n-- a --\nx\n-- a --\n", "x.txtar:4:4: there are two files \"a\""},
		{"no UTF-8", "$ step\nab\xff\n", "x.txtar:2:3: this is no UTF-8 text"},
		{"byte order mark", "\ufeff$ step\n", "x.txtar:1:1: the file begins with a byte order mark"},
		{"two mistakes", "#a\n$b\n", "x.txtar:1:2: there is no blank after the #\nx.txtar:2:2: there is no blank after the $"},
		{"too many commands", strings.Repeat("$ step\n", MaxSteps+1), "x.txtar:10001:1: more than 10000 commands"},
		{"too many bytes", "$ step\n" + strings.Repeat("x", MaxBytes), "x.txtar:1:1: the file has 1048583 bytes; a scenario may have 1048576"},
	} {
		_, err := Parse("x.txtar", []byte(c.source))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestWildcardsStandForAnyLines(t *testing.T) {
	for _, c := range []struct {
		expected, actual string
		want             bool
	}{
		{"", "", true},
		{"", "\n\n", true},
		{"a", "a  \n\n", true},
		{"a", " a", false},
		{"a", "a\nb", false},
		{"a\nb", "a", false},
		{"...", "", true},
		{"...", "a\nb", true},
		{"a\n...", "a", true},
		{"a\n...\nd", "a\nb\nc\nd", true},
		{"a\n...\nd", "a\nd\nc", false},
		{"...\nd\n...", "a\nd\nc\nd\ne", true},
		{"...\nd\ne", "d\nd\ne", true},
		{"a\n\nb", "a\nb", false},
		{"....", "a", false},
	} {
		if got := Match(Lines(c.expected), Lines(c.actual)); got != c.want {
			t.Errorf("Match(%q, %q) = %v", c.expected, c.actual, got)
		}
	}
}

func TestHunksShowWhatDiffersWithLineNumbersOfTheFile(t *testing.T) {
	f := parse(t, "# T\n\n$ long\n1\n2\n3\n4\n5\n6\n...\n8\n9\n10\n11\n12\n$? fails\nno\n")
	for _, c := range []struct {
		step         int
		actual, note string
		want         string
	}{
		{0, "1\n2\n3\n4\n5\nsix\n7a\n7b\n8\n9\n10\n11\n12\nmore", "", `@@ -6,10 +6,10 @@
 3
 4
 5
-6
 ...
 8
 9
 10
 11
 12
+more
`},
		{0, "one\n2\n3\n4\n5\n6\n8\n9\n10\n11", "this command failed", `@@ -3,5 +3,5 @@ this command failed
 $ long
-1
+one
 2
 3
 4
@@ -12,4 +12,3 @@
 9
 10
 11
-12
`},
		{1, "no", "this command must fail, and did not", "@@ -16,1 +16,1 @@ this command must fail, and did not\n $? fails\n"},
		{1, "", "", "@@ -16,2 +16,1 @@\n $? fails\n-no\n"},
		{1, "no", "", ""},
	} {
		if diff := cmp.Diff(c.want, f.Steps[c.step].Hunks(Lines(c.actual), c.note)); diff != "" {
			t.Errorf("%q: %s", c.actual, diff)
		}
	}
}

func TestRewritingReplacesOutputsAlone(t *testing.T) {
	outputs := map[int][]string{0: {"new", "  line  ", "", "end"}, 1: {"$ x", "# y", "-- z --"}}
	replace := func(i int) ([]string, bool) { lines, ok := outputs[i]; return lines, ok }
	want := strings.Replace(sample, "node/a created\n...\nlast\n", "new\n  line\n\nend\n", 1)
	want = strings.Replace(want, "error: no\n", "...\n...\n...\n", 1)
	if diff := cmp.Diff(want, string(parse(t, sample).Rewrite(replace))); diff != "" {
		t.Error(diff)
	}
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	if diff := cmp.Diff(crlf(want), string(parse(t, crlf(sample)).Rewrite(replace))); diff != "" {
		t.Error(diff)
	}
	f := parse(t, "$ a\n$ b")
	got := string(f.Rewrite(func(int) ([]string, bool) { return []string{"out"}, true }))
	if got != "$ a\nout\n$ b\nout\n" {
		t.Errorf("at the end of the file: %q", got)
	}
	got = string(parse(t, "$ a\nout\n\n$ b\n").Rewrite(func(int) ([]string, bool) { return nil, true }))
	if got != "$ a\n\n$ b\n" {
		t.Errorf("nothing in place of something: %q", got)
	}
}

// FuzzTranscript reads any text. What can be read says where everything stands,
// is rewritten to itself, and to something that can be read again.
func TestLongOutputThatIsAsExpectedIsNoDifference(t *testing.T) {
	lines := make([]string, 4000)
	s := Step{Output: lines}
	if got := s.Hunks(lines, ""); got != "" {
		t.Errorf("%.100s", got)
	}
}

func FuzzTranscript(f *testing.F) {
	f.Add(sample, "out\n...\n")
	f.Add("$ a", "")
	f.Add("#zh x\n$? b\r\n\r\n...\r\n", "$ x\n-- y --")
	f.Fuzz(func(t *testing.T, source, output string) {
		file, err := Parse("x", []byte(source))
		if err != nil {
			if es := err.(Errors); len(es) == 0 || es[0].Line < 1 || es[0].Column < 1 {
				t.Fatalf("no place: %v", err)
			}
			return
		}
		same := file.Rewrite(func(int) ([]string, bool) { return nil, false })
		if string(same) != source {
			t.Fatalf("rewritten to %q", same)
		}
		lines := Lines(output)
		again, err := Parse("x", file.Rewrite(func(int) ([]string, bool) { return lines, true }))
		if err != nil {
			if !strings.ContainsAny(output, "\x00") && len(source)+len(output)*len(file.Steps) < MaxBytes && strings.ToValidUTF8(output, "") == output {
				t.Fatalf("rewritten, it cannot be read: %v", err)
			}
			return
		}
		if len(again.Steps) != len(file.Steps) || len(again.Manifests) != len(file.Manifests) {
			t.Fatalf("rewritten, it has other steps or manifests")
		}
		for i := range again.Steps {
			s := &again.Steps[i]
			if !Match(s.Output, lines) {
				t.Fatalf("step %d: %q does not match %q", i, s.Output, lines)
			}
			if s.Hunks(lines, "") != "" {
				t.Fatalf("step %d: a difference where there is none", i)
			}
			s.Hunks(file.Steps[i].Output, "note")
		}
	})
}
