import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ChangeAccessRequest } from '#lib/contract/access.ts';
import type { Form } from '#lib/contract/form.ts';
import type { ShareLink } from '#lib/contract/share-link.ts';
import { SHARE_LINK_COOKIE } from '#lib/contract/share-link.ts';
import { createPlace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { createClient } from '#tests/harness/client.ts';
import { createForm, createOpenForm, publishForm } from '#tests/harness/forms.ts';
import { linkHolder, openLink, shareFormByLink } from '#tests/harness/links.ts';
import { addMember, createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const change = (by: TestAccount, id: string, body: ChangeAccessRequest) =>
  by.client.put(`forms/${id}/access/`, body);

const roleOf = async (person: TestAccount, id: string) => {
  const { status, ok, data } = await person.client.get(`forms/${id}/`);
  return ok ? data.my_role : status;
};

const namedAs = (person: TestAccount, role: 'owner' | 'editor' | 'viewer') => ({
  user_id: person.user.id,
  role,
});

/** An address that was invited to a form, and the link of its invite. */
async function invited(by: TestAccount, form: Form, role: 'editor' | 'viewer') {
  const email = `new-${randomUUID().slice(-8)}@example.test`;
  const access = expectData(await change(by, form.id, { people: [{ email, role }] }));
  const token = access.invitations[0]?.link?.split('/').at(-1) ?? '';
  return { email, access, token };
}

test('invites an address to a form, which has the role after joining', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, member } = place;
  const form = await createOpenForm(member, place, { visibility: 'private', title: 'Private form' });
  const { email, access, token } = await invited(member, form, 'editor');
  expect(access.invitations).toMatchObject([{ email, status: 'invited' }]);
  expect(access.invited).toMatchObject([{ email, role: 'editor' }]);
  const newcomer = await registerUser(server.client, { email });
  expect(await roleOf(newcomer, form.id)).toBe(404);
  expectData(await newcomer.client.post(`invites/${token}/accept/`));
  expect(await roleOf(newcomer, form.id)).toBe('editor');
  expectData(await newcomer.client.get(`forms/${form.id}/submissions/`));
  const shared = expectData(await newcomer.client.in(hub).get('shared/'));
  expect(shared).toMatchObject([
    { item: null, form: { id: form.id, title: 'Private form' }, role: 'editor', shared_by: 'Ada Lovelace' },
  ]);
  expect(expectData(await newcomer.client.in(hub).get('shared/', { query: { q: 'no such' } }))).toEqual([]);
  // The invite gives access to nothing else in the hub.
  expect(expectData(await newcomer.client.in(hub).get('spaces/'))).toEqual([]);
});

test('gives nothing for an invitation to a form that was revoked or whose inviter may no longer share', async () => {
  const place = await createEditorAndPlace(server.client);
  const { member, other, owner } = place;
  const form = await createOpenForm(member, place, { visibility: 'private' });
  const taken = await invited(member, form, 'viewer');
  expect(expectData(await change(member, form.id, { people: [] })).invited).toEqual([]);
  const first = await registerUser(server.client, { email: taken.email });
  await first.client.post(`invites/${taken.token}/accept/`);
  expect(await roleOf(first, form.id)).toBe(404);
  expectData(await change(member, form.id, { people: [namedAs(other, 'editor')] }));
  const email = `new-${randomUUID().slice(-8)}@example.test`;
  const response = await change(other, form.id, {
    people: [namedAs(other, 'editor'), { email, role: 'viewer' }],
  });
  const token = expectData(response).invitations[0]?.link?.split('/').at(-1) ?? '';
  expectData(
    await change(member, form.id, { people: [{ email, role: 'viewer' }, namedAs(owner, 'viewer')] }),
  );
  const second = await registerUser(server.client, { email });
  await second.client.post(`invites/${token}/accept/`);
  expect(await roleOf(second, form.id)).toBe(404);
});

test('hides addresses from a guest who shares, and leaves other invitations in place', async () => {
  const place = await createEditorAndPlace(server.client);
  const { member, guest } = place;
  const form = await createOpenForm(member, place, { visibility: 'private' });
  const email = `new-${randomUUID().slice(-8)}@example.test`;
  expectData(
    await change(member, form.id, { people: [namedAs(guest, 'editor'), { email, role: 'viewer' }] }),
  );
  const seen = await guest.client.get(`forms/${form.id}/access/`);
  expect(JSON.stringify(seen.body)).not.toContain('@');
  expect(expectData(seen).invited).toEqual([]);
  expectData(await change(guest, form.id, { people: [namedAs(guest, 'editor')] }));
  const access = expectData(await member.client.get(`forms/${form.id}/access/`));
  expect(access.invited.map((one) => one.email)).toEqual([email]);
});

