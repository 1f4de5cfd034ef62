import type { Item } from '#lib/contract/item.ts';
import { createHub, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem, uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { createOpenForm, FORM_FIELDS, sendSubmissionFile } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';
import type { Model, ModelForm, ModelItem, ModelMember, ModelSpace } from './model.ts';
import { type FormName, type ItemName, LEDGER_CELL, type Scene } from './names.ts';

async function uploadScan(
  by: TestAccount,
  at: Parameters<typeof uploadBytes>[1],
  parent: string,
): Promise<Item> {
  const sent = await uploadBytes(by, at, [{ name: 'Thing scan.txt', bytes: 'Sequence' }], { parent });
  const [item] = expectData(sent, 201).items;
  if (!item) throw new Error('the scan was not taken');
  return waitUntilReady(by, item.id);
}

/**
 * A hub of five users, two spaces, and eight items (a table and a file among them) nested two folders deep,
 * over HTTP and in the model.
 */
export async function createScene(client: Client): Promise<Scene> {
  const owner = await registerUser(client);
  const hub = await createHub(owner);
  const [admin, author, member, guest] = await Promise.all([
    addMember(client, owner, hub, 'admin'),
    addMember(client, owner, hub),
    addMember(client, owner, hub),
    addMember(client, owner, hub, 'guest'),
  ]);
  const people = { owner, admin, author, member, guest };
  const spaces = {
    first: await createSpace(owner, hub, { visibility: 'shared', default_role: 'editor' }),
    second: await createSpace(author, hub, { visibility: 'private' }),
  };
  const first = { hub, space: spaces.first };
  const make = (by: keyof typeof people, title: ItemName, input: object = {}) =>
    createItem(people[by], first, { title: `Thing ${title}`, content: 'Sequence', ...input });
  const folder = await make('owner', 'folder', { kind: 'folder', content: undefined });
  const inner = await make('author', 'inner folder', {
    kind: 'folder',
    content: undefined,
    parent: folder.id,
  });
  const items = {
    folder,
    'inner folder': inner,
    page: await make('owner', 'page', { parent: folder.id }),
    'inner page': await make('author', 'inner page', { parent: inner.id }),
    note: await make('author', 'note', { visibility: 'private' }),
    draft: await createItem(
      author,
      { hub, space: spaces.second },
      { title: 'Thing draft', content: 'Sequence' },
    ),
    ledger: await createTable(author, first, undefined, { title: 'Thing ledger', parent: folder.id }),
    scan: await uploadScan(owner, first, inner.id),
  };
  await addRows(author, items.ledger, [{ name: LEDGER_CELL }]);
  const attachment = { name: 'attachment', label: 'Attachment', type: 'file', required: false };
  const makeForm = async (by: keyof typeof people, title: FormName) => {
    const input = {
      title: `Thing ${title}`,
      visibility: 'shared' as const,
      fields: [...FORM_FIELDS, attachment],
    };
    const { id, slug } = await createOpenForm(people[by], first, input);
    const file = await sendSubmissionFile(people[by].client, { slug }, 'attachment');
    const values = { name: 'Thing', attachment: file };
    const path = `public/forms/${slug}/submissions/`;
    const sent = await people[by].client.post<{ id: string }>(path, { version: 1, values });
    return { id, slug, file, submission: expectData(sent).id };
  };
  const forms = { survey: await makeForm('owner', 'survey'), ballot: await makeForm('author', 'ballot') };
  const form = (creator: string): ModelForm => ({
    space: 'first',
    creator,
    visibility: 'shared',
    people: new Map(),
    trashed: false,
  });
  const item = (creator: string, parent: ItemName | null = null, space = 'first') => ({
    space,
    parent,
    creator,
    visibility: 'shared' as const,
    people: new Map(),
    trashed: false,
  });
  const model: Model = {
    hub: new Map<string, ModelMember | null>([
      ['owner', { role: 'owner', suspended: false }],
      ['admin', { role: 'admin', suspended: false }],
      ['author', { role: 'member', suspended: false }],
      ['member', { role: 'member', suspended: false }],
      ['guest', { role: 'guest', suspended: false }],
    ]),
    spaces: new Map<string, ModelSpace>([
      ['first', { visibility: 'shared', defaultRole: 'editor', people: new Map([['owner', 'owner']]) }],
      ['second', { visibility: 'private', defaultRole: 'viewer', people: new Map([['author', 'owner']]) }],
    ]),
    items: new Map<string, ModelItem>([
      ['folder', item('owner')],
      ['inner folder', item('author', 'folder')],
      ['page', item('owner', 'folder')],
      ['inner page', item('author', 'inner folder')],
      ['note', { ...item('author'), visibility: 'private' }],
      ['draft', item('author', null, 'second')],
      ['ledger', item('author', 'folder')],
      ['scan', item('owner', 'inner folder')],
    ]),
    forms: new Map([
      ['survey', form('owner')],
      ['ballot', form('author')],
    ]),
  };
  return { hub, people, spaces, items, forms, model };
}
