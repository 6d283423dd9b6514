// Trusted Types: the only two scripts that this page ever starts by address are its Web Worker
// and its service worker, both its own files. Nothing else makes a script, and nothing makes HTML.
// The policy is the default one, so that it also holds where a bundler writes the address.
interface Policy {
  createScriptURL(url: string): unknown;
}

const own = (url: string): string => {
  const address = new URL(url, location.href);
  if (address.origin !== location.origin && address.protocol !== "blob:") throw new TypeError(`not a script of this page: ${address.origin}`);
  return address.href;
};

const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: { createScriptURL: typeof own }): Policy } }).trustedTypes;
const policy: Policy = factory ? factory.createPolicy("default", { createScriptURL: own }) : { createScriptURL: own };

/** An address of ours that a worker may be started from. */
export function script(url: URL): string {
  return policy.createScriptURL(url.href) as string;
}

/** The service worker, beside index.html. */
export function offlineScript(): string {
  return script(new URL("offline.js", document.baseURI));
}
