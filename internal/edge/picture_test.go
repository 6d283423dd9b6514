package edge

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// harmless holds a picture to what it may consist of: whole XML, without scripts, links
// and what else a page could act upon.
func harmless(t *testing.T, svg []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	d.Strict = true
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v: %.2000s", err, svg)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !strings.Contains(" svg title style defs pattern clipPath g rect path text tspan ", " "+start.Name.Local+" ") {
			t.Fatalf("a picture has the element %s", start.Name.Local)
		}
		for _, a := range start.Attr {
			if strings.HasPrefix(strings.ToLower(a.Name.Local), "on") || strings.Contains(a.Name.Local, "href") || strings.Contains(a.Value, "javascript:") && a.Name.Local != "aria-label" {
				t.Fatalf("a picture has the attribute %s=%q", a.Name.Local, a.Value)
			}
		}
	}
}

func TestPicturesShowWhatHappenedAndNothingElse(t *testing.T) {
	evil := strings.Replace(update, "# An update", "# <script>alert('1')</script> & \"x\"\n#zh 更新 <b>", 1)
	for _, c := range []struct{ path, want string }{
		{link("/api/v1/rollout.svg", evil), "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &#34;x&#34;"},
		{link("/api/v1/rollout.svg", evil) + "&lang=zh", "更新 &lt;b&gt;"},
		{link("/api/v1/rollout.svg", update), "ds/default/agent"},
		{link("/api/v1/rollout.svg", update), "at worst 0 of 1 available, at 30s"},
		{link("/api/v1/rollout.svg", update) + "&lang=zh", "最低时 0/1 可用（30s）"},
		{link("/api/v1/rollout.svg", "# Empty\n\n$ kubectl get nodes\n...\n"), "no DaemonSet"},
		{link("/api/v1/badge.svg", update), "rolled out, at worst 0/1"},
		{link("/api/v1/badge.svg", update) + "&label=%3Ca%3E&lang=zh", "已完成"},
		{link("/api/v1/badge.svg", "$ kubectl get nodes\nsomething\n"), "1 of 1 steps differ"},
		{link("/api/v1/badge.svg", "$ kubectl get nodes\n...\n"), "passing"},
		{link("/api/v1/badge.svg", strings.Replace(update, "$ until rolled-out", "", 1)), "not rolled out"},
	} {
		w := send(handler(), "GET", c.path, "")
		if w.Code != 200 || w.Header().Get("Content-Type") != "image/svg+xml; charset=utf-8" || !strings.Contains(w.Header().Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%.50s: %d %v %.300s", c.path, w.Code, w.Header(), w.Body)
			continue
		}
		harmless(t, w.Body.Bytes())
		if text := w.Body.String(); !strings.Contains(text, c.want) || !strings.Contains(text, "prefers-color-scheme:dark") {
			t.Errorf("%.50s: %q is not there: %s", c.path, c.want, text)
		}
	}
}

// TestPicturesStaySmall draws a hundred nodes and many changes.
func TestPicturesStaySmall(t *testing.T) {
	var steps strings.Builder
	for range 30 {
		steps.WriteString("$ kubectl rollout restart ds/agent\n...\n$ advance 40s\n")
	}
	crowd := strings.Replace(update, "$ until rolled-out", steps.String(), 1) + "---\n" + manyNodes(100)
	for _, nodes := range []string{crowd, strings.Replace(crowd, "- {apiVersion: v1, kind: Node, metadata: {name: n5", "- {apiVersion: v1, kind: Node, metadata: {name: m5", 1)} {
		w := send(handler(), "GET", link("/api/v1/rollout.svg", nodes), "")
		if w.Code != 200 || w.Body.Len() > 200_000 {
			t.Errorf("%d, %d bytes: %.300s", w.Code, w.Body.Len(), w.Body)
		}
	}
}
