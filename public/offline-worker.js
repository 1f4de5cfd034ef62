/*
 * Shows the app's own page when its server can't be reached. It answers nothing but that: whatever the network
 * gives goes on to the page as it is, so that nobody ever sees an old one.
 */
const CACHE = 'offline-3';
// How often the page asks again by itself, in seconds: whoever waits at it need not press a button.
const ASK_EVERY = 10;
const PAGE = '/offline';
// Of its heading; pages load this weight only where they need it, so that the page does not name it.
const HEADING_FONT = '/fonts/be-vietnam-pro-latin-700.woff2';

/** The kept page, which gives way to the one that was asked for once that can be had. */
async function offlinePage() {
  const page = await caches.match(PAGE);
  if (!page) return Response.error();
  const headers = new Headers(page.headers);
  headers.set('Refresh', String(ASK_EVERY));
  return new Response(page.body, { headers });
}

async function keepOfflinePage() {
  const cache = await caches.open(CACHE);
  const answer = await fetch(PAGE, { credentials: 'omit', cache: 'no-store' });
  if (!answer.ok) throw new Error('The offline page was not given');
  const html = await answer.clone().text();
  const files = [...html.matchAll(/href="(\/(?:_next\/static|fonts)\/[^"]+\.(?:css|woff2))"/g)];
  await cache.put(PAGE, answer);
  const addresses = files.map(([, file]) => file.replaceAll('&amp;', '&'));
  await Promise.all([HEADING_FONT, ...addresses].map((address) => cache.add(address)));
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const others = (names) => names.filter((name) => name.startsWith('offline-') && name !== CACHE);
  const cleaned = caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name))));
  event.waitUntil(Promise.all([cleaned, self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === 'navigate' && request.method === 'GET') {
    event.respondWith(fetch(request).catch(offlinePage));
  } else if (/^\/(_next\/static|fonts)\/.+\.(css|woff2)$/.test(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request).then((file) => file ?? Response.error())));
  }
});
