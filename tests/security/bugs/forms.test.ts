import { beforeAll, describe, expect, test } from 'vitest';
import type { Form } from '#lib/contract/form.ts';
import { SHARE_LINK_COOKIE } from '#lib/contract/share-link.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { type Client, createClient } from '#tests/harness/client.ts';
import { eventually } from '#tests/harness/eventually.ts';
import {
  changeForm,
  createForm,
  createOpenForm,
  FORM_FIELDS,
  sendSubmissionFile,
} from '#tests/harness/forms.ts';
import { linkHolder, openLink, shareFormByLink } from '#tests/harness/links.ts';
import { addMember, createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { openSocket } from '#tests/harness/socket.ts';

// The bug classes of docs/permissions.md on forms, their submissions and the files in those, by the number of
// the class.

const server = sharedServer({ plans: 'default' });

const attachment = { name: 'attachment', label: 'Attachment', type: 'file', required: false };
const fields = [...FORM_FIELDS, attachment];

async function submit(by: Client, form: Form, values: object): Promise<string> {
  const path = `public/forms/${form.slug}/submissions/`;
  return expectData(await by.post<{ id: string }>(path, { version: 1, values }), 201).id;
}

/** A form with one submission and a file in it. */
async function formWithSubmission(
  by: TestAccount,
  place: Parameters<typeof createOpenForm>[1],
  input: object = {},
) {
  const form = await createOpenForm(by, place, { visibility: 'private', fields, ...input });
  const file = await sendSubmissionFile(by.client, form, 'attachment', { bytes: 'secret bytes' });
  const submission = await submit(by.client, form, { name: 'quagmirish', attachment: file });
  return { form, file, submission };
}

/** Every route that returns something of submissions. */
const submissionPaths = ({ form, file, submission }: { form: Form; file: string; submission: string }) => [
  `forms/${form.id}/submissions/`,
  `forms/${form.id}/submissions/${submission}/`,
  `forms/${form.id}/summary/`,
  ...['csv', 'json', 'xlsx', 'files'].map((format) => `forms/${form.id}/export/?format=${format}`),
  `forms/${form.id}/files/${file}/`,
];

const formPaths = ({ form }: { form: Form }) => [
  `forms/${form.id}/`,
  `forms/${form.id}/schema.json`,
  `forms/${form.id}/versions/`,
  `forms/${form.id}/versions/1/`,
  `forms/${form.id}/access/`,
  `forms/${form.id}/who-can-see/`,
  `forms/${form.id}/share-links/`,
  `public/forms/${form.slug}/`,
];

test('class 1: returns 404 for a submission, file, version or link through another form', async () => {
  const place = await createEditorAndPlace(server.client);
  const { member, other } = place;
  const theirs = await formWithSubmission(member, place);
  const mine = await formWithSubmission(other, place);
  const link = await shareFormByLink(member, theirs.form);
  const { client } = other;
  const path = `forms/${mine.form.id}/`;
  for (const subpath of [`submissions/${theirs.submission}/`, `files/${theirs.file}/`, 'versions/2/'])
    expectRefusal(await client.get(path + subpath), 404);
  expectRefusal(await client.patch(`${path}submissions/${theirs.submission}/`, { state: 'done' }), 404);
  expectRefusal(await client.delete(`${path}submissions/${theirs.submission}/`), 404);
  expectRefusal(await client.delete(`${path}share-links/${link.id}/`), 404);
  // A file that was uploaded for one form can't be submitted to another.
  const file = await sendSubmissionFile(member.client, theirs.form, 'attachment');
  const taken = await client.post(`public/forms/${mine.form.slug}/submissions/`, {
    version: 1,
    values: { name: 'x', attachment: file },
  });
  expectRefusal(taken, 422, 'invalid_fields');
  expect(expectData(await member.client.get(`forms/${theirs.form.id}/submissions/`))).toHaveLength(1);
});

test('class 2: reveals no submission of a trashed form, and accepts none', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, owner, member, other } = place;
  const submitted = await formWithSubmission(member, place, { visibility: 'shared' });
  const holder = await linkHolder(server, await shareFormByLink(member, submitted.form));
  expectData(await member.client.delete(`forms/${submitted.form.id}/`));
  const never = [
    ...submissionPaths(submitted),
    `public/forms/${submitted.form.slug}/`,
    `forms/${submitted.form.id}/versions/1/`,
  ];
  for (const client of [owner, member, other].map((one) => one.client).concat(holder, server.client)) {
    for (const path of never) expect([401, 404], path).toContain((await client.fetch('GET', path)).status);
    const sent = { version: 1, values: { name: 'x' } };
    expectRefusal(await client.post(`public/forms/${submitted.form.slug}/submissions/`, sent), 404);
  }
  const archive = await owner.client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
  const text = [...(await readArchive(Buffer.from(await archive.arrayBuffer())))].join('\n');
  expect(text).not.toMatch(/quagmirish|secret bytes/);
  // Nobody else can read or restore a draft.
  const draft = await createForm(member, place, { visibility: 'private' });
  expectData(await member.client.delete(`forms/${draft.id}/`));
  expectRefusal(await other.client.post(`forms/${draft.id}/restore/`), 404);
  expectRefusal(await other.client.delete(`trash/forms/${draft.id}/`), 404);
});

