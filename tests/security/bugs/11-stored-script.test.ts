import { afterAll, beforeAll, expect, test } from 'vitest';
import { docx } from '#tests/fixtures/make/office.ts';
import { createHub, createPlace, createSpace, registerUser } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { startServerWithMailForTest } from '#tests/harness/server-with-mail.ts';
import { codeIn } from '#tests/harness/smtp.ts';

// Bug class 11 of docs/permissions.md: stored script, wherever text is shown. Browser tests check the
// rendered pages.

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const SCRIPTS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//",
  '</title><svg onload=alert(1)>',
  '</mark><mark onmouseover=alert(1)>',
  '<mark>alert</mark>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u2028<iframe srcdoc="<script>alert(1)</script>">',
];

/**
 * Whether HTML can run or load anything: a tag that text does not need, a handler, a URL with another scheme.
 */
const DANGER =
  /<(?:script|style|iframe|object|embed|form|input|button|svg|math|link|meta|base|template|video|audio)\b|\son\w+\s*=|(?:href|src|srcset|action|xlink:href)\s*=\s*["']?\s*(?:javascript|vbscript|data:text)|url\(|expression\(|@import/i;

/** The tags of HTML, without its text. */
const tagsOf = (html: string): string => (html.match(/<[^>]*>/g) ?? []).join('\n');

test('returns search titles and snippets without markup but the marks', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  for (const script of SCRIPTS) {
    const title = `Alert ${script}`.replace(/\u2028/g, ' ');
    await createItem(owner, place, { title, content: `An alert: ${script} alert. ${script}` });
  }
  for (const q of ['alert', '"alert"', 'script', 'img onerror', '<script>', '<mark>', 'onmouseover']) {
    const results = await owner.client.in(hub).get('search/', { query: { q, page_size: 100 } });
    for (const { title, snippet } of expectData(results)) {
      for (const html of [title, snippet]) {
        const rest = html.replace(/<\/?mark>/g, '');
        expect(rest, `${q}: ${html}`).not.toMatch(/[<>]/);
        // Every opened mark is closed, and none is nested.
        expect(html.replace(/[^<>]*<mark>[^<>]*<\/mark>/g, ''), html).not.toMatch(/<\/?mark/);
      }
    }
  }
});

test('shows extracted content without anything that runs or loads', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const evil = SCRIPTS.join('\n');
  const mail = [
    'From: Eve <eve@example.test>',
    `Subject: ${SCRIPTS[0]}`,
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p onclick="alert(1)">Hello</p>${evil}<a href="javascript:alert(1)">x</a><img src="https://evil.example/x.png">`,
  ].join('\r\n');
  const links = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'data:text/html,x'];
  const word = docx(['Links', ...links.map((link) => ({ link, text: 'press me' }))]);
  const upload = await uploadBytes(owner, place, [
    {
      name: 'page.html',
      bytes: `<h1>Page</h1>${evil}${links.map((one) => `<a href="${one}">x</a>`).join('')}`,
    },
    { name: 'letter.eml', bytes: mail },
    { name: 'links.docx', bytes: new Uint8Array(word) },
    { name: 'notes.md', bytes: `# Notes\n\n${evil}\n\n${links.map((one) => `[x](${one})`).join('\n')}` },
    { name: 'rows.csv', bytes: `name,text\nEve,"${evil.replaceAll('"', '""')}"\n` },
  ]);
  const { items, refused } = expectData(upload);
  expect(refused).toEqual([]);
  const fixtures = await Promise.all(
    ['hostile/script.html', 'hostile/javascript-link.docx', 'files/notes.md', 'files/guide.mdx'].map((one) =>
      uploadFixture(owner, place, one),
    ),
  );
  for (const { id, title } of [...items, ...fixtures]) {
    await waitUntilReady(owner, id);
    const preview = expectData(await owner.client.get<Record<string, unknown>>(`items/${id}/preview/`));
    if (typeof preview.html !== 'string') continue;
    expect(tagsOf(preview.html), title).not.toMatch(DANGER);
  }
});

