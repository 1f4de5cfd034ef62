import { expect, it } from 'vitest';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { importCard } from '#tests/harness/contacts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createOpenForm, field } from '#tests/harness/forms.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows } from '#tests/harness/tables.ts';

const server = sharedServer();
const FIELDS = [
  field('who', 'Who', 'text', { required: false }),
  field('mail', 'Mail', 'email', { required: false }),
  field('phone', 'Phone', 'phone', { required: false }),
];
const ADA = {
  ...{ name: 'Ada', email: 'ada@example.org', contact_number: '+493012345678' },
  ...{ occupation: 'Engineer', address: 'London', about: 'x' },
};

async function listWithForm() {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const [ada] = await addRows(owner, list, [ADA]);
  const form = await createOpenForm(owner, place, { title: 'Orders', fields: FIELDS });
  const send = async (values: Values, slug = form.slug) =>
    expectData(await server.client.post(`public/forms/${slug}/submissions/`, { version: 1, values }), 201).id;
  const path = (row: string | undefined) => `items/${list.id}/rows/${row}/submissions/` as const;
  const found = async (row = ada?.id) => expectData(await owner.client.get(path(row))).map(({ id }) => id);
  return { ...place, list, ada, form, send, path, found };
}

it('lists submissions with the address or number of a person, the newest first', async () => {
  const { owner, ada, form, space, send, path, found } = await listWithForm();
  const byMail = await send({ who: 'Ada', mail: 'ADA@example.org' });
  await send({ who: 'Ada', mail: 'ada@example.com', phone: '+493012345670' });
  const byPhone = await send({ phone: '+49 30 12345678' });
  const byText = await send({ who: 'ada@example.org' });
  expect(await found()).toEqual([byText, byPhone, byMail]);
  const [one] = expectData(await owner.client.get(path(ada?.id)));
  expect(one).toEqual({
    ...{ id: byText, form_id: form.id, form_title: 'Orders', space_slug: space.slug },
    created_at: expect.any(String),
  });
  const second = await owner.client.get(path(ada?.id), { query: { page: 2, page_size: 2 } });
  expect(expectData(second).map(({ id }) => id)).toEqual([byMail]);
  expect(expectData(await owner.client.get(path(ada?.id), { query: { page: 300, page_size: 2 } }))).toEqual(
    [],
  );
});

it('lists those that wrote the person, and those with a further address of their card', async () => {
  const { owner, list, form, send, found } = await listWithForm();
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const name = columns.find((column) => column.name === 'name')?.id ?? '';
  const mapping = { f_who: name };
  expectData(
    await owner.client.put(`forms/${form.id}/table/`, { item_id: list.id, mapping, match_field: 'f_who' }),
  );
  const written = await send({ who: 'Ada' });
  expect(await found()).toEqual([written]);
  const bea = await importCard(owner.client, list, {
    name: 'Bea',
    property: 'EMAIL;TYPE=home:Bea@home.example',
  });
  const further = await send({ mail: 'bea@home.example' });
  expect(await found(bea)).toEqual([further]);
});

it('shows each reader only submissions that they may read', async () => {
  const { owner, hub, space, ada, send, path } = await listWithForm();
  const id = await send({ mail: ADA.email });
  const member = await addMember(server.client, owner, hub);
  const role = { email: member.email, role: 'viewer' };
  expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, role), 201);
  const admin = await addMember(server.client, owner, hub, 'admin');
  for (const reader of [member, admin])
    expect(expectData(await reader.client.get(path(ada?.id)))).toEqual([]);
  expectRefusal(await (await registerUser(server.client)).client.get(path(ada?.id)), 404);
  expect(expectData(await owner.client.get(path(ada?.id))).map((one) => one.id)).toEqual([id]);
});

it('shows none of another hub, of a trashed form, or that was deleted', async () => {
  const { owner, form, send, found } = await listWithForm();
  const other = await listWithForm();
  await other.send({ mail: ADA.email });
  const [first, second] = [await send({ mail: ADA.email }), await send({ mail: ADA.email })];
  expectData(await owner.client.delete(`forms/${form.id}/submissions/${second}/`));
  expect(await found()).toEqual([first]);
  expectData(await owner.client.delete(`forms/${form.id}/`));
  expect(await found()).toEqual([]);
});
