import { connect } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { Item } from '#lib/contract/item.ts';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { DOCUMENT_CLOSE_CODES, decodeMessage } from '#lib/documents/protocol.ts';
import { changeSharedDocument, documentOf } from '#lib/documents/shared-document.ts';
import { DOCUMENT_SCHEMA } from '#lib/documents/socket-path.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { sharedDocument } from '#lib/documents/yjs-document.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer } from '#tests/harness/server.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { brokenUpdate } from '#tests/harness/yjs-updates.ts';

const server = sharedServer();

async function createDocument(content: string) {
  const people = await createEditorAndPlace(server.client);
  const item = await createItem(people.member, people, { title: 'Rules', content });
  return { ...people, item };
}

const pageOf = (account: { token: string }, item: Item, url = server.url) =>
  openDocumentPage(url, account.token, item.id);

test('shows what one writes to the other, and stores it before it is acknowledged', async () => {
  const { member, owner, item } = await createDocument('First\n\nSecond');
  const [one, other] = [await pageOf(member, item), await pageOf(owner, item)];
  expect(one.text()).toBe('First\n\nSecond');
  one.write('First of all\n\nSecond');
  other.write('First\n\nSecond and last');
  await Promise.all([one.allStored(), other.allStored()]);
  const rows = await server.sql('select from document_update where item_id = $1', [item.id]);
  const [state] = await server.sql<{ generation: number }>(
    'select generation from document_state where item_id = $1',
    [item.id],
  );
  expect(rows.length + (state?.generation ?? 0)).toBeGreaterThan(1);
  await eventually(async () => {
    expect(one.text()).toBe('First of all\n\nSecond and last');
    expect(other.text()).toBe(one.text());
  });
  // The API has it at once, and it is found by search.
  const { markdown } = expectData(await member.client.get(`items/${item.id}/content/`));
  expect(markdown).toBe('First of all\n\nSecond and last');
  const now = expectData(await member.client.get(`items/${item.id}/`));
  expect(now.revision).toBeGreaterThan(item.revision);
  one.close();
  other.close();
});

test('derives the content some time after it was written', async () => {
  const { member, item } = await createDocument('First');
  const page = await pageOf(member, item);
  page.write('The walrus sleeps');
  await page.allStored();
  page.close();
  await eventually(async () => {
    const [row] = await server.sql<{ content: string }>('select content from item where id = $1', [item.id]);
    expect(row?.content).toBe('The walrus sleeps');
  });
  await eventually(async () => {
    const [passage] = await server.sql<{ body: string }>(
      'select body from passage where item_id = $1 and place is not null',
      [item.id],
    );
    expect(passage?.body).toContain('walrus');
  });
});

test('shows all that was acknowledged to readers who come right afterwards, many at once', async () => {
  const { member, owner, item } = await createDocument('First');
  const page = await pageOf(member, item);
  for (const text of ['The walrus sleeps', 'The walrus wakes']) {
    page.write(text);
    await page.allStored();
    const read = () => owner.client.get<{ html: string }>(`items/${item.id}/preview/?as=html`);
    const previews = await Promise.all([read(), read(), read(), read()]);
    for (const preview of previews) expect(expectData(preview).html).toContain(text);
    const [passage] = expectData(await owner.client.get<{ text: string }[]>(`items/${item.id}/text/`));
    expect(passage?.text).toContain(text);
  }
  page.close();
});

/** Whether a document has updates that were not derived. */
const hasUpdates = async ({ id }: Item) =>
  (await server.sql('select from document_update where item_id = $1', [id])).length > 0;

/** Stores an empty update as a writer's are stored, but queues no job that would derive it. */
const addUpdate = ({ id }: Item) =>
  server.sql(`insert into document_update (item_id, content) values ($1, '\\x0000')`, [id]);

test('derives nothing for those who read a public document from outside the hub', async () => {
  const people = await createEditorAndPlace(server.client);
  const { member, owner, stranger } = people;
  const item = await createItem(member, people, { title: 'Rules', content: 'First', visibility: 'public' });
  (await pageOf(member, item)).close();
  await addUpdate(item);
  for (const client of [server.client, stranger.client]) {
    for (const path of ['preview/?as=html', 'text/', 'content/'])
      expectData(await client.get(`items/${item.id}/${path}`));
    expect((await client.get(`items/${item.id}/export/?format=md`)).status).toBe(200);
    expect(await hasUpdates(item)).toBe(true);
  }
  expectData(await owner.client.get(`items/${item.id}/preview/?as=html`));
  expect(await hasUpdates(item)).toBe(false);
});

