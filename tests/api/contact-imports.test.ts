import { expect, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { createItem } from '#tests/harness/content.ts';
import { importEnded, sendImport } from '#tests/harness/imports.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

async function people() {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const idOf = (name: string) => columns.find((column) => column.name === name)?.id ?? '';
  const matchOn = ['email', 'contact_number', 'name'].map(idOf);
  const send = async (file: string, name: string, how: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({
      match_on: JSON.stringify(matchOn),
      on_match: 'skip',
      ...how,
    }))
      form.append(field, value);
    form.append('file', new Blob([file]), name);
    const { id } = expectData(
      await owner.client.post(`items/${list.id}/import/`, undefined, { raw: form }),
      202,
    );
    await importEnded({ client: owner.client }, id);
    return expectData(await owner.client.get(`jobs/${id}/`));
  };
  return { ...place, list, send };
}

/** As phones write it: most have a name and a number alone. */
const PHONE_CARDS = [
  'BEGIN:VCARD\nVERSION:2.1\nN:Lovelace;Ada;;;\nFN:Ada Lovelace\nTEL;CELL;PREF:+493012345678\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:2.1\nN:;Mum;;;\nFN:Mum\nTEL;CELL:+493012345679\nTEL;HOME:+493012345670\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:2.1\nN:;Plumber;;;\nFN:Plumber\nEND:VCARD',
  'BEGIN:VCARD\nVERSION:3.0\nFN:Grace\nEMAIL:grace@example.org\nTEL:+493012345671\nEND:VCARD',
  '',
].join('\n');

it('takes the people of a phone, incomplete as they are, and each once', async () => {
  const { owner, list, send } = await people();
  expect(await send(PHONE_CARDS, 'phone.vcf')).toMatchObject({ done: 4, rejected: 0 });
  expect(await readRows(owner, list)).toHaveLength(4);
  expect(await send(PHONE_CARDS, 'phone.vcf')).toMatchObject({ rejected: 0 });
  const rows = await readRows(owner, list);
  expect(rows.map(({ values }) => values.name).sort()).toEqual(['Ada Lovelace', 'Grace', 'Mum', 'Plumber']);
});

it('knows people by their address, else their number, else their name, and leaves what a card does not have', async () => {
  const { owner, list, send } = await people();
  const full = { occupation: 'Engineer', address: 'London', about: 'x' };
  await addRows(owner, list, [
    { ...full, name: 'Ada', email: 'ada@example.org', contact_number: '+493012345678' },
    { ...full, name: 'Ben', email: 'ben@example.org', contact_number: '+493012345670' },
  ]);
  const cards = [
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ada L\nTEL:+493012345678\nEND:VCARD',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ben\nORG:Boats\nEND:VCARD',
    'BEGIN:VCARD\nVERSION:3.0\nFN:Cleo\nEMAIL:cleo@example.org\nTEL:+493012345678\nEND:VCARD',
  ].join('\n');
  expect(await send(cards, 'cards.vcf', { on_match: 'update' })).toMatchObject({ rejected: 0 });
  const rows = await readRows(owner, list);
  expect(
    rows.map(({ values }) => [values.name, values.email, values.company_name, values.occupation]),
  ).toEqual([
    ['Ada L', 'ada@example.org', undefined, 'Engineer'],
    ['Ben', 'ben@example.org', 'Boats', 'Engineer'],
    ['Cleo', 'cleo@example.org', undefined, undefined],
  ]);
});

it.each(['skip', 'update'])(
  'takes people who share an address or a number, each once: %s',
  async (onMatch) => {
    const { owner, list, send } = await people();
    const csv = [
      'Name,Email,Contact number,Occupation',
      'Ada Lovelace,info@example.org,,Analyst',
      'Ben Miller,Info@example.org,,Baker',
      'A. Lovelace,info@example.org,,',
      'Cleo Jones,info@example.org,,Cook',
      'Dan Brown,,+493012345678,',
      'Eve Stone,,+493012345678,',
      ',info@example.org,,',
    ].join('\n');
    const named = async () =>
      (await readRows(owner, list)).map(({ values }) => [values.name, values.occupation ?? null]);
    const job = await send(csv, 'people.csv', { on_match: onMatch });
    expect(job).toMatchObject({ done: 7, rejected: 0, people: { added: 5, updated: 0 } });
    const before = await named();
    expect(before.map(([name]) => String(name).split(' ')[1]).sort()).toEqual([
      ...['Brown', 'Jones', 'Lovelace', 'Miller', 'Stone'],
    ]);
    expect(before).toContainEqual(['Ben Miller', 'Baker']);
    const again = await send(csv, 'people.csv', { on_match: onMatch });
    expect(again).toMatchObject({ people: { added: 0, updated: 0 } });
    expect(await named()).toEqual(before);
  },
);

