// Package opening is the scenario that the page opens with, site/src/sample.txtar,
// and a recording of what kubectl does in it, so that sim.wasm can show a first
// rollout without kubectl, without what reads manifests and without what judges them.
// The recording was made by programs that have all three:
//
//	go test ./wasm/sim/opening -update
//
// A test holds it to what they do now.
package opening
