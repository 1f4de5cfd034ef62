import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Space } from '#lib/contract/space.ts';
import { readArchive } from '#tests/harness/archive.ts';
import type { Client } from '#tests/harness/client.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';
import { openSocket } from '#tests/harness/socket.ts';
import { actionArbitrary, performAction } from './actions.ts';
import { expectAllowedActions, expectArchived } from './allowed-actions.ts';
import { canReadSubmissions, EDITOR, inSpace, isListed, isReachable, onForm, onItem } from './model.ts';
import {
  ACCOUNTS,
  FORM_NAMES,
  type FormName,
  ITEM_NAMES,
  type ItemName,
  LEDGER_CELL,
  type Name,
  type Scene,
  SPACE_NAMES,
} from './names.ts';
import { createScene } from './scene.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Sequences per run; each begins in a new hub. */
const SEQUENCES = 15;

type Reader = { name: Name | null; client: Client };

const readersOf = ({ people, hub }: Scene): Reader[] => [
  ...ACCOUNTS.map((name) => ({ name, client: people[name].client.in(hub) })),
  { name: null, client: server.client.in(hub) },
];

const listedFor = ({ model }: Scene, reader: string | null, space?: string) =>
  ITEM_NAMES.filter(
    (name) =>
      isListed(model, reader, name) && (space === undefined || model.items.get(name)?.space === space),
  );

/** The items in a response, by their ids. */
const namedIn = ({ items }: Scene, body: unknown): ItemName[] => {
  const text = JSON.stringify(body);
  return ITEM_NAMES.filter((name) => text.includes(items[name].id));
};

/** The routes by which the contents of an item are read. */
function pathsInto(item: ItemName): string[] {
  if (item === 'ledger') return ['rows/', 'columns/', 'export/', 'export/?format=json'];
  return item === 'scan' ? ['file/', 'preview/', 'text/'] : ['text/', 'content/'];
}

/** Checks each item by all its own routes. */
async function expectReached(scene: Scene, { name, client }: Reader): Promise<void> {
  for (const item of ITEM_NAMES) {
    const path = `items/${scene.items[item].id}/`;
    const itself = await client.get(path);
    expect(itself.status, `${name} asks for ${item}`).toBe(isReachable(scene.model, name, item) ? 200 : 404);
    // In the trash it can be restored, not read.
    const read = isListed(scene.model, name, item) ? 200 : 404;
    for (const subpath of pathsInto(item)) {
      const { status } = await client.fetch('GET', path + subpath);
      expect(status, `${name} asks for ${item} ${subpath}`).toBe(read);
    }
  }
}

/** Checks lists and counts of the spaces. */
async function expectLists(scene: Scene, { name, client }: Reader): Promise<void> {
  for (const space of SPACE_NAMES) {
    const path = `spaces/${scene.spaces[space].slug}/`;
    const response = await client.get<Space>(path);
    const list = await client.get(`${path}items/`, { query: { page_size: 100 } });
    if (inSpace(scene.model, name, space) === 0) {
      expect([response.status, list.status], `${name} asks for ${space}`).toEqual([404, 404]);
      continue;
    }
    const listed = listedFor(scene, name, space);
    expect(namedIn(scene, list.data), `${name} lists ${space}`).toEqual(listed);
    const counted = listed.filter((item) => !item.includes('folder'));
    expect(response.data.counts.items, `${name} counts ${space}`).toBe(counted.length);
  }
}

/**
 * Checks requests across spaces: search finds all visible items and nothing else; the others contain nothing
 * else.
 */
async function expectAcross(scene: Scene, { name, client }: Reader): Promise<void> {
  const listed = listedFor(scene, name);
  const found = await client.get('search/', { query: { q: 'thing', page_size: 100 } });
  if (found.ok) expect(namedIn(scene, found.data), `${name} searches`).toEqual(listed);
  else expect(listed, `${name} may not search`).toEqual([]);
  const rows = await client.get('search/', { query: { q: LEDGER_CELL } });
  if (rows.ok) {
    const text = JSON.stringify(rows.data).includes(LEDGER_CELL);
    expect(text, `${name} searches the rows`).toBe(listed.includes('ledger'));
  }
  for (const path of ['activity/', 'shared/']) {
    const response = await client.get(path, { query: { page_size: 100 } });
    if (!response.ok) continue;
    for (const one of namedIn(scene, response.body)) {
      expect(isReachable(scene.model, name, one), `${name} finds ${one} in ${path}`).toBe(true);
    }
  }
}

/** The forms in a response, by their ids. */
const formsIn = ({ forms }: Scene, body: unknown): FormName[] => {
  const text = JSON.stringify(body);
  return FORM_NAMES.filter((name) => text.includes(forms[name].id));
};

