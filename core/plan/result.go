package plan

import (
	"github.com/rollscope/rollscope/core/reason"
	"github.com/rollscope/rollscope/core/state"
)

// Version is the version of the JSON form of a Report. Fields may be added to it;
// none changes its meaning or goes.
const Version = 1

// Report is the JSON form of one or more plans.
type Report struct {
	Version int       `json:"version"`
	Plans   []*Result `json:"plans"` // one for each DaemonSet, in the order of the files
	OK      bool      `json:"ok"`    // all of them are
}

// Result is a plan. Times are seconds of simulated time since the change, with
// three decimals at most. Lists are never null.
type Result struct {
	// DaemonSet is namespace/name.
	DaemonSet string `json:"daemonSet"`
	// Change is create for a first roll-out, update where pods are replaced, and
	// none where the pod template stays as it is.
	Change string `json:"change"`
	// Outcome is rolledOut, stuck, timeLimit or eventLimit.
	Outcome Outcome `json:"outcome"`
	// Seconds is how long the rollout takes, or after how long it was given up; Half
	// and NinetyFive are when that share of the nodes had an available new pod, null
	// where they never had.
	Seconds    float64  `json:"seconds"`
	Half       *float64 `json:"halfSeconds"`
	NinetyFive *float64 `json:"ninetyFiveSeconds"`

	Nodes        Nodes        `json:"nodes"`
	Strategy     Strategy     `json:"strategy"`
	Waves        []Wave       `json:"waves"`
	Availability Availability `json:"availability"`
	Extra        Extra        `json:"extra"`
	Client       Client       `json:"client"`

	// NeverReady is how many new pods are not ready at the end, NeverReadyPods the
	// first of them.
	NeverReady     int    `json:"neverReady"`
	NeverReadyPods []Wait `json:"neverReadyPods"`
	// Blocked says what a rollout that does not end waits for; null where it ends.
	Blocked *Blocked `json:"blocked"`
	// Before tells how the old DaemonSet's own roll-out went; null without an old one.
	Before *Before `json:"before"`
	// Orders sums up plans with other node orders; null where there was one.
	Orders *Orders `json:"orders"`
	// Gates are the limits that the rollout was to keep to. OK says that it ends
	// and keeps to all of them.
	Gates []Gate `json:"gates"`
	OK    bool   `json:"ok"`

	// Assumed says how the images of the DaemonSet behave in the plan.
	Assumed []Image `json:"assumed"`
	// NotModelled are things the DaemonSet uses that a plan takes as satisfied.
	NotModelled []Unmodelled `json:"notModelled"`
	// Notes are remarks about the input.
	Notes []string `json:"notes"`

	notes []Note
}

// Nodes says which nodes take part.
type Nodes struct {
	Total    int `json:"total"`
	Eligible int `json:"eligible"` // that should run a daemon pod, at the end
	Up       int `json:"available"`
	Done     int `json:"done"` // with an available new pod, at the end
	// Others are the nodes that should not run one, by what keeps it away.
	Others []Others `json:"others"`
}

// Others are nodes that the same checks keep a daemon pod from.
type Others struct {
	// Checks are the checks of the controller that say no, as rollscope why names them.
	Checks []string `json:"checks"`
	Nodes  int      `json:"nodes"`
	First  []string `json:"first"` // the first of their names
	// Fix is the smallest edit that lets a pod onto the first of them.
	Fix string `json:"fix"`

	fixes []reason.Reason
	same  bool // the same edit lets a pod onto each of them
}

// Strategy is the update strategy with what it comes to for these nodes.
type Strategy struct {
	Type            string `json:"type"` // RollingUpdate or OnDelete
	MaxUnavailable  Budget `json:"maxUnavailable"`
	MaxSurge        Budget `json:"maxSurge"`
	MinReadySeconds int32  `json:"minReadySeconds"`
}

// Budget is a number of nodes or a percentage, and the number it comes to.
type Budget struct {
	Given string `json:"given"` // as in the manifest, defaults filled in; "" with OnDelete
	Nodes int    `json:"nodes"`
}

// Wave are nodes whose pods are replaced together: the next wave begins when the
// first node of this one is done.
type Wave struct {
	Number int      `json:"number"` // from 1
	Nodes  int      `json:"nodes"`
	From   float64  `json:"fromSeconds"` // the first pod is replaced
	To     float64  `json:"toSeconds"`   // the last node is done
	First  []string `json:"first"`       // the first of their names
}

