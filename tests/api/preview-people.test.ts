import { expect, it } from 'vitest';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\n');
const FILE = [
  card('FN:Ada', 'EMAIL:ada@example.org', 'TEL:+493012345678'),
  card('FN:Ada L.', 'EMAIL:ADA@example.org'),
  card('FN:Ben', 'TEL:+493012345679'),
  card('FN:Cleo', 'EMAIL:cleo(at)example.org'),
  card('EMAIL:nobody'),
].join('');

async function waiting(file = FILE) {
  const place = await createPlace(server.client);
  const { owner } = place;
  const list = await createItem(owner, place, { kind: 'contact', title: 'People' });
  const columns = expectData(await owner.client.get(`items/${list.id}/columns/`));
  const matchOn = ['email', 'contact_number', 'name'].map(
    (name) => columns.find((column) => column.name === name)?.id ?? '',
  );
  await importFile(owner, list, card('FN:Ben', 'TEL:+493012345679'));
  const { id } = expectData(await sendImport(owner.client, list, file, { paused: 'true' }), 202);
  const preview = (query: Record<string, string> = { match_on: matchOn.join(',') }) =>
    owner.client.get(`jobs/${id}/people/`, { query });
  return { ...place, list, id, matchOn, preview };
}

it('counts who would be added, is there already, is repeated and is left out, and writes nothing', async () => {
  const { owner, list, id, matchOn, preview } = await waiting();
  const found = expectData(await preview());
  expect(found).toMatchObject({
    ...{ people: 5, is_whole: true, added: 2, present: 1, repeated: 1, refused: 1, partial: 1 },
    first: [
      { name: 'Ada', email: 'ada@example.org', phone: '+493012345678', state: 'added' },
      { name: 'Ada L.', state: 'repeated' },
      { name: 'Ben', state: 'present' },
      { name: 'Cleo', email: '', state: 'added' },
      { name: '', state: 'refused' },
    ],
    reasons: [
      { number: 4, name: 'Cleo', refused: false, reason: expect.stringContaining('Email') },
      { number: 5, name: '', refused: true, reason: expect.stringContaining('Email') },
    ],
  });
  expect(await readRows(owner, list)).toHaveLength(1);
  const how = { match_on: matchOn, on_match: 'skip' as const };
  expectData(await owner.client.post(`jobs/${id}/start/`, how));
  const job = await importEnded(owner, id);
  expect(job).toMatchObject({ done: 4, rejected: 1, partial: 1 });
  expect(await readRows(owner, list)).toHaveLength(1 + found.added);
  expectRefusal(await preview(), 409);
});

it('takes everybody as new where nobody is known again', async () => {
  const { preview } = await waiting();
  expect(expectData(await preview({ on_match: 'add' }))).toMatchObject({
    added: 4,
    present: 0,
    repeated: 0,
    refused: 1,
  });
});

it('counts the first ten thousand of a file that has more', async () => {
  const many = Array.from({ length: 10_050 }, (_, at) => card(`FN:Person ${at}`)).join('');
  const { preview } = await waiting(many);
  expect(expectData(await preview())).toMatchObject({ people: 10_000, is_whole: false, added: 10_000 });
});

it('refuses what is no file of people, columns that are not there, and strangers', async () => {
  const { preview, id } = await waiting('\0\0\0');
  expectRefusal(await preview(), 422, 'rows_unreadable');
  expectRefusal(await preview({ match_on: 'nothing' }), 422);
  expectRefusal(await (await registerUser(server.client)).client.get(`jobs/${id}/people/`), 404);
});
