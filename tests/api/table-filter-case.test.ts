import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

test('a filter finds parts of texts in any case, also where it is negated, and equal texts exactly', async () => {
  const place = await createPlace(server.client);
  const table = await createTable(place.owner, place);
  await addRows(place.owner, table, [{ name: 'MÜLLER & Sons' }, { name: 'ЖУК 50%_' }, { name: 'lamp' }]);
  const field = 'f_name';
  const found = async (filter: object) =>
    (await readRows(place.owner, table, { filter: JSON.stringify(filter) })).map(({ values }) => values.name);
  const sons = ['MÜLLER & Sons'];
  expect(await found({ field, op: 'contains', value: 'üller & s' })).toEqual(sons);
  expect(await found({ field, op: 'starts_with', value: 'mül' })).toEqual(sons);
  expect(await found({ field, op: 'ends_with', value: 'SONS' })).toEqual(sons);
  expect(await found({ field, op: 'contains', value: 'жук 50%_' })).toEqual(['ЖУК 50%_']);
  expect(await found({ field, op: 'not_contains', value: 'LAMP' })).toEqual(['MÜLLER & Sons', 'ЖУК 50%_']);
  for (const [op, value] of [
    ['contains', 'MÜLLER'],
    ['starts_with', 'müller'],
    ['ends_with', 'sons'],
  ])
    expect(await found({ not: { field, op, value } })).toEqual(['ЖУК 50%_', 'lamp']);
  expect(await found({ field, op: 'equals', value: 'Lamp' })).toEqual([]);
  expect(await found({ field, op: 'equals', value: 'lamp' })).toEqual(['lamp']);
});
