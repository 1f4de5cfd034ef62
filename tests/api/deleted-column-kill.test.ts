import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { columnOf, countRows, createManyRows, leftovers } from '#tests/harness/column-changes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createKillablePlace, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';
import { addRows } from '#tests/harness/tables.ts';

const WITHIN = 120_000;
const ROWS = 12_000;

test('a purge of deleted columns that was killed is done after the next start, and spares what can be restored', async () => {
  const { env, first, query, owner, hub, space } = await createKillablePlace();
  const id = await createManyRows(query, owner, { hub, space }, ROWS);
  const path = `items/${id}/columns/` as const;
  const tags = { id: 'f_tags', name: 'tags', label: 'Tags', type: 'text', multiple: true, required: false };
  expectData(await owner.client.post(path, tags), 201);
  await addRows(owner, { id }, [{ size: 'small', tags: ['a', 'b'] }]);
  for (const column of ['f_size', 'f_tags', 'f_double'])
    expectData(await owner.client.delete(`${path}${column}/`));
  expect(await leftovers(query, id)).toHaveLength(3);
  await query(
    `update deleted_column set deleted_at = now() - interval '31 days' where item_id = $1 and column_id <> 'f_double'`,
    [id],
  );
  // The values can't be removed before the kill.
  await query('begin');
  await query(`lock table tables.t_${id.replaceAll('-', '')} in share mode`);
  const other = new pg.Client(env.DATABASE_URL);
  await other.connect();
  other.on('error', () => undefined);
  onTestFinished(() => other.end());
  await other.query("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () => {
    const { rows } = await other.query('select column_id from deleted_column where item_id = $1', [id]);
    expect(rows).toEqual([{ column_id: 'f_double' }]);
  }, WITHIN);
  await first.kill();
  await query('rollback');
  expect(await leftovers(query, id)).toHaveLength(3);

  await startKillable(env);
  await eventually(async () => expect(await leftovers(query, id)).toHaveLength(1), WITHIN);
  expectData(await owner.client.post(`items/${id}/deleted-columns/f_double/restore/`, {}));
  expect(await leftovers(query, id)).toEqual([]);
  expect(await columnOf(owner, id, 'f_double')).toMatchObject({ formula: '{count} * 2' });
  expect(await countRows(query, id, '{double} = {count} * 2')).toBe(ROWS);
}, 300_000);