it('changes the name of who is known by an address alone', async () => {
  const { owner, list, send } = await people();
  const how = { match_on: JSON.stringify(['email']), on_match: 'update' };
  await send('Name,Email\nAda Lovelace,ada@example.org', 'people.csv', how);
  await send('Name,Email\nMia King,ada@example.org', 'people.csv', how);
  expect((await readRows(owner, list)).map(({ values }) => values.name)).toEqual(['Mia King']);
});

it('still asks for what a list requires where somebody is added by hand, and of tables in an import', async () => {
  const { owner, list, ...place } = await people();
  const added = await owner.client.post(`items/${list.id}/rows/`, {
    rows: [{ values: { name: 'Ada' } }],
  });
  expect(expectData(added).map(({ status }) => status)).toEqual(['refused']);
  const table = await createTable(owner, place);
  const form = new FormData();
  form.append('file', new Blob(['Name,Price\nAda,1\n,2\n']), 'a.csv');
  const { id } = expectData(
    await owner.client.post(`items/${table.id}/import/`, undefined, { raw: form }),
    202,
  );
  await importEnded({ client: owner.client }, id);
  expect(expectData(await owner.client.get(`jobs/${id}/`))).toMatchObject({ done: 1, rejected: 1 });
});

it('reads several values of a cell of Google Contacts, and exports the further ones', async () => {
  const { owner, list, send } = await people();
  const csv = [
    'First Name,Last Name,Labels,E-mail 1 - Value,Phone 1 - Value',
    'Ada,Lovelace,Friends ::: * myContacts,a@example.org ::: b@example.org,+493012345678 ::: +493012345679',
  ].join('\n');
  const how = { new_columns: 'true' };
  expect(await send(csv, 'google.csv', how)).toMatchObject({ done: 1, rejected: 0 });
  expect(await send(csv, 'google.csv', how)).toMatchObject({ rejected: 0 });
  const [row, ...more] = await readRows(owner, list);
  expect([more, row?.values.email]).toEqual([[], 'a@example.org']);
  const labels = expectData(await owner.client.get(`items/${list.id}/labels/`));
  expect(labels).toEqual([{ id: expect.any(String), label: 'Friends', people: 1 }]);
  const cards = await (await owner.client.fetch('GET', `items/${list.id}/export/?format=vcf`)).text();
  expect(cards).toContain('EMAIL:b@example.org');
  expect(cards).toContain('TEL:+493012345679');
});

it('takes a mapping by the headers of an address book as well, as they are written in the file', async () => {
  const { owner, list, send } = await people();
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const idOf = (name: string) => columns.find((column) => column.name === name)?.id ?? '';
  const second = { name: 'second', label: 'Second', type: 'phone', required: false };
  const { id } = expectData(await owner.client.post(`items/${list.id}/columns/`, second), 201);
  const csv = [
    'First Name,Last Name,E-mail Address,Mobile Phone,Business Phone',
    'Ada,Lovelace,ada@example.org,+493012345678,+493012345679',
  ].join('\n');
  const own = { 'E-mail Address': idOf('email'), 'Business Phone': idOf('contact_number') };
  const mapping = JSON.stringify({ ...own, 'Last Name': idOf('name'), 'Mobile Phone': id });
  expect(await send(csv, 'outlook.csv', { mapping })).toMatchObject({ done: 1, rejected: 0 });
  const ada = { name: 'Lovelace', email: 'ada@example.org' };
  expect((await readRows(owner, list)).map(({ values }) => values)).toEqual([
    { ...ada, contact_number: '+493012345679', second: '+493012345678' },
  ]);
  // Under the names of the record, as the dialog shows them.
  const named = JSON.stringify({ name: idOf('name'), email: idOf('email') });
  const add = { mapping: named, on_match: 'add' };
  expect(await send(csv, 'outlook.csv', add)).toMatchObject({ done: 1, rejected: 0 });
  expect((await readRows(owner, list)).at(-1)?.values.name).toBe('Ada Lovelace');
  const unknown = JSON.stringify({ 'Last Name': idOf('name'), 'Fax Number': id });
  expect(await send(csv, 'outlook.csv', { mapping: unknown })).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('The file has no column “Fax Number”.'),
  });
});

