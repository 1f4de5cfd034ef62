import { randomUUID } from 'node:crypto';
import type { Form } from '#lib/contract/form.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import { createSpace, PASSWORD } from '#tests/harness/accounts.ts';
import type { Client, ClientResponse } from '#tests/harness/client.ts';
import { importCard, PIXEL } from '#tests/harness/contacts.ts';
import { pictureForm, sendPicture } from '#tests/harness/pictures.ts';
import { expectData } from '#tests/harness/responses.ts';
import { createTable } from '#tests/harness/tables.ts';
import { beginUpload, sendPiece, TUS } from '#tests/harness/uploads.ts';
import type {
  FormNeed,
  FormResource,
  HubNeed,
  ItemNeed,
  ItemResource,
  Persona,
  SpaceNeed,
} from './matrix.ts';
import type { World } from './world.ts';

type OnItem = { by: Client; on: Item; resource: ItemResource; world: World };
type OnForm = { by: Client; on: Form; resource: FormResource; world: World };
type OnSpace = { by: Client; persona: Persona; on: Space; world: World };
type OnHub = { by: Client; world: World };

/**
 * The scenario of each route of the API. `changes`: each attempt runs on a new resource, since it changes the
 * resource.
 */
export type RouteScenario =
  | {
      on: 'item';
      needs: ItemNeed;
      send(attempt: OnItem): Promise<ClientResponse>;
      changes?: boolean;
      /** For resources in the trash. */
      trashed?: boolean;
      /** For items that are files. */
      file?: boolean;
      /** For folders. */
      folder?: boolean;
      /** For tables. */
      table?: boolean;
    }
  | {
      on: 'form';
      needs: FormNeed;
      send(attempt: OnForm): Promise<ClientResponse>;
      changes?: boolean;
      trashed?: boolean;
    }
  | { on: 'space'; needs: SpaceNeed; send(attempt: OnSpace): Promise<ClientResponse>; changes?: boolean }
  | { on: 'hub'; needs: HubNeed; send(attempt: OnHub): Promise<ClientResponse>; signsOut?: boolean }
  /** Lists: everything that the reader may see, and nothing else. */
  | { on: 'list'; send(attempt: OnHub): Promise<ClientResponse>; contains?: 'spaces' | 'items' }
  /** About the caller's own account, hub or request; nothing for visitors. */
  | { on: 'account' }
  /** Open to everybody: it discloses nothing about a hub, or requires a secret of its own. */
  | { on: 'nothing'; because: string };

const itsSecret = 'a secret of its own (a token, a code, a password) is its right; its own tests guess it';
const account = { on: 'account' } as const;

const ofItem = (
  needs: ItemNeed,
  send: (attempt: OnItem) => Promise<ClientResponse>,
  more: { changes?: boolean; trashed?: boolean; file?: boolean; folder?: boolean; table?: boolean } = {},
): RouteScenario => ({ on: 'item', needs, send, ...more });
const ofFile = (needs: ItemNeed, subpath: string): RouteScenario =>
  ofItem(needs, ({ by, on }) => by.get(`items/${on.id}/${subpath}`), { file: true });
const ofTable = (needs: ItemNeed, send: (attempt: OnItem) => Promise<ClientResponse>): RouteScenario =>
  ofItem(needs, send, { table: true });

/** What a post to an address creates, as the creator of an item. */
const reused = ({ on, resource, world }: OnItem, path: string, body?: object): Promise<string> =>
  world.reuse(`${path} ${on.id}`, async () => {
    const made = await world.creatorOf(resource).post<{ id: string }>(`items/${on.id}/${path}`, body);
    return expectData(made, 201).id;
  });

/** A comment on an item, by its creator. */
const commentOn = (attempt: OnItem) => reused(attempt, 'comments/', { body: 'A comment.' });

/** A comment of the caller's own, or where they may not write one, of the item's creator. */
async function ownCommentOn(attempt: OnItem): Promise<string> {
  const path = `items/${attempt.on.id}/comments/`;
  const written = await attempt.by.post<{ id: string }>(path, { body: 'An own comment.' });
  return written.ok ? written.data.id : commentOn(attempt);
}

const ofComment = (
  needs: ItemNeed,
  send: (by: Client, path: string) => Promise<ClientResponse>,
  make = commentOn,
): RouteScenario => ofItem(needs, async (attempt) => send(attempt.by, `comments/${await make(attempt)}/`));

/** A discussion of a space, begun by its owner: its path. */
const postIn = ({ on, world }: Pick<OnSpace, 'on' | 'world'>, more: object = {}): Promise<string> =>
  world.reuse(`post in ${on.slug}`, async () => {
    const post = { title: 'A discussion', body: 'Words.', ...more };
    const made = await world.as('owner').post(`spaces/${on.slug}/posts/`, post);
    return `posts/${expectData(made, 201).id}/`;
  });

const ofPost = (
  needs: SpaceNeed,
  send: (by: Client, path: string, world: World) => Promise<ClientResponse>,
): RouteScenario => ofSpace(needs, async (attempt) => send(attempt.by, await postIn(attempt), attempt.world));

/** A discussion of a space with a poll, begun by its owner. */
const ofPoll = (
  needs: SpaceNeed,
  send: (by: Client, path: string) => Promise<ClientResponse>,
): RouteScenario =>
  ofSpace(needs, async (attempt) =>
    send(attempt.by, await postIn(attempt, { poll: { options: ['Yes', 'No'] } })),
  );

/** A template of the caller's own; where they may not save one, there is none by this id. */
async function templateOf(by: Client, path: string): Promise<string> {
  const saved = await by.post(`${path}templates/`, { title: 'Own', content: 'A text.' });
  return saved.ok ? saved.data.id : randomUUID();
}

function csvFile(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['Name\nLamp\n']), 'rows.csv');
  return form;
}

/** Imports a file into a table, as the table's creator. */
const importInto = ({ on, resource, world }: OnItem): Promise<string> =>
  world.reuse(`import into ${on.id}`, async () => {
    const creator = world.creatorOf(resource);
    const made = await creator.post(`items/${on.id}/import/`, undefined, { raw: csvFile() });
    return expectData(made, 202).id;
  });

/** A column of a table, by the table's creator. */
const columnOf = (attempt: OnItem) =>
  reused(attempt, 'columns/', { label: 'New', type: 'text', required: false });

/** A column that the table's creator added and deleted. */
async function deletedColumnOf({ on, resource, world }: OnItem): Promise<string> {
  const creator = world.creatorOf(resource);
  const column = { label: 'Deleted', type: 'text', required: false };
  const { id } = expectData(await creator.post(`items/${on.id}/columns/`, column), 201);
  expectData(await creator.delete(`items/${on.id}/columns/${id}/`));
  return id;
}

/** A row of a table, by the table's creator. */
const rowOf = ({ on, resource, world }: OnItem, name = 'Lamp'): Promise<string> =>
  world.reuse(`row ${name} of ${on.id}`, async () => {
    const body = { rows: [{ values: { name } }] };
    const creator = world.creatorOf(resource);
    const made = await creator.post(`items/${on.id}/rows/`, body);
    const id = expectData(made)[0]?.row?.id;
    if (!id) throw new Error('a row was not taken');
    return id;
  });

/** A change of all rows that a filter finds, made by the table's creator. */
const bulkChangeOf = async ({ on, resource, world }: OnItem): Promise<string> => {
  const body = { filter: null, q: 'nothing has this', action: 'delete' };
  const made = expectData(await world.creatorOf(resource).post(`items/${on.id}/bulk-changes/`, body));
  return 'id' in made ? made.id : '';
};

const twoRowsOf = async (attempt: OnItem) => [await rowOf(attempt), await rowOf(attempt, 'Other lamp')];

/** A shared view of a table, saved by the table's creator. */
const viewIn = (attempt: OnItem) => reused(attempt, 'views/', { name: 'All' });

/** A person with a photo, from a card that the table's creator imported. */
const personWithPhotoIn = ({ on, resource, world }: OnItem): Promise<string> =>
  world.reuse(`photo in ${on.id}`, () =>
    importCard(world.creatorOf(resource), on, { name: 'Ada', property: `PHOTO;ENCODING=b:${PIXEL}` }),
  );

