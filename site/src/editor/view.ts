// The editor: CodeMirror in a shadow root. There its styles are adopted style sheets, which the
// page's policy (style-src 'self', no 'unsafe-inline') allows; in the document itself they would be
// <style> elements, which it does not. This file and what it imports are loaded when the editor is
// first shown.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { unifiedMergeView } from "@codemirror/merge";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { completion, help, type Schema } from "./fields";
import { rego } from "./rego";
import { phrases } from "./phrases";

export interface Mark {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  severity: "error" | "warning" | "info";
  message: string;
  source: string;
  actions: { name: string; apply: () => void }[];
}

export interface Setting {
  text: string;
  /** What the text is compared with; undefined for no comparison. */
  old?: string;
  language: "yaml" | "rego";
  chinese: boolean;
  label: string;
  undo: string;
  schema: Schema;
  changed: (text: string) => void;
}

/** One editor in a host element. Documents come and go; each keeps its history while it is away. */
export class Editor {
  #view: EditorView;
  #states = new Map<string, EditorState>();
  #shown = "";
  #quiet = false;
  #changed: (text: string) => void = () => {};

  constructor(host: HTMLElement) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.replaceChildren();
    this.#view = new EditorView({ parent: root, root, dispatchTransactions: (list, view) => this.#dispatch(list, view) });
  }

  #dispatch(list: Parameters<EditorView["update"]>[0], view: EditorView): void {
    view.update(list);
    if (!this.#quiet && list.some((t) => t.docChanged)) this.#changed(view.state.doc.toString());
  }

  /** Shows a document under a name; the setting counts when the name is new or what it is compared with is. */
  show(name: string, s: Setting): void {
    if (this.#shown) this.#states.set(this.#shown, this.#view.state);
    this.#shown = name;
    this.#changed = s.changed;
    this.#silently(() => {
      const kept = this.#states.get(name);
      this.#view.setState(kept ?? EditorState.create({ doc: s.text, extensions: extensions(s) }));
      this.write(s.text);
    });
  }

  /** Forgets a document and what was done to it, or all: when another language is spoken, say. */
  forget(name?: string): void {
    if (name === undefined) this.#states.clear();
    else this.#states.delete(name);
    if (name === undefined || name === this.#shown) this.#shown = "";
  }

  /** Puts another text in place of this one, and changes no more of it than differs. */
  write(text: string): void {
    const old = this.#view.state.doc.toString();
    if (old === text) return;
    let from = 0;
    const most = Math.min(old.length, text.length);
    while (from < most && old[from] === text[from]) from++;
    let end = 0;
    while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.#silently(() => this.#view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } }));
  }

  #silently(act: () => void): void {
    this.#quiet = true;
    act();
    this.#quiet = false;
  }

  /** Shows what is wrong, in the gutter and in the text. */
  mark(marks: Mark[]): void {
    const doc = this.#view.state.doc;
    const all = marks.map((m): Diagnostic => {
      const from = offset(doc, m.line, m.column);
      return {
        from,
        to: Math.max(from, offset(doc, m.endLine, m.endColumn)),
        severity: m.severity,
        message: m.message,
        source: m.source,
        actions: m.actions.map((a) => ({ name: a.name, apply: a.apply })),
      };
    });
    all.sort((a, b) => a.from - b.from);
    this.#view.dispatch(setDiagnostics(this.#view.state, all));
  }

  /** Goes to a place and takes the keys. */
  jump(line: number, column: number): void {
    const at = offset(this.#view.state.doc, line, column);
    this.#view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}

/** The offset of a place; columns count characters from 1, and what is beyond the text is its end. */
function offset(doc: Text, line: number, column: number): number {
  if (line < 1) return 0;
  if (line > doc.lines) return doc.length;
  const l = doc.line(line);
  let at = 0;
  for (const c of l.text) {
    if (--column < 1) break;
    at += c.length;
  }
  return l.from + at;
}

function extensions(s: Setting): Extension[] {
  return [
    lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars({ addSpecialChars: hidden }), history(), drawSelection(),
    indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
    EditorState.tabSize.of(2), indentUnit.of("  "), EditorState.allowMultipleSelections.of(true),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
    lintGutter(), syntaxHighlighting(colours), theme, overLines,
    EditorView.contentAttributes.of({ "aria-label": s.label, spellcheck: "false", tabindex: "0" }),
    EditorState.phrases.of(s.chinese ? phrases : {}),
    s.language === "yaml"
      ? [yaml(), autocompletion({ override: [completion(s.schema)], icons: false }), help(s.schema)]
      : [rego, autocompletion()],
    s.old === undefined ? [] : [unifiedMergeView({ original: s.old, mergeControls: controls(s.undo) }), EditorView.lineWrapping],
  ];
}

// Text typed over several lines is put there by us: a browser that does it by itself writes style
// attributes into the lines, which the page's policy refuses, loudly.
const overLines = EditorView.domEventHandlers({
  beforeinput(e, view) {
    const { from, to } = view.state.selection.main;
    if (e.inputType !== "insertText" || e.data === null || view.composing || view.state.doc.lineAt(from).to >= to) return false;
    e.preventDefault();
    view.dispatch({ ...view.state.replaceSelection(e.data), userEvent: "input.type", scrollIntoView: true });
    return true;
  },
});

// Characters that turn the direction of text or do not show: they are shown as what they are.
const hidden = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffc]/g;

/** A change can be taken back; there is nothing to accept. */
function controls(undo: string) {
  return (type: "accept" | "reject", action: (e: MouseEvent) => void): HTMLElement => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "↩";
    button.title = undo;
    button.setAttribute("aria-label", undo);
    button.hidden = type === "accept";
    button.onmousedown = action;
    button.onclick = (e) => e.detail === 0 && action(e);
    return button;
  };
}

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--old)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--quiet)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.bool, tags.null, tags.number, tags.atom], color: "var(--older)" },
  { tag: [tags.meta, tags.labelName, tags.typeName], color: "var(--older)" },
  { tag: [tags.string, tags.content, tags.attributeValue], color: "var(--ink)" },
  { tag: [tags.punctuation, tags.separator, tags.bracket, tags.operator], color: "var(--quiet)" },
]);

