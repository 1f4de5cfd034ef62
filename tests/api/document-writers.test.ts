import { expect, onTestFinished, test } from 'vitest';
import type { TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { openDocumentPage } from '#tests/harness/document-socket.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { startServer } from '#tests/harness/server.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket } from '#tests/harness/socket.ts';

const server = sharedServer();

const CURSOR = { kind: 'presence', connection: 0, state: JSON.stringify({ cursor: null }) } as const;

/** Two people and a document, and who of them sees whom writing. */
async function createPlace(visibility: 'shared' | 'private') {
  const people = await createEditorAndPlace(server.client);
  const { hub, space, member } = people;
  const item = await createItem(member, { hub, space }, { title: 'Plan', content: 'Words', visibility });
  const writers = async (by: TestAccount) =>
    expectData(await by.client.as(by.token).in(hub).get(`document-writers/?space=${space.slug}`));
  const write = async () => {
    const page = await openDocumentPage(server.url, member.token, item.id);
    onTestFinished(() => page.close());
    page.send(CURSOR);
    return page;
  };
  return { ...people, item, writers, write };
}

test('shows who writes in a document to those who may see it, also in another process, until they leave', async () => {
  const { hub, space, member, owner, item, writers, write } = await createPlace('shared');
  const second = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
  onTestFinished(() => second.stop());
  const socket = await openSocket(second.url, owner, hub);
  onTestFinished(() => socket.close());
  const events = () =>
    socket.received.filter(({ about, id }) => about === 'writers' && id === item.id).length;

  // Anybody who only has it open to read is no writer.
  const reading = await openDocumentPage(server.url, member.token, item.id);
  const one = await write();
  const again = await write();
  await eventually(async () => expect(events()).toBe(1));
  const there = {
    item_id: item.id,
    people: [{ id: member.user.id, name: expect.stringMatching(/\S/), avatar_url: null }],
  };
  expect(await writers(owner)).toEqual([there]);
  const elsewhere = second.client.as(owner.token).in(hub);
  expect(expectData(await elsewhere.get(`document-writers/?space=${space.slug}`))).toEqual([there]);
  expect(await writers(member)).toEqual([]);

  one.close();
  reading.close();
  again.send({ ...CURSOR, state: null });
  await eventually(async () => expect(events()).toBe(2));
  expect(await writers(owner)).toEqual([]);
});

test('shows nobody who writes in a document that they may not see', async () => {
  const { hub, item, other, member, writers, write } = await createPlace('private');
  const [hidden, own] = [await openSocket(server.url, other, hub), await openSocket(server.url, member, hub)];
  await write();
  await own.receives(item.id);
  await eventually(async () => expect(own.received).toContainEqual({ about: 'writers', id: item.id }));
  expect(hidden.received.filter(({ about }) => about === 'writers')).toEqual([]);
  expect(await writers(other)).toEqual([]);
  hidden.close();
  own.close();
});

test('a process that was killed leaves nobody writing for long', async () => {
  const { member, owner, item, writers } = await createPlace('shared');
  const note = (age: string) =>
    server.sql(
      `insert into document_writer (item_id, user_id, process_id, seen_at)
       values ($1, $2, gen_random_uuid(), now() - $3::interval)`,
      [item.id, member.user.id, age],
    );
  await note('2 minutes');
  expect(await writers(owner)).toEqual([]);
  await note('20 seconds');
  expect(await writers(owner)).toHaveLength(1);
});

test('lists people of the hub alone, also where somebody from outside of it writes by a link', async () => {
  const { hub, owner, other, item, writers, stranger } = await createPlace('shared');
  const note = (by: TestAccount) =>
    server.sql(
      'insert into document_writer (item_id, user_id, process_id) values ($1, $2, gen_random_uuid())',
      [item.id, by.user.id],
    );
  await note(stranger);
  expect(await writers(owner)).toEqual([]);
  await note(other);
  expect(await writers(owner)).toHaveLength(1);
  await server.sql('update membership set suspended_at = now() where user_id = $1 and hub_id = $2', [
    other.user.id,
    hub.id,
  ]);
  expect(await writers(owner)).toEqual([]);
});

test('a process that ends leaves nobody writing', async () => {
  const { member, owner, item, writers } = await createPlace('shared');
  const second = await startServer({ env: { DATABASE_URL: server.databaseUrl } });
  const page = await openDocumentPage(second.url, member.token, item.id);
  page.send(CURSOR);
  await eventually(async () => expect(await writers(owner)).toHaveLength(1));
  await second.stop();
  expect(await server.sql('select from document_writer where item_id = $1', [item.id])).toEqual([]);
});
