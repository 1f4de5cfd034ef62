import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlace, registerUser, signInAgain, type TestAccount } from '#tests/harness/accounts.ts';
import { createItem, uploadBytes, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { eventually } from '#tests/harness/eventually.ts';
import {
  createInstallation,
  type Installation,
  type InstallationProcess,
} from '#tests/harness/installation.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startStore, type TestStore } from '#tests/harness/s3.ts';
import { openSocket } from '#tests/harness/socket.ts';
import { createTable } from '#tests/harness/tables.ts';

/** For all that was interrupted to be done. */
const TIMEOUT_MS = 60_000;

let store: TestStore;
let installation: Installation;
let one: InstallationProcess;
let other: InstallationProcess;
let worker: InstallationProcess;
let place: Awaited<ReturnType<typeof createPlace>>;

// Two that serve and two that work, on one database and one bucket; limits are on.
beforeAll(async () => {
  store = await startStore();
  installation = await createInstallation({ STORAGE_URL: await store.url(), RATE_LIMIT_FACTOR: '1' });
  one = await installation.start('web');
  [other, worker] = await Promise.all([
    installation.start('web'),
    installation.start('worker'),
    installation.start('worker'),
  ]);
  place = await createPlace(one.client);
});
afterAll(async () => {
  await installation?.stop();
  await store?.stop();
});

/** The same session, by another process. */
const at = (process: InstallationProcess, { token, ...person }: TestAccount): TestAccount => ({
  ...person,
  token,
  client: process.client.as(token),
});

describe('two processes that serve', () => {
  it('see at once that the other ended a session or a membership, open sockets included', async () => {
    const { owner, hub } = place;
    const [leaving, removed] = [
      await addMember(one.client, owner, hub),
      await addMember(one.client, owner, hub),
    ];
    const second = await signInAgain(other.client, leaving);
    const sockets = {
      ofEnded: await openSocket(other.url, leaving, hub),
      ofOther: await openSocket(other.url, second, hub),
      ofRemoved: await openSocket(other.url, removed, hub),
    };
    expectData(await at(other, leaving).client.get('auth/me/'));
    expectData(await at(other, removed).client.get(`hubs/${hub.domain_handle}/`));
    expectData(await leaving.client.get('auth/logout/'));
    expectRefusal(await at(other, leaving).client.get('auth/me/'), 401);
    expect(await sockets.ofEnded.closed).toBe(4401);
    expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${removed.user.id}/`));
    expectRefusal(await at(other, removed).client.get(`hubs/${hub.domain_handle}/`), 404);
    expect(await sockets.ofRemoved.closed).toBe(4403);
    expectData(await at(other, second).client.get('auth/me/'));
    sockets.ofOther.close();
  });

  it('count attempts together', async () => {
    const { email } = await registerUser(one.client);
    const wrong = { email, password: 'Not-the-password-1' };
    const attempt = (n: number) => (n % 2 ? one : other).client.post('auth/login/', wrong);
    for (let n = 0; n < 10; n += 1) expectRefusal(await attempt(n), 401);
    for (const n of [0, 1]) expectRefusal(await attempt(n), 429);
  });

  it('publish changes to the sockets of the other', async () => {
    const { owner, hub } = place;
    const socket = await openSocket(other.url, owner, hub);
    const { id } = await createItem(owner, place);
    await socket.receives(id);
    socket.close();
  });

  it('show each other’s cursors in a document, also those that were there first', async () => {
    const item = await createItem(place.owner, place, { content: 'First' });
    const presence = (cursor: object) =>
      ({ kind: 'presence', connection: 0, state: JSON.stringify({ cursor }) }) as const;
    const first = await openDocumentPage(one.url, place.owner.token, item.id);
    first.send(presence({ at: 1 }));
    await eventually(async () => expect(first.text()).toBe('First'));
    const second = await openDocumentPage(other.url, place.owner.token, item.id);
    const seenBy = (page: typeof first) =>
      JSON.stringify(page.received.filter(({ kind }) => kind === 'presence'));
    await eventually(async () => expect(seenBy(second)).toContain('\\"at\\":1'));
    second.send(presence({ at: 2 }));
    await eventually(async () => expect(seenBy(first)).toContain('\\"at\\":2'));
    second.close();
    await eventually(async () => expect(seenBy(first)).toContain('"state":null'));
    first.close();
  });

  it('show cursors of several people in a document in colours of their own', async () => {
    const item = await createItem(place.owner, place, { content: 'First' });
    const people = [place.owner];
    for (let at = 0; at < 5; at += 1)
      people.push(await addMember(one.client, place.owner, place.hub, 'member'));
    const cursor = { kind: 'presence', connection: 0, state: JSON.stringify({ cursor: { at: 1 } }) } as const;
    const pages = await Promise.all(
      people.map(async ({ token }, at) => {
        const page = await openDocumentPage(at % 2 === 0 ? one.url : other.url, token, item.id);
        page.send(cursor);
        return page;
      }),
    );
    // The last colour that each page received of each person.
    const colorsOn = ({ received }: (typeof pages)[number]) => {
      const colors = new Map<string, number>();
      for (const message of received) {
        if (message.kind !== 'presence' || message.state === null) continue;
        const { user, color } = JSON.parse(message.state);
        colors.set(user.id, color);
      }
      return colors;
    };
    await eventually(async () => {
      const all = new Map(pages.flatMap((page) => [...colorsOn(page)]));
      expect(new Set(all.values()).size).toBe(people.length);
      for (const [at, page] of pages.entries()) {
        const others = [...all].filter(([id]) => id !== people[at]?.user.id);
        expect(new Map([...colorsOn(page)].toSorted())).toEqual(new Map(others.toSorted()));
      }
    });
    for (const page of pages) page.close();
  });

  it('show no cursor of a page whose right ended, even where it never closes, or of one that left at once', async () => {
    const member = await addMember(one.client, place.owner, place.hub, 'member');
    const item = await createItem(place.owner, place, { content: 'First' });
    expectData(
      await place.owner.client.put(`items/${item.id}/access/`, {
        visibility: 'private',
        people: [{ user_id: member.user.id, role: 'editor' }],
      }),
    );
    const presence = (cursor: object | null) =>
      ({ kind: 'presence', connection: 0, state: cursor && JSON.stringify({ cursor }) }) as const;
    const own = await openDocumentPage(one.url, place.owner.token, item.id);
    const elsewhere = await openDocumentPage(other.url, place.owner.token, item.id);
    const isGone = (mark: string) =>
      eventually(async () => {
        for (const { received } of [own, elsewhere]) {
          const shown = received.filter((message) => message.kind === 'presence');
          const cursor = shown.find(({ state }) => state?.includes(mark));
          expect(cursor).toBeDefined();
          expect(shown.findLast(({ connection }) => connection === cursor?.connection)?.state).toBeNull();
        }
      });
    const isShown = (mark: string) =>
      eventually(async () => {
        for (const { received } of [own, elsewhere]) expect(JSON.stringify(received)).toContain(mark);
      });
    const brief = await openDocumentPage(one.url, place.owner.token, item.id);
    brief.send(presence({ brief: 1 }));
    await isShown('brief');
    brief.send(presence(null));
    brief.close();
    await isGone('brief');

    const silent = await openDocumentPage(one.url, member.token, item.id);
    silent.send(presence({ silent: 1 }));
    await isShown('silent');
    silent.socket.pause();
    expectData(
      await place.owner.client.put(`items/${item.id}/access/`, { visibility: 'private', people: [] }),
    );
    await isGone('silent');
    silent.send(presence({ late: 1 }));
    const last = await openDocumentPage(other.url, place.owner.token, item.id);
    last.send(presence({ last: 1 }));
    await isShown('last');
    for (const page of [own, elsewhere]) expect(JSON.stringify(page.received)).not.toContain('late');
    silent.socket.terminate();
    for (const page of [own, elsewhere, last]) page.close();
  });

  it('read, preview and find what was uploaded to the other', async () => {
    const there = at(other, place.owner);
    const picture = await uploadFixture(place.owner, place, 'files/photo.jpg');
    const text = await uploadFixture(place.owner, place, 'files/handbook.pdf');
    for (const { id } of [picture, text]) await waitUntilReady(there, id);
    const bytes = async (by: TestAccount, path: string) => {
      const response = await by.client.fetch('GET', path);
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    expect(await bytes(there, `items/${text.id}/file/`)).toEqual(
      await bytes(place.owner, `items/${text.id}/file/`),
    );
    expect((await bytes(there, `items/${picture.id}/thumbnail/?w=320`)).length).toBeGreaterThan(100);
    expect(await bytes(there, `items/${text.id}/preview/`)).toEqual(
      await bytes(place.owner, `items/${text.id}/preview/`),
    );
    const ranged = await there.client.fetch('GET', `items/${text.id}/file/`, undefined, {
      headers: { range: 'bytes=0-3' },
    });
    expect([ranged.status, await ranged.text()]).toEqual([206, '%PDF']);
  });

  it('show each other’s settings and titles without delay', async () => {
    const { owner, hub } = place;
    const there = at(other, owner);
    const item = await createItem(owner, place, { title: 'Before' });
    for (const title of ['After', 'And again']) {
      expectData(await owner.client.patch(`items/${item.id}/`, { title }));
      expect(expectData(await there.client.get(`items/${item.id}/`)).title).toBe(title);
      expectData(await owner.client.patch(`hubs/${hub.domain_handle}/`, { name: title }));
      expect(expectData(await there.client.get(`hubs/${hub.domain_handle}/`))).toMatchObject({ name: title });
    }
  });

  it('export the same hub at the same time', async () => {
    const exported = [place.owner, at(other, place.owner)].map(async ({ client }) => {
      const response = await client.fetch('GET', `hubs/${place.hub.domain_handle}/export/`);
      expect(response.status).toBe(200);
      return (await response.arrayBuffer()).byteLength;
    });
    for (const size of await Promise.all(exported)) expect(size).toBeGreaterThan(1_000);
  });
});

it('finishes what a killed worker and a killed server leave, and loses nothing that was acknowledged', async () => {
  const { owner } = place;
  const there = at(other, owner);
  const table = await createTable(owner, place, [{ id: 'name', name: 'name', label: 'Name', type: 'text' }]);
  const lines = Array.from({ length: 8_000 }, (_, n) => `Puffin ${n}`);
  const form = new FormData();
  form.append('file', new Blob([`Name\n${lines.join('\n')}\n`]), 'rows.csv');
  const importing = expectData(
    await owner.client.post(`items/${table.id}/import/`, undefined, { raw: form }),
    202,
  );
  const acknowledged: string[] = [];
  let isServing = true;
  const write = async (by: TestAccount, isOver: () => boolean): Promise<void> => {
    for (let n = 0; n < 12 && !isOver(); n += 1) {
      const bytes = `${by === owner ? 'one' : 'other'} ${n} ${'lorem ipsum '.repeat(2_000)}`;
      const sent = uploadBytes(by, place, [{ name: `${n}.txt`, bytes }]);
      // The killed server cuts its connections: those uploads were not acknowledged.
      const response = await sent.catch(() => null);
      if (response) acknowledged.push(...expectData(response, 201).items.map(({ id }) => id));
      if (by === there && n === 4) await worker.kill();
      if (by === there && n === 8) {
        isServing = false;
        await one.kill();
      }
    }
  };
  await Promise.all([write(owner, () => !isServing), write(there, () => false)]);
  expect(acknowledged.length).toBeGreaterThan(12);
  for (const id of acknowledged) await waitUntilReady(there, id, TIMEOUT_MS);
  const job = await eventually(async () => {
    const now = expectData(await there.client.get(`jobs/${importing.id}/`));
    if (now.state !== 'ready') throw new Error(`the import is ${now.state}`);
    return now;
  }, TIMEOUT_MS);
  expect(job).toMatchObject({ done: lines.length, rejected: 0 });
  const found = await eventually(async () => {
    const hits = expectData(await there.client.in(place.hub).get('search/?q=puffin+7999'));
    if (hits.length === 0) throw new Error('not found yet');
    return hits;
  }, TIMEOUT_MS);
  expect(found[0]?.item.id).toBe(table.id);
});
