import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import type { PublicForm } from '#lib/contract/public-form.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { changeForm, createForm, createOpenForm, FORM_FIELDS, publishForm } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { startServer, type TestServer } from '#tests/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** A hub with its owner, a viewer and an editor of the space. */
async function place() {
  const at = await createPlace(server.client);
  const [viewer, editor] = await Promise.all([
    addMember(server.client, at.owner, at.hub),
    addMember(server.client, at.owner, at.hub),
  ]);
  const body = { user_id: editor.user.id, role: 'editor' };
  expectData(await at.owner.client.in(at.hub).post(`spaces/${at.space.slug}/members/`, body), 201);
  return { ...at, viewer, editor };
}

test('returns a form with the contract’s schema, the same each time', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const made = await createForm(
    owner,
    { hub, space },
    { title: ' Sign up 🗒️ ', description: 'For all.\nPlease.' },
  );
  expect(made).toMatchObject({
    title: ' Sign up 🗒️ ',
    description: 'For all.\nPlease.',
    space_slug: space.slug,
    visibility: 'public',
    revision: 1,
    published_version: null,
    is_changed: true,
    my_role: 'owner',
    settings: { max_submissions: null, one_per_person: false, hidden_values: 'drop', spam: 'off' },
    counts: { submissions: 0 },
  });
  expect(made.slug).toMatch(/^[a-z2-9]{16}$/);
  expect(made.fields.map((field) => field.id)).toEqual(['f_name', 'f_colour']);
  expect(made.allowed).toEqual(
    expect.arrayContaining(['form.change', 'form.publish', 'form.read_submissions']),
  );
  expect(expectData(await owner.client.get(`forms/${made.id}/`))).toEqual(made);
  const {
    fields: _fields,
    settings: _settings,
    layout: _layout,
    translations: _translations,
    updated_by: _by,
    notify_has_answers: _notify,
    setting_changes: _changes,
    ...entry
  } = made;
  expect(expectData(await owner.client.in(hub).get(`spaces/${space.slug}/forms/`))).toEqual([entry]);
});

test('assigns a stable id to a field without one', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const made = await createForm(owner, { hub, space }, { fields: [{ name: 'a', label: 'A', type: 'text' }] });
  const id = made.fields[0]?.id;
  expect(id).toMatch(/.+/);
  const changed = await changeForm(owner, made, { fields: made.fields });
  expect(changed.fields[0]?.id).toBe(id);
});

test('returns definition problems under their paths', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const forms = `spaces/${space.slug}/forms/`;
  const send = (fields: unknown) => owner.client.in(hub).post(forms, { title: 'Bad', fields });
  const response = await send([FORM_FIELDS[0], { name: 'x', label: 'X', type: 'nonsense' }]);
  expectRefusal(response, 422, 'invalid_fields');
  expect(Object.keys(response.body.fields ?? {})).toEqual(['fields[1].type']);
  expectRefusal(await send('text'), 422, 'invalid_fields');
  expectRefusal(await send(null), 422, 'invalid_fields');
  const settings = { opens_at: '2030-01-02T00:00:00Z', closes_at: '2030-01-01T00:00:00Z' };
  const closing = await owner.client.in(hub).post(forms, { title: 'Bad', settings });
  expectRefusal(closing, 422, 'invalid_fields');
  expect(closing.body.fields).toHaveProperty('settings.closes_at');
});

test('refuses parts that no field, condition, page or block has, by their names, and stores nothing of them', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const fields = [
    {
      ...{ id: 'f_a', name: 'a', label: 'A', type: 'select', colour: 'red' },
      options: [{ id: 'x', label: 'X', color: 'red' }],
    },
    {
      ...{ id: 'f_b', name: 'b', label: 'B', type: 'text' },
      rules: [{ rule: 'min_length', value: 1, reason: 'x' }],
      visible_if: { and: [{ field: 'f_a', op: 'equals', value: 'x', why: 'x' }] },
    },
  ];
  const layout = {
    pages: [{ id: 'p', blocks: [{ kind: 'field', field: 'f_a', width: 2 }], next: 'q' }],
  };
  const unknown = [
    ...['fields[0].colour', 'fields[0].options[0].color', 'fields[1].rules[0].reason'],
    ...['fields[1].visible_if.and[0].why', 'layout.pages[0].next', 'layout.pages[0].blocks[0].width'],
  ];
  const body = { title: 'T', visibility: 'shared', fields, layout };
  const made = await owner.client.in(hub).post(`spaces/${space.slug}/forms/`, body);
  expectRefusal(made, 422);
  expect(Object.keys(made.body.fields ?? {})).toEqual(unknown);
  expect(made.body.fields?.['fields[0].colour']).toEqual(['There is no field named “colour”']);
  const form = await createForm(owner, { hub, space });
  const changed = await owner.client.patch(`forms/${form.id}/`, { fields, layout });
  expectRefusal(changed, 422);
  expect(Object.keys(changed.body.fields ?? {})).toEqual(unknown);
  expect(expectData(await owner.client.get(`forms/${form.id}/`)).fields).toEqual(form.fields);
});

