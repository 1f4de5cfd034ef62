import { Kysely, PostgresDialect } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { principalsOf } from '#server/access/policy/principals.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { foldersTo } from '#server/items/item/folder-path.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const DEPTH = 20;
const TITLES = Array.from({ length: DEPTH }, (_, at) => `Level ${at + 1}`);

let place: Awaited<ReturnType<typeof createPlace>>;
/** The folders, from the outermost in, and the documents that lie in the first and in the last. */
const folders: Item[] = [];
let shallow: Item;
let deep: Item;

async function create(kind: 'folder' | 'document', title: string, parent: Item | null): Promise<Item> {
  const body = { kind, title, ...(parent ? { parent: parent.id } : {}) };
  const path = `spaces/${place.space.slug}/items/`;
  return expectData(await place.owner.client.in(place.hub).post<Item>(path, body), 201);
}

beforeAll(async () => {
  place = await createPlace(server.client);
  for (const title of TITLES) folders.push(await create('folder', title, folders.at(-1) ?? null));
  shallow = await create('document', 'Shallow', folders[0] ?? null);
  deep = await create('document', 'Deep', folders.at(-1) ?? null);
});

/** The titles of the folders above an item, and the number of statements that read them. */
async function placeOf(id: string): Promise<{ titles: string[]; statements: number }> {
  const { owner, hub } = place;
  let statements = 0;
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(server.databaseUrl, 1) }),
    log: () => {
      statements += 1;
    },
  });
  onTestFinished(() => database.destroy());
  const { id: userId, email } = owner.user;
  const caller: HubCaller = {
    user: { id: userId, email, isEmailVerified: true, activeHubId: hub.id },
    sessionId: null,
    links: [],
    origin: { address: '127.0.0.1', userAgent: '' },
    hub: { id: hub.id, handle: hub.domain_handle, name: hub.name, membersCreateSpaces: true },
    hubRole: 'owner',
    principals: principalsOf(userId, 'owner', []),
  };
  const item = await itemById(database, caller, id);
  if (!item) throw new Error('the item is not there');
  statements = 0;
  const steps = await foldersTo(database, caller, item);
  return { titles: steps.map(({ title }) => title), statements };
}

test(`reads ${DEPTH} folders above an item in as many statements as one`, async () => {
  const near = await placeOf(shallow.id);
  expect(near.titles).toEqual(TITLES.slice(0, 1));
  const far = await placeOf(deep.id);
  expect(far.titles).toEqual(TITLES);
  // Their ids, and then all of them together.
  expect([near.statements, far.statements]).toEqual([2, 2]);
});

test('returns the whole place in one response', async () => {
  const { owner, hub } = place;
  const steps = expectData(await owner.client.in(hub).get(`items/${deep.id}/folders/`));
  expect(steps.map(({ title }) => title)).toEqual(TITLES);
});
