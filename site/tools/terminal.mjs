// A picture of a terminal: what `tmux capture-pane -ep` prints goes in, a PNG comes out.
//
//   tmux capture-pane -ep | node site/tools/terminal.mjs picture.png
//
// Each cell is drawn at its place, so that no font can push what follows it aside.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const colours = { 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd", 37: "#e6edf3", 90: "#8b949e" };
const background = "#0d1117";
const plain = "#e6edf3";
const cell = { width: 9, height: 19 };

const wide = (c) => /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u.test(c);
const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

// pieces are the cells of a line with the attributes that are in force there.
function cells(line, style) {
  const out = [];
  let x = 0;
  for (const [, codes, text] of line.matchAll(/\x1b\[([0-9;]*)m|([^\x1b])/gu)) {
    if (text === undefined) {
      for (const code of (codes || "0").split(";").map(Number)) {
        if (code === 0) Object.assign(style, { fg: plain, bold: false, dim: false, reverse: false, underline: false });
        else if (code === 1) style.bold = true;
        else if (code === 2) style.dim = true;
        else if (code === 4) style.underline = true;
        else if (code === 7) style.reverse = true;
        else if (code === 22) style.bold = style.dim = false;
        else if (code === 24) style.underline = false;
        else if (code === 27) style.reverse = false;
        else if (code === 39) style.fg = plain;
        else if (colours[code]) style.fg = colours[code];
      }
      continue;
    }
    const width = wide(text) ? 2 : 1;
    out.push({ text, x, width, ...style });
    x += width;
  }
  return out;
}

// blocks are drawn as boxes: fonts leave gaps between them.
const eighths = " ▁▂▃▄▅▆▇█";

function draw(c, y) {
  const left = c.x * cell.width;
  const top = y * cell.height;
  const fg = c.reverse ? background : c.fg;
  let out = "";
  if (c.reverse) out += `<rect x="${left}" y="${top}" width="${c.width * cell.width}" height="${cell.height}" fill="${c.fg}"/>`;
  const level = eighths.indexOf(c.text);
  if (c.text === "▒") return out + `<rect x="${left}" y="${top}" width="${cell.width}" height="${cell.height}" fill="${fg}" opacity="${c.dim ? 0.25 : 0.4}"/>`;
  const opacity = c.dim ? ' opacity="0.6"' : "";
  if (level > 0) {
    const height = (cell.height * level) / 8;
    return out + `<rect x="${left}" y="${top + cell.height - height}" width="${cell.width}" height="${height}" fill="${fg}"${opacity}/>`;
  }
  if (c.text.trim() === "") return out;
  const weight = c.bold ? ' font-weight="bold"' : "";
  const line = c.underline ? ' text-decoration="underline"' : "";
  return out + `<text x="${left + (c.width * cell.width) / 2}" y="${top + 14.5}" fill="${fg}"${weight}${line}${opacity}>${escape(c.text)}</text>`;
}

const lines = readFileSync(0, "utf8").replace(/\n$/, "").split("\n");
const style = { fg: plain, bold: false, dim: false, reverse: false, underline: false };
const rows = lines.map((line) => cells(line, style));
const columns = Math.max(...rows.map((row) => row.reduce((n, c) => Math.max(n, c.x + c.width), 0)));
const width = Math.ceil(columns * cell.width) + 24;
const height = rows.length * cell.height + 24;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans Mono, WenQuanYi Zen Hei Mono, monospace" font-size="15" text-anchor="middle">
<rect width="100%" height="100%" rx="8" fill="${background}"/><g transform="translate(12 12)">
${rows.map((row, y) => row.map((c) => draw(c, y)).join("")).join("\n")}
</g></svg>`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(`<body style="margin:0;background:transparent">${svg}</body>`);
  await page.screenshot({ path: process.argv[2] ?? fileURLToPath(new URL("terminal.png", import.meta.url)), omitBackground: true });
} finally {
  await browser.close();
}