test('refuses a definition over 8 MiB and accepts one of 2 MiB', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const forms = `spaces/${space.slug}/forms/`;
  const send = (bytes: number) => {
    const fields = Array.from({ length: 500 }, (_, at) => ({
      name: `field_${at}`,
      label: `Field ${at}`,
      type: 'text',
      help: 'x'.repeat(bytes / 500),
    }));
    return owner.client.in(hub).post<Form>(forms, { title: 'Large', fields });
  };
  expectRefusal(await send(9 * 1024 * 1024), 413, 'too_large');
  expect(expectData(await send(2_000_000), 201).fields).toHaveLength(500);
});

test('returns the draft to editors only, and the published version to others', async () => {
  const { owner, editor, viewer, hub, space } = await place();
  const sources = { f_berth: { table: 'the-table', column: null } };
  const form = await createForm(
    editor,
    { hub, space },
    {
      ...{ title: 'First', visibility: 'shared' },
      settings: { confirmation: 'The code is 7', option_sources: sources },
    },
  );
  const path = `forms/${form.id}/`;
  const listed = async (by: typeof viewer) =>
    expectData(await by.client.in(hub).get(`spaces/${space.slug}/forms/`)).map(({ title }) => title);
  expectRefusal(await viewer.client.get(path), 404, 'not_found');
  expect(await listed(viewer)).toEqual([]);
  expect(await listed(owner)).toEqual(['First']);
  await publishForm(editor, form);
  await changeForm(editor, form, { title: 'Second', fields: [FORM_FIELDS[0]] });
  expect(expectData(await editor.client.get<Form>(path))).toMatchObject({
    title: 'Second',
    is_changed: true,
    settings: { option_sources: sources },
  });
  const seen = expectData(await viewer.client.get<Form>(path));
  expect(seen).toMatchObject({
    title: 'First',
    is_changed: false,
    my_role: 'viewer',
    counts: { submissions: null },
  });
  expect(seen.fields).toHaveLength(2);
  expect(await listed(viewer)).toEqual(['First']);
  expect(JSON.stringify(seen)).not.toMatch(/Second|The code|the-table/);
  const wrong = { option_sources: { f_berth: { table: 7 } } };
  expectRefusal(await editor.client.patch(path, { settings: wrong }), 422, 'invalid_fields');
  const submission = { version: 1, values: { name: 'Bo' } };
  const sent = await viewer.client.post(`public/forms/${form.slug}/submissions/`, submission);
  expect(expectData(sent, 201)).toMatchObject({ confirmation: 'The code is 7' });
  expectRefusal(await viewer.client.get(`${path}versions/`), 403);
  expectRefusal(await viewer.client.patch(path, { title: 'Mine' }), 403);
});

test('applies visibility and settings at once, title and fields at the next publication', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createOpenForm(owner, { hub, space }, { title: 'First' });
  const seen = () => server.client.get(`public/forms/${form.slug}/`);
  const changed = await changeForm(owner, form, {
    title: 'Second',
    fields: [FORM_FIELDS[0]],
    settings: { closes_at: '2020-01-01T00:00:00Z' },
  });
  expect(changed.settings).toMatchObject({ closes_at: '2020-01-01T00:00:00Z', hidden_values: 'drop' });
  expect(expectData(await seen())).toMatchObject({ title: 'First', state: 'closed', version: 1, fields: [] });
  await changeForm(owner, form, { settings: { closes_at: null } });
  expect(expectData(await seen()).fields).toHaveLength(2);
  expect(await publishForm(owner, form)).toEqual({ version: 2, slug: form.slug });
  expect(expectData(await seen())).toMatchObject({ title: 'Second', version: 2, fields: [{ id: 'f_name' }] });
  await changeForm(owner, form, { visibility: 'private' });
  expectRefusal(await seen(), 404, 'not_found');
});

