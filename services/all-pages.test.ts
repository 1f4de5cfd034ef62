import { expect, test } from 'vitest';
import { loadAllPages } from './all-pages.ts';

/** A list of numbers, with how many requests for it ran side by side. */
function listOf(total: number, { counts }: { counts: boolean }) {
  const rounds: number[][] = [];
  let open: number[] = [];
  const load = async (page: number) => {
    if (open.length === 0) rounds.push(open);
    open.push(page);
    await Promise.resolve();
    open = [];
    const data = Array.from({ length: Math.max(0, Math.min(100, total - (page - 1) * 100)) }, (_, at) => at);
    return { data, hasMore: page * 100 < total, count: counts ? total : null };
  };
  return { rounds, load };
}

test.each([
  ['one page', 40, true, [[1]]],
  ['a counted list', 950, true, [[1], [2, 3, 4, 5, 6, 7, 8, 9, 10]]],
  ['a list that is not counted', 950, false, [[1], [2, 3, 4], [5, 6, 7, 8, 9, 10]]],
  ['two pages that are not counted', 130, false, [[1], [2, 3, 4]]],
])('loads %s with its further pages side by side', async (_, total, counts, rounds) => {
  const list = listOf(total, { counts });
  const found = await loadAllPages(list.load, { size: 100, most: 1000 });
  expect(found.data).toHaveLength(total);
  expect(found.hasMore).toBe(false);
  expect(list.rounds).toEqual(rounds);
});

test('stops at the most entries, and says that there are more', async () => {
  const found = await loadAllPages(listOf(5000, { counts: true }).load, { size: 100, most: 1000 });
  expect(found.data).toHaveLength(1000);
  expect(found.hasMore).toBe(true);
});

test('asks for ten pages side by side at most, and for none behind the last one', async () => {
  const list = listOf(4500, { counts: true });
  const found = await loadAllPages(list.load, { size: 100, most: 2000 });
  expect(found).toMatchObject({ hasMore: true });
  expect(found.data).toHaveLength(2000);
  expect(list.rounds.map((round) => round.length)).toEqual([1, 10, 9]);
});

test('fails where one of the pages does', async () => {
  const load = (page: number) =>
    page === 3 ? Promise.reject(new Error('gone')) : Promise.resolve({ data: [page], hasMore: true });
  await expect(loadAllPages(load, { size: 1, most: 10 })).rejects.toThrow('gone');
});
