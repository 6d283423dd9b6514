package kubectl_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rollscope/rollscope/core"
	"github.com/rollscope/rollscope/core/kubectl"
)

// The words of random command lines; the first ones begin them.
var (
	verbs = strings.Fields(`get describe delete apply create replace patch label annotate taint cordon uncordon drain
	rollout set wait events diff edit explain api-resources scale autoscale`)
	others = strings.Fields(`status history undo restart pause image
	ds pods nodes all ds,pods pod node ds/agent pod/web node/node-b node-b node-c agent web naked pdb controllerrevisions foo nope
	-A -n default -o yaml json name wide jsonpath={.items[*].metadata.name} jsonpath={..name} custom-columns=A:.metadata.name,B:.spec
	-l app=agent app!=x --all --field-selector spec.nodeName=node-b --sort-by={.spec} -L disk --no-headers -w
	--dry-run=client --dry-run=server --cascade=orphan --cascade=foreground --force --grace-period=0 --wait=false --timeout=5s
	--overwrite a=b a- k=v:NoSchedule k=v:NoExecute k- *=x:2 agent=agent:2 --revision=1 --to-revision=1 --watch=false
	-f agent.yaml pods.yaml nodes.yaml none.yaml -p {"spec":{"minReadySeconds":3}} [{"op":"remove","path":"/spec"}]
	--type=json --type=merge {"spec":null} {"metadata":null} {"spec":{"template":null}} {"status":null} {"metadata":{"name":"z"}}
	--for=delete --for=condition=Ready --for=jsonpath={.status.numberReady}=3 --for=create
	--ignore-daemonsets --delete-emptydir-data --disable-eviction ds.spec --list -- --max=3 --replicas=2`)
)

func TestNoCommandLineBreaksTheCluster(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := core.New(core.Options{Record: seed%2 == 0, Seed: seed})
		env := kubectl.Env{
			ReadFile: func(name string) ([]byte, error) {
				if text, ok := common[name]; ok {
					return []byte(text), nil
				}
				return nil, errors.New("no such file")
			},
			Host: kubectl.Host{Editor: func(text string) (string, error) { return strings.Replace(text, "agent", "other", r.IntN(4)), nil }},
		}
		kubectl.Run(c, env, []string{"create", "-f", "nodes.yaml", "-f", "agent.yaml", "-f", "pods.yaml"})
		var lines []string
		for range 12 {
			args := []string{verbs[r.IntN(len(verbs))]}
			for range r.IntN(7) {
				args = append(args, others[r.IntN(len(others))])
			}
			lines = append(lines, strings.Join(args, " "))
			res := kubectl.Run(c, env, args)
			silent := res.Exit != 0 && res.Stderr == "" && args[0] != "diff"
			if silent || strings.ContainsAny(res.Transcript, "\x1b\r\x00") || strings.Contains(res.Transcript, "%!") {
				t.Errorf("seed %d: %s: exit %d\n%q", seed, lines[len(lines)-1], res.Exit, res.Transcript)
			}
		}
		for _, broken := range c.Check() {
			t.Errorf("seed %d: %s\n%s", seed, broken, strings.Join(lines, "\n"))
		}
	}
}
