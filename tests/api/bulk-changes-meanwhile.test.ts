import { beforeAll, describe, expect, it } from 'vitest';
import type { BulkChange, SentBulkChange } from '#lib/contract/bulk-change.ts';
import type { Values } from '#lib/fields/definition.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { countRows, createManyRows, stopInTheMiddle } from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const WITHIN = 120_000;
const ROWS = 24_000;
/** A value that no row has at first. */
const THEIRS = 1_000_001;

const server = sharedServer();
let owner: TestAccount;
let place: Parameters<typeof createManyRows>[2];
beforeAll(async () => {
  const made = await createPlace(server.client);
  owner = made.owner;
  place = made;
});

const count = (id: string, condition: string) => countRows(server.sql, id, condition);
const ended = (id: string, bulk: string) =>
  eventually(async () => {
    const found = expectData(await owner.client.get(`items/${id}/bulk-changes/${bulk}/`));
    expect(found.state).not.toBe('running');
    return found;
  }, WITHIN);
const patch = (id: string, row: string, values: Values) =>
  owner.client.patch(`items/${id}/rows/`, { rows: [{ id: row, values }] });
const valuesOf = async (id: string, row: string) =>
  expectData(await owner.client.get(`items/${id}/rows/${row}/`)).values;

/**
 * Begins a bulk change of all rows, stops it after its first batches, and sends what somebody edits in it then, before it continues.
 * @param edit the first ids are those of rows that were changed, the last ones of those that were not
 */
async function editedMeanwhile<Edited>(
  id: string,
  body: SentBulkChange,
  edit: (ids: readonly string[]) => Promise<Edited>,
): Promise<{ bulk: BulkChange; ids: string[]; edited: Edited }> {
  const begun = expectData(await owner.client.post(`items/${id}/bulk-changes/`, body));
  if (!('id' in begun)) throw new Error('it was to be changed');
  const stopped = await stopInTheMiddle(server.sql, owner, { id, job: begun.job ?? '' }, WITHIN);
  const rows = await server.sql<{ id: string }>(
    'select row_id as id from bulk_change_row where bulk_id = $1 order by row_id',
    [begun.id],
  );
  const ids = rows.map((row) => row.id);
  expect(stopped.done).toBeLessThan(ROWS);
  const editing = edit(ids);
  await server.sql('rollback');
  return { ids, edited: await editing, bulk: await ended(id, begun.id) };
}

describe('a bulk change in whose middle somebody edits rows', () => {
  it('loses none of what they wrote, and its undo leaves that as it is', async () => {
    const id = await createManyRows(server.sql, owner, place, ROWS);
    const { bulk, ids } = await editedMeanwhile(
      id,
      { filter: null, action: 'set', values: { count: -1 } },
      async (all) => {
        const [first = '', second = ''] = all;
        const [before = '', last = ''] = all.slice(-2);
        const outcomes = await Promise.all([
          patch(id, first, { count: THEIRS }),
          patch(id, second, { size: 'edited' }),
          patch(id, before, { size: 'edited' }),
          patch(id, last, { count: THEIRS }),
        ]);
        for (const outcome of outcomes) expect(expectData(outcome)[0]?.status).toBe('done');
      },
    );
    expect(bulk).toMatchObject({ state: 'done', total: ROWS, refused: 0 });
    expect(bulk.changed + bulk.skipped).toBe(ROWS);
    const [first = '', second = ''] = ids;
    const [before = '', last = ''] = ids.slice(-2);
    const expectEdits = async () => {
      for (const row of [first, last])
        expect(await valuesOf(id, row)).toMatchObject({ count: THEIRS, double: 2 * THEIRS });
      for (const row of [second, before]) expect((await valuesOf(id, row)).size).toBe('edited');
    };
    await expectEdits();
    expect(await valuesOf(id, second)).toMatchObject({ count: -1 });
    // Of a row that was edited before its turn, the rest stays as it was, too.
    expect(await count(id, '{count} = -1')).toBe(bulk.changed - 1);

    const undoing = expectData(await owner.client.post(`items/${id}/bulk-changes/${bulk.id}/undo/`));
    const undone = await ended(id, undoing.id);
    expect(undone).toMatchObject({ state: 'done', changed: bulk.changed - 1, skipped: 1 });
    await expectEdits();
    expect(await count(id, '{count} = -1')).toBe(0);
    expect(await count(id, '{double} = {count} * 2')).toBe(ROWS);
  });

  it('does not delete a row that they edited before its turn', async () => {
    const id = await createManyRows(server.sql, owner, place, ROWS);
    const { bulk, ids } = await editedMeanwhile(
      id,
      { filter: null, action: 'delete' },
      async (all) => expectData(await patch(id, all.at(-1) ?? '', { count: THEIRS }))[0]?.status,
    );
    expect(bulk).toMatchObject({ state: 'done', changed: ROWS - 1, skipped: 1 });
    expect(await count(id, `{count} = ${THEIRS}`)).toBe(1);
    const undoing = expectData(await owner.client.post(`items/${id}/bulk-changes/${bulk.id}/undo/`));
    expect(await ended(id, undoing.id)).toMatchObject({ state: 'done', changed: ROWS - 1 });
    expect(await count(id, 'true')).toBe(ROWS);
    expect(await valuesOf(id, ids.at(-1) ?? '')).toMatchObject({ count: THEIRS });
  });
});
