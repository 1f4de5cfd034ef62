import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { ItemRole, Visibility } from '#lib/access/roles.ts';
import type { Form } from '#lib/contract/form.ts';
import type { Hub } from '#lib/contract/hub.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem, uploadFixture, waitUntilReady } from '#tests/harness/content.ts';
import { createOpenForm, FORM_FIELDS, sendSubmissionFile } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { createdUpload } from '#tests/harness/uploads.ts';
import type { FormResource, ItemResource, Persona, SpaceResource } from './matrix.ts';

type Named = 'viewer' | 'commenter' | 'editor' | 'owner' | 'author' | 'suspended';

/**
 * The hub of the scenarios, created over HTTP alone, and functions that create each of its resources again.
 */
export type World = {
  hub: Hub;
  people: Record<Exclude<Persona, 'anonymous'>, TestAccount>;
  /** The API client of a persona, in the hub. */
  as(persona: Persona): Client;
  /** Creates another space with the same members and visibility. */
  makeSpace(resource: SpaceResource): Promise<Space>;
  /** Creates another item with the same access. */
  makeItem(resource: ItemResource): Promise<Item>;
  /** The API client of the creator. */
  creatorOf(resource: ItemResource): Client;
  /** One of each, for tests that do not change it. */
  spaces: Record<SpaceResource, Space>;
  items: Record<ItemResource, Item>;
  /** The same as processed files: with a preview, a thumbnail and text. */
  files: Record<ItemResource, Item>;
  /** The same as tables. */
  tables: Record<ItemResource, Item>;
  /** The same as folders. */
  folders: Record<ItemResource, Item>;
  /** Published forms, and a function that creates another with the same access. */
  forms: Record<FormResource, Form>;
  makeForm(resource: FormResource): Promise<Form>;
  /** The API client of the creator. */
  authorOf(resource: FormResource): Client;
  /**
   * What an attempt needs besides its resource, such as a comment: made for the first of them, and again after one that may
   * have changed it (`invalidate`). Most attempts are refused, and change nothing.
   * @param what says what it is, and of which resource
   */
  reuse<T>(what: string, make: () => Promise<T>): Promise<T>;
  /** What was reused is made again. */
  invalidate(): void;
  /** A submission to a form. */
  submissionTo(form: Form): Promise<string>;
  /** The path of an incomplete upload for a submission. */
  uploadTo(form: Form): Promise<string>;
  /** A file in a submission. */
  fileIn(form: Form): Promise<string>;
  /** The job that extracted a file. */
  jobOf(item: Item): Promise<string>;
  /** A member of the hub that a test may remove. */
  spare(): Promise<TestAccount>;
  /** A pending join request for the hub. */
  joinRequest(): Promise<string>;
  /** A member's pending request for a stronger role in a space. */
  accessRequest(space: Space): Promise<string>;
  /** The id of an open invite. */
  invite(): Promise<string>;
  /** A group of the hub, with a member in it. */
  group(): Promise<string>;
  /** Such a group that was added to a space. */
  groupIn(space: Space): Promise<string>;
};

const VISIBILITY: Record<SpaceResource, Visibility> = { S1: 'public', S2: 'shared', S3: 'private' };

async function jobOf(databaseUrl: string, item: Item): Promise<string> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from job where item_id = $1', [item.id]);
  await client.end();
  return rows[0]?.id ?? '';
}

