import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };
const AGE = { id: 'f_age', name: 'age', label: 'Age', type: 'number' };

test('rows are listed by sums beyond the greatest number, and by averages nearer to zero than the least', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const boats = await createTable(owner, place, [NAME, AGE]);
  const tasks = await createTable(owner, place, [NAME]);
  const add = async (column: object) =>
    expectData(await owner.client.post(`items/${tasks.id}/columns/`, column), 201).id;
  const via = await add({ name: 'boats', label: 'Boats', type: 'link', table: boats.id });
  const rollup = (name: string) =>
    add({ name, label: name, type: 'rollup', via, of: AGE.id, function: name });
  const [sum, avg] = [await rollup('sum'), await rollup('avg')];
  const linked = async (ages: number[]) =>
    (
      await addRows(
        owner,
        boats,
        ages.map((age) => ({ name: 'Boat', age })),
      )
    ).map(({ id }) => id);
  await addRows(owner, tasks, [
    { name: 'huge', boats: await linked([1.7e308, 1.7e308]) },
    { name: 'below', boats: await linked([-1.7e308, -1.7e308]) },
    { name: 'tiny', boats: await linked([5e-324, 0, 0]) },
    { name: 'one', boats: await linked([1]) },
  ]);
  const found = async (query: Record<string, string>) =>
    (await readRows(owner, tasks, query)).map(({ values }) => values.name);
  expect(await found({ sort: sum })).toEqual(['below', 'tiny', 'one', 'huge']);
  expect(await found({ sort: `-${avg}` })).toEqual(['huge', 'one', 'tiny', 'below']);
  const greater = { field: sum, op: 'greater', value: 1 };
  expect(await found({ filter: JSON.stringify(greater) })).toEqual(['huge']);
  const none = { field: avg, op: 'equals', value: 0 };
  expect(await found({ filter: JSON.stringify(none) })).toEqual(['tiny']);
});
