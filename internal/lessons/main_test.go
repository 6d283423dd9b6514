package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

func TestTheListBeginsWithTheLessonsAndLeavesNothingOpen(t *testing.T) {
	var out bytes.Buffer
	if err := write(&out, os.DirFS("../../testdata/scenarios")); err != nil {
		t.Fatal(err)
	}
	var list []entry
	if err := json.Unmarshal(out.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	lessons, incidents := 0, 0
	for i, e := range list {
		switch e.Topic.ID {
		case "lessons":
			lessons++
		case "incidents":
			incidents++
		}
		if e.Topic.ID == "lessons" != (i < lessons) {
			t.Errorf("%s stands at place %d", e.Name, i)
		}
		if e.Title.English == "" || e.Title.Chinese == "" || e.Summary.English == "" || e.Summary.Chinese == "" || e.Minutes == 0 {
			t.Errorf("%s lacks something: %+v", e.Name, e)
		}
		if e.Topic.Chinese == e.Topic.English {
			t.Errorf("the topic %q has no title: add it in core/scenario/lesson/index.go", e.Topic.ID)
		}
	}
	if lessons < 14 || incidents < 8 {
		t.Errorf("%d lessons and %d incidents", lessons, incidents)
	}
}
