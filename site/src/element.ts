// <rollscope-scenario>: a rollout in somebody else's page. It is a frame around the playground's
// ?embed view; the scenario stands in the element, in a file, or in a link's code:
//
//   <script type="module" src="https://PLAYGROUND/rollscope-scenario.js"></script>
//   <rollscope-scenario src="surge.txtar"></rollscope-scenario>
//   <rollscope-scenario code="1.…" at="12" lang="zh" height="480"></rollscope-scenario>
//   <rollscope-scenario><template># A rollout …</template></rollscope-scenario>
import { longestScenario, pack } from "./share";

const home = new URL(/* @vite-ignore */ ".", import.meta.url);

class RollscopeScenario extends HTMLElement {
  static observedAttributes = ["src", "code", "at", "lang", "height"];
  #frame = document.createElement("iframe");
  #asked = 0;

  connectedCallback(): void {
    this.#frame.title = this.getAttribute("title") ?? "rollscope";
    this.#frame.loading = "lazy";
    this.#frame.style.cssText = "border:0;width:100%;display:block";
    (this.shadowRoot ?? this.attachShadow({ mode: "open" })).replaceChildren(this.#frame);
    void this.#show();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#show();
  }

  async #show(): Promise<void> {
    const asked = ++this.#asked;
    const code = await this.#code();
    if (asked !== this.#asked || !code) return; // the attributes have changed meanwhile
    const address = new URL(home);
    address.search = this.lang === "zh" || this.lang === "en" ? `?embed&lang=${this.lang}` : "?embed";
    const at = Number(this.getAttribute("at") ?? NaN);
    address.hash = `s=${code}${Number.isSafeInteger(at) ? `&at=${at}` : ""}`;
    this.#frame.style.height = `${Number(this.getAttribute("height")) || 520}px`;
    if (this.#frame.src !== address.href) this.#frame.src = address.href;
  }

  async #code(): Promise<string> {
    const code = this.getAttribute("code");
    if (code) return code;
    const src = this.getAttribute("src");
    const text = src ? await this.#fetch(src) : (this.querySelector("template")?.content.textContent ?? this.textContent ?? "").trim();
    return text ? pack(text) : "";
  }

  async #fetch(src: string): Promise<string> {
    const answer = await fetch(new URL(src, document.baseURI));
    if (!answer.ok) throw new Error(`rollscope-scenario: ${src}: ${answer.status}`);
    const text = await answer.text();
    if (text.length > longestScenario) throw new Error(`rollscope-scenario: ${src}: longer than 1 MiB`);
    return text;
  }
}

if (!customElements.get("rollscope-scenario")) customElements.define("rollscope-scenario", RollscopeScenario);
