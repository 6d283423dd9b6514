// Paints the cells of the map: the colours, patterns and shapes of the cards, at six pixels and more.
import { levels, partsOf, type Age } from "./glyph";
import type { PodState } from "./protocol";
import { colours } from "./theme.svelte";

const names = ["new", "old", "older", "other", "bad", "bad-soft", "card", "ground", "edge-strong", "quiet"] as const;
type Palette = Record<(typeof names)[number], string>;

/** What cells are painted with; made anew when the colours change. */
export interface Brushes {
  palette: Palette;
  fills: Record<Age, string | CanvasPattern>;
}

export function brushes(context: CanvasRenderingContext2D): Brushes {
  const palette = colours(names);
  return {
    palette,
    fills: {
      new: palette.new,
      old: pattern(context, palette.old, palette.card, [[0, 3], [1, 2], [2, 1], [3, 0]]),
      older: pattern(context, palette.older, palette.card, [[1, 1], [3, 3]]),
      other: palette.other,
    },
  };
}

/** A tile of 4 by 4 with some of its points in another colour. */
function pattern(context: CanvasRenderingContext2D, colour: string, other: string, points: [number, number][]): CanvasPattern | string {
  const tile = new OffscreenCanvas(4, 4);
  const to = tile.getContext("2d");
  if (!to) return colour;
  to.fillStyle = colour;
  to.fillRect(0, 0, 4, 4);
  to.globalAlpha = 0.45;
  to.fillStyle = other;
  for (const [x, y] of points) to.fillRect(x, y, 1, 1);
  return context.createPattern(tile, "repeat") ?? colour;
}

/** Paints one cell anew. The code is of glyph.ts, codeOf. */
export function paintCell(c: CanvasRenderingContext2D, b: Brushes, code: number, x: number, y: number, size: number): void {
  const { condition, pods } = partsOf(code);
  const side = size - (size > 9 ? 2 : 1);
  c.fillStyle = condition >= 2 ? b.palette["bad-soft"] : b.palette.ground;
  c.fillRect(x, y, size, size);
  if (pods.length === 0) {
    c.fillStyle = b.palette["edge-strong"];
    const dot = Math.max(2, Math.round(size / 5));
    c.fillRect(x + Math.floor((side - dot) / 2), y + Math.floor((side - dot) / 2), dot, dot);
  }
  const width = pods.length > 1 ? (side - 1) / 2 : side;
  pods.forEach(([age, state], i) => paintPod(c, b, age, state, x + i * (width + 1), y, width, side));
  if (condition >= 2) {
    c.strokeStyle = b.palette.bad;
    c.lineWidth = 1;
    c.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
  } else if (condition === 1) {
    c.fillStyle = b.palette.quiet;
    c.fillRect(x, y + side - 1, side, 1);
  }
}

function paintPod(c: CanvasRenderingContext2D, b: Brushes, age: Age, state: PodState, x: number, y: number, width: number, height: number): void {
  const colour = b.palette[age];
  const level = levels[state];
  c.lineWidth = 1;
  if (state === "Terminating") {
    c.strokeStyle = colour;
    c.lineWidth = height > 9 ? 2 : 1;
    c.beginPath();
    c.moveTo(x + 1, y + 1);
    c.lineTo(x + width - 1, y + height - 1);
    c.moveTo(x + width - 1, y + 1);
    c.lineTo(x + 1, y + height - 1);
    c.stroke();
    return;
  }
  if (state === "Failed") {
    c.fillStyle = b.palette.bad;
    c.beginPath();
    c.moveTo(x + width / 2, y);
    c.lineTo(x + width, y + height);
    c.lineTo(x, y + height);
    c.fill();
    return;
  }
  if (level < 1) {
    c.strokeStyle = colour;
    c.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }
  const full = state === "Succeeded" ? 0.5 : level;
  if (full > 0) {
    const part = Math.max(1, Math.round(height * full));
    c.fillStyle = b.fills[age];
    c.fillRect(x, y + height - part, width, part);
  }
}