test('derives a long document for its readers once in a while, not after each change', async () => {
  const { member, owner, item } = await createDocument(`${'ä'.repeat(100)} `.repeat(2_600));
  (await pageOf(member, item)).close();
  const read = async () => expectData(await owner.client.get(`items/${item.id}/text/`));
  await addUpdate(item);
  await read();
  await eventually(async () => expect(await hasUpdates(item)).toBe(false));
  await addUpdate(item);
  await read();
  expect(await hasUpdates(item)).toBe(true);
});

test('retains changes in progress when the API replaces the content elsewhere', async () => {
  const { member, item } = await createDocument('First\n\nSecond');
  const page = await pageOf(member, item);
  page.write('First, changed\n\nSecond');
  await page.allStored();
  page.write('First, changed again\n\nSecond');
  expectData(await putText(member, item, 'First, changed\n\nSecond, by a program'));
  await page.allStored();
  await eventually(async () => expect(page.text()).toContain('Second, by a program'));
  page.close();
});

const contentWithRevision = async (account: TestAccount, item: Item) => {
  const response = await fetch(`${server.url}/api/v1/items/${item.id}/content/`, {
    headers: { authorization: `JWT ${account.token}`, accept: 'text/markdown' },
  });
  return { markdown: await response.text(), revision: response.headers.get('etag') ?? '' };
};

/** Stores what a page wrote without the job that derives it, as if it were about to run. */
async function writeUnderived(
  { id }: Item,
  page: { shared: Y.Doc },
  markdown: string,
  author: string | null = null,
) {
  const copy = sharedDocument([Y.encodeStateAsUpdate(page.shared)]);
  const update = changeSharedDocument(copy, parseMarkdown(markdown));
  await server.sql('insert into document_update (item_id, content, user_id) values ($1, $2, $3)', [
    id,
    Buffer.from(update ?? []),
    author,
  ]);
}

test('retains what others wrote since the revision that a content is written for', async () => {
  const { member, item } = await createDocument('First\n\nSecond');
  const page = await pageOf(member, item);
  const { revision } = await contentWithRevision(member, item);
  await writeUnderived(item, page, 'First\n\nBetween\n\nSecond');
  const headers = { 'if-match': revision };
  expectData(await putText(member, item, 'First\n\nSecond, by a program', 'text/markdown', headers));
  const now = await contentWithRevision(member, item);
  expect(now.markdown).toBe('First\n\nBetween\n\nSecond, by a program');
  await eventually(async () => expect(page.text()).toBe(now.markdown));
  // What was written since is another revision.
  expectRefusal(await putText(member, item, 'Third', 'text/markdown', headers), 409);
  expect(now.revision).not.toBe(revision);
  page.close();
});

test('keeps the authors whose writing a content of a revision is merged with, and the version before', async () => {
  const { member, owner, item } = await createDocument('First\n\nSecond');
  const page = await pageOf(member, item);
  const { revision } = await contentWithRevision(member, item);
  expectData(
    await putText(owner, item, 'First\n\nSecond, by owner', 'text/markdown', { 'if-match': revision }),
  );
  const now = await contentWithRevision(owner, item);
  await eventually(async () => expect(page.text()).toBe(now.markdown));
  await writeUnderived(item, page, 'First, by member\n\nSecond, by owner', member.user.id);
  expectData(
    await putText(owner, item, 'First\n\nSecond, by owner again', 'text/markdown', {
      'if-match': now.revision,
    }),
  );
  expect((await contentWithRevision(owner, item)).markdown).toBe(
    'First, by member\n\nSecond, by owner again',
  );
  expect(await versionsOf(member, item)).toEqual([
    [3, [member.user.id, owner.user.id].sort()],
    [2, [owner.user.id]],
    [1, [member.user.id]],
  ]);
  page.close();
});

test('replaces all that is stored by a content without a revision', async () => {
  const { member, item } = await createDocument('First\n\nSecond');
  const page = await pageOf(member, item);
  await writeUnderived(item, page, 'First\n\nBetween\n\nSecond');
  expectData(await putText(member, item, 'First\n\nSecond, by a program'));
  const { markdown } = await contentWithRevision(member, item);
  expect(markdown).toBe('First\n\nSecond, by a program');
  page.close();
});

