import { deepStrictEqual } from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

/** What a text becomes in a column of another type, with its problem. */
async function changed(text: string, type: object): Promise<unknown[]> {
  const table = await createTable(place.owner, place, [
    { id: 'f_a', name: 'a', label: 'A', type: 'text', required: false },
  ]);
  await addRows(place.owner, table, [{ a: text }]);
  expectData(await place.owner.client.patch(`items/${table.id}/columns/f_a/`, type));
  const [row] = await readRows(place.owner, table);
  return [row?.values.a, row?.problems?.a];
}

const NO_NUMBER = ['A is not a valid number'];

describe('a text of a column that gets another type', () => {
  it.each([
    ['50%', { type: 'percent' }, [50, undefined]],
    ['1:30', { type: 'duration' }, [5400, undefined]],
    ['€5', { type: 'currency', currency: 'EUR' }, [5, undefined]],
    ['$5', { type: 'currency', currency: 'EUR' }, ['$5', NO_NUMBER]],
    ['CA$5', { type: 'currency', currency: 'CAD' }, [5, undefined]],
    ['Nobody Known', { type: 'person' }, ['Nobody Known', ['A is not a member of this hub']]],
  ])('is read as when it is typed: %s', async (text, type, expected) => {
    deepStrictEqual(await changed(text, type), expected);
  });

  it('becomes the member whose name it is', async () => {
    const { id, first_name, last_name } = place.owner.user;
    deepStrictEqual(await changed(`${first_name} ${last_name}`, { type: 'person' }), [id, undefined]);
  });
});
