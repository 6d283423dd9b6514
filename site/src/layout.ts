// Which nodes the stage shows, in which groups and how large. Nodes stand in the order of their
// creation, groups in the order of their names; nothing moves because something else changed.
import type { NodeClass, SimNode } from "./protocol";

export interface Group {
  /** The label's value; undefined for nodes without the label, "" for all nodes of an ungrouped stage. */
  value: string | undefined;
  nodes: SimNode[];
}

/** How nodes are drawn: more nodes, less of each. */
export type Size = "cards" | "cells" | "map";

export function sizeFor(count: number): Size {
  return count <= 40 ? "cards" : count <= 400 ? "cells" : "map";
}

export function filtered(nodes: SimNode[], name: string): SimNode[] {
  const wanted = name.trim().toLowerCase();
  return wanted === "" ? nodes : nodes.filter((n) => n.name.toLowerCase().includes(wanted));
}

/** The label keys that tell nodes apart, the well-known ones first. */
export function keysOf(classes: Iterable<NodeClass>): string[] {
  const values = new Map<string, Set<string>>();
  let count = 0;
  for (const c of classes) {
    count++;
    for (const [key, value] of Object.entries(c.labels)) {
      const set = values.get(key) ?? new Set();
      values.set(key, set.add(value));
    }
  }
  const rank = (key: string): number => {
    const at = known.indexOf(key);
    return at < 0 ? known.length : at;
  };
  return [...values.entries()]
    .filter(([key, set]) => (set.size > 1 || count > 1) && set.size <= 40 && !dull.has(key))
    .map(([key]) => key)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

const known = ["topology.kubernetes.io/zone", "topology.kubernetes.io/region", "pool", "node.kubernetes.io/instance-type", "node-role.kubernetes.io/control-plane"];
const dull = new Set(["kubernetes.io/os", "kubernetes.io/arch", "beta.kubernetes.io/os", "beta.kubernetes.io/arch"]);

export function grouped(nodes: SimNode[], key: string, classes: Map<number, NodeClass>): Group[] {
  if (key === "") return [{ value: "", nodes }];
  const groups = new Map<string | undefined, Group>();
  for (const node of nodes) {
    const value = node.class === undefined ? undefined : classes.get(node.class)?.labels[key];
    let group = groups.get(value);
    if (!group) groups.set(value, (group = { value, nodes: [] }));
    group.nodes.push(node);
  }
  const collator = new Intl.Collator("en", { numeric: true });
  return [...groups.values()].sort((a, b) =>
    a.value === undefined ? 1 : b.value === undefined ? -1 : collator.compare(a.value, b.value));
}

/** A label key without what everybody knows. */
export function shortKey(key: string): string {
  const slash = key.lastIndexOf("/");
  return slash < 0 ? key : key.slice(slash + 1);
}

/** Where the map draws its nodes, in pixels. */
export interface MapLayout {
  cell: number;
  columns: number;
  height: number;
  /** For each group the top of its heading, of its first row, and how many nodes come before it. */
  groups: { top: number; rows: number; before: number; count: number }[];
}

/** The largest cells with which all groups fit into so much height; the smallest where they never do. */
export function mapLayout(counts: number[], width: number, most: number): MapLayout {
  for (let cell = 18; ; cell--) {
    const columns = Math.max(1, Math.floor(width / cell));
    const head = counts.length > 1 ? 22 : 0;
    let top = 0;
    let before = 0;
    const out = counts.map((count) => {
      const at = { top, rows: top + head, before, count };
      top += head + Math.ceil(count / columns) * cell + (head > 0 ? 6 : 0);
      before += count;
      return at;
    });
    if (top <= most || cell === 6) return { cell, columns, height: top, groups: out };
  }
}

/** Where the node of that index stands. */
export function placeOf(layout: MapLayout, index: number): { x: number; y: number } {
  const g = layout.groups.findLast((one) => one.before <= index) ?? layout.groups[0]!;
  const at = index - g.before;
  return { x: (at % layout.columns) * layout.cell, y: g.rows + Math.floor(at / layout.columns) * layout.cell };
}

/** The index of the node at a point; -1 where there is none. */
export function nodeAt(layout: MapLayout, x: number, y: number): number {
  const g = layout.groups.findLast((one) => one.rows <= y);
  const column = Math.floor(x / layout.cell);
  if (!g || column < 0 || column >= layout.columns) return -1;
  const at = Math.floor((y - g.rows) / layout.cell) * layout.columns + column;
  return at < g.count ? g.before + at : -1;
}

/** The node above or below another, by rows. */
export function vertical(layout: MapLayout, index: number, down: boolean): number {
  const p = placeOf(layout, index);
  const half = layout.cell / 2;
  for (let y = p.y + half + (down ? layout.cell : -layout.cell); y > 0 && y < layout.height; y += down ? layout.cell : -layout.cell) {
    for (let x = p.x + half; x > 0; x -= layout.cell) {
      const at = nodeAt(layout, x, y);
      if (at >= 0 && at !== index) return at;
    }
  }
  return index;
}