/** Merges two rows of a table, as the table's creator. */
const mergeIn = (attempt: OnItem): Promise<string> =>
  attempt.world.reuse(`merge in ${attempt.on.id}`, async () => {
    const { on, resource, world } = attempt;
    const rows = await twoRowsOf(attempt);
    const merge = world.creatorOf(resource).post(`items/${on.id}/merge/`, { rows });
    return expectData(await merge).id;
  });

/** Writes a version of a document, as its creator. */
const writeVersion = ({ on, resource, world }: OnItem): Promise<void> =>
  world.reuse(`version of ${on.id}`, async () => {
    expectData(await world.creatorOf(resource).patch(`items/${on.id}/`, { content: 'Words of a scenario.' }));
  });

/** A task in a document, by its creator. */
const writeTask = ({ on, resource, world }: OnItem): Promise<void> =>
  world.reuse(`task of ${on.id}`, async () => {
    expectData(await world.creatorOf(resource).patch(`items/${on.id}/`, { content: '- [ ] Sweep' }));
  });

function fileFor(field: string): FormData {
  const form = new FormData();
  form.append('field', field);
  form.append('file', new Blob(['A plan.']), 'plan.txt');
  return form;
}

/** A column for files, by the table's creator. */
const fileColumnOf = (attempt: OnItem) =>
  reused(attempt, 'columns/', { label: 'Papers', type: 'file', required: false });

/** A column of links to the table itself, by the table's creator. */
const linkColumnOf = (attempt: OnItem) =>
  reused(attempt, 'columns/', { label: 'Others', type: 'link', table: attempt.on.id });

/** Uploads a file into a new row of a table, as the table's creator. */
const fileInRowOf = (attempt: OnItem): Promise<string> =>
  attempt.world.reuse(`file in a row of ${attempt.on.id}`, async () => {
    const { on, resource, world } = attempt;
    const creator = world.creatorOf(resource);
    const column = await fileColumnOf(attempt);
    const path = `items/${on.id}/row-files/`;
    const sent = await creator.post<{ id: string }>(path, undefined, { raw: fileFor(column) });
    const file = expectData(sent, 201);
    const columns = expectData(await creator.get(`items/${on.id}/columns/`));
    const { name = '' } = columns.find(({ id }) => id === column) ?? {};
    const values = { name: 'Lamp', [name]: file.id };
    expectData(await creator.post(`items/${on.id}/rows/`, { rows: [{ values }] }));
    return file.id;
  });

const ofForm = (
  needs: FormNeed,
  send: (attempt: OnForm) => Promise<ClientResponse>,
  more: { changes?: boolean; trashed?: boolean } = {},
): RouteScenario => ({ on: 'form', needs, send, ...more });
const ofSpace = (
  needs: SpaceNeed,
  send: (attempt: OnSpace) => Promise<ClientResponse>,
  more: { changes?: boolean } = {},
): RouteScenario => ({ on: 'space', needs, send, ...more });
const ofHub = (
  needs: HubNeed,
  send: (by: Client, path: string, world: World) => Promise<ClientResponse>,
  more: { signsOut?: boolean } = {},
): RouteScenario => ({
  on: 'hub',
  needs,
  send: ({ by, world }) => send(by, `hubs/${world.hub.domain_handle}/`, world),
  ...more,
});
/** A URL to which nothing is ever sent. */
const NOWHERE = 'https://192.0.2.1/hook';

type OnWebhook = { by: Client; author: Client; path: string };

/** The path of an existing webhook; creates one where there is none. */
const webhookAmong = (world: World, author: Client, path: string): Promise<string> =>
  world.reuse(path, async () => {
    const [one] = expectData(await author.get<{ id: string }[]>(path));
    const { id } = one ?? expectData(await author.post<{ id: string }>(path, { url: NOWHERE }));
    expectData(await author.patch(`${path}${id}/`, { is_active: true }));
    return `${path}${id}/`;
  });

const openTables = new WeakMap<World, Promise<{ item_id: string; mapping: Record<string, string> }>>();

/** A table that every member of the hub may change, as the one that answers are written into. */
function intoTable(world: World): Promise<{ item_id: string; mapping: Record<string, string> }> {
  const make = async () => {
    const { hub_owner } = world.people;
    const space = await createSpace(hub_owner, world.hub, { visibility: 'shared', default_role: 'editor' });
    const table = await createTable(hub_owner, { hub: world.hub, space });
    return { item_id: table.id, mapping: { f_name: 'f_name' } };
  };
  const made = openTables.get(world) ?? make();
  openTables.set(world, made);
  return made;
}

const ofFormsWebhook = (send: (attempt: OnWebhook) => Promise<ClientResponse>): RouteScenario =>
  ofForm('read answers', async ({ by, on, resource, world }) => {
    const author = world.authorOf(resource);
    return send({ by, author, path: await webhookAmong(world, author, `forms/${on.id}/webhooks/`) });
  });

const ofHubsWebhook = (send: (attempt: OnWebhook) => Promise<ClientResponse>): RouteScenario =>
  ofHub('change settings', async (by, _, world) => {
    const author = world.people.hub_owner.client.in(world.hub);
    return send({ by: by.in(world.hub), author, path: await webhookAmong(world, author, 'webhooks/') });
  });

const ofList = (path: string, contains?: 'spaces' | 'items'): RouteScenario => ({
  on: 'list',
  send: ({ by }) => by.get(path),
  ...(contains ? { contains } : {}),
});

/** A member of a space by name who is not the caller: every member may remove themselves. */
const colleague = ({ persona, world }: OnSpace) =>
  world.people[persona === 'commenter' ? 'viewer' : 'commenter'].user.id;