// The marks of the gutter, each with a shape of its own, in colours that show on light and dark.
const sign = (path: string, colour: string): string =>
  `url('data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="${path}" fill="${colour}" stroke="#fff" stroke-width=".8"/></svg>`)}')`;

const theme = EditorView.theme({
  ".cm-lint-marker-error": { content: sign("M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13Z", "#d0342a") },
  ".cm-lint-marker-warning": { content: sign("M8 1.5 15 14.5H1Z", "#c2620c") },
  ".cm-lint-marker-info": { content: sign("M2.5 2.5h11v11h-11Z", "#5a7fc2") },
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", fontSize: "0.82rem", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--quiet)", borderRight: "1px solid var(--edge)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 30%, transparent) !important",
  },
  ".cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--accent) 20%, transparent) !important", outline: "1px solid var(--edge)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "0.4rem", maxWidth: "min(34rem, 90vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.85" },
  ".about-field": { padding: "0.5rem 0.75rem", font: "0.85rem/1.4 var(--font)", maxHeight: "16rem", overflow: "auto", overflowWrap: "anywhere" },
  ".about-field p": { margin: "0.35rem 0 0", whiteSpace: "pre-wrap" },
  ".about-field .gloss + p": { color: "var(--quiet)", fontSize: "0.8rem" },
  ".cm-diagnostic": { padding: "0.35rem 0.6rem", font: "0.85rem/1.4 var(--font)", overflowWrap: "anywhere", whiteSpace: "pre-wrap" },
  ".cm-diagnosticSource": { color: "var(--quiet)", opacity: "1", fontSize: "0.78rem" },
  ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)", borderRadius: "0.3rem", padding: "0.15rem 0.5rem", fontSize: "0.85rem" },
  ".cm-panels": { backgroundColor: "var(--ground)", color: "var(--ink)" },
  ".cm-textfield, .cm-button": { backgroundColor: "var(--card)", backgroundImage: "none", color: "var(--ink)", border: "1px solid var(--edge-strong)", borderRadius: "0.3rem", fontSize: "0.8rem" },
  ".cm-panel.cm-search label": { fontSize: "0.8rem" },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", fontSize: "1.1rem" },
  ".cm-specialChar": { color: "var(--bad)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--new) 30%, transparent)" },
  "&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine": { backgroundColor: "color-mix(in srgb, var(--good) 14%, transparent)" },
  ".cm-changedText": { background: "color-mix(in srgb, var(--good) 30%, transparent) !important" },
  ".cm-deletedChunk": { backgroundColor: "var(--bad-soft)", paddingLeft: "6px" },
  ".cm-deletedText, .cm-deletedChunk .cm-deletedText": { background: "color-mix(in srgb, var(--bad) 25%, transparent) !important" },
  ".cm-deletedLine, .cm-insertedLine, .cm-changedLine": { paddingRight: "2.6rem" }, // beside the button
  ".cm-deletedChunk button": {
    border: "1px solid var(--edge)", borderRadius: "0.3rem", backgroundColor: "var(--card)", color: "var(--ink)", font: "0.78rem var(--font)", cursor: "pointer",
  },
});
