// Work in pieces, so that no task holds the page up for long.

/** Waits until the browser has drawn what there is. A page that nobody looks at is not drawn, and goes on all the same. */
export function drawn(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, 100);
    requestAnimationFrame(() => setTimeout(done));
  });
}