test('numbers versions from 1, and keeps them immutable in the database', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createForm(owner, { hub, space }, { title: 'First' });
  expect(await publishForm(owner, form)).toEqual({ version: 1, slug: form.slug });
  expect(await publishForm(owner, form)).toEqual({ version: 1, slug: form.slug });
  const before = expectData(await owner.client.get(`forms/${form.id}/versions/1/`));
  expect(before).toMatchObject({ version: 1, title: 'First', published_by: { name: 'Ada Lovelace' } });
  await changeForm(owner, form, { title: 'Second', fields: [FORM_FIELDS[1]] });
  await publishForm(owner, form);
  expect(expectData(await owner.client.get(`forms/${form.id}/versions/1/`))).toEqual(before);
  const versions = expectData(await owner.client.get(`forms/${form.id}/versions/`));
  expect(versions.map(({ version, title }) => [version, title])).toEqual([
    [2, 'Second'],
    [1, 'First'],
  ]);
  for (const n of ['3', '0', '-1', '1.5', 'x', '99999999999999']) {
    expectRefusal(await owner.client.get(`forms/${form.id}/versions/${n}/`), 404, 'not_found');
  }
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const refused = async (statement: string) =>
    expect(client.query(statement)).rejects.toThrow('a published version can not be changed');
  await refused(`update form_version set title = 'Other' where form_id = '${form.id}'`);
  await refused(`delete from form_version where form_id = '${form.id}'`);
  await refused('truncate form_version cascade');
  await client.end();
});

test('refuses to publish a form without fields', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createForm(owner, { hub, space }, { fields: [] });
  const response = await owner.client.post(`forms/${form.id}/publish/`);
  expectRefusal(response, 422, 'invalid_fields');
  expect(response.body.fields).toHaveProperty('fields');
  expectRefusal(await owner.client.get(`forms/${form.id}/schema.json`), 409, 'form_not_published');
  expectRefusal(await owner.client.get(`public/forms/${form.slug}/`), 409, 'form_not_published');
  expectRefusal(await server.client.get(`public/forms/${form.slug}/`), 404, 'not_found');
});

test('returns 409 with the current state for a stale revision', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createForm(owner, { hub, space });
  const path = `forms/${form.id}/`;
  const stale = { headers: { 'if-match': String(form.revision) } };
  const changed = expectData(await owner.client.patch<Form>(path, { title: 'Second' }, stale));
  expect(changed.revision).toBe(form.revision + 1);
  for (const response of [
    await owner.client.patch(path, { title: 'Third' }, stale),
    await owner.client.post(`${path}publish/`, undefined, stale),
    await owner.client.delete(path, undefined, stale),
  ]) {
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'stale_revision', data: { title: 'Second', revision: 2 } });
  }
  expect(expectData(await owner.client.get<Form>(path))).toEqual(changed);
});

test('returns 404 for a trashed form, except to those who may restore it, with its submissions', async () => {
  const { owner, viewer, hub, space } = await place();
  const form = await createOpenForm(owner, { hub, space });
  const send = () =>
    server.client.post(`public/forms/${form.slug}/submissions/`, { version: 1, values: { name: 'Bo' } });
  expectData(await send(), 201);
  expectRefusal(await owner.client.delete(`trash/forms/${form.id}/`), 409, 'not_in_trash');
  const trashed = expectData(await owner.client.delete(`forms/${form.id}/`));
  expect(trashed.trashed_at).not.toBeNull();
  expectRefusal(await viewer.client.get(`forms/${form.id}/`), 404);
  expectRefusal(await owner.client.get(`public/forms/${form.slug}/`), 404);
  expectRefusal(await owner.client.get(`forms/${form.id}/submissions/`), 404);
  expectRefusal(await owner.client.patch(`forms/${form.id}/`, { title: 'x' }), 404);
  expectRefusal(await send(), 404);
  const list = `spaces/${space.slug}/forms/`;
  expect(expectData(await owner.client.in(hub).get(list))).toEqual([]);
  const inTrash = `${list}?trashed=true`;
  expect(expectData(await owner.client.in(hub).get(inTrash))).toMatchObject([{ id: form.id }]);
  expect(expectData(await viewer.client.in(hub).get(inTrash))).toEqual([]);
  const restored = expectData(await owner.client.post(`forms/${form.id}/restore/`));
  expect(restored).toMatchObject({ trashed_at: null, counts: { submissions: 1 } });
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expectData(await owner.client.delete(`trash/forms/${form.id}/`));
  expectRefusal(await owner.client.get(`forms/${form.id}/`), 404);
});

