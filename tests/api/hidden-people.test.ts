import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace, createSpace, registerUser, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import type { Client } from '#tests/harness/client.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { exportSpace } from '#tests/harness/space-archives.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let lead: TestAccount;
beforeAll(async () => {
  place = await createPlace(server.client);
  lead = await addMember(server.client, place.owner, place.hub, 'admin');
  await server.sql(`update app_user set first_name = 'Quentin', last_name = 'Hidden' where id = $1`, [
    lead.user.id,
  ]);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const NOTE = { id: 'f_note', name: 'note', label: 'Note', type: 'text', required: false };
/** A nested form with a field that is shown where the lead has a row, and one in a form within it. */
const report = (visible_if: object) => ({
  ...{ id: 'f_report', name: 'report', label: 'Report', type: 'form', required: false },
  fields: [
    { id: 'f_of_lead', name: 'of_lead', label: 'Of the lead', type: 'text', required: false, visible_if },
    {
      ...{ id: 'f_inner', name: 'inner', label: 'Inner', type: 'form', required: false },
      fields: [
        { id: 'f_deep', name: 'deep', label: 'Deep', type: 'text', required: false, required_if: visible_if },
      ],
    },
  ],
});
const LEAD = { id: 'f_lead', name: 'lead', label: 'Lead', type: 'person', required: false };

/** A table in which the lead is named in a cell, by default, in a condition, and as who deleted a row. */
async function createLed() {
  const isLead = { field: 'f_lead', op: 'equals', value: lead.user.id };
  const table = await createTable(place.owner, place, [
    NAME,
    { ...LEAD, default: lead.user.id },
    { ...NOTE, visible_if: isLead, required_if: { not: isLead } },
    { id: 'f_by', name: 'by', label: 'By', type: 'created_by' },
    { id: 'f_who', name: 'who', label: 'Who', type: 'formula', formula: '{lead}' },
  ]);
  const [row] = await addRows(lead, table, [{ name: 'Anchor', lead: lead.user.id }]);
  expectData(await lead.client.delete(`items/${table.id}/rows/`, { rows: [{ id: row?.id }] }));
  return { table, rowId: String(row?.id) };
}

/** An editor by a link, who does not belong to the hub. */
async function editorFromOutside({ id }: { id: string }): Promise<Client> {
  const shared = await shareByLink(place.owner, id, { role: 'editor' });
  return linkHolder(server, shared, { person: await registerUser(server.client) });
}

const expectNobody = (data: unknown) => {
  expect(JSON.stringify(data)).not.toContain(lead.user.id);
  expect(JSON.stringify(data)).not.toContain(place.owner.user.id);
  expect(JSON.stringify(data)).not.toContain('Quentin');
};

describe('somebody from outside of the hub', () => {
  it('learns of no people by deleted rows, which members see named', async () => {
    const { table } = await createLed();
    const guest = await editorFromOutside(table);
    const path = `items/${table.id}/deleted-rows/` as const;
    const [ofMember] = expectData(await place.owner.client.get(path));
    expect(ofMember?.values).toMatchObject({ name: 'Anchor', lead: lead.user.id });
    expect(ofMember?.deleted_by.id).toBe(lead.user.id);
    const shown = expectData(await guest.get(path));
    expect(shown).toMatchObject([{ values: { name: 'Anchor' }, deleted_by: { id: '', name: '' } }]);
    expectNobody(shown);
    expect(expectData(await guest.get(path, { query: { q: lead.user.id } }))).toEqual([]);
  });

  it('learns of no people by the history of a row, not even of a column that is deleted', async () => {
    const { table, rowId } = await createLed();
    const guest = await editorFromOutside(table);
    expectData(await lead.client.post(`items/${table.id}/rows/restore/`, { ids: [rowId] }));
    const rows = [{ id: rowId, values: { lead: null, name: 'Buoy' } }];
    expectData(await lead.client.patch(`items/${table.id}/rows/`, { rows }));
    const path = `items/${table.id}/rows/${rowId}/history/` as const;
    expectNobody(expectData(await guest.get(path)));
    expectData(
      await lead.client.patch(`items/${table.id}/columns/f_note/`, { visible_if: null, required_if: null }),
    );
    expectData(await lead.client.delete(`items/${table.id}/columns/f_who/`));
    expectData(await lead.client.delete(`items/${table.id}/columns/f_lead/`));
    expect(JSON.stringify(expectData(await lead.client.get(path)))).toContain(lead.user.id);
    const shown = expectData(await guest.get(path));
    expect(JSON.stringify(shown)).toContain('Buoy');
    expectNobody(shown);
  });

  it('learns of no people by what the history has of a column that is a text now', async () => {
    const { table, rowId } = await createLed();
    const guest = await editorFromOutside(table);
    expectData(await lead.client.post(`items/${table.id}/rows/restore/`, { ids: [rowId] }));
    const rows = [{ id: rowId, values: { lead: null, name: 'Buoy' } }];
    expectData(await lead.client.patch(`items/${table.id}/rows/`, { rows }));
    expectData(await lead.client.patch(`items/${table.id}/columns/f_lead/`, { type: 'text', default: null }));
    const path = `items/${table.id}/rows/${rowId}/history/` as const;
    expect(JSON.stringify(expectData(await lead.client.get(path)))).toContain(lead.user.id);
    const shown = expectData(await guest.get(path));
    expect(JSON.stringify(shown)).toContain('Buoy');
    expectNobody(shown);
  });

  it('learns of no people by defaults and conditions of columns, also of one that they change', async () => {
    const { table } = await createLed();
    const guest = await editorFromOutside(table);
    const path = `items/${table.id}/columns/` as const;
    expect(JSON.stringify(expectData(await lead.client.get(path))).split(lead.user.id)).toHaveLength(4);
    expectNobody(expectData(await guest.get(path)));
    expectNobody(expectData(await guest.patch(`${path}f_note/`, { label: 'Remark' })));
    expectNobody(expectData(await guest.patch(`${path}f_lead/`, { label: 'Leader' })));
    // What they are not shown stays as it was.
    const columns = expectData(await lead.client.get(path));
    expect(columns.find(({ id }) => id === 'f_lead')).toMatchObject({ default: lead.user.id });
    expect(columns.find(({ id }) => id === 'f_note')).toMatchObject({
      visible_if: { field: 'f_lead', op: 'equals', value: lead.user.id },
    });
  });
});

it('is shown no people by conditions within nested forms, which stay when somebody from outside changes these', async () => {
  const isLead = { field: 'f_lead', op: 'equals', value: lead.user.id };
  const table = await createTable(place.owner, place, [NAME, LEAD, report(isLead)]);
  const guest = await editorFromOutside(table);
  const path = `items/${table.id}/columns/` as const;
  const reportOf = async (client: Client) =>
    expectData(await client.get(path)).find(({ id }) => id === 'f_report');
  const before = await reportOf(lead.client);
  expect(JSON.stringify(before).split(lead.user.id)).toHaveLength(3);
  const { fields = [] } = (await reportOf(guest)) ?? {};
  expect(fields.map(({ id }) => id)).toEqual(['f_of_lead', 'f_inner']);
  expectNobody(fields);
  const renamed = fields.map((one) => (one.id === 'f_of_lead' ? { ...one, label: 'Theirs' } : one));
  expectNobody(expectData(await guest.patch(`${path}f_report/`, { fields: renamed })));
  const [ofLead, inner] = before?.fields ?? [];
  expect((await reportOf(lead.client))?.fields).toEqual([{ ...ofLead, label: 'Theirs' }, inner]);
});

it('an archive that a guest exports has no filter, colour, default or condition that names people', async () => {
  const { owner, hub } = place;
  const space = await createSpace(owner, hub, { visibility: 'public' });
  const own = { hub, space };
  const isLead = { field: 'f_lead', op: 'any_of', value: [lead.user.id] };
  const table = await createTable(owner, own, [
    NAME,
    { ...LEAD, default: lead.user.id },
    { ...NOTE, visible_if: { field: 'f_lead', op: 'equals', value: lead.user.id } },
    report({ field: 'f_lead', op: 'equals', value: lead.user.id }),
  ]);
  await addRows(owner, table, [{ name: 'Anchor', lead: lead.user.id }]);
  for (const view of [
    { name: 'Theirs', filter: isLead },
    { name: 'All', layout: { colors: [{ color: 'red', filter: { or: [isLead] } }] } },
  ])
    expectData(await owner.client.post(`items/${table.id}/views/`, view), 201);
  const guest = await addMember(server.client, owner, hub, 'guest');
  const contentOf = async (by: TestAccount) =>
    [...(await readArchive(await exportSpace(by, own)))]
      .filter(([path]) => !path.endsWith('hubkeep.json'))
      .map(([, bytes]) => bytes.toString())
      .join('\n');
  expect(await contentOf(owner)).toContain('Theirs');
  const shown = await contentOf(guest);
  expect(shown).toContain('Anchor');
  expect(shown).toContain('"All"');
  expect(shown).not.toContain('Theirs');
  expect(shown).not.toContain(lead.user.id);
});

it('a reader of a table gets no list of deleted rows, and no history of one', async () => {
  const { table, rowId } = await createLed();
  const viewer = await addMember(server.client, place.owner, place.hub);
  expectData(await viewer.client.get(`items/${table.id}/rows/`));
  expectRefusal(await viewer.client.get(`items/${table.id}/deleted-rows/`), 403);
  expectRefusal(await viewer.client.get(`items/${table.id}/rows/${rowId}/history/`), 403);
});

it('the holder of a link is not shown how a number was typed, of a table as of its view', async () => {
  const { owner } = place;
  const phone = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone', required: false };
  const spare = { ...phone, id: 'f_spare', name: 'spare', label: 'Spare' };
  const table = await createTable(owner, place, [NAME, phone, spare], { visibility: 'public' });
  const typed = ['+49 (0)30 / 90 18-20', '+49 (0)89 / 12 34-56'];
  const [row] = await addRows(owner, table, [{ name: 'Anchor', phone: typed[0], spare: typed[1] }]);
  expect(row?.typed).toEqual({ phone: typed[0], spare: typed[1] });
  const columns = [{ id: 'f_spare', hidden: true }];
  const view = expectData(await owner.client.post(`items/${table.id}/views/`, { name: 'V', columns }), 201);
  const link = expectData(
    await owner.client.post(`items/${table.id}/views/${view.id}/share-links/`, {}),
    201,
  );
  const holder = await linkHolder(server, link);
  const path = `shared-views/${view.id}/rows/` as const;
  const rows = expectData(await holder.get(path));
  expect(rows.map(({ values }) => values)).toEqual([{ name: 'Anchor', phone: '+4930901820' }]);
  const ofItem = await linkHolder(server, await shareByLink(owner, table.id, { role: 'editor' }), {
    person: await registerUser(server.client),
  });
  const exported = await (await ofItem.fetch('GET', `items/${table.id}/export/`)).text();
  const all = [
    rows,
    expectData(await holder.get(`${path}${row?.id}/`)),
    expectData(await holder.get(path, { query: { q: '4930901820' } })),
    expectData(await ofItem.get(`items/${table.id}/rows/`)),
    expectData(await ofItem.get(`items/${table.id}/rows/${row?.id}/`)),
    expectData(await server.client.get(`items/${table.id}/rows/`)),
    exported,
  ];
  expectData(await owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: row?.id }] }));
  all.push(expectData(await ofItem.get(`items/${table.id}/deleted-rows/`)));
  for (const shown of all) {
    expect(JSON.stringify(shown)).not.toContain('(0)');
    expect(JSON.stringify(shown)).not.toContain('typed');
  }
});