describe('class 3: a hidden form', () => {
  const SECRET = 'quagmirish';
  let world: Awaited<ReturnType<typeof createSecrets>>;

  async function createSecrets() {
    const place = await createEditorAndPlace(server.client);
    const { hub, member } = place;
    const closed = await createSpace(member, hub, { name: SECRET, visibility: 'private' });
    const hidden = await formWithSubmission(member, place, { title: `Form ${SECRET}` });
    const inside = await formWithSubmission(
      member,
      { hub, space: closed },
      { title: SECRET, visibility: 'shared' },
    );
    const draft = await createForm(member, { hub, space: closed }, { title: SECRET, visibility: 'public' });
    const shown = await createOpenForm(
      member,
      { hub, space: closed },
      { title: 'Shown', visibility: 'public' },
    );
    await changeForm(member, shown, { title: `Shown ${SECRET}` });
    await shareFormByLink(member, hidden.form);
    const gone = await formWithSubmission(member, place, { title: `Gone ${SECRET}` });
    expectData(await member.client.delete(`forms/${gone.form.id}/`));
    return { ...place, closed, hidden, inside, draft, shown, gone };
  }

  beforeAll(async () => {
    world = await createSecrets();
  });

  test.each(['owner', 'admin', 'other', 'guest', 'stranger'] as const)(
    'is named to the %s by no list, search, activity, log, or page',
    async (who) => {
      const { hub, space, hidden, inside, draft, shown, gone } = world;
      const client = world[who].client.in(hub);
      const handle = hub.domain_handle;
      const paths = [
        `search/?q=${SECRET}`,
        `search/?q=${SECRET.slice(0, 5)}`,
        'activity/?page_size=100',
        'shared/',
        'trash/forms/?page_size=100',
        `spaces/${space.slug}/forms/?page_size=100`,
        `spaces/${space.slug}/forms/?q=${SECRET}`,
        `spaces/${space.slug}/forms/?trashed=true`,
        `hubs/${handle}/audit-log/?page_size=100`,
        `hubs/${handle}/audit-log/?q=${SECRET}`,
        `hubs/${handle}/audit-log/export/?format=csv`,
        `forms/${shown.id}/`,
        `public/forms/${shown.slug}/`,
        ...[hidden, inside, gone, { form: draft }].flatMap(formPaths),
        ...[hidden, inside, gone].flatMap(submissionPaths),
      ];
      for (const path of paths) {
        const response = await client.fetch('GET', path);
        const text = (await response.text()).toLowerCase();
        expect(text, path).not.toContain(SECRET);
        for (const { id } of [hidden.form, inside.form, draft, gone.form])
          expect(text, `${path} tells ${id}`).not.toContain(id);
        expect(response.status, path).not.toBe(500);
      }
    },
  );

  test('publishes no change event to who may not see the form, nor that it was submitted', async () => {
    const { hub, owner, member, hidden, shown } = world;
    const socket = await openSocket(server.url, owner, hub);
    await submit(member.client, hidden.form, { name: 'x' });
    await changeForm(member, hidden.form, { description: 'x' });
    // The owner may see the public form of a private space, but not its submissions.
    await submit(server.client, shown, { name: 'x' });
    expectData(await member.client.patch(`forms/${shown.id}/`, { settings: { listed: false } }));
    await socket.receives(shown.id);
    expect(socket.received).toEqual([{ about: 'form', id: shown.id }]);
    socket.close();
  });
});