test('shows a private form to its creator alone, not to the hub’s owner, until it is shared', async () => {
  const { owner, editor, hub, space } = await place();
  const form = await createOpenForm(editor, { hub, space }, { visibility: 'private' });
  for (const path of [`forms/${form.id}/`, `public/forms/${form.slug}/`, `forms/${form.id}/submissions/`]) {
    expectRefusal(await owner.client.get(path), 404, 'not_found');
    expect((await editor.client.get(path)).status).toBe(200);
  }
  expect(expectData(await owner.client.in(hub).get(`spaces/${space.slug}/forms/`))).toEqual([]);
  await changeForm(editor, form, { visibility: 'shared' });
  expect((await owner.client.get(`forms/${form.id}/`)).status).toBe(200);
  expectRefusal(await server.client.get(`public/forms/${form.slug}/`), 404);
});

test('inherits the visibility of its space', async () => {
  const { owner, viewer, hub, space } = await place();
  const form = await createOpenForm(owner, { hub, space }, { visibility: 'shared' });
  const open = await createOpenForm(owner, { hub, space }, { visibility: 'public' });
  const change = async (visibility: string) =>
    expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { visibility }));
  const status = async (by: typeof server.client, { id }: Form) => (await by.get(`forms/${id}/`)).status;
  expect(await status(viewer.client, form)).toBe(200);
  await change('private');
  expect(await status(viewer.client, form)).toBe(404);
  // A public form in a private space has its own public path, and discloses nothing about the space.
  const seen = expectData(await server.client.get(`forms/${open.id}/`));
  expect(seen).toMatchObject({ my_role: 'viewer', space_slug: '' });
  await change('public');
  expect(await status(server.client, form)).toBe(200);
  expectData(await owner.client.in(hub).delete(`spaces/${space.slug}/`));
  expect(await status(server.client, open)).toBe(404);
  expect(await status(owner.client, form)).toBe(404);
});

test('lets an admin of the hub edit a form, but read submissions only as a named editor', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const admin = await addMember(server.client, owner, hub, 'admin');
  const form = await createOpenForm(owner, { hub, space });
  const seen = expectData(await admin.client.patch(`forms/${form.id}/`, { description: 'By an admin' }));
  expect(seen.allowed).toContain('form.publish');
  expect(seen.allowed).not.toContain('form.read_submissions');
  expect(seen.counts.submissions).toBeNull();
  expectRefusal(await admin.client.get(`forms/${form.id}/submissions/`), 403);
  const own = await createOpenForm(admin, { hub, space });
  expectData(await admin.client.get(`forms/${own.id}/submissions/`));
  const body = { user_id: admin.user.id, role: 'editor' };
  expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, body), 201);
  expectData(await admin.client.get(`forms/${form.id}/submissions/`));
});

test('keeps forms of an archived space and refuses submissions to them', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createOpenForm(owner, { hub, space });
  expectData(await owner.client.in(hub).post(`spaces/${space.slug}/archive/`));
  expectRefusal(await owner.client.patch(`forms/${form.id}/`, { title: 'x' }), 409, 'space_archived');
  const submission = { version: 1, values: { name: 'Bo' } };
  const path = `public/forms/${form.slug}/`;
  expectRefusal(await server.client.post(`${path}submissions/`, submission), 409, 'form_closed');
  expect(expectData(await server.client.get<PublicForm>(path)).state).toBe('closed');
});

test('returns the published version as JSON Schema 2020-12', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createOpenForm(owner, { hub, space }, { title: 'Sign up' });
  const schema = expectData(await server.client.get(`forms/${form.id}/schema.json`));
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sign up',
    type: 'object',
    required: ['name'],
  });
});