test('lists who can see a form with every reason, and editors alone for a draft', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, owner, admin, member, other, guest } = place;
  expectData(await owner.client.in(hub).patch(`spaces/${place.space.slug}/`, { default_role: 'viewer' }));
  const form = await createForm(owner, place, { visibility: 'shared' });
  const seen = async () => {
    const response = await owner.client.get(`forms/${form.id}/who-can-see/`);
    return expectData(response).map(({ kind, role, person, reasons }) => ({
      who: person?.id ?? kind,
      role,
      why: reasons.map(({ code, source }) => `${code} ${source.is_this ? 'this' : source.kind}`),
    }));
  };
  const space = ['admin space', 'member space'];
  expect(new Set(await seen())).toEqual(
    new Set([
      { who: owner.user.id, role: 'owner', why: ['by_name space', ...space] },
      { who: admin.user.id, role: 'owner', why: space },
    ]),
  );
  await publishForm(owner, form);
  expectData(await change(owner, form.id, { people: [namedAs(guest, 'viewer')] }));
  await shareFormByLink(owner, form);
  expect(new Set(await seen())).toEqual(
    new Set([
      { who: 'link', role: 'viewer', why: ['link this'] },
      { who: owner.user.id, role: 'owner', why: ['by_name space', ...space] },
      { who: admin.user.id, role: 'owner', why: space },
      { who: member.user.id, role: 'viewer', why: ['member space'] },
      { who: other.user.id, role: 'viewer', why: ['member space'] },
      { who: guest.user.id, role: 'viewer', why: ['by_name this'] },
    ]),
  );
  expectData(await change(owner, form.id, { visibility: 'private' }));
  expect(new Set((await seen()).map(({ who }) => who))).toEqual(
    new Set(['link', owner.user.id, guest.user.id]),
  );
  expectRefusal(await member.client.get(`forms/${form.id}/who-can-see/`), 404);
});

test('a share link lets its holder view and submit a form, and nothing more', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, member, other } = place;
  const form = await createOpenForm(member, place, { visibility: 'private', title: 'By link' });
  const made = await shareFormByLink(member, form, { password: 'boat' });
  expectRefusal(await openLink(server.client, made), 401, 'password_required');
  const opened = expectData(await openLink(server.client, made, 'boat'));
  expect(opened).toMatchObject({
    role: 'viewer',
    item: null,
    form: { id: form.id, slug: form.slug, title: 'By link' },
  });
  expectRefusal(await server.client.get(`public/forms/${form.slug}/`), 404);
  for (const person of [undefined, other]) {
    const holder = await linkHolder(server, made, { password: 'boat', ...(person ? { person } : {}) });
    const seen = expectData(await holder.get(`public/forms/${form.slug}/`));
    expect(seen).toMatchObject({ title: 'By link', link_id: made.id });
    const submission = { version: 1, values: { name: 'Bo' } };
    expectData(await holder.post(`public/forms/${form.slug}/submissions/`, submission), 201);
    expect(expectData(await holder.get(`forms/${form.id}/`))).toMatchObject({
      my_role: 'viewer',
      allowed: ['form.view', 'form.submit'],
      space_slug: person ? place.space.slug : '',
      counts: { submissions: null },
    });
    const refused = person ? 403 : 401;
    for (const path of ['submissions/', 'summary/', 'access/', 'who-can-see/', 'share-links/', 'versions/'])
      expectRefusal(await holder.get(`forms/${form.id}/${path}`), refused);
    expectRefusal(await holder.patch(`forms/${form.id}/`, { title: 'Mine' }), refused);
    expectRefusal(await holder.delete(`forms/${form.id}/`), refused);
    expectRefusal(await holder.post(`forms/${form.id}/share-links/`, {}), refused);
    const listed = await holder.in(hub).get(`spaces/${place.space.slug}/forms/`);
    expect(JSON.stringify(listed.body)).not.toContain(form.id);
  }
  expect(expectData(await member.client.get(`forms/${form.id}/submissions/`))).toHaveLength(2);
  const own = await linkHolder(server, made, { password: 'boat', person: member });
  expect(expectData(await own.get(`public/forms/${form.slug}/`)).link_id).toBeNull();
});