test('class 3: hides notification addresses and the confirmation from who fills a form', async () => {
  const place = await createEditorAndPlace(server.client);
  const form = await createForm(place.member, place, { visibility: 'public' });
  expectData(
    await place.member.client.patch(`forms/${form.id}/`, {
      settings: { notify: ['team@example.test'], confirmation: 'Said after', retention_days: 3 },
      translations: { de: { title: 'Umfrage', confirmation: 'Danach gesagt' } },
    }),
  );
  expectData(await place.member.client.post(`forms/${form.id}/publish/`));
  for (const path of [
    `forms/${form.id}/`,
    `public/forms/${form.slug}/`,
    `public/forms/${form.slug}/?language=de`,
  ])
    for (const { client } of [server, place.guest, place.stranger])
      expect(JSON.stringify(expectData(await client.get(path)))).not.toMatch(
        /team@|Said after|Danach gesagt/,
      );
  const own = expectData(await place.member.client.get(`forms/${form.id}/`));
  expect(own.settings.notify).toEqual(['team@example.test']);
});

test('class 5: sends no more change events after the right to read submissions was revoked', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, owner, admin, other } = place;
  const form = await createOpenForm(owner, place, { visibility: 'shared' });
  const sockets = {
    reader: await openSocket(server.url, other, hub),
    admin: await openSocket(server.url, admin, hub),
  };
  await submit(server.client.in(hub), await changeForm(owner, form, { visibility: 'public' }), { name: 'x' });
  // The change of the form may come in a message of its own before that.
  await eventually(async () =>
    expect(sockets.reader.received.map(({ about }) => about)).toContain('answers'),
  );
  expectData(await owner.client.in(hub).patch(`spaces/${place.space.slug}/`, { default_role: 'viewer' }));
  for (const socket of Object.values(sockets)) socket.received.length = 0;
  await submit(server.client, form, { name: 'y' });
  expectData(await owner.client.patch(`forms/${form.id}/`, { settings: { listed: false } }));
  await sockets.reader.receives(form.id);
  for (const socket of Object.values(sockets)) {
    expect(socket.received.map(({ about }) => about)).not.toContain('answers');
    socket.close();
  }
});