export const ROUTES: Record<string, RouteScenario> = {
  'GET core/basic-settings/': { on: 'nothing', because: 'constants of the app' },
  'POST auth/register/': { on: 'nothing', because: 'makes an account' },
  'POST auth/login/': { on: 'nothing', because: itsSecret },
  'POST auth/password/forgot/': { on: 'nothing', because: 'answers alike for every address' },
  'POST auth/password/reset/': { on: 'nothing', because: itsSecret },
  'POST auth/share-link/': { on: 'nothing', because: itsSecret },
  'GET invites/:token/': { on: 'nothing', because: itsSecret },
  'POST invites/:token/accept/': account,
  'POST invites/:token/decline/': account,
  'GET auth/logout/': account,
  'GET auth/me/': account,
  'PATCH auth/me/': account,
  'DELETE auth/me/': account,
  'POST auth/password/change/': account,
  'GET auth/sessions/': account,
  'DELETE auth/sessions/': account,
  'DELETE auth/sessions/:id/': account,
  'GET auth/verify-email/': account,
  'POST auth/verify-email/': account,
  'POST auth/resend-code/': account,
  'POST auth/email/change/': account,
  'GET auth/second-factor/': account,
  'POST auth/second-factor/start/': account,
  'POST auth/second-factor/confirm/': account,
  'POST auth/second-factor/recovery-codes/': account,
  'DELETE auth/second-factor/': account,
  'GET auth/identities/': account,
  'DELETE auth/identities/:id/': account,
  'GET users/:id/avatar/': account,
  'GET hubs/': account,
  'POST hubs/': account,
  'GET hubs/check/': account,
  'GET hubs/deleted/': account,
  'GET hubs/:handle/membership-end/': account,
  'POST hubs/:handle/restore/': account,

  'GET hubs/:handle/': ofHub('view', (by, path) => by.get(path)),
  'GET hubs/:handle/new-handle/': { on: 'nothing', because: 'no hub had this handle before' },
  'GET hubs/:handle/logo/': { on: 'nothing', because: 'as GET hubs/:handle/; this hub has none' },
  'PATCH hubs/:handle/': ofHub('change settings', (by, path) => by.patch(path, { description: 'Another' })),
  'DELETE hubs/:handle/': ofHub('transfer, delete', (by, path) => by.delete(path, { password: PASSWORD }), {
    signsOut: true,
  }),
  'POST hubs/:handle/activate/': ofHub('view', (by, path) => by.post(`${path}activate/`)),
  'POST hubs/:handle/transfer/': ofHub(
    'transfer, delete',
    (by, path, { people }) =>
      by.post(`${path}transfer/`, { user_id: people.member.user.id, password: PASSWORD }),
    { signsOut: true },
  ),
  'GET hubs/:handle/audit-log/': ofHub('read the audit log', (by, path) => by.get(`${path}audit-log/`)),
  'GET hubs/:handle/audit-log/export/': ofHub('read the audit log', (by, path) =>
    by.get(`${path}audit-log/export/?format=json`),
  ),
  'GET hubs/:handle/export/': ofHub('export everything', (by, path) => by.get(`${path}export/`)),
  'GET hubs/:handle/invites/': ofHub('invite, approve', (by, path) => by.get(`${path}invites/`)),
  'POST hubs/:handle/invites/': ofHub('invite, approve', (by, path) =>
    by.post(`${path}invites/`, [{ email: `${randomUUID()}@example.test`, role: 'member' }]),
  ),
  'POST hubs/:handle/invite-links/': ofHub('invite, approve', (by, path) =>
    by.post(`${path}invite-links/`, { role: 'member' }),
  ),
  'POST hubs/:handle/invites/:id/resend/': ofHub('invite, approve', async (by, path, world) =>
    by.post(`${path}invites/${await world.invite()}/resend/`),
  ),
  'DELETE hubs/:handle/invites/:id/': ofHub('invite, approve', async (by, path, world) =>
    by.delete(`${path}invites/${await world.invite()}/`),
  ),
  'POST hubs/:handle/join-requests/': account,
  'GET hubs/:handle/join-requests/': ofHub('invite, approve', (by, path) => by.get(`${path}join-requests/`)),
  'POST hubs/:handle/join-requests/:id/approve/': ofHub('invite, approve', async (by, path, world) =>
    by.post(`${path}join-requests/${await world.joinRequest()}/approve/`),
  ),
  'POST hubs/:handle/join-requests/:id/reject/': ofHub('invite, approve', async (by, path, world) =>
    by.post(`${path}join-requests/${await world.joinRequest()}/reject/`),
  ),
  'GET hubs/:handle/members/': ofHub('see its people', (by, path) => by.get(`${path}members/`)),
  'GET hubs/:handle/members/:user_id/': ofHub('see its people', (by, path, { people }) =>
    by.get(`${path}members/${people.viewer.user.id}/`),
  ),
  'GET hubs/:handle/member-contacts/': ofHub('see its people', (by, path, { people }) =>
    by.get(`${path}member-contacts/?members=${people.viewer.user.id}`),
  ),
  'PATCH hubs/:handle/members/:user_id/': ofHub('change its people', async (by, path, world) =>
    by.patch(`${path}members/${(await world.spare()).user.id}/`, { role: 'guest' }),
  ),
  'DELETE hubs/:handle/members/:user_id/': ofHub('change its people', async (by, path, world) =>
    by.delete(`${path}members/${(await world.spare()).user.id}/`),
  ),
  'GET hubs/:handle/templates/': ofHub('view', (by, path) => by.get(`${path}templates/`)),
  'POST hubs/:handle/templates/': ofHub('see its people', (by, path) =>
    by.post(`${path}templates/`, { title: 'A template', content: 'A text.' }),
  ),
  'GET hubs/:handle/templates/:id/': ofHub('view', (by, path) => by.get(`${path}templates/decision/`)),
  'PATCH hubs/:handle/templates/:id/': ofHub('see its people', async (by, path) =>
    by.patch(`${path}templates/${await templateOf(by, path)}/`, { title: 'Another' }),
  ),
  'DELETE hubs/:handle/templates/:id/': ofHub('see its people', async (by, path) =>
    by.delete(`${path}templates/${await templateOf(by, path)}/`),
  ),
  'GET hubs/:handle/groups/': ofHub('see its people', (by, path) => by.get(`${path}groups/`)),
  'POST hubs/:handle/groups/': ofHub('invite, approve', (by, path) =>
    by.post(`${path}groups/`, { name: `Group ${randomUUID()}` }),
  ),
  'GET hubs/:handle/groups/:id/': ofHub('see its people', async (by, path, world) =>
    by.get(`${path}groups/${await world.group()}/`),
  ),
  'PATCH hubs/:handle/groups/:id/': ofHub('invite, approve', async (by, path, world) =>
    by.patch(`${path}groups/${await world.group()}/`, { description: 'Who goes along' }),
  ),
  'DELETE hubs/:handle/groups/:id/': ofHub('invite, approve', async (by, path, world) =>
    by.delete(`${path}groups/${await world.group()}/`),
  ),
  'GET hubs/:handle/groups/:id/grants/': ofHub('see its people', async (by, path, world) =>
    by.get(`${path}groups/${await world.group()}/grants/`),
  ),
  'GET hubs/:handle/groups/:id/members/': ofHub('see its people', async (by, path, world) =>
    by.get(`${path}groups/${await world.group()}/members/`),
  ),
  'POST hubs/:handle/groups/:id/members/': ofHub('invite, approve', async (by, path, world) =>
    by.post(`${path}groups/${await world.group()}/members/`, [{ user_id: world.people.viewer.user.id }]),
  ),
  'DELETE hubs/:handle/groups/:id/members/:user_id/': ofHub('invite, approve', async (by, path, world) =>
    by.delete(`${path}groups/${await world.group()}/members/${(await world.spare()).user.id}/`),
  ),
  'GET hubs/:handle/ownerless-spaces/': ofHub('take a space over', (by, path) =>
    by.get(`${path}ownerless-spaces/`),
  ),
  'GET wallet/subscription-detail/': ofHub('view', (by) => by.get('wallet/subscription-detail/')),
  'POST spaces/': ofHub('create space', (by) => by.post('spaces/', { name: 'Another space' })),

  'GET spaces/': ofList('spaces/?page_size=100', 'spaces'),
  'GET space-shortcuts/': account,
  'GET favourite-spaces/': account,
  'PUT favourite-spaces/': account,
  'GET recent-spaces/': account,
  'PUT favourite-spaces/:slug/': ofSpace('keep at hand', ({ by, on }) =>
    by.put(`favourite-spaces/${on.slug}/`),
  ),
  'DELETE favourite-spaces/:slug/': ofSpace('keep at hand', ({ by, on }) =>
    by.delete(`favourite-spaces/${on.slug}/`),
  ),
  'PUT recent-spaces/:slug/': ofSpace('keep at hand', ({ by, on }) => by.put(`recent-spaces/${on.slug}/`)),
  'GET watched-items/': account,
  'GET tasks/': account,
  'GET unread-posts/': account,
  'GET latest-posts/': account,
  'GET document-writers/': account,
  'GET watch-mails/': account,
  'PATCH watch-mails/': account,
  'GET notifications/': account,
  'GET notifications/unread-count/': account,
  'POST notifications/read-all/': account,
  'GET notifications/settings/': account,
  'PATCH notifications/settings/': account,
  'PATCH notifications/:id/': account,
  'GET items/:id/watch/': ofItem('keep at hand', ({ by, on }) => by.get(`items/${on.id}/watch/`)),
  'PUT items/:id/watch/': ofItem('keep at hand', ({ by, on }) => by.put(`items/${on.id}/watch/`)),
  'DELETE items/:id/watch/': ofItem('keep at hand', ({ by, on }) => by.delete(`items/${on.id}/watch/`)),
  'POST items/:id/watch/seen/': ofItem('keep at hand', ({ by, on }) => by.post(`items/${on.id}/watch/seen/`)),
  'GET favourite-items/': account,
  'PUT favourite-items/': account,
  'PUT favourite-items/:id/': ofItem('keep at hand', ({ by, on }) => by.put(`favourite-items/${on.id}/`)),
  'DELETE favourite-items/:id/': ofItem('keep at hand', ({ by, on }) =>
    by.delete(`favourite-items/${on.id}/`),
  ),
  'GET search/directory/': ofList('search/directory/?q=scenario'),
  'GET search/': ofList('search/?q=scenario&page_size=100', 'items'),
  'GET activity/': ofList('activity/?page_size=100'),
  'GET shared/': ofList('shared/?page_size=100'),
  'GET trash/': ofList('trash/?page_size=100'),
  'GET trash/spaces/': ofList('trash/spaces/?page_size=100'),
  'GET trash/forms/': ofList('trash/forms/?page_size=100'),
  'DELETE trash/': account,

  'GET spaces/:slug/': ofSpace('view', ({ by, on }) => by.get(`spaces/${on.slug}/`)),
  'PATCH spaces/:slug/': ofSpace('change', ({ by, on }) =>
    by.patch(`spaces/${on.slug}/`, { description: 'Another' }),
  ),
  'DELETE spaces/:slug/': ofSpace('delete', ({ by, on }) => by.delete(`spaces/${on.slug}/`), {
    changes: true,
  }),
  'POST trash/spaces/:id/restore/': account,
  'DELETE trash/spaces/:id/': account,
  'GET spaces/:slug/export/': ofSpace('view', ({ by, on }) => by.get(`spaces/${on.slug}/export/`)),
  'GET spaces/:slug/imports/': ofSpace('keep at hand', ({ by, on }) => by.get(`spaces/${on.slug}/imports/`)),
  // Its user's alone, whatever they may do in the space: tests/api/past-imports.test.ts.
  'GET jobs/:id/report/': account,
  // The same: tests/api/import-choice.test.ts.
  'POST jobs/:id/existing/': account,
  'POST spaces/:slug/import/': ofSpace('create item', ({ by, on }) => {
    const form = new FormData();
    form.append('file', new Blob(['A plan.']), 'plan.md');
    return by.post(`spaces/${on.slug}/import/`, undefined, { raw: form });
  }),
  'GET spaces/:slug/address/': ofSpace('view', ({ by, on }) => by.get(`spaces/${on.slug}/address/`)),
  'GET spaces/:slug/page/': ofSpace('view', ({ by, on }) => by.get(`spaces/${on.slug}/page/`)),
  'GET spaces/:slug/creators/': ofSpace('view', ({ by, on }) => by.get(`spaces/${on.slug}/creators/`)),
  'GET spaces/:slug/broken-links/': ofSpace('view', ({ by, on }) =>
    by.get(`spaces/${on.slug}/broken-links/`),
  ),
  'GET spaces/:slug/tree/': ofSpace('view', ({ by, on }) => by.get(`spaces/${on.slug}/tree/`)),
  'GET spaces/:slug/items/': ofSpace('view', ({ by, on }) =>
    by.get(`spaces/${on.slug}/items/?page_size=100`),
  ),
  'POST spaces/:slug/items/': ofSpace('create item', ({ by, on }) =>
    by.post(`spaces/${on.slug}/items/`, { kind: 'folder', title: 'New' }),
  ),
  'POST spaces/:slug/upload/': ofSpace('create item', ({ by, on }) => {
    const form = new FormData();
    form.append('files', new Blob(['Words']), 'new.txt');
    return by.post(`spaces/${on.slug}/upload/`, undefined, { raw: form });
  }),
  'POST spaces/:slug/archive/': ofSpace('archive', ({ by, on }) => by.post(`spaces/${on.slug}/archive/`), {
    changes: true,
  }),
  'POST spaces/:slug/unarchive/': ofSpace(
    'archive',
    ({ by, on }) => by.post(`spaces/${on.slug}/unarchive/`),
    {
      changes: true,
    },
  ),
  'POST spaces/:slug/take-over/': ofSpace(
    'take over',
    ({ by, on }) => by.post(`spaces/${on.slug}/take-over/`, { password: PASSWORD }),
    { changes: true },
  ),
  'GET spaces/:slug/who-can-see/': ofSpace('share', ({ by, on }) => by.get(`spaces/${on.slug}/who-can-see/`)),
  'GET spaces/:slug/members/': ofSpace('see its people', ({ by, on }) =>
    by.get(`spaces/${on.slug}/members/`),
  ),
  'POST spaces/:slug/members/': ofSpace(
    'share',
    ({ by, on, world }) =>
      by.post(`spaces/${on.slug}/members/`, { user_id: world.people.member.user.id, role: 'viewer' }),
    { changes: true },
  ),
  'GET spaces/:slug/candidates/': ofSpace('share', ({ by, on }) =>
    by.get(`spaces/${on.slug}/candidates/?q=ada`),
  ),
  'GET spaces/:slug/invites/': ofSpace('share', ({ by, on }) => by.get(`spaces/${on.slug}/invites/`)),
  'DELETE spaces/:slug/invites/:id/': ofSpace('change members', async ({ by, on, world }) => {
    const id = await world.reuse(`invite to ${on.slug}`, async () => {
      const body = { email: `${randomUUID()}@example.test`, role: 'viewer' };
      expectData(await world.as('owner').post(`spaces/${on.slug}/members/`, body));
      const open = expectData(await world.as('owner').get(`spaces/${on.slug}/invites/`));
      return open.at(-1)?.id;
    });
    return by.delete(`spaces/${on.slug}/invites/${id}/`);
  }),
  'GET spaces/:slug/groups/': ofSpace('see its people', ({ by, on }) => by.get(`spaces/${on.slug}/groups/`)),
  'DELETE spaces/:slug/groups/:id/': ofSpace(
    'change members',
    async ({ by, on, world }) => by.delete(`spaces/${on.slug}/groups/${await world.groupIn(on)}/`),
    { changes: true },
  ),
  'PATCH spaces/:slug/members/:user_id/': ofSpace(
    'change members',
    (attempt) =>
      attempt.by.patch(`spaces/${attempt.on.slug}/members/${colleague(attempt)}/`, { role: 'editor' }),
    { changes: true },
  ),
  'DELETE spaces/:slug/members/:user_id/': ofSpace(
    'change members',
    (attempt) => attempt.by.delete(`spaces/${attempt.on.slug}/members/${colleague(attempt)}/`),
    { changes: true },
  ),
  // The request discloses nothing about the space: every member of the hub gets the same response
  // (docs/decisions).
  'POST spaces/:slug/access-requests/': account,
  'GET spaces/:slug/access-requests/': account,
  'DELETE spaces/:slug/access-requests/': account,
  'POST spaces/:slug/access-requests/:id/approve/': ofSpace(
    'change members',
    async ({ by, on, world }) =>
      by.post(`spaces/${on.slug}/access-requests/${await world.accessRequest(on)}/approve/`, {}),
    { changes: true },
  ),
  'POST spaces/:slug/access-requests/:id/reject/': ofSpace(
    'change members',
    async ({ by, on, world }) =>
      by.post(`spaces/${on.slug}/access-requests/${await world.accessRequest(on)}/reject/`),
    { changes: true },
  ),

  'POST items/:id/archive/': ofItem('archive', ({ by, on }) => by.post(`items/${on.id}/archive/`), {
    changes: true,
  }),
  'POST items/:id/unarchive/': ofItem('archive', ({ by, on }) => by.post(`items/${on.id}/unarchive/`), {
    changes: true,
  }),
  'GET items/:id/': ofItem('view', ({ by, on }) => by.get(`items/${on.id}/`)),
  'GET items/:id/mentions/': ofItem('view', ({ by, on }) => by.get(`items/${on.id}/mentions/`)),
  'GET items/:id/folders/': ofItem('view', ({ by, on }) => by.get(`items/${on.id}/folders/`)),
  'GET items/:id/page/': ofItem('view', ({ by, on }) => by.get(`items/${on.id}/page/`)),
  'GET items/:id/items/': ofItem('view', ({ by, on }) => by.get(`items/${on.id}/items/`), { folder: true }),
  'GET items/:id/content/': ofItem('download', ({ by, on }) => by.get(`items/${on.id}/content/`)),
  'PUT items/:id/content/': ofItem('change', ({ by, on }) =>
    by.put(`items/${on.id}/content/`, { type: 'doc', content: [{ type: 'paragraph' }] }),
  ),
  'PATCH items/:id/tasks/:number/': ofItem('change', async (attempt) => {
    await writeTask(attempt);
    return attempt.by.patch(`items/${attempt.on.id}/tasks/0/`, { source: 'Sweep', done: true });
  }),
  // What was taken out of a document stays with those who may change it.
  'GET items/:id/versions/': ofItem('change', ({ by, on }) => by.get(`items/${on.id}/versions/`)),
  'GET items/:id/versions/:n/': ofItem('change', async (attempt) => {
    await writeVersion(attempt);
    return attempt.by.get(`items/${attempt.on.id}/versions/1/`);
  }),
  'PATCH items/:id/versions/:n/': ofItem('change', async (attempt) => {
    await writeVersion(attempt);
    return attempt.by.patch(`items/${attempt.on.id}/versions/1/`, { name: 'Final' });
  }),
  'POST items/:id/versions/:n/restore/': ofItem('change', async (attempt) => {
    await writeVersion(attempt);
    return attempt.by.post(`items/${attempt.on.id}/versions/1/restore/`);
  }),
  'GET items/:id/file/': ofFile('download', 'file/'),
  'GET items/:id/thumbnail/': ofFile('download', 'thumbnail/'),
  'GET items/:id/embeds/': ofFile('download', 'embeds/'),
  'GET items/:id/preview/': ofFile('download', 'preview/'),
  'GET items/:id/text/': ofFile('download', 'text/'),
  'POST jobs/:id/cancel/': ofTable('change', async (attempt) => {
    const response = await attempt.by.post(`jobs/${await importInto(attempt)}/cancel/`);
    // An import that has ended meanwhile can't be cancelled by anybody.
    return response.status === 409 ? { ...response, status: 200, ok: true } : response;
  }),
  'POST jobs/:id/pause/': ofTable('change', async (attempt) => {
    const response = await attempt.by.post(`jobs/${await importInto(attempt)}/pause/`);
    return response.status === 409 ? { ...response, status: 200, ok: true } : response;
  }),
  'POST jobs/:id/resume/': ofTable('change', async (attempt) => {
    const response = await attempt.by.post(`jobs/${await importInto(attempt)}/resume/`);
    return response.status === 409 ? { ...response, status: 200, ok: true } : response;
  }),
  'GET jobs/:id/': ofItem('view', async ({ by, on, world }) => by.get(`jobs/${await world.jobOf(on)}/`), {
    file: true,
  }),
  'GET items/:id/comments/': ofItem('read comments', ({ by, on }) => by.get(`items/${on.id}/comments/`)),
  'POST items/:id/comments/': ofItem('comment', ({ by, on }) =>
    by.post(`items/${on.id}/comments/`, { body: 'A comment.' }),
  ),
  'GET items/:id/mentionable/': ofItem('comment', ({ by, on }) => by.get(`items/${on.id}/mentionable/`)),
  'GET comments/:id/': ofComment('read comments', (by, path) => by.get(path)),
  'PATCH comments/:id/': ofComment(
    'comment',
    (by, path) => by.patch(path, { body: 'Another text.' }),
    ownCommentOn,
  ),
  'DELETE comments/:id/': ofComment('moderate comments', (by, path) => by.delete(path)),
  'GET comments/:id/replies/': ofComment('read comments', (by, path) => by.get(`${path}replies/`)),
  'POST comments/:id/replies/': ofComment('comment', (by, path) =>
    by.post(`${path}replies/`, { body: 'A reply.' }),
  ),
  'POST comments/:id/resolve/': ofComment('comment', (by, path) => by.post(`${path}resolve/`)),
  'POST comments/:id/reopen/': ofComment('comment', (by, path) => by.post(`${path}reopen/`)),
  'PUT comments/:id/reactions/:emoji/': ofComment('comment', (by, path) => by.put(`${path}reactions/👍/`)),
  'DELETE comments/:id/reactions/:emoji/': ofComment('comment', (by, path) =>
    by.delete(`${path}reactions/👍/`),
  ),
  'GET spaces/:slug/posts/': ofSpace('read discussions', ({ by, on }) => by.get(`spaces/${on.slug}/posts/`)),
  'POST spaces/:slug/posts/': ofSpace('discuss', ({ by, on }) =>
    by.post(`spaces/${on.slug}/posts/`, { title: 'A discussion', body: '' }),
  ),
  'GET spaces/:slug/mentionable/': ofSpace('discuss', ({ by, on }) =>
    by.get(`spaces/${on.slug}/mentionable/`),
  ),
  'POST items/:id/comment-pictures/': ofItem('comment', async ({ by, on }) =>
    by.post(`items/${on.id}/comment-pictures/`, undefined, { raw: await pictureForm() }),
  ),
  'POST spaces/:slug/post-pictures/': ofSpace('discuss', async ({ by, on }) =>
    by.post(`spaces/${on.slug}/post-pictures/`, undefined, { raw: await pictureForm() }),
  ),
  'GET discussion-pictures/:id/': ofItem('read comments', async ({ by, on, resource, world }) => {
    const id = await world.reuse(`picture of ${on.id}`, async () => {
      const raw = await pictureForm();
      const creator = world.creatorOf(resource);
      const sent = await creator.post(`items/${on.id}/comment-pictures/`, undefined, { raw });
      return expectData(sent, 201).id;
    });
    return by.get(`discussion-pictures/${id}/`);
  }),
  'GET posts/:id/': ofPost('read discussions', (by, path) => by.get(path)),
  'PATCH posts/:id/': ofPost('moderate discussions', (by, path) => by.patch(path, { pinned: true })),
  'DELETE posts/:id/': ofPost('moderate discussions', (by, path) => by.delete(path)),
  'POST posts/:id/restore/': ofPost('moderate discussions', async (by, path, world) => {
    await world.reuse(`trashed ${path}`, async () => expectData(await world.as('owner').delete(path)));
    return by.post(`${path}restore/`);
  }),
  'POST spaces/:slug/posts/read/': ofSpace('read discussions', ({ by, on }) =>
    by.post(`spaces/${on.slug}/posts/read/`),
  ),
  'POST posts/:id/read/': ofPost('read discussions', (by, path) => by.post(`${path}read/`)),
  'GET posts/:id/replies/': ofPost('read discussions', (by, path) => by.get(`${path}replies/`)),
  'POST posts/:id/replies/': ofPost('discuss', (by, path) =>
    by.post(`${path}replies/`, { body: 'A reply.' }),
  ),
  'PUT posts/:id/vote/': ofPoll('discuss', (by, path) => by.put(`${path}vote/`, { options: [0] })),
  'POST posts/:id/close-poll/': ofPoll('moderate discussions', (by, path) => by.post(`${path}close-poll/`)),
  'PUT posts/:id/reactions/:emoji/': ofPost('discuss', (by, path) => by.put(`${path}reactions/👍/`)),
  'DELETE posts/:id/reactions/:emoji/': ofPost('discuss', (by, path) => by.delete(`${path}reactions/👍/`)),
  'GET items/:id/columns/': ofTable('download', ({ by, on }) => by.get(`items/${on.id}/columns/`)),
  'POST items/:id/columns/': ofTable('change', ({ by, on }) =>
    by.post(`items/${on.id}/columns/`, { label: 'New', type: 'text', required: false }),
  ),
  'PATCH items/:id/columns/:column_id/': ofTable('change', async (attempt) =>
    attempt.by.patch(`items/${attempt.on.id}/columns/${await columnOf(attempt)}/`, { label: 'Other' }),
  ),
  'DELETE items/:id/columns/:column_id/': ofTable('change', async (attempt) =>
    attempt.by.delete(`items/${attempt.on.id}/columns/${await columnOf(attempt)}/`),
  ),
  'GET items/:id/deleted-columns/': ofTable('change', ({ by, on }) =>
    by.get(`items/${on.id}/deleted-columns/`),
  ),
  'POST items/:id/deleted-columns/:column_id/restore/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/deleted-columns/${await deletedColumnOf(attempt)}/restore/`),
  ),
  'GET items/:id/rows/': ofTable('download', ({ by, on }) => by.get(`items/${on.id}/rows/`)),
  'POST items/:id/rows/': ofTable('change', ({ by, on }) =>
    by.post(`items/${on.id}/rows/`, { rows: [{ values: { name: 'Lamp' } }] }),
  ),
  'PATCH items/:id/rows/': ofTable('change', ({ by, on }) =>
    by.patch(`items/${on.id}/rows/`, { rows: [{ id: randomUUID(), values: { name: 'Lamp' } }] }),
  ),
  'DELETE items/:id/rows/': ofTable('change', ({ by, on }) =>
    by.delete(`items/${on.id}/rows/`, { rows: [{ id: randomUUID() }] }),
  ),
  'POST items/:id/rows/upsert/': ofTable('change', ({ by, on }) =>
    by.post(`items/${on.id}/rows/upsert/`, { match_on: ['name'], rows: [{ values: { name: 'Lamp' } }] }),
  ),
  'POST items/:id/rows/restore/': ofTable('change', ({ by, on }) =>
    by.post(`items/${on.id}/rows/restore/`, { ids: [randomUUID()] }),
  ),
  'POST items/:id/bulk-changes/': ofTable('change', ({ by, on }) =>
    by.post(`items/${on.id}/bulk-changes/`, { filter: null, action: 'delete', dry_run: true }),
  ),
  'GET items/:id/bulk-changes/': ofTable('change', ({ by, on }) => by.get(`items/${on.id}/bulk-changes/`)),
  'GET items/:id/bulk-changes/:bulk_id/': ofTable('change', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/bulk-changes/${await bulkChangeOf(attempt)}/`),
  ),
  'POST items/:id/bulk-changes/:bulk_id/undo/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/bulk-changes/${await bulkChangeOf(attempt)}/undo/`),
  ),
  'GET items/:id/deleted-rows/': ofTable('change', ({ by, on }) => by.get(`items/${on.id}/deleted-rows/`)),
  'GET items/:id/rows/:row_id/': ofTable('download', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/rows/${await rowOf(attempt)}/`),
  ),
  'GET items/:id/rows/:row_id/history/': ofTable('change', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/rows/${await rowOf(attempt)}/history/`),
  ),
  'GET items/:id/aggregate/': ofTable('download', ({ by, on }) => by.get(`items/${on.id}/aggregate/`)),
  'GET items/:id/embedded/': ofTable('download', ({ by, on }) => by.get(`items/${on.id}/embedded/`)),
  'GET items/:id/views/': ofTable('download', ({ by, on }) => by.get(`items/${on.id}/views/`)),
  'POST items/:id/views/': ofTable('change', ({ by, on }) =>
    by.post(`items/${on.id}/views/`, { name: 'Open' }),
  ),
  'PATCH items/:id/views/:view_id/': ofTable('change', async (attempt) =>
    attempt.by.patch(`items/${attempt.on.id}/views/${await viewIn(attempt)}/`, { name: 'Done' }),
  ),
  'DELETE items/:id/views/:view_id/': ofTable('change', async (attempt) =>
    attempt.by.delete(`items/${attempt.on.id}/views/${await viewIn(attempt)}/`),
  ),
  'GET items/:id/views/:view_id/share-links/': ofTable('share', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/views/${await viewIn(attempt)}/share-links/`),
  ),
  'POST items/:id/views/:view_id/share-links/': ofTable('share', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/views/${await viewIn(attempt)}/share-links/`, {}),
  ),
  'DELETE items/:id/views/:view_id/share-links/:link_id/': ofTable('share', async (attempt) => {
    const path = `views/${await viewIn(attempt)}/share-links/`;
    return attempt.by.delete(`items/${attempt.on.id}/${path}${await reused(attempt, path, {})}/`);
  }),
  'PUT items/:id/cursor/': ofTable('change', ({ by, on }) =>
    by.put(`items/${on.id}/cursor/`, { tab: 'tab', row_id: null, column_id: null }),
  ),
  'GET shared-views/:view_id/': { on: 'nothing', because: itsSecret },
  'GET shared-views/:view_id/rows/': { on: 'nothing', because: itsSecret },
  'GET shared-views/:view_id/rows/:row_id/': { on: 'nothing', because: itsSecret },
  'GET shared-views/:view_id/groups/': { on: 'nothing', because: itsSecret },
  'GET shared-views/:view_id/files/:file_id/': { on: 'nothing', because: itsSecret },
  'GET items/:id/duplicates/': ofTable('change', ({ by, on }) => by.get(`items/${on.id}/duplicates/`)),
  'POST items/:id/distinct/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/distinct/`, { rows: await twoRowsOf(attempt) }),
  ),
  'POST items/:id/merge/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/merge/`, { rows: await twoRowsOf(attempt) }),
  ),
  'GET items/:id/merges/': ofTable('change', ({ by, on }) => by.get(`items/${on.id}/merges/`)),
  'POST items/:id/merges/:run_id/undo/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/merges/${await mergeIn(attempt)}/undo/`, {}),
  ),
  'POST items/:id/merge/:merge_id/undo/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/merge/${await mergeIn(attempt)}/undo/`),
  ),
  'GET items/:id/photos/': ofTable('download', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/photos/`, { query: { rows: await rowOf(attempt) } }),
  ),
  'GET items/:id/labels/': ofTable('download', ({ by, on }) => by.get(`items/${on.id}/labels/`)),
  'GET items/:id/rows/:row_id/card/': ofTable('download', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/rows/${await personWithPhotoIn(attempt)}/card/`),
  ),
  'GET items/:id/rows/:row_id/photo/': ofTable('download', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/rows/${await personWithPhotoIn(attempt)}/photo/`),
  ),
  'GET items/:id/rows/:row_id/submissions/': ofTable('download', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/rows/${await personWithPhotoIn(attempt)}/submissions/`),
  ),
  'POST items/:id/row-files/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/row-files/`, undefined, {
      raw: fileFor(await fileColumnOf(attempt)),
    }),
  ),
  'POST items/:id/row-files/copies/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/row-files/copies/`, {
      field: await fileColumnOf(attempt),
      files: [{ item: attempt.on.id, file_id: await fileInRowOf(attempt) }],
    }),
  ),
  'POST items/:id/rows/read-links/': ofTable('change', async (attempt) =>
    attempt.by.post(`items/${attempt.on.id}/rows/read-links/`, {
      column: await linkColumnOf(attempt),
      texts: ['Lamp'],
    }),
  ),
  'GET items/:id/row-files/:file_id/': ofTable('download', async (attempt) =>
    attempt.by.get(`items/${attempt.on.id}/row-files/${await fileInRowOf(attempt)}/`),
  ),
  'POST items/:id/import/': ofTable('change', ({ by, on }) =>
    by.post(`items/${on.id}/import/`, undefined, { raw: csvFile() }),
  ),
  'GET jobs/:id/preview/': ofTable('change', async (attempt) => {
    const response = await attempt.by.get(`jobs/${await importInto(attempt)}/preview/`);
    // The file of an import that has ended is nobody's.
    return response.status === 409 ? { ...response, status: 200, ok: true } : response;
  }),
  'GET jobs/:id/people/': ofTable('change', async (attempt) => {
    const response = await attempt.by.get(`jobs/${await importInto(attempt)}/people/`);
    return response.status === 409 ? { ...response, status: 200, ok: true } : response;
  }),
  'POST jobs/:id/start/': ofTable('change', async (attempt) => {
    const response = await attempt.by.post(`jobs/${await importInto(attempt)}/start/`, {});
    return response.status === 409 ? { ...response, status: 200, ok: true } : response;
  }),
  'POST items/:id/import/check/': ofTable('change', ({ by, on }) =>
    by.post(`items/${on.id}/import/check/`, { lines: [['Name'], ['Lamp']] }),
  ),
  'GET items/:id/imports/': ofTable('change', ({ by, on }) => by.get(`items/${on.id}/imports/`)),
  'GET items/:id/export/': ofTable('download', ({ by, on }) => by.get(`items/${on.id}/export/`)),
  'GET jobs/:id/errors/': ofTable('change', async (attempt) =>
    attempt.by.get(`jobs/${await importInto(attempt)}/errors/`),
  ),
  'PATCH items/:id/': ofItem('change', ({ by, on }) =>
    by.patch(`items/${on.id}/`, { content: 'Other words.' }),
  ),
  'POST items/:id/retry/': ofItem('change', ({ by, on }) => by.post(`items/${on.id}/retry/`), { file: true }),
  'DELETE items/:id/': ofItem('trash', ({ by, on }) => by.delete(`items/${on.id}/`), { changes: true }),
  'POST items/:id/restore/': ofItem('restore', ({ by, on }) => by.post(`items/${on.id}/restore/`), {
    changes: true,
    trashed: true,
  }),
  // To its current parent: other tests cover what the destination requires.
  'POST items/:id/move/': ofItem('move', ({ by, on }) =>
    by.post(`items/${on.id}/move/`, { parent: on.parent_id }),
  ),
  // Requires access to two spaces; covered by `tests/api/copy-item.test.ts`.
  'POST items/:id/copy/': account,
  // As much; covered by `tests/api/large-copy.test.ts`.
  'POST items/:id/copy/job/': account,
  // Requires access to the item and its place; covered by `tests/api/convert-item.test.ts`.
  'POST items/:id/convert/': account,
  'POST items/move/': ofItem('move', ({ by, on }) =>
    by.post('items/move/', { ids: [on.id], parent: on.parent_id }),
  ),
  'POST items/visibility/': ofItem('share', ({ by, on }) =>
    by.post('items/visibility/', { ids: [on.id], visibility: on.visibility }),
  ),
  'POST items/trash/': ofItem('trash', ({ by, on }) => by.post('items/trash/', { ids: [on.id] }), {
    changes: true,
  }),
  'POST items/restore/': ofItem('restore', ({ by, on }) => by.post('items/restore/', { ids: [on.id] }), {
    changes: true,
    trashed: true,
  }),
  'GET items/archive/': ofItem('download', ({ by, on }) => by.get(`items/archive/?ids=${on.id}`)),
  'DELETE trash/:id/': ofItem('delete', ({ by, on }) => by.delete(`trash/${on.id}/`), {
    changes: true,
    trashed: true,
  }),
  'GET items/:id/access/': ofItem('share', ({ by, on }) => by.get(`items/${on.id}/access/`)),
  'PUT items/:id/access/': ofItem('share', ({ by, on }) => by.put(`items/${on.id}/access/`, {})),
  'GET items/:id/who-can-see/': ofItem('share', ({ by, on }) => by.get(`items/${on.id}/who-can-see/`)),
  'GET items/:id/share-links/': ofItem('share', ({ by, on }) => by.get(`items/${on.id}/share-links/`)),
  'POST items/:id/share-links/': ofItem('share', ({ by, on }) =>
    by.post(`items/${on.id}/share-links/`, { role: 'viewer' }),
  ),
  'DELETE items/:id/share-links/:link_id/': ofItem('share', async (attempt) => {
    const link = await reused(attempt, 'share-links/', { role: 'viewer' });
    return attempt.by.delete(`items/${attempt.on.id}/share-links/${link}/`);
  }),

  'GET spaces/:slug/forms/': ofSpace('view', ({ by, on }) =>
    by.get(`spaces/${on.slug}/forms/?page_size=100`),
  ),
  'POST spaces/:slug/forms/': ofSpace('create item', ({ by, on }) =>
    by.post(`spaces/${on.slug}/forms/`, { title: 'New' }),
  ),
  'GET forms/:id/': ofForm('view', ({ by, on }) => by.get(`forms/${on.id}/`)),
  'GET forms/:id/schema.json': ofForm('view', ({ by, on }) => by.get(`forms/${on.id}/schema.json`)),
  'GET public/forms/:slug/': ofForm('view', ({ by, on }) => by.get(`public/forms/${on.slug}/`)),
  'POST public/forms/:slug/submissions/': ofForm('submit', ({ by, on }) =>
    by.post(`public/forms/${on.slug}/submissions/`, { version: 1, values: { name: 'Bo' } }),
  ),
  'POST public/forms/:slug/files/': ofForm('submit', ({ by, on }) => {
    const form = new FormData();
    form.append('field', 'attachment');
    form.append('file', new Blob(['Words']), 'new.txt');
    return by.post(`public/forms/${on.slug}/files/`, undefined, { raw: form });
  }),
  'POST public/forms/:slug/uploads/': ofForm('submit', ({ by, on }) =>
    beginUpload(by, on, { field: 'attachment', size: 5 }),
  ),
  'GET public/forms/:slug/uploads/:upload_id/': ofForm('submit', async ({ by, on, world }) =>
    by.get(await world.uploadTo(on), { headers: TUS }),
  ),
  'PATCH public/forms/:slug/uploads/:upload_id/': ofForm('submit', async ({ by, on, world }) =>
    sendPiece(by, await world.uploadTo(on), 0, 'Words'),
  ),
  'DELETE public/forms/:slug/uploads/:upload_id/': ofForm('submit', async ({ by, on, world }) =>
    by.delete(await world.uploadTo(on), undefined, { headers: TUS }),
  ),
  'GET public/forms/': ofList('public/forms/'),
  'POST public/forms/:slug/drafts/': ofForm('submit', ({ by, on }) =>
    by.post(`public/forms/${on.slug}/drafts/`, { version: 1, values: {} }),
  ),
  'PUT public/forms/:slug/drafts/': { on: 'nothing', because: itsSecret },
  'GET public/forms/:slug/drafts/': { on: 'nothing', because: itsSecret },
  'DELETE public/forms/:slug/drafts/': ofForm('view', ({ by, on }) =>
    by.delete(`public/forms/${on.slug}/drafts/`),
  ),
  'PATCH forms/:id/': ofForm('change', ({ by, on }) =>
    by.patch(`forms/${on.id}/`, { description: 'Another' }),
  ),
  'POST forms/:id/editing/': ofForm('change', ({ by, on }) => by.post(`forms/${on.id}/editing/`)),
  'DELETE forms/:id/editing/': ofForm('change', ({ by, on }) => by.delete(`forms/${on.id}/editing/`)),
  'GET forms/:id/changes/': ofForm('change', ({ by, on }) => by.get(`forms/${on.id}/changes/`)),
  'GET forms/:id/versions/': ofForm('change', ({ by, on }) => by.get(`forms/${on.id}/versions/`)),
  'GET forms/:id/versions/:n/': ofForm('change', ({ by, on }) => by.get(`forms/${on.id}/versions/1/`)),
  'GET forms/:id/access/': ofForm('share', ({ by, on }) => by.get(`forms/${on.id}/access/`)),
  'PUT forms/:id/access/': ofForm('share', ({ by, on }) => by.put(`forms/${on.id}/access/`, {})),
  'GET forms/:id/who-can-see/': ofForm('share', ({ by, on }) => by.get(`forms/${on.id}/who-can-see/`)),
  'GET forms/:id/share-links/': ofForm('share', ({ by, on }) => by.get(`forms/${on.id}/share-links/`)),
  'POST forms/:id/share-links/': ofForm('share', ({ by, on }) =>
    by.post(`forms/${on.id}/share-links/`, { role: 'viewer' }),
  ),
  'DELETE forms/:id/share-links/:link_id/': ofForm('share', async ({ by, on, resource, world }) => {
    const path = `forms/${on.id}/share-links/`;
    const make = async () => expectData(await world.authorOf(resource).post<{ id: string }>(path, {})).id;
    return by.delete(`${path}${await world.reuse(path, make)}/`);
  }),
  'POST forms/:id/pictures/': ofForm('change', ({ by, on }) => sendPicture(by, on)),
  'GET public/forms/:slug/pictures/:picture_id/': ofForm('view', async ({ by, on, resource, world }) => {
    const picture = await world.reuse(`picture of ${on.id}`, async () => {
      const author = world.authorOf(resource);
      const { id } = expectData(await sendPicture(author, on), 201);
      const blocks = [{ kind: 'picture', id: 'picture', picture: id, alt: '' }];
      expectData(await author.patch(`forms/${on.id}/`, { layout: { pages: [{ id: 'one', blocks }] } }));
      expectData(await author.post(`forms/${on.id}/publish/`));
      return id;
    });
    return by.get(`public/forms/${on.slug}/pictures/${picture}/`);
  }),
  'POST forms/:id/publish/': ofForm('publish', ({ by, on }) => by.post(`forms/${on.id}/publish/`)),
  'DELETE forms/:id/': ofForm('trash', ({ by, on }) => by.delete(`forms/${on.id}/`), { changes: true }),
  'POST forms/:id/restore/': ofForm('restore', ({ by, on }) => by.post(`forms/${on.id}/restore/`), {
    changes: true,
    trashed: true,
  }),
  'DELETE trash/forms/:id/': ofForm('delete', ({ by, on }) => by.delete(`trash/forms/${on.id}/`), {
    changes: true,
    trashed: true,
  }),
  'GET forms/:id/submissions/': ofForm('read answers', ({ by, on }) => by.get(`forms/${on.id}/submissions/`)),
  'POST public/forms/:slug/progress/': ofForm('view', ({ by, on }) =>
    by.post(`public/forms/${on.slug}/progress/`, { visit: randomUUID(), version: 1, page: 0 }),
  ),
  'GET forms/:id/submissions/newer/': ofForm('read answers', async ({ by, on, world }) =>
    by.get(`forms/${on.id}/submissions/newer/?than=${await world.submissionTo(on)}`),
  ),
  'GET forms/:id/asked-fields/': ofForm('read answers', ({ by, on }) =>
    by.get(`forms/${on.id}/asked-fields/`),
  ),
  'GET forms/:id/answer-readers/': ofForm('read answers', ({ by, on }) =>
    by.get(`forms/${on.id}/answer-readers/`),
  ),
  'GET forms/:id/drop-off/': ofForm('read answers', ({ by, on }) => by.get(`forms/${on.id}/drop-off/`)),
  'PATCH forms/:id/submissions/': ofForm('read answers', async ({ by, on, world }) =>
    by.patch(`forms/${on.id}/submissions/`, { ids: [await world.submissionTo(on)], state: 'seen' }),
  ),
  'POST forms/:id/submissions/delete/': ofForm('delete answers', async ({ by, on, world }) =>
    by.post(`forms/${on.id}/submissions/delete/`, { ids: [await world.submissionTo(on)] }),
  ),
  'GET forms/:id/submissions/count/': ofForm('read answers', ({ by, on }) =>
    by.get(`forms/${on.id}/submissions/count/`),
  ),
  'GET forms/:id/submissions/trashed/': ofForm('delete answers', ({ by, on }) =>
    by.get(`forms/${on.id}/submissions/trashed/`),
  ),
  'POST forms/:id/submissions/restore/': ofForm('delete answers', async ({ by, on, world }) =>
    by.post(`forms/${on.id}/submissions/restore/`, { ids: [await world.submissionTo(on)] }),
  ),
  'POST forms/:id/submissions/purge/': ofForm('delete answers', async ({ by, on, world }) =>
    by.post(`forms/${on.id}/submissions/purge/`, { ids: [await world.submissionTo(on)] }),
  ),
  'POST forms/:id/submissions/:submission_id/notes/': ofForm('read answers', async ({ by, on, world }) =>
    by.post(`forms/${on.id}/submissions/${await world.submissionTo(on)}/notes/`, { body: 'Called' }),
  ),
  'DELETE forms/:id/submissions/:submission_id/notes/:note_id/': ofForm(
    'read answers',
    async ({ by, on, world }) => {
      const path = `forms/${on.id}/submissions/${await world.submissionTo(on)}/notes/`;
      // Readers of submissions delete their own note; for others there is none.
      const { data } = await by.post<{ id: string }>(path, { body: 'Called' });
      return by.delete(`${path}${data?.id ?? randomUUID()}/`);
    },
  ),
  'GET forms/:id/summary/': ofForm('read answers', ({ by, on }) => by.get(`forms/${on.id}/summary/`)),
  'GET forms/:id/export/': ofForm('read answers', ({ by, on }) =>
    by.get(`forms/${on.id}/export/?format=json`),
  ),
  'GET forms/:id/files/:file_id/': ofForm('read answers', async ({ by, on, world }) =>
    by.get(`forms/${on.id}/files/${await world.fileIn(on)}/`),
  ),
  'GET forms/:id/submissions/:submission_id/': ofForm('read answers', async ({ by, on, world }) =>
    by.get(`forms/${on.id}/submissions/${await world.submissionTo(on)}/`),
  ),
  'PATCH forms/:id/submissions/:submission_id/': ofForm('read answers', async ({ by, on, world }) =>
    by.patch(`forms/${on.id}/submissions/${await world.submissionTo(on)}/`, { state: 'seen' }),
  ),
  'PUT forms/:id/submissions/:submission_id/values/': ofForm(
    'correct answers',
    async ({ by, on, world }) =>
      by.put(`forms/${on.id}/submissions/${await world.submissionTo(on)}/values/`, {
        values: { name: 'Di' },
      }),
    { changes: true },
  ),
  'POST forms/:id/submissions/:submission_id/files/': ofForm(
    'correct answers',
    async ({ by, on, world }) =>
      by.post(`forms/${on.id}/submissions/${await world.submissionTo(on)}/files/`, undefined, {
        raw: fileFor('attachment'),
      }),
    { changes: true },
  ),
  'DELETE forms/:id/submissions/:submission_id/': ofForm('delete answers', async ({ by, on, world }) =>
    by.delete(`forms/${on.id}/submissions/${await world.submissionTo(on)}/`),
  ),
  'GET forms/:id/submissions/:submission_id/history/': ofForm('read answers', async ({ by, on, world }) =>
    by.get(`forms/${on.id}/submissions/${await world.submissionTo(on)}/history/`),
  ),
  'GET public/forms/:slug/answers/': { on: 'nothing', because: itsSecret },
  'PUT public/forms/:slug/answers/': { on: 'nothing', because: itsSecret },
  'POST public/forms/:slug/receipt/': { on: 'nothing', because: itsSecret },
  'GET forms/:id/table/': ofForm('read answers', ({ by, on }) => by.get(`forms/${on.id}/table/`)),
  'PUT forms/:id/table/': ofForm('read answers', async ({ by, on, world }) =>
    by.put(`forms/${on.id}/table/`, await intoTable(world)),
  ),
  'DELETE forms/:id/table/': ofForm('read answers', ({ by, on }) => by.delete(`forms/${on.id}/table/`)),
  'POST forms/:id/table/send/': ofForm('read answers', async ({ by, on, resource, world }) => {
    await world.reuse(`table of ${on.id}`, async () =>
      expectData(await world.authorOf(resource).put(`forms/${on.id}/table/`, await intoTable(world))),
    );
    return by.post(`forms/${on.id}/table/send/`, {});
  }),
  'GET forms/:id/webhooks/': ofForm('read answers', ({ by, on }) => by.get(`forms/${on.id}/webhooks/`)),
  'POST forms/:id/webhooks/': ofForm('read answers', ({ by, on }) =>
    by.post(`forms/${on.id}/webhooks/`, { url: NOWHERE }),
  ),
  'PATCH forms/:id/webhooks/:webhook_id/': ofFormsWebhook(({ by, path }) =>
    by.patch(path, { is_active: true }),
  ),
  'DELETE forms/:id/webhooks/:webhook_id/': ofFormsWebhook(({ by, path }) => by.delete(path)),
  'GET forms/:id/webhooks/:webhook_id/deliveries/': ofFormsWebhook(({ by, path }) =>
    by.get(`${path}deliveries/`),
  ),
  'POST forms/:id/webhooks/:webhook_id/test/': ofFormsWebhook(({ by, path }) => by.post(`${path}test/`)),
  'POST forms/:id/webhooks/:webhook_id/deliveries/:delivery_id/retry/': ofFormsWebhook(
    async ({ by, path, author }) => {
      const { id } = expectData(await author.post(`${path}test/`));
      return by.post(`${path}deliveries/${id}/retry/`);
    },
  ),
  'GET webhooks/': ofHub('change settings', (by, _, world) => by.in(world.hub).get('webhooks/')),
  'POST webhooks/': ofHub('change settings', (by, _, world) =>
    by.in(world.hub).post('webhooks/', { url: NOWHERE }),
  ),
  'PATCH webhooks/:webhook_id/': ofHubsWebhook(({ by, path }) => by.patch(path, { is_active: true })),
  'DELETE webhooks/:webhook_id/': ofHubsWebhook(({ by, path }) => by.delete(path)),
  'GET webhooks/:webhook_id/deliveries/': ofHubsWebhook(({ by, path }) => by.get(`${path}deliveries/`)),
  'POST webhooks/:webhook_id/test/': ofHubsWebhook(({ by, path }) => by.post(`${path}test/`)),
  'POST webhooks/:webhook_id/deliveries/:delivery_id/retry/': ofHubsWebhook(async ({ by, path, author }) => {
    const { id } = expectData(await author.post(`${path}test/`));
    return by.post(`${path}deliveries/${id}/retry/`);
  }),
};