test('a share link changes no form, and opens its own form alone', async () => {
  const place = await createEditorAndPlace(server.client);
  const { member } = place;
  const form = await createOpenForm(member, place);
  const path = `forms/${form.id}/share-links/`;
  for (const role of ['editor', 'owner']) {
    const response = await member.client.post(path, { role });
    expectRefusal(response, 422, 'invalid_fields');
    expect(Object.keys(response.body.fields ?? {})).toEqual(['role']);
  }
  const made = await shareFormByLink(member, form);
  expect(expectData(await member.client.get<ShareLink[]>(path))).toMatchObject([
    { id: made.id, works: true },
  ]);
  const another = await createOpenForm(member, place);
  expectRefusal(await member.client.delete(`forms/${another.id}/share-links/${made.id}/`), 404);
  expectData(await member.client.delete(`${path}${made.id}/`));
  expect(expectData(await member.client.get(path))).toEqual([]);
});

test('a share link stops working when revoked, expired, form deleted or unpublished, or creator without the right', async () => {
  const place = await createEditorAndPlace(server.client);
  const { hub, owner, member } = place;
  const revocations: ((form: Form, link: string) => Promise<unknown>)[] = [
    (form, link) => owner.client.delete(`forms/${form.id}/share-links/${link}/`),
    (_, link) => server.sql('update share_link set expires_at = now() where id = $1', [link]),
    (form) => owner.client.delete(`forms/${form.id}/`),
    () => owner.client.in(hub).patch(`spaces/${place.space.slug}/`, { default_role: 'viewer' }),
    () => owner.client.patch(`hubs/${hub.domain_handle}/members/${member.user.id}/`, { suspended: true }),
    () => owner.client.delete(`hubs/${hub.domain_handle}/members/${member.user.id}/`),
  ];
  for (const [at, revoke] of revocations.entries()) {
    expectData(await owner.client.in(hub).patch(`spaces/${place.space.slug}/`, { default_role: 'editor' }));
    if (at === 5)
      expectData(
        await owner.client.patch(`hubs/${hub.domain_handle}/members/${member.user.id}/`, {
          suspended: false,
        }),
      );
    const form = await createOpenForm(owner, place, { visibility: 'shared' });
    const made = await shareFormByLink(member, form);
    const holder = await linkHolder(server, made);
    expectData(await holder.get(`public/forms/${form.slug}/`));
    await revoke(form, made.id);
    expectRefusal(await holder.get(`public/forms/${form.slug}/`), 404);
    const submission = { version: 1, values: { name: 'Bo' } };
    expectRefusal(await holder.post(`public/forms/${form.slug}/submissions/`, submission), 404);
    expectRefusal(await openLink(server.client, made), 404);
  }
});

test('a share link reveals nothing of an unpublished form, and opens it once published', async () => {
  const place = await createEditorAndPlace(server.client);
  const form = await createForm(place.member, place, { visibility: 'private', title: 'Draft' });
  const made = await shareFormByLink(place.member, form);
  const refused = await openLink(server.client, made);
  expectRefusal(refused, 404);
  expect(JSON.stringify(refused.body)).not.toContain('Draft');
  await publishForm(place.member, form);
  expect(expectData(await openLink(server.client, made)).form?.slug).toBe(form.slug);
});

test('accepts a submission with the link’s cookie from own pages, and refuses another site', async () => {
  const place = await createEditorAndPlace(server.client);
  const form = await createOpenForm(place.member, place, { visibility: 'private' });
  const { pass } = expectData(await openLink(server.client, await shareFormByLink(place.member, form)));
  const submission = { version: 1, values: { name: 'Bo' } };
  const send = (headers: Record<string, string>) =>
    createClient(server.url, { cookie: `${SHARE_LINK_COOKIE}=${pass}`, ...headers }).post(
      `public/forms/${form.slug}/submissions/`,
      submission,
    );
  expectData(await send({ 'sec-fetch-site': 'same-origin' }), 201);
  expectRefusal(await send({ 'sec-fetch-site': 'cross-site' }), 404);
  expectRefusal(await send({ 'sec-fetch-site': 'same-site' }), 404);
  expectRefusal(await send({ origin: 'https://elsewhere.example' }), 404);
});

test('an admin of the hub reads submissions only after becoming an editor of the form', async () => {
  const place = await createPlace(server.client);
  const admin = await addMember(server.client, place.owner, place.hub, 'admin');
  const form = await createOpenForm(place.owner, place);
  const allowed = async () => expectData(await admin.client.get(`forms/${form.id}/`)).allowed;
  expect(await allowed()).toContain('form.share');
  expect(await allowed()).not.toContain('form.read_submissions');
  expectRefusal(await admin.client.get(`forms/${form.id}/submissions/`), 403);
  expectData(await change(admin, form.id, { people: [namedAs(admin, 'editor')] }));
  expect(await allowed()).toEqual(
    expect.arrayContaining(['form.read_submissions', 'form.correct_submissions']),
  );
  expectData(await admin.client.get(`forms/${form.id}/submissions/`));
});