test('shares a document between two processes', async () => {
  const { member, owner, item } = await createDocument('First\n\nSecond');
  const second = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
  try {
    const [here, there] = [await pageOf(member, item), await pageOf(owner, item, second.url)];
    for (let n = 0; n < 10; n += 1) {
      here.write(`First ${n}\n\n${here.text().split('\n\n')[1]}`);
      there.write(`${there.text().split('\n\n')[0]}\n\nSecond ${n}`);
    }
    await Promise.all([here.allStored(), there.allStored()]);
    await eventually(async () => {
      expect(here.text()).toBe(there.text());
      expect(here.text()).toMatch(/First 9/);
      expect(here.text()).toMatch(/Second 9/);
    });
    here.close();
    there.close();
  } finally {
    await second.stop();
  }
});

test('shows who else writes only to people of the hub', async () => {
  const people = await createEditorAndPlace(server.client);
  const { member, owner, stranger } = people;
  const item = await createItem(member, people, { title: 'Rules', content: 'First', visibility: 'public' });
  const pages = [
    await pageOf(member, item),
    await pageOf(owner, item),
    await pageOf(stranger, item),
  ] as const;
  const [author, colleague, reader] = pages;
  const seen = (page: typeof author) => page.received.filter(({ kind }) => kind === 'presence');
  author.send({ kind: 'presence', connection: 0, state: JSON.stringify({ cursor: { at: 1 } }) });
  await eventually(async () => expect(JSON.stringify(seen(colleague))).toContain(member.user.id));
  const late = await pageOf(stranger, item);
  author.write('Second');
  await eventually(async () => expect([reader.text(), late.text()]).toEqual(['Second', 'Second']));
  expect([seen(reader), seen(late)]).toEqual([[], []]);
  for (const page of [...pages, late]) page.close();
});

test('takes nothing from a viewer, and closes the socket when one writes all the same', async () => {
  const { member, other, item } = await createDocument('First');
  expectData(
    await member.client.put(`items/${item.id}/access/`, {
      visibility: 'private',
      people: [{ user_id: other.user.id, role: 'viewer' }],
    }),
  );
  const page = await pageOf(other, item);
  expect(page.received).toContainEqual({ kind: 'access', canWrite: false });
  page.write('Mine');
  await eventually(async () => expect(page.closeCode()).toBe(DOCUMENT_CLOSE_CODES.readOnly));
  const { markdown } = expectData(await member.client.get(`items/${item.id}/content/`));
  expect(markdown).toBe('First');
});

