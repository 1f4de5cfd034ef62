import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createOpenForm, field } from '#tests/harness/forms.ts';
import { importFile } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
  await server.sql(`update hub set country = 'DE' where id = $1`, [place.hub.id]);
});

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const PHONE = { id: 'f_phone', name: 'phone', label: 'Phone', type: 'phone', required: false };
const MORE = { ...PHONE, id: 'f_more', name: 'more', label: 'More', multiple: true };
const STORED = '+4930901820x12';
const WRITTEN = [
  '+49 30 901820 ext. 12',
  '030 901820 x12',
  '(030) 90 18 20, extension 12',
  '030/901820 Durchwahl 12',
  '+49 30 901820 #12',
  'tel:+49-30-901820;ext=12',
];

describe('a number with an extension', () => {
  it.each(WRITTEN)('is stored with it and beside as it was typed: %s', async (text) => {
    const table = await createTable(place.owner, place, [NAME, PHONE, MORE]);
    const [row] = await addRows(place.owner, table, [{ name: 'A', phone: text, more: ['030 901821', text] }]);
    expect(row?.values).toEqual({ name: 'A', phone: STORED, more: ['+4930901821', STORED] });
    expect(row?.typed).toMatchObject({ phone: text, 'more[1]': text });
    // What was sent back stays what it is.
    const sent = { rows: [{ id: row?.id, values: { phone: STORED } }] };
    const [same] = expectData(await place.owner.client.patch(`items/${table.id}/rows/`, sent));
    expect([same?.row?.revision, same?.row?.typed?.phone]).toEqual([row?.revision, text]);
  });

  it('is refused where it has more digits than any, or no number before it', async () => {
    const table = await createTable(place.owner, place, [NAME, PHONE]);
    for (const phone of [
      '030 901820 ext. 12345678',
      'ext. 12',
      '12 x34',
      '030 901820 x',
      '030 901820 x12 x13',
    ]) {
      const rows = [{ values: { name: 'A', phone } }];
      const [outcome] = expectData(await place.owner.client.post(`items/${table.id}/rows/`, { rows }));
      expect([phone, outcome?.status]).toEqual([phone, 'refused']);
    }
  });

  it('is another number than that of another extension, and the same however it is written', async () => {
    const table = await createTable(place.owner, place, [NAME, { ...PHONE, unique: true }]);
    await addRows(place.owner, table, [{ name: 'A', phone: WRITTEN[0] }]);
    const add = async (phone: string) => {
      const rows = [{ values: { name: 'B', phone } }];
      return expectData(await place.owner.client.post(`items/${table.id}/rows/`, { rows }))[0]?.status;
    };
    expect(await add('030 901820 x12')).toBe('refused');
    expect([await add('030 901820 x13'), await add('030 901820')]).toEqual(['done', 'done']);
    const upserted = { match_on: ['phone'], rows: [{ values: { name: 'C', phone: '030 901820 ext 12' } }] };
    const [outcome] = expectData(await place.owner.client.post(`items/${table.id}/rows/upsert/`, upserted));
    expect(outcome?.status).toBe('changed');
    const filter = JSON.stringify({ field: 'f_phone', op: 'equals', value: STORED });
    expect((await readRows(place.owner, table, { filter })).map(({ values }) => values.name)).toEqual(['C']);
  });

  it.each(['csv', 'xlsx'])('comes back by an export and an import: %s', async (format) => {
    const table = await createTable(place.owner, place, [NAME, PHONE, MORE]);
    await addRows(place.owner, table, [{ name: 'A', phone: STORED, more: ['+4930901821', STORED] }]);
    const response = await place.owner.client.fetch('GET', `items/${table.id}/export/`, undefined, {
      query: { format },
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const other = await createTable(place.owner, place, [NAME, PHONE, MORE]);
    expect(await importFile(place.owner, other, bytes)).toMatchObject({ state: 'ready', rejected: 0 });
    const [row] = await readRows(place.owner, other);
    expect(row?.values).toEqual({ name: 'A', phone: STORED, more: ['+4930901821', STORED] });
  });

  it('is accepted by a form', async () => {
    const form = await createOpenForm(place.owner, place, {
      fields: [field('phone', 'Phone', 'phone')],
      settings: { country: 'DE' },
    });
    const body = { version: 1, values: { phone: '030 901820 ext. 12' } };
    expectData(await server.client.post(`public/forms/${form.slug}/submissions/`, body), 201);
    const [sent] = expectData(await place.owner.client.get(`forms/${form.id}/submissions/`));
    expect(sent?.values).toEqual({ phone: STORED });
  });
});

describe('a contact with an extension', () => {
  const card = (name: string, number: string) =>
    `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${name}\r\nTEL;VALUE=uri:${number}\r\nEND:VCARD\r\n`;
  const contacts = () => createItem(place.owner, place, { kind: 'contact', title: 'People' });

  it('is imported from a card, found by its number with and without it, and exported as others read it', async () => {
    const list = await contacts();
    const job = await importFile(place.owner, list, card('Ada', 'tel:+49-30-901820;ext=12'));
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    const [row] = await readRows(place.owner, list);
    expect(row?.values).toMatchObject({ name: 'Ada', contact_number: STORED });
    for (const q of ['901820', '030 90 18 20 ext. 12', '901820x12'])
      expect([q, (await readRows(place.owner, list, { q })).length]).toEqual([q, 1]);
    expect(await readRows(place.owner, list, { q: '901820 x13' })).toEqual([]);
    const exported = async (id: string) => {
      const response = await place.owner.client.fetch('GET', `items/${id}/export/`, undefined, {
        query: { format: 'vcf' },
      });
      return response.text();
    };
    // As long as nobody changes it, it stays as its card has it.
    expect(await exported(list.id)).toContain('tel:+49-30-901820;ext=12');
    const values = { contact_number: '030 901820 x13' };
    expectData(await place.owner.client.patch(`items/${list.id}/rows/`, { rows: [{ id: row?.id, values }] }));
    const written = await exported(list.id);
    expect(written).toContain('TEL;VALUE=uri:tel:+4930901820;ext=13\r\n');
    const other = await contacts();
    expect(await importFile(place.owner, other, written)).toMatchObject({ state: 'ready', rejected: 0 });
    expect((await readRows(place.owner, other))[0]?.values.contact_number).toBe('+4930901820x13');
  });

  it('is the duplicate of one with the same extension, and not of one with another', async () => {
    const list = await contacts();
    // A card of the same person in another writing is nothing new.
    await importFile(place.owner, list, card('Ada Lovelace', 'tel:+49-30-901820;ext=12'));
    const again = await importFile(place.owner, list, card('Ada Lovelace', 'tel:+4930901820;ext=12'));
    expect(again.people).toMatchObject({ added: 0 });
    const more = { occupation: 'Clerk', company_name: 'Office', address: 'Quay 1', about: 'Somebody' };
    await addRows(place.owner, list, [
      { name: 'Ada Lovelase', email: 'ada@example.test', contact_number: '030 901820 x12', ...more },
      { name: 'Grace Hopper', email: 'grace@example.test', contact_number: '030 901820 x13', ...more },
    ]);
    const pairs = expectData(await place.owner.client.get(`items/${list.id}/duplicates/`));
    expect(pairs.map(({ reasons }) => reasons.toSorted())).toEqual([['same_phone', 'similar_name']]);
  });
});