test('serves no uploaded bytes as an executable type on any route', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const script = '<script>alert(document.domain)</script>';
  const upload = await uploadBytes(owner, place, [
    { name: 'page.html', bytes: `<!doctype html><html><body>${script}</body></html>`, type: 'text/html' },
    { name: 'page.xhtml', bytes: `<html xmlns="http://www.w3.org/1999/xhtml">${script}</html>` },
    { name: 'drawing.svg', bytes: `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>` },
    { name: 'feed.xml', bytes: `<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml">${script}</x>` },
    { name: 'plain.txt', bytes: script, type: 'text/html' },
    { name: 'code.js', bytes: 'alert(1)' },
    { name: 'letter.eml', bytes: `Content-Type: text/html\r\n\r\n${script}` },
    { name: 'data.json', bytes: JSON.stringify({ script }) },
  ]);
  const { items } = expectData(upload);
  expect(items.length).toBeGreaterThan(4);
  for (const { id, title } of items) {
    for (const subpath of [
      'file/',
      'file/?download',
      'file/?type=text/html',
      'preview/',
      'text/',
      '',
      'content/',
    ]) {
      for (const accept of ['*/*', 'text/html']) {
        const response = await owner.client.fetch('GET', `items/${id}/${subpath}`, undefined, {
          headers: { accept },
        });
        await response.arrayBuffer();
        const type = response.headers.get('content-type') ?? '';
        const name = `${title} ${subpath} ${type}`;
        expect(response.headers.get('x-content-type-options'), name).toBe('nosniff');
        if (!subpath.startsWith('file/')) {
          expect(type, name).toMatch(/^application\/json/);
          continue;
        }
        expect(response.headers.get('content-security-policy'), name).toMatch(/^sandbox; default-src 'none'/);
        if (/html|svg|xml|javascript|message/.test(type))
          expect(response.headers.get('content-disposition'), name).toMatch(/^attachment;/);
      }
    }
  }
});

test('adds no header or markup to a response through titles, names or errors', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  const lines = 'x"\r\nSet-Cookie: a=b; filename=".txt';
  expectRefusal(await uploadBytes(owner, place, [{ name: lines, bytes: 'words' }]), 422, 'invalid_file_name');
  const name = 'x"; Set-Cookie: a=b; filename=".txt';
  const [file] = expectData(await uploadBytes(owner, place, [{ name, bytes: 'words' }])).items;
  const sent = await owner.client.fetch('GET', `items/${file?.id}/file/?download`);
  expect(sent.headers.get('set-cookie')).toBeNull();
  for (const script of SCRIPTS) {
    const encoded = encodeURIComponent(script);
    for (const path of [
      `items/${encoded}/`,
      `spaces/${encoded}/`,
      `hubs/${encoded}/`,
      `search/?q=x&kind=${encoded}`,
      `spaces/?sort=${encoded}`,
      `hubs/check/?domain_handle=${encoded}`,
      `/api/nothing/${encoded}`,
    ]) {
      const response = await owner.client.in(hub).fetch('GET', path);
      expect(response.headers.get('content-type'), path).toMatch(/^application\/json/);
      await response.text();
    }
  }
});

test('returns script content as unchanged text', async () => {
  const place = await createPlace(server.client);
  const { owner, hub } = place;
  for (const script of SCRIPTS.filter((one) => !one.includes('\u2028'))) {
    const item = await createItem(owner, place, { title: script, content: script });
    expect(expectData(await owner.client.get(`items/${item.id}/`)).title).toBe(script);
    const content = await owner.client.get(`items/${item.id}/content/`);
    expect(expectData(content).markdown).toBe(script);
    const space = await createSpace(owner, hub, { name: script, description: script });
    expect(space.name).toBe(script);
    expect(space.slug).toMatch(/^[\p{L}\p{N}-]+$/u);
  }
});

test('escapes names in mails: subject, body, links and headers', async () => {
  const { client, mail } = await startServerWithMailForTest();
  const owner = await registerUser(client, {
    first_name: '<img src=x onerror=alert(1)>',
    last_name: 'https://evil.example/ javascript:alert(1)',
  });
  expectData(await owner.client.post('auth/verify-email/', { code: codeIn(await mail.mailTo(owner.email)) }));
  const hub = await createHub(owner, { name: '</p><script>alert(1)</script><a href="//evil.example">x</a>' });
  const path = `hubs/${hub.domain_handle}/invites/`;
  expectData(await owner.client.post(path, [{ email: 'guest@example.test', role: 'member' }]));
  const { html, raw, subject, headers } = await mail.mailTo('guest@example.test');
  const tags = tagsOf(html).replace('<meta charset="utf-8">', '');
  expect(tags).not.toMatch(DANGER);
  expect(tags).not.toMatch(/<img|evil\.example/);
  expect(subject).not.toMatch(/[\r\n]/);
  // Mail programs must not turn a name into a link.
  expect(html.replace(/\u2060/g, '·')).not.toMatch(/https:\/\/evil\.example/);
  expect(raw).not.toMatch(/^(?:bcc|cc|reply-to):/im);
  expect(headers.filter(({ key }) => key === 'to')).toHaveLength(1);
});
