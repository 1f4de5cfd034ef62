import { expect, it } from 'vitest';
import type { Row } from '#lib/contract/table.ts';
import { shownRows } from './shown-rows.ts';

const rowOf = (id: string, revision = 1): Row => ({
  id,
  values: {},
  position: 0,
  revision,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  created_by: { id: 'm', name: 'Mia' },
  updated_by: { id: 'm', name: 'Mia' },
});

function createStore(...ids: string[]) {
  const windowOf = (rows: Row[]) => ({ rows: new Map(rows.map((row, at) => [at, row])) });
  let window = windowOf(ids.map((id) => rowOf(id)));
  return {
    state: () => ({ window }),
    read: async (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => rowOf(`read ${from + at}`)),
    show: (...rows: Row[]) => {
      window = windowOf(rows);
    },
  };
}

it('are those that were shown when they were chosen, as they are and wherever they are later', async () => {
  const store = createStore('a', 'b', 'c');
  const rows = shownRows(store);
  store.show(rowOf('c', 2), rowOf('x'), rowOf('b', 3));
  expect(await rows(1, 3)).toEqual([rowOf('b', 3), rowOf('c', 2)]);
});

it('are as they were where a filter shows them no more', async () => {
  const store = createStore('a', 'b');
  const rows = shownRows(store);
  store.show(rowOf('b'));
  expect(await rows(0, 1)).toEqual([rowOf('a')]);
});

it('are read where not all of them are loaded', async () => {
  const rows = shownRows(createStore('a'));
  expect((await rows(0, 2)).map(({ id }) => id)).toEqual(['read 0', 'read 1']);
});
