import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { beforeAll, describe, it } from 'vitest';
import type { SearchResult } from '#lib/contract/search.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import { uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let id: string;

const LINES = 2600;
beforeAll(async () => {
  place = await createPlace(server.client);
  const lines = Array.from({ length: LINES }, (_, at) =>
    // Two rows are empty, far from the one that is searched for.
    at === 700 || at === 701 ? '' : `${at + 1},name ${at + 1},${at === 2345 ? 'heliotropegate' : 'usual'}`,
  );
  const response = await uploadBytes(place.owner, place, [{ name: 'long.csv', bytes: lines.join('\n') }]);
  const [item] = expectData(response, 201).items;
  ok(item);
  id = item.id;
  await waitUntilReady(place.owner, id);
});

type Rows = { rows: { number: number; cells: string[] }[]; from: number; to: number; has_more: boolean };
const rowsAt = (query: Record<string, number>, person = place.owner) =>
  person.client.get<Rows>(`items/${id}/preview/`, { query });

describe('a search result in an uploaded table', () => {
  it('names its row, and its page of rows can be read', async () => {
    const [result] = expectData(
      await place.owner.client
        .in(place.hub)
        .get<SearchResult[]>('search/', { query: { q: 'heliotropegate' } }),
    );
    strictEqual(result?.match.row, 2346);
    const page = expectData(await rowsAt({ row: 2346 }));
    deepStrictEqual([page.from, page.to, page.has_more], [2201, 2401, true]);
    deepStrictEqual(page.rows[145], { number: 2346, cells: ['2346', 'name 2346', 'heliotropegate'] });
    // Cached beside the file by now.
    deepStrictEqual(expectData(await rowsAt({ row: 2346 })), page);
  });

  it('counts empty rows before it, and marks the last page', async () => {
    const page = expectData(await rowsAt({ row: 701 }));
    deepStrictEqual(
      page.rows.slice(99, 102).map(({ number }) => number),
      [700, 703, 704],
    );
    const last = expectData(await rowsAt({ row: LINES }));
    strictEqual(last.has_more, false);
    strictEqual(last.rows.at(-1)?.number, LINES);
  });

  it('returns 404 to those who may not read the file, and 422 for an invalid row', async () => {
    const stranger = await registerUser(server.client);
    expectRefusal(await rowsAt({ row: 1 }, stranger), 404);
    expectRefusal(await rowsAt({ row: 0 }), 422);
  });

  it('is cached once: requests beyond the file’s rows and sheets add no cached file', async () => {
    const countStored = async () => {
      const names = await readdir(server.dataDir, { recursive: true });
      return names.filter((name) => name.includes(`rows-1-${id}-`)).length;
    };
    expectData(await rowsAt({ row: 1 }));
    const before = await countStored();
    ok(before > 0);
    for (const [row, sheet] of [
      [5_000, 0],
      [90_000_000, 0],
      [1, 1],
      [1, 500],
    ] as const) {
      const page = expectData(await rowsAt({ row, sheet }));
      deepStrictEqual([page.rows, page.has_more], [[], false], `row ${row} of sheet ${sheet}`);
    }
    strictEqual(await countStored(), before);
  });
});