/** Checks each form, its submission and the file in that, by every route; and the lists of forms. */
async function expectForms(scene: Scene, { name, client }: Reader): Promise<void> {
  const { model, forms, spaces } = scene;
  for (const one of FORM_NAMES) {
    const { id, slug, submission, file } = forms[one];
    const role = onForm(model, name, one);
    const isTrashed = model.forms.get(one)?.trashed === true;
    const sees = isTrashed ? role >= EDITOR : role > 0;
    const { status } = await client.get(`forms/${id}/`);
    expect(status, `${name} asks for ${one}`).toBe(sees ? 200 : 404);
    const filled = await client.get(`public/forms/${slug}/`);
    expect(filled.status, `${name} fills ${one}`).toBe(!isTrashed && role > 0 ? 200 : 404);
    const reads = canReadSubmissions(model, name, one);
    for (const subpath of ['submissions/', `submissions/${submission}/`, 'summary/', `files/${file}/`]) {
      const response = await client.fetch('GET', `forms/${id}/${subpath}`);
      expect(response.ok, `${name} reads ${one} ${subpath}: ${response.status}`).toBe(reads);
    }
    const versions = await client.get(`forms/${id}/versions/1/`);
    expect(versions.ok, `${name} reads a version of ${one}`).toBe(!isTrashed && role >= EDITOR);
  }
  const list = await client.get(`spaces/${spaces.first.slug}/forms/`, { query: { page_size: 100 } });
  const listed = FORM_NAMES.filter((one) => !model.forms.get(one)?.trashed && onForm(model, name, one) > 0);
  if (list.ok) expect(formsIn(scene, list.body), `${name} lists forms`).toEqual(listed);
  for (const path of ['activity/', 'shared/', 'trash/forms/', 'search/?q=thing']) {
    for (const one of formsIn(scene, (await client.get(path)).body)) {
      expect(onForm(model, name, one), `${name} finds ${one} in ${path}`).toBeGreaterThan(0);
    }
  }
}

/**
 * Checks the export of the hub: everything for its owner, for an admin what the admin may see, and
 * submissions only by a role of their own.
 */
async function expectExported(scene: Scene, { name, client }: Reader): Promise<void> {
  const { model, items, forms, hub } = scene;
  const response = await client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
  const member = name === null ? null : model.hub.get(name);
  const role = member && !member.suspended ? member.role : null;
  expect(response.ok, `${name} exports`).toBe(role === 'owner' || role === 'admin');
  if (!response.ok) return;
  const files = await readArchive(Buffer.from(await response.arrayBuffer()));
  const text = [...files].map(([path, bytes]) => `${path}\n${bytes}`).join('\n');
  for (const one of ITEM_NAMES) {
    const gets = role === 'owner' ? !model.items.get(one)?.trashed : isListed(model, name, one);
    expect(text.includes(items[one].id), `${name} exports ${one}`).toBe(gets);
    if (one === 'ledger') expect(text.includes(LEDGER_CELL), `${name} exports the rows`).toBe(gets);
  }
  for (const one of FORM_NAMES) {
    const isActive = !model.forms.get(one)?.trashed;
    const gets = isActive && (role === 'owner' || onForm(model, name, one) > 0);
    expect(text.includes(forms[one].id), `${name} exports ${one}`).toBe(gets);
    const reads = isActive && (role === 'owner' || canReadSubmissions(model, name, one));
    expect(text.includes(forms[one].submission), `${name} exports answers to ${one}`).toBe(reads);
  }
}

/**
 * Checks that sockets that were open all along receive events of what is visible now, and are closed for
 * users who lost access.
 */
async function expectEvents(
  scene: Scene,
  sockets: Map<Name, Awaited<ReturnType<typeof openSocket>>>,
): Promise<void> {
  const { model, items, people, hub } = scene;
  for (const socket of sockets.values()) socket.received.length = 0;
  for (const item of ITEM_NAMES) {
    const by = ACCOUNTS.find((name) => isListed(model, name, item) && onItem(model, name, item) >= EDITOR);
    if (by)
      await people[by].client.in(hub).patch(`items/${items[item].id}/`, { title: `Thing ${item} again` });
  }
  for (const [name, socket] of sockets) {
    const member = model.hub.get(name);
    const belongs = member !== null && member !== undefined && !member.suspended;
    if (belongs) continue;
    await socket.closed;
    expect(namedIn(scene, socket.received), `${name} was shut out`).toEqual([]);
  }
  for (const [name, socket] of sockets) {
    for (const one of namedIn(scene, socket.received)) {
      expect(isReachable(model, name, one), `${name} is told of ${one}`).toBe(true);
    }
  }
}

test('after any sequence of grants, moves and removals no route returns what the policy denies', {
  timeout: 420_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(actionArbitrary, { minLength: 4, maxLength: 14 }), async (acts) => {
      const scene = await createScene(server.client);
      const sockets = new Map<Name, Awaited<ReturnType<typeof openSocket>>>();
      for (const name of ACCOUNTS)
        sockets.set(name, await openSocket(server.url, scene.people[name], scene.hub));
      for (const one of acts) await performAction(scene, one);
      for (const reader of readersOf(scene)) {
        await expectReached(scene, reader);
        await expectLists(scene, reader);
        await expectAcross(scene, reader);
        await expectForms(scene, reader);
        await expectExported(scene, reader);
        await expectAllowedActions(scene, reader);
        await expectArchived(scene, reader);
      }
      await expectEvents(scene, sockets);
      for (const socket of sockets.values()) socket.close();
    }),
    { numRuns: SEQUENCES },
  );
});