test('closes the socket of a removed member, of a document in the trash, and of a session that ended', async () => {
  const { member, owner, hub, item } = await createDocument('First');
  const page = await pageOf(member, item);
  expect((await owner.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`)).ok).toBe(true);
  await eventually(async () => expect(page.closeCode()).toBe(DOCUMENT_CLOSE_CODES.gone));
  const mine = await pageOf(owner, item);
  expectData(await owner.client.delete(`items/${item.id}/`));
  await eventually(async () => expect(mine.closeCode()).toBe(DOCUMENT_CLOSE_CODES.gone));
  expectData(await owner.client.post(`items/${item.id}/restore/`, {}));
  const again = await pageOf(owner, item);
  await owner.client.get('auth/logout/');
  await eventually(async () => expect(again.closeCode()).toBe(DOCUMENT_CLOSE_CODES.signedOut));
});

test('refuses the socket of a document that the caller may not see', async () => {
  const { owner, member } = await createDocument('First');
  const hidden = await createDocument('Hidden');
  await expect(pageOf(owner, hidden.item)).rejects.toThrow('404');
  await expect(pageOf({ token: 'none' }, hidden.item)).rejects.toThrow('401');
  await expect(openDocumentPage(server.url, member.token, 'no-id')).rejects.toThrow('404');
});

test.each([
  ['garbage', new Uint8Array([255, 255, 255, 7, 9])],
  ['nothing', new Uint8Array()],
  ['a half', new Uint8Array([1, 1, 200, 200])],
])('closes a socket that sends %s, and harms no other', async (_, bytes) => {
  const { member, owner, item } = await createDocument('First');
  const [one, other] = [await pageOf(member, item), await pageOf(owner, item)];
  one.send({ kind: 'update', id: 1, update: bytes });
  await eventually(async () => expect(one.closeCode()).toBe(DOCUMENT_CLOSE_CODES.unreadable));
  other.write('First and second');
  await other.allStored();
  const { markdown } = expectData(await owner.client.get(`items/${item.id}/content/`));
  expect(markdown).toBe('First and second');
  other.close();
});

test('closes a socket whose update can not be applied, and stores what the others write', async () => {
  const { member, owner, item } = await createDocument('First');
  const [one, other] = [await pageOf(member, item), await pageOf(owner, item)];
  one.send({ kind: 'update', id: 1, update: brokenUpdate(Y.encodeStateAsUpdate(one.shared)) });
  other.write('First and second');
  await other.allStored();
  await eventually(async () => expect(one.closeCode()).toBe(DOCUMENT_CLOSE_CODES.unreadable));
  const late = await pageOf(member, item);
  expect(late.text()).toBe('First and second');
  late.write('First and second and third');
  await late.allStored();
  await eventually(async () => expect(other.text()).toBe('First and second and third'));
  for (const page of [other, late]) page.close();
});

test('stores what was sent just before a page closed, while others are being stored', async () => {
  const { member, owner, item } = await createDocument('First\n\nSecond');
  const [one, other] = [await pageOf(member, item), await pageOf(owner, item)];
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query('lock table document_update in exclusive mode');
  one.write('First, by one\n\nSecond');
  await eventually(async () => expect(other.text()).toContain('by one'));
  other.write('First, by one\n\nSecond, just before');
  other.close();
  await eventually(async () => expect(other.closeCode()).not.toBeNull());
  await client.query('commit');
  await one.allStored();
  await eventually(async () => expect(one.text()).toBe('First, by one\n\nSecond, just before'));
  one.close();
});

test('closes the socket of a page that does not know all that documents have', async () => {
  const { member, item } = await createDocument('First');
  const old = await openDocumentPage(server.url, member.token, item.id, DOCUMENT_SCHEMA - 1);
  await eventually(async () => expect(old.closeCode()).toBe(DOCUMENT_CLOSE_CODES.outdated));
  expect(old.received).toEqual([]);
});

test('survives a broken frame on the socket of a page that is outdated', async () => {
  const { member, item } = await createDocument('First');
  const { hostname, port } = new URL(server.url);
  const raw = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void raw.destroy());
  let received = '';
  raw.on('data', (data) => {
    received += data.toString('latin1');
  });
  raw.write(
    `GET /ws/documents?id=${item.id}&schema=${DOCUMENT_SCHEMA - 1} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nAuthorization: JWT ${member.token}\r\n\r\n`,
  );
  await eventually(async () => expect(received).toContain('Reload the page.'));
  // Reserved bits, and no mask.
  raw.write(Buffer.from([0xff, 0x7f, 0xff, 0xff]));
  await eventually(async () => expect(raw.closed).toBe(true));
  const page = await pageOf(member, item);
  expect(page.text()).toBe('First');
  page.close();
});

test('sends all of a document to a page that asks in its address, and has sent nothing', async () => {
  const { member, item } = await createDocument('First');
  const url = new URL(`/ws/documents?id=${item.id}&schema=${DOCUMENT_SCHEMA}&all=1`, server.url);
  url.protocol = 'ws';
  const socket = new WebSocket(url, { headers: { Authorization: `JWT ${member.token}` } });
  onTestFinished(() => socket.close());
  const shared = new Y.Doc();
  socket.on('message', (data: Buffer) => {
    const message = decodeMessage(data);
    if (message.kind === 'missing') Y.applyUpdate(shared, message.update);
  });
  await eventually(async () => expect(writeMarkdown(documentOf(shared))).toBe('First'));
});

test('closes a socket that requests the whole document without an end', async () => {
  const { member, item } = await createDocument('First');
  const page = await pageOf(member, item);
  const vector = Y.encodeStateVector(new Y.Doc());
  for (let at = 0; at < 20; at += 1) page.send({ kind: 'have', vector });
  await eventually(async () => expect(page.closeCode()).toBe(DOCUMENT_CLOSE_CODES.tooOften));
  expect(page.received.filter(({ kind }) => kind === 'missing').length).toBeLessThan(4);
});

test('sends the last cursor of a page that moves without pause', async () => {
  const { member, owner, item } = await createDocument('First');
  const [one, other] = [await pageOf(member, item), await pageOf(owner, item)];
  const startedAt = performance.now();
  for (let at = 0; at < 500; at += 1)
    one.send({ kind: 'presence', connection: 0, state: JSON.stringify({ cursor: { at } }) });
  const cursors = () => other.received.filter(({ kind }) => kind === 'presence');
  await eventually(async () => expect(JSON.stringify(cursors().at(-1))).toContain(':499}'));
  // One in 50 ms, however long it took to send them.
  expect(cursors().length).toBeLessThan(2 + (performance.now() - startedAt) / 50);
  for (const page of [one, other]) page.close();
});

test('closes a socket that sends a message of 50 MB', async () => {
  const { member, item } = await createDocument('First');
  const page = await pageOf(member, item);
  page.socket.on('error', () => undefined);
  page.socket.send(Buffer.alloc(50 * 1024 ** 2));
  await eventually(async () => expect(page.closeCode()).not.toBeNull());
});

const putText = (account: TestAccount, item: Item, text: string, type = 'text/markdown', headers = {}) =>
  account.client.put(`items/${item.id}/content/`, undefined, {
    raw: text,
    headers: { 'content-type': type, ...headers },
  });

test('stores all of what a socket sends without pause, while others are served', async () => {
  const { member, owner, item } = await createDocument('First');
  const page = await pageOf(member, item);
  for (let at = 0; at < 1_000; at += 1) page.write(`First ${at}`);
  expectData(await owner.client.get(`items/${item.id}/`));
  await page.allStored();
  const { markdown } = expectData(await owner.client.get(`items/${item.id}/content/`));
  expect(markdown).toBe('First 999');
  page.close();
});

test('writes a content as Markdown, HTML and JSON, and returns it as each', async () => {
  const { member, item } = await createDocument('First');
  const get = (accept: string) =>
    fetch(`${server.url}/api/v1/items/${item.id}/content/`, {
      headers: { authorization: `JWT ${member.token}`, accept },
    });
  expectData(await putText(member, item, '# Title\n\n- [x] done'));
  expect(await (await get('text/markdown')).text()).toBe('# Title\n\n- [x] done');
  expectData(
    await putText(
      member,
      item,
      '<h1>Title</h1><script>alert(1)</script><p onclick="x()">a <b>bold</b> <a href="javascript:alert(1)">link</a></p><table><tr><th>A</th></tr><tr><td>1</td></tr></table>',
      'text/html',
    ),
  );
  expect(await (await get('text/markdown')).text()).toBe(
    '# Title\n\na **bold** link\n\n| A |\n| --- |\n| 1 |',
  );
  const html = await get('text/html');
  expect(await html.text()).toContain('<strong>bold</strong>');
  expect(html.headers.get('content-security-policy')).toContain('sandbox');
  const json = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] };
  expectData(await member.client.put(`items/${item.id}/content/`, json));
  const { markdown } = expectData(await member.client.get(`items/${item.id}/content/`));
  expect(markdown).toBe('Words');
});

test('refuses a content that is no document, is too large, or has another type', async () => {
  const { member, item } = await createDocument('First');
  const put = (body: object) => member.client.put(`items/${item.id}/content/`, body);
  expectRefusal(await put({ type: 'paragraph' }), 422);
  expectRefusal(await put({ type: 'doc', content: [{ type: 'text', text: 'x' }] }), 422);
  expectRefusal(await put({ type: 'doc', content: [], more: 1 }), 422);
  expectRefusal(await putText(member, item, 'x'.repeat(1024 ** 2 + 1)), 413);
  expectRefusal(await putText(member, item, 'x', 'text/plain'), 415);
  expectRefusal(await putText(member, item, 'x', 'text/markdown', { 'if-match': '999' }), 409);
});

const versionsOf = async (account: TestAccount, item: Item) =>
  expectData(await account.client.get(`items/${item.id}/versions/`)).map((version) => [
    version.number,
    version.authors.map(({ id }) => id).sort(),
  ]);

test('keeps one version of two who write by turns, and the text from before the second joined', async () => {
  const { member, owner, item } = await createDocument('First\n\nSecond');
  const [one, other] = [await pageOf(member, item), await pageOf(owner, item)];
  const derive = async () => {
    await contentWithRevision(member, item);
    // On a busy machine nobody waits for a derivation to the end.
    await eventually(async () =>
      expect(await server.sql('select from document_update where item_id = $1', [item.id])).toEqual([]),
    );
  };
  one.write('First, by one\n\nSecond');
  await one.allStored();
  await derive();
  for (let turn = 0; turn < 4; turn += 1) {
    for (const [page, name] of [[other, 'other'] as const, [one, 'one'] as const]) {
      page.write(`${page.text()}\n\n${name} ${turn}`);
      await page.allStored();
      await derive();
      await eventually(async () => expect(one.text()).toBe(other.text()));
    }
  }
  expect(await versionsOf(member, item)).toEqual([
    [2, [member.user.id, owner.user.id].sort()],
    [1, [member.user.id]],
  ]);
  const before = expectData(await member.client.get<{ markdown: string }>(`items/${item.id}/versions/1/`));
  expect(before.markdown).toBe('First, by one\n\nSecond');
  // A pause ends it, and so does an hour.
  for (const column of ['changed_at', 'created_at']) {
    await server.sql(
      `update document_version set ${column} = ${column} - interval '61 minutes' where item_id = $1`,
      [item.id],
    );
    one.write(`${one.text()}\n\nafter ${column}`);
    await one.allStored();
    await derive();
  }
  expect((await versionsOf(member, item)).slice(0, 2)).toEqual([
    [4, [member.user.id]],
    [3, [member.user.id]],
  ]);
  for (const page of [one, other]) page.close();
});

test('keeps the text that another author replaces as a version of its own', async () => {
  const { member, owner, item } = await createDocument('First');
  const page = await pageOf(member, item);
  page.write('First, by one');
  await page.allStored();
  await contentWithRevision(member, item);
  expectData(await putText(owner, item, 'Replaced'));
  await eventually(async () => expect(page.text()).toBe('Replaced'));
  page.write('Replaced, and more');
  await page.allStored();
  await contentWithRevision(member, item);
  expect(await versionsOf(member, item)).toEqual([
    [3, [member.user.id]],
    [2, [owner.user.id]],
    [1, [member.user.id]],
  ]);
  page.close();
});

test('keeps versions by author, names and restores them', async () => {
  const { member, owner, item } = await createDocument('First');
  expectData(await member.client.patch(`items/${item.id}/`, { content: 'Second' }));
  expectData(await member.client.patch(`items/${item.id}/`, { content: 'Second, longer' }));
  expectData(await owner.client.patch(`items/${item.id}/`, { content: 'Third' }));
  const versions = expectData(await member.client.get(`items/${item.id}/versions/`));
  expect(versions.map(({ number, created_by }) => [number, created_by?.id])).toEqual([
    [2, owner.user.id],
    [1, member.user.id],
  ]);
  const one = expectData(await member.client.get<{ markdown: string }>(`items/${item.id}/versions/1/`));
  expect(one.markdown).toBe('Second, longer');
  expectData(await member.client.patch(`items/${item.id}/versions/1/`, { name: 'Draft' }));
  expectData(await member.client.post(`items/${item.id}/versions/1/restore/`));
  const { markdown } = expectData(await member.client.get(`items/${item.id}/content/`));
  expect(markdown).toBe('Second, longer');
  const after = expectData(await member.client.get(`items/${item.id}/versions/`));
  expect(after.map(({ number, name }) => [number, name])).toEqual([
    [3, null],
    [2, null],
    [1, 'Draft'],
  ]);
  expectRefusal(await member.client.get(`items/${item.id}/versions/99/`), 404);
});

test('reads and stores documents with characters that no database stores', async () => {
  const { member, item } = await createDocument('Old words.');
  const page = await pageOf(member, item);
  const before = Y.encodeStateVector(page.shared);
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('nul \0 and half \ud83d of one')]);
  const picture = new Y.XmlElement('image');
  picture.setAttribute('src', 'https://example.org/a.png');
  picture.setAttribute('alt', 'al\0t');
  picture.setAttribute('caption', `${'a'.repeat(499)}😀 and more`);
  page.shared.getXmlFragment('default').insert(0, [paragraph, picture]);
  page.send({ kind: 'update', id: 1, update: Y.encodeStateAsUpdate(page.shared, before) });
  await eventually(async () => {
    const { markdown } = expectData(await member.client.get(`items/${item.id}/content/`));
    expect(markdown).toContain('nul  and half \ufffd of one');
    expect(markdown).toContain(`${'a'.repeat(499)}</span>`);
    expect(markdown).toContain('Old words.');
  });
  page.close();
});
