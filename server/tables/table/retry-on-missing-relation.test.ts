import { expect, test } from 'vitest';
import { retryOnMissingRelation } from './retry-on-missing-relation.ts';

/** Work that fails so often with this code of PostgreSQL. */
function failing(times: number, code: string) {
  let runs = 0;
  return async () => {
    runs += 1;
    if (runs <= times) throw Object.assign(new Error(code), { code });
    return runs;
  };
}

test.each(['42703', '42P01', '0A000'])(
  'reads again where columns change twice meanwhile: %s',
  async (code) => {
    expect(await retryOnMissingRelation(failing(2, code))).toBe(3);
  },
);

test('gives up where they never stop changing, and at once for other failures', async () => {
  await expect(retryOnMissingRelation(failing(100, '42703'))).rejects.toMatchObject({ code: '42703' });
  const other = failing(1, '57014');
  await expect(retryOnMissingRelation(other)).rejects.toMatchObject({ code: '57014' });
  expect(await other()).toBe(2);
});