// Availability is how many nodes have an available pod in the course of the rollout.
type Availability struct {
	// Served is how many nodes that should run a pod had an available one before the
	// change, Lowest how many of them at the worst moment, which is At.
	Served  int     `json:"served"`
	Lowest  int     `json:"lowest"`
	Percent float64 `json:"lowestPercent"` // of Served, rounded down to two decimals
	At      float64 `json:"lowestAtSeconds"`
	// Curve are nodes with an available pod, among all that should run one: the
	// lowest number of each of up to 60 equal parts of the duration.
	Curve []int `json:"curve"`
}

// Extra is what the rollout takes on top of what was there before.
type Extra struct {
	// PodsAtMost is the largest number of pods of the DaemonSet at one moment.
	PodsAtMost int `json:"podsAtMost"`
	// OnNode are the requests that one node has to give on top at the worst moment,
	// and Node is one such node; Total is the same for all nodes together.
	OnNode Amounts `json:"onNode"`
	Node   string  `json:"node"`
	Total  Amounts `json:"total"`
}

// Amounts are requests as quantities; "0" for none.
type Amounts struct {
	CPU              string `json:"cpu"`
	Memory           string `json:"memory"`
	EphemeralStorage string `json:"ephemeralStorage"`
}

// Client is what the controller asks of the API server.
type Client struct {
	Calls
	// QPS is the client's limit, 0 for none.
	QPS float64 `json:"qps"`
	// Decides says that the limit, not the strategy, decides how long the rollout
	// takes: without it, it takes a tenth less at least. Unlimited is how long then.
	Decides   bool     `json:"decides"`
	Unlimited *float64 `json:"unlimitedSeconds"`
}

// Calls are requests of the DaemonSet controller, by what they do.
type Calls struct {
	Creates      int `json:"creates"`
	Deletes      int `json:"deletes"`
	StatusWrites int `json:"statusWrites"`
}

// Wait is a node or pod that a rollout waits for.
type Wait struct {
	Node    string      `json:"node"`
	Pod     string      `json:"pod"` // "" where there is none
	Code    reason.Code `json:"code"`
	Message string      `json:"message"`

	Why reason.Reason `json:"-"`
}

// Blocked is what a rollout that does not end waits for.
type Blocked struct {
	Waiting []Wait `json:"waiting"`
	More    bool   `json:"more"` // there are more than those
	// Commands are the smallest change found that helps, in order; empty for none.
	Commands []string `json:"commands"`
	// Helps says that the rollout then ends, After how many seconds.
	Helps bool     `json:"helps"`
	After *float64 `json:"afterSeconds"`
	// Advice is what would help where no command does.
	Advice string `json:"advice"`

	advice reason.Reason
}

// Before tells how the roll-out of the old DaemonSet went.
type Before struct {
	RolledOut bool   `json:"rolledOut"`
	Waiting   []Wait `json:"waiting"`

	live *state.Counts // what it was like in a live cluster; nil where there was none
}

// Orders sums up plans with several node orders.
type Orders struct {
	Planned    int     `json:"planned"`
	RolledOut  int     `json:"rolledOut"`
	MinSeconds float64 `json:"minSeconds"`
	MaxSeconds float64 `json:"maxSeconds"`
	Lowest     int     `json:"lowest"` // availability, in the worst of them
	WorstSeed  uint64  `json:"worstSeed"`
}

// Image is how an image behaves in a plan, in seconds.
type Image struct {
	Image string `json:"image"`
	// Told says that the input said so; otherwise it is the built-in assumption.
	Told       bool    `json:"told"`
	Pull       float64 `json:"pullSeconds"`
	Start      float64 `json:"startSeconds"`
	ReadyAfter float64 `json:"readyAfterSeconds"`
	Stop       float64 `json:"stopSeconds"`
	// Fault is never-ready, pull-fails, fails, crash-after=… or hangs-after=…; "" for none.
	Fault string `json:"fault"`
}

// Unmodelled is something that counts as satisfied in a plan.
type Unmodelled struct {
	Code    reason.Code `json:"code"`
	Message string      `json:"message"`

	Why reason.Reason `json:"-"`
}

// seconds rounds a time to milliseconds.
func seconds(t state.Time) float64 {
	return float64((t+state.Second/2000)/(state.Second/1000)) / 1000
}

func secondsOf(m milestone) *float64 {
	if !m.reached {
		return nil
	}
	s := seconds(m.at)
	return &s
}