test('does not require fields of conditional pages in the JSON Schema', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const [name] = FORM_FIELDS;
  const company = { id: 'f_company', name: 'company', label: 'Company', type: 'text' };
  const form = await createOpenForm(
    owner,
    { hub, space },
    {
      fields: [name, company],
      layout: {
        pages: [
          { id: 'p1', blocks: [{ kind: 'field', field: 'f_name' }] },
          {
            id: 'p2',
            blocks: [{ kind: 'field', field: 'f_company' }],
            visible_if: { field: 'f_name', op: 'equals', value: 'Bo' },
          },
        ],
      },
    },
  );
  const schema = expectData(await server.client.get(`forms/${form.id}/schema.json`));
  expect(schema).toMatchObject({ required: ['name'], properties: { company: { title: 'Company' } } });
  const submission = { version: 1, values: { name: 'Ada' } };
  expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, submission), 201);
});

test('writes audit entries for actions on a form', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const form = await createOpenForm(owner, { hub, space }, { title: 'Told' });
  await changeForm(owner, form, { visibility: 'shared' });
  expectData(await owner.client.delete(`forms/${form.id}/`));
  const log = expectData(await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?page_size=100`));
  const entries = log.filter(({ target }) => target.kind === 'form');
  expect(entries.map(({ action }) => action)).toEqual([
    'form.trashed',
    'form.visibility_changed',
    'form.published',
  ]);
  expect(entries[0]?.target.name).toBe('Told');
});

test('returns 404 for guessed ids and slugs of forms', async () => {
  const stranger = await registerUser(server.client);
  for (const path of ['forms/x/', 'public/forms/x/', 'forms/00000000-0000-7000-8000-000000000000/']) {
    expectRefusal(await stranger.client.get(path), 404);
  }
});

test('grants roles on a form by name up to the caller’s own role, and revokes them', async () => {
  const { owner, editor, viewer, hub, space } = await place();
  const form = await createOpenForm(owner, { hub, space }, { visibility: 'private' });
  const path = `forms/${form.id}/access/`;
  const set = (by: typeof owner, people: unknown, more: object = {}) =>
    by.client.put(path, { people, ...more });
  const one = (person: typeof owner, role: string) => ({ user_id: person.user.id, role });
  expectRefusal(await set(editor, []), 404);
  expect(expectData(await set(owner, [one(editor, 'editor'), one(viewer, 'viewer')]))).toMatchObject({
    visibility: 'private',
    people: expect.arrayContaining(
      [one(editor, 'editor'), one(viewer, 'viewer')].map(({ user_id, role }) =>
        expect.objectContaining({
          person: expect.objectContaining({ id: user_id, name: 'Ada Lovelace' }),
          own_role: role,
        }),
      ),
    ),
  });
  expectData(await editor.client.get(`forms/${form.id}/submissions/`));
  expect(expectData(await viewer.client.get(`forms/${form.id}/`)).my_role).toBe('viewer');
  expectRefusal(await set(viewer, []), 403);
  expectRefusal(await set(editor, [one(editor, 'owner')]), 403);
  expectRefusal(await set(owner, [one(viewer, 'viewer'), one(viewer, 'editor')]), 422, 'invalid_fields');
  const stranger = await registerUser(server.client);
  const unknown = await set(owner, [one(stranger, 'viewer')]);
  expectRefusal(unknown, 422, 'invalid_fields');
  expect(Object.keys(unknown.body.fields ?? {})).toEqual(['people[0]']);
  expectData(await set(owner, [one(viewer, 'owner')]));
  expectRefusal(await editor.client.get(`forms/${form.id}/`), 404);
  // The creator of a private form stays its owner, whatever others set.
  expectData(await set(viewer, [one(viewer, 'viewer')]));
  expect(expectData(await owner.client.get(`forms/${form.id}/`)).my_role).toBe('owner');
  expectData(await set(owner, [], { visibility: 'shared' }));
  expect(expectData(await editor.client.get(`forms/${form.id}/`)).my_role).toBe('editor');
  const log = expectData(
    await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=form.access_changed&page_size=100`),
  );
  // One entry for each request that changed something.
  expect(log).toHaveLength(4);
});