test('class 7: refuses a role on a form above the own one', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, owner, admin, other, guest } = place;
  expectData(await owner.client.in(hub).patch(`spaces/${place.space.slug}/`, { default_role: 'viewer' }));
  const form = await createOpenForm(owner, place, { visibility: 'shared' });
  const named = (person: TestAccount, role: string) => ({ people: [{ user_id: person.user.id, role }] });
  expectData(await owner.client.put(`forms/${form.id}/access/`, named(guest, 'editor')));
  for (const person of [guest, other]) {
    expectRefusal(await person.client.put(`forms/${form.id}/access/`, named(person, 'owner')), 403);
    const invited = { people: [{ email: 'x@example.test', role: 'owner' }] };
    expectRefusal(await person.client.put(`forms/${form.id}/access/`, invited), 403);
    expectRefusal(await person.client.patch(`forms/${form.id}/`, { visibility: 'private' }), 403);
  }
  // An admin may add himself, which the audit log records under his name.
  expectRefusal(await admin.client.get(`forms/${form.id}/submissions/`), 403);
  expectData(await admin.client.put(`forms/${form.id}/access/`, named(admin, 'editor')));
  const log = await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=form.access_changed`);
  expect(expectData(log)[0]).toMatchObject({
    actor: { id: admin.user.id },
    details: {
      people: expect.arrayContaining([expect.objectContaining({ user_id: admin.user.id, to: 'editor' })]),
    },
  });
});

test('class 8: a protected form link reveals nothing before its password, and its cookie is refused cross-site', async () => {
  const place = await createEditorAndPlace(server.client);
  const form = await createOpenForm(place.member, place, { visibility: 'private', title: 'Quagmirish' });
  const link = await shareFormByLink(place.member, form, { password: 'boat' });
  const refused = await openLink(server.client, link);
  expectRefusal(refused, 401, 'password_required');
  for (const word of [form.id, form.slug, 'Quagmirish'])
    expect(JSON.stringify(refused.body)).not.toContain(word);
  const { pass } = expectData(await openLink(server.client, link, 'boat'));
  const browser = (site: string) =>
    createClient(server.url, { cookie: `${SHARE_LINK_COOKIE}=${pass}`, 'sec-fetch-site': site });
  for (const site of ['cross-site', 'same-site']) {
    const values = { version: 1, values: { name: 'x' } };
    expectRefusal(await browser(site).post(`public/forms/${form.slug}/submissions/`, values), 404);
  }
  expectRefusal(await browser('cross-site').get(`public/forms/${form.slug}/`), 404);
  expectData(await browser('same-origin').get(`public/forms/${form.slug}/`));
});

test('class 9: serves a file of a submission to readers of submissions only, through its own form', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, admin, member, other, guest, stranger } = place;
  const submitted = await formWithSubmission(member, place);
  const waiting = await sendSubmissionFile(member.client, submitted.form, 'attachment');
  const path = `forms/${submitted.form.id}/files/`;
  expect((await member.client.fetch('GET', `${path}${submitted.file}/`)).status).toBe(200);
  expectRefusal(await member.client.get(`${path}${waiting}/`), 404);
  const holder = await linkHolder(server, await shareFormByLink(member, submitted.form));
  for (const client of [owner, admin, other, guest, stranger]
    .map((one) => one.client)
    .concat(holder, server.client)) {
    const { status } = await client.fetch('GET', `${path}${submitted.file}/`);
    expect([401, 403, 404]).toContain(status);
    expect([401, 404]).toContain((await client.fetch('GET', `items/${submitted.file}/file/`)).status);
  }
  const response = await member.client.fetch('GET', `${path}${submitted.file}/`);
  expect(response.headers.get('cache-control')).toBe('private, no-cache');
  // Revoked access ends access to the file.
  const people = [{ user_id: other.user.id, role: 'editor' }];
  expectData(await member.client.put(`forms/${submitted.form.id}/access/`, { people }));
  expect((await other.client.fetch('GET', `${path}${submitted.file}/`)).status).toBe(200);
  expectData(await member.client.put(`forms/${submitted.form.id}/access/`, { people: [] }));
  expectRefusal(await other.client.get(`${path}${submitted.file}/`), 404);
});

test('class 12: refuses to create a form where the caller may not write', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, owner, member, guest, stranger } = place;
  const read = await createSpace(owner, hub, { visibility: 'shared', default_role: 'viewer' });
  const input = { title: 'Mine', fields: FORM_FIELDS };
  expectRefusal(await member.client.in(hub).post(`spaces/${read.slug}/forms/`, input), 403);
  for (const person of [guest, stranger])
    expectRefusal(await person.client.in(hub).post(`spaces/${read.slug}/forms/`, input), 404);
  expectRefusal(await server.client.in(hub).post(`spaces/${read.slug}/forms/`, input), 401);
});

test('class 13: stops an export of submissions when access is revoked', async () => {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const reader = await addMember(server.client, owner, hub);
  expectData(
    await owner.client
      .in(hub)
      .post(`spaces/${space.slug}/members/`, { user_id: reader.user.id, role: 'editor' }),
  );
  const form = await createOpenForm(owner, place, { visibility: 'shared' });
  await submit(owner.client, form, { name: 'x'.repeat(200) });
  await server.sql(
    `insert into submission (id, form_id, version, data)
     select gen_random_uuid(), form_id, version, data from submission, generate_series(1, 60000) where form_id = $1`,
    [form.id],
  );
  const response = await reader.client.fetch('GET', `forms/${form.id}/export/?format=json`);
  const stream = response.body?.getReader();
  await stream?.read();
  expectData(await owner.client.delete(`hubs/${hub.domain_handle}/members/${reader.user.id}/`));
  const rest = async () => {
    for (let part = await stream?.read(); part && !part.done; part = await stream?.read());
  };
  await expect(rest()).rejects.toThrow();
  expectRefusal(await reader.client.get(`forms/${form.id}/export/?format=json`), 404);
});

test('class 15: escapes formulas in exported submissions, in labels and values', async () => {
  const place = await createPlace(server.client);
  const label = '=HYPERLINK("https://evil.example")';
  const form = await createOpenForm(place.owner, place, {
    fields: [{ id: 'f', name: 'name', label, type: 'text' }],
  });
  for (const start of ['=1+1', '+1', '-1+1', '@SUM(1)']) await submit(server.client, form, { name: start });
  const response = await place.owner.client.fetch('GET', `forms/${form.id}/export/?format=csv`);
  for (const line of (await response.text()).replace('\uFEFF', '').split(/\r?\n/)) {
    for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/);
  }
});

test('class 16: fills a page of forms with what its reader may see', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, space, owner, member, other } = place;
  for (let at = 0; at < 12; at += 1) {
    await createForm(member, place, { title: `Hidden ${at}`, visibility: 'private' });
    if (at % 2 === 0) await createOpenForm(owner, place, { title: `Open ${at}`, visibility: 'shared' });
  }
  const page = async (query: Record<string, string | number>) =>
    expectData(await other.client.in(hub).get(`spaces/${space.slug}/forms/`, { query }));
  for (const sort of ['title', '-title', 'created_at', '-created_at', 'updated_at', '-updated_at']) {
    const both = [...(await page({ sort, page_size: 3 })), ...(await page({ sort, page_size: 3, page: 2 }))];
    expect(new Set(both.map(({ title }) => title)).size, sort).toBe(6);
    expect(
      both.every(({ title }) => title.startsWith('Open')),
      sort,
    ).toBe(true);
  }
});

test('class 15: hides addresses from a guest who edits a form, in lists, names and search', async () => {
  const { hub, space, owner, member, guest } = await createEditorAndPlace(server.client);
  const place = { hub, space };
  const nameless = await addMember(server.client, owner, hub);
  await server.sql("update app_user set first_name = '', last_name = '' where id = $1", [nameless.user.id]);
  const form = await createOpenForm(owner, place, { visibility: 'shared' });
  const people = [guest, nameless].map(({ user }) => ({ user_id: user.id, role: 'editor' }));
  expectData(await owner.client.put(`forms/${form.id}/access/`, { people }));
  expectData(await nameless.client.patch(`forms/${form.id}/`, { description: 'Another' }));
  const body = { version: 1, values: { name: 'Bo' } };
  const path = `public/forms/${form.slug}/submissions/`;
  const { id } = expectData(await nameless.client.post<{ id: string }>(path, body), 201);
  const submissionPath = `forms/${form.id}/submissions/${id}/`;
  expectData(await nameless.client.post(`${submissionPath}notes/`, { body: 'Mine' }), 201);
  expectData(await owner.client.patch(submissionPath, { assigned_to: nameless.user.id }));
  const seen = guest.client.in(hub);
  const within = ['', 'access/', 'who-can-see/', 'share-links/', 'changes/', 'versions/', 'answer-readers/'];
  const paths = [...within, 'submissions/', 'summary/', 'export/?format=csv', 'export/?format=json'];
  for (const subpath of [
    ...paths.map((one) => `forms/${form.id}/${one}`),
    submissionPath,
    'activity/',
    'shared/',
  ]) {
    const text = await (await seen.fetch('GET', subpath)).text();
    for (const { email } of [owner, nameless]) expect(text, subpath).not.toContain(email);
  }
  const find = async (by: Client) =>
    expectData(await by.get(`forms/${form.id}/answer-readers/`, { query: { q: nameless.email } }));
  expect(await find(seen)).toEqual([]);
  expect((await find(owner.client)).map((one) => one.id)).toEqual([nameless.user.id]);
  // A guest doesn't see readers who only have access as members of the hub.
  const readers = async (by: Client) =>
    expectData(await by.get(`forms/${form.id}/answer-readers/`)).map((one) => one.id);
  expect(await readers(owner.client)).toContain(member.user.id);
  expect((await readers(seen)).sort()).toEqual([owner, nameless, guest].map(({ user }) => user.id).sort());
});
