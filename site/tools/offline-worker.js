// The service worker: after the first visit the page works without a network.
// tools/offline.mjs puts the names of all files of the build in here, and what tells this build
// from others, so a new build is a new cache.
const files = ["FILES"];
const cacheName = "rollscope BUILD";

self.addEventListener("install", (e) => {
  e.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (e) => {
  e.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((n) => n.startsWith("rollscope ") && n !== cacheName).map((n) => caches.delete(n))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (e) => {
  const url = new URL(e.request.url);
  if (e.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (e.request.mode === "navigate") e.respondWith(fetch(e.request).catch(() => kept(new Request("./"))));
  else if (url.pathname.includes("/assets/")) e.respondWith(kept(e.request)); // the name tells the content
});

async function kept(request) {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}