/** Creates it with half a minute of requests; tests that do not change it share it. */
export async function createWorld({ client, databaseUrl }: TestServer): Promise<World> {
  const hubOwner = await registerUser(client, { first_name: 'Olga' });
  const hub = await createHub(hubOwner, { visibility: 'private' });
  const join = (role: 'guest' | 'member' | 'admin' = 'member') => addMember(client, hubOwner, hub, role);
  const [guest, member, named, author, viewer, commenter, editor, owner, admin, suspended] =
    await Promise.all([
      join('guest'),
      join(),
      join(),
      join(),
      join(),
      join(),
      join(),
      join(),
      join('admin'),
      join(),
    ]);
  const stranger = await registerUser(client);
  await createHub(stranger);
  const people = {
    stranger,
    suspended,
    guest,
    member,
    named,
    author,
    viewer,
    commenter,
    editor,
    owner,
    admin,
    hub_owner: hubOwner,
  };

  let spare: TestAccount | null = null;
  const reused = new Map<string, Promise<unknown>>();
  function reuse<T>(what: string, make: () => Promise<T>): Promise<T> {
    const made = (reused.get(what) as Promise<T> | undefined) ?? make();
    reused.set(what, made);
    return made;
  }
  const addTo = async (space: Space, persona: Named, role: ItemRole) => {
    const body = { user_id: people[persona].user.id, role };
    expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, body), 201);
  };

  async function makeSpace(resource: SpaceResource): Promise<Space> {
    const space = await createSpace(owner, hub, { name: resource, visibility: VISIBILITY[resource] });
    await addTo(space, 'viewer', 'viewer');
    await addTo(space, 'commenter', 'commenter');
    await addTo(space, 'editor', 'editor');
    if (suspendedYet === false) await addTo(space, 'suspended', 'editor');
    if (resource === 'S2') await addTo(space, 'author', 'editor');
    return space;
  }

  let suspendedYet = false;
  const spaces = { S1: await makeSpace('S1'), S2: await makeSpace('S2'), S3: await makeSpace('S3') };
  const suspension = { suspended: true };
  const path = `hubs/${hub.domain_handle}/members/${suspended.user.id}/`;
  expectData(await hubOwner.client.patch(path, suspension));
  suspendedYet = true;

  const place = (resource: SpaceResource) => ({ hub, space: spaces[resource] });
  const give = async (giver: TestAccount, item: Item, to: TestAccount, role: ItemRole) => {
    const body = { visibility: item.visibility, people: [{ user_id: to.user.id, role }] };
    expectData(await giver.client.put(`items/${item.id}/access/`, body));
  };
  const privateFolder = await createItem(author, place('S2'), {
    kind: 'folder',
    title: 'Private folder',
    visibility: 'private',
  });
  const sharedFolder = await createItem(owner, place('S2'), { kind: 'folder', title: 'Shared folder' });
  await give(owner, sharedFolder, guest, 'commenter');

  type ItemInput = { kind: 'document' | 'folder' | 'table'; title: string; content?: string };
  const document: ItemInput = {
    kind: 'document',
    title: 'An item of a scenario',
    content: 'Words of a scenario.',
  };
  const table: ItemInput = { kind: 'table', title: 'A table of a scenario' };
  const folder: ItemInput = { kind: 'folder', title: 'A folder of a scenario' };
  const makers: Record<ItemResource, (input: ItemInput) => Promise<Item>> = {
    I1: (input) => createItem(owner, place('S1'), input),
    I2: (input) => createItem(owner, place('S2'), input),
    I3: (input) => createItem(owner, place('S3'), input),
    I4: async (input) => {
      const item = await createItem(author, place('S2'), { ...input, visibility: 'private' });
      await give(author, item, named, 'editor');
      return item;
    },
    I5: (input) => createItem(owner, place('S3'), { ...input, visibility: 'public' }),
    I6: (input) => createItem(author, place('S2'), { ...input, parent: privateFolder.id }),
    I7: (input) => createItem(owner, place('S2'), { ...input, parent: sharedFolder.id }),
  };
  const parents: Partial<Record<ItemResource, string>> = { I6: privateFolder.id, I7: sharedFolder.id };
  const spaceOf: Record<ItemResource, SpaceResource> = {
    I1: 'S1',
    I2: 'S2',
    I3: 'S3',
    I4: 'S2',
    I5: 'S3',
    I6: 'S2',
    I7: 'S2',
  };
  async function upload(resource: ItemResource): Promise<Item> {
    const by = resource === 'I4' || resource === 'I6' ? author : owner;
    const parent = parents[resource];
    const { id } = await uploadFixture(
      by,
      place(spaceOf[resource]),
      'files/photo.jpg',
      parent ? { parent } : {},
    );
    const item = await waitUntilReady(by, id);
    const visibility = resource === 'I4' ? 'private' : resource === 'I5' ? 'public' : null;
    if (visibility) expectData(await by.client.patch(`items/${id}/`, { visibility }));
    if (resource === 'I4') await give(by, { ...item, visibility: 'private' }, named, 'editor');
    return item;
  }
  const formPlaces: Record<FormResource, { at: SpaceResource; visibility: Visibility }> = {
    F1: { at: 'S2', visibility: 'public' },
    F2: { at: 'S2', visibility: 'shared' },
    F3: { at: 'S3', visibility: 'shared' },
    F4: { at: 'S2', visibility: 'private' },
    F5: { at: 'S3', visibility: 'public' },
  };
  const attachment = { name: 'attachment', label: 'Attachment', type: 'file', required: false };
  const makeForm = (resource: FormResource): Promise<Form> => {
    const { at, visibility } = formPlaces[resource];
    const input = { title: 'A form of a scenario', visibility, fields: [...FORM_FIELDS, attachment] };
    return createOpenForm(resource === 'F4' ? author : owner, place(at), input);
  };
  const forms = {
    F1: await makeForm('F1'),
    F2: await makeForm('F2'),
    F3: await makeForm('F3'),
    F4: await makeForm('F4'),
    F5: await makeForm('F5'),
  };

  const resources: ItemResource[] = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7'];
  const made = await Promise.all(
    resources.map(async (resource) => [resource, await makers[resource](document)] as const),
  );
  const folders = await Promise.all(
    resources.map(async (resource) => [resource, await makers[resource](folder)] as const),
  );
  const tables = await Promise.all(
    resources.map(async (resource) => [resource, await makers[resource](table)] as const),
  );
  const files = await Promise.all(
    resources.map(async (resource) => [resource, await upload(resource)] as const),
  );

  const spareMember = async () => {
    const { ok } = await hubOwner.client.get(`hubs/${hub.domain_handle}/members/${spare?.user.id}/`);
    if (!spare || !ok) spare = await join();
    return spare;
  };
  const makeGroup = async () => {
    const path = `hubs/${hub.domain_handle}/groups/`;
    const { id } = expectData(
      await hubOwner.client.post<{ id: string }>(path, { name: `Group ${randomUUID()}` }),
      201,
    );
    // No persona: the group is added to spaces that others test, too.
    expectData(
      await hubOwner.client.post(`${path}${id}/members/`, [{ user_id: (await spareMember()).user.id }]),
    );
    return id;
  };
  const group = () => reuse('group', makeGroup);
  const makeFileIn = async (form: Form) => {
    const by = form.visibility === 'private' ? author : owner;
    const values = { name: 'Bo', attachment: await sendSubmissionFile(by.client, form, 'attachment') };
    const path = `public/forms/${form.slug}/submissions/`;
    expectData(await by.client.post(path, { version: 1, values }), 201);
    return values.attachment;
  };
  const makeSubmission = async (form: Form) => {
    const by = form.visibility === 'private' ? author : owner;
    const path = `public/forms/${form.slug}/submissions/`;
    return expectData(await by.client.post<SubmitResult>(path, { version: 1, values: { name: 'Bo' } })).id;
  };

  return {
    hub,
    reuse,
    invalidate: () => reused.clear(),
    people,
    as: (persona) => (persona === 'anonymous' ? client : people[persona].client).in(hub),
    makeSpace,
    // With other text, so that a search for the resources of the scenarios has few results.
    makeItem: (resource) => makers[resource]({ kind: 'document', title: 'Another item', content: 'Words.' }),
    creatorOf: (resource) => (resource === 'I4' || resource === 'I6' ? author : owner).client.in(hub),
    spaces,
    items: Object.fromEntries(made) as Record<ItemResource, Item>,
    tables: Object.fromEntries(tables) as Record<ItemResource, Item>,
    folders: Object.fromEntries(folders) as Record<ItemResource, Item>,
    files: Object.fromEntries(files) as Record<ItemResource, Item>,
    forms,
    makeForm,
    authorOf: (resource) => (resource === 'F4' ? author : owner).client.in(hub),
    fileIn: (form) => reuse(`file in ${form.id}`, () => makeFileIn(form)),
    submissionTo: (form) => reuse(`submission to ${form.id}`, () => makeSubmission(form)),
    uploadTo: (form) =>
      reuse(`upload to ${form.id}`, () =>
        createdUpload((form.visibility === 'private' ? author : owner).client, form, 'attachment'),
      ),
    jobOf: (item) => reuse(`job of ${item.id}`, () => jobOf(databaseUrl, item)),
    spare: spareMember,
    async joinRequest() {
      const path = `hubs/${hub.domain_handle}/`;
      const firstRequest = async () =>
        expectData(await hubOwner.client.get(`${path}join-requests/`)).at(0)?.id ?? null;
      const open = await firstRequest();
      if (open) return open;
      expectData(await hubOwner.client.patch(path, { visibility: 'shared' }));
      const requester = await registerUser(client);
      expectData(await requester.client.post(`${path}join-requests/`));
      expectData(await hubOwner.client.patch(path, { visibility: 'private' }));
      return (await firstRequest()) ?? '';
    },
    group,
    groupIn: (space) =>
      reuse(`group in ${space.slug}`, async () => {
        const group_id = await group();
        const members = `spaces/${space.slug}/members/`;
        expectData(await owner.client.in(hub).post(members, { group_id, role: 'viewer' }), 201);
        return group_id;
      }),
    async accessRequest(space) {
      const path = `spaces/${space.slug}/access-requests/`;
      const firstRequest = async () =>
        expectData(await owner.client.in(hub).get<{ id: string }[]>(path)).at(0)?.id ?? null;
      const open = await firstRequest();
      if (open) return open;
      expectData(await named.client.in(hub).post(path, { role: 'commenter' }));
      return (await firstRequest()) ?? '';
    },
    invite: () =>
      reuse('invite', async () => {
        const body = [{ email: `${randomUUID()}@example.test`, role: 'member' }];
        const [made] = expectData(await hubOwner.client.post(`hubs/${hub.domain_handle}/invites/`, body));
        return made?.id ?? '';
      }),
  };
}
