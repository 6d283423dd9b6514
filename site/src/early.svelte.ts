// How many findings there are, for the tab of the list, from the first moment on: what the rules find
// in the manifest that the page opens with comes by itself, long before anybody asks.

class Early {
  /** The report of the opening; undefined until it has come. */
  report = $state.raw<unknown>();
  /** How many findings there are now. */
  count = $state(0);
}

export const early = new Early();

/** Takes the report of the opening. */
export function found(report: { findings: unknown[] }): void {
  if (early.report !== undefined) return;
  early.report = report;
  early.count = report.findings.length;
  performance.mark("rollscope-first-finding");
}