it('gives refused cards back with the reasons, to be corrected and imported again', async () => {
  const { owner, list, send } = await people();
  const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${'QUJD'.repeat(30_000)}`;
  const cards = [
    'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEMAIL:ada@example.org\nEND:VCARD',
    `BEGIN:VCARD\nVERSION:3.0\nORG:Zoé\nEMAIL:not an address\nX-OWN;A=b:c\\,d\n${photo}\nEND:VCARD`,
    'BEGIN:VCARD\nVERSION:2.1\nN:;;;;\nEND:VCARD',
  ].join('\n');
  const job = await send(cards, 'people.vcf');
  expect(job).toMatchObject({ done: 1, rejected: 2, errors_format: 'vcf' });
  const response = await owner.client.fetch('GET', `jobs/${job.id}/errors/`);
  expect(response.headers.get('content-type')).toMatch(/^text\/vcard/);
  expect(response.headers.get('content-disposition')).toContain('Cards to correct.vcf');
  const refused = await response.text();
  expect(refused.match(/^X-LEFT-OUT:.*/gm)).toEqual([
    expect.stringContaining('Email'),
    'X-LEFT-OUT:This line says nothing of a person',
  ]);
  expect(refused).not.toContain('Ada');
  const [listed] = expectData(await owner.client.get(`items/${list.id}/imports/`));
  expect(listed).toMatchObject({ id: job.id, errors_url: job.errors_url, errors_format: 'vcf' });
  // Imported once more as it is, each has its reason once.
  const again = await send(refused, 'again.vcf');
  const second = await (await owner.client.fetch('GET', `jobs/${again.id}/errors/`)).text();
  expect(second.match(/X-LEFT-OUT/g)).toHaveLength(2);
  const corrected = refused.replace('not an address', 'zoe@example.org').replace('N:;;;;', 'N:;Max;;;');
  expect(await send(corrected, 'corrected.vcf')).toMatchObject({ done: 2, rejected: 0, errors_url: null });
  const rows = await readRows(owner, list);
  expect(rows.map(({ values }) => values.name ?? values.email).sort()).toEqual([
    'Ada',
    'Max',
    'zoe@example.org',
  ]);
  const exported = await (await owner.client.fetch('GET', `items/${list.id}/export/?format=vcf`)).text();
  expect(exported).not.toContain('X-LEFT-OUT');
  expect(exported).toContain('ORG:Zoé');
  expect(exported).toContain('X-OWN;A=b:c\\,d');
  expect(exported.replaceAll('\r\n ', '')).toContain(photo);
});

it('gives lines of an address book back as CSV, though cards are made of them', async () => {
  const { owner, send } = await people();
  const csv =
    'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value\n' + ',,no address,12 ::: extension 13\n';
  const job = await send(csv, 'google.csv');
  expect(job).toMatchObject({ done: 0, rejected: 1 });
  expect(job.errors_format).toBe(undefined);
  const response = await owner.client.fetch('GET', `jobs/${job.id}/errors/`);
  expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(await response.text()).toContain('no address');
});

it('gives cards back to those outside of the hub of their own files alone', async () => {
  const { owner, list } = await people();
  const link = await shareByLink(owner, list.id, { role: 'editor' });
  const guest = await linkHolder(server, link, { person: await registerUser(server.client) });
  const card = 'BEGIN:VCARD\nVERSION:3.0\nEMAIL:none\nREV:Secret\nEND:VCARD\n';
  const send = async (by: Client) => {
    const { id } = expectData(await sendImport(by, list, card), 202);
    expect((await importEnded(owner, id)).rejected).toBe(1);
    return id;
  };
  const [theirs, own] = [await send(owner.client), await send(guest)];
  const refused = (id: string) => guest.fetch('GET', `jobs/${id}/errors/`);
  expect((await refused(theirs)).status).toBe(404);
  expect(await (await refused(own)).text()).toContain('REV:Secret');
  const listed = expectData(await guest.get(`items/${list.id}/imports/`));
  expect(listed.map(({ id, errors_format }) => [id, errors_format])).toEqual([
    [own, 'vcf'],
    [theirs, undefined],
  ]);
  expect(expectData(await guest.get(`jobs/${theirs}/`)).errors_format).toBe(undefined);
});

it('changes each of several people who share an address and have similar names by their own lines', async () => {
  const { owner, list, send } = await people();
  const family = 'Name,Email\nJan Meier,family@example.org\nJana Meier,family@example.org';
  await send(family, 'people.csv', { on_match: 'add' });
  const csv = 'Name,Email,Occupation\nJana Meier,family@example.org,Cook\nJan Meier,family@example.org,Baker';
  expect(await send(csv, 'people.csv', { on_match: 'update' })).toMatchObject({
    people: { added: 0, updated: 2 },
  });
  expect((await readRows(owner, list)).map(({ values }) => [values.name, values.occupation])).toEqual([
    ['Jan Meier', 'Baker'],
    ['Jana Meier', 'Cook'],
  ]);
});

it('gives a person without a name that of one line, and adds the others who share the address', async () => {
  const { owner, list, send } = await people();
  await send('Email,About\ninfo@example.org,x', 'people.csv', { on_match: 'add' });
  const csv = 'Name,Email\nAda,info@example.org\nBen,info@example.org\nBen,info@example.org';
  const how = { on_match: 'update' };
  expect(await send(csv, 'people.csv', how)).toMatchObject({ people: { added: 1, updated: 1 } });
  const named = async () =>
    (await readRows(owner, list)).map(({ values }) => [values.name, values.about ?? undefined]);
  expect(await named()).toEqual([
    ['Ada', 'x'],
    ['Ben', undefined],
  ]);
  expect(await send(csv, 'people.csv', how)).toMatchObject({ people: { added: 0, updated: 0 } });
});

it('skips nobody with a name for a line of the same address that has none', async () => {
  const { owner, list, send } = await people();
  const csv =
    'Name,Email\n,info@example.org\nAda,info@example.org\nBen,info@example.org\nAda,info@example.org';
  expect(await send(csv, 'people.csv')).toMatchObject({ done: 4, people: { added: 3 } });
  const names = async () => (await readRows(owner, list)).map(({ values }) => values.name ?? null);
  expect(await names()).toEqual([null, 'Ada', 'Ben']);
  expect(await send(csv, 'people.csv')).toMatchObject({ people: { added: 0 } });
  expect(await names()).toEqual([null, 'Ada', 'Ben']);
});

it('reads the rest of a file that an earlier version planned by the columns of its plan', async () => {
  const { owner, list } = await people();
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const idOf = (name: string) => columns.find((column) => column.name === name)?.id ?? null;
  const csv = 'Firma;E-Mail-Adresse;Vorname;Nachname\nX;x@example.org;X;X\nNavy;g@example.org;Grace;Hopper\n';
  const { id } = expectData(await sendImport(owner.client, list, csv, { paused: 'true' }), 202);
  // It found no address book in German headers: the user mapped them.
  const plan = JSON.stringify([idOf('company_name'), idOf('email'), idOf('name'), null]);
  await server.sql(
    'update table_import set column_ids = $2::jsonb, lines_total = 3, lines_read = 2 where job_id = $1',
    [id, plan],
  );
  expectData(await owner.client.post(`jobs/${id}/resume/`));
  expect(await importEnded(owner, id)).toMatchObject({ state: 'ready', rejected: 0 });
  const [row] = await readRows(owner, list);
  expect(row?.values).toMatchObject({ name: 'Grace', email: 'g@example.org', company_name: 'Navy' });
});
