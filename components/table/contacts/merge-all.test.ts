import { expect, it } from 'vitest';
import { startFakeApi } from '#tests/component/fake-api.ts';
import { buildRow } from '#tests/component/table.ts';
import { mergeAll } from './merge-all.ts';

it('compares the list once for all pairs that it merges, and once more for who was merged', async () => {
  let left = Array.from({ length: 101 }, (_, at) => ({
    ...{ score: 1, reasons: ['same_email'] },
    rows: [buildRow({ id: `a${at}`, values: {} }), buildRow({ id: `b${at}`, values: {} })],
  }));
  const compared: number[] = [];
  const runs = new Set<string>();
  const api = await startFakeApi({
    'GET items/people/duplicates/': ({ query }) => {
      const params = new URLSearchParams(query);
      expect(params.get('min_score')).toBe('0.5');
      const page = Number(params.get('page'));
      compared.push(left.length);
      return { body: { data: left.slice((page - 1) * 100, page * 100), count: left.length, page } };
    },
    'POST items/people/merge/': ({ body }) => {
      const { rows, run_id } = JSON.parse(body);
      runs.add(run_id);
      left = left.filter((pair) => !pair.rows.some(({ id }) => rows.includes(id)));
      return { body: { data: { id: 'm1', row: buildRow({ id: rows[0], values: {} }) } } };
    },
  });
  const states: { merged: number; isOver: boolean }[] = [];
  const signal = new AbortController().signal;
  await mergeAll('people', { least: 0.5, signal, onState: (state) => states.push(state) });
  await api.stop();
  expect(states.at(-1)).toEqual({ merged: 101, refused: 0, isOver: true, error: null });
  expect(compared).toEqual([101, 101, 0]);
  // All are of one run, the first one too: the server refuses who was marked as different meanwhile.
  expect([...runs]).toEqual([expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)]);
});
