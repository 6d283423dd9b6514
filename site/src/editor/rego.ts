// Enough of Rego to colour it.
import { StreamLanguage } from "@codemirror/language";

const words = new Set(["package", "import", "as", "default", "if", "else", "not", "some", "in", "every", "contains", "with", "true", "false", "null"]);

export const rego = StreamLanguage.define<{ raw: boolean }>({
  name: "rego",
  startState: () => ({ raw: false }),
  token(stream, state) {
    if (state.raw || stream.eat("`")) {
      state.raw = !stream.skipTo("`");
      if (state.raw) stream.skipToEnd();
      else stream.next();
      return "string";
    }
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^\$?"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^-?\d[\d.eE+-]*/)) return "number";
    const name = stream.match(/^[A-Za-z_]\w*/);
    if (name) return words.has((name as RegExpMatchArray)[0]) ? "keyword" : "variableName";
    stream.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "#" } },
});
