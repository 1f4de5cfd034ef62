import { expect, test } from 'vitest';
import { DELETE_BATCH_SIZE } from '#server/platform/database/delete-in-batches.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { watchDeletions } from '#tests/harness/deletions.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer({ plans: 'default' });

/** More rows than one statement deletes. */
const ROWS = DELETE_BATCH_SIZE + 1_000;

const countOf = async (table: string, where = 'true', values: unknown[] = []) =>
  (
    await server.sql<{ count: number }>(`select count(*)::int as count from ${table} where ${where}`, values)
  )[0]?.count;

async function purge() {
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(
    async () =>
      expect(await server.sql("select from graphile_worker.jobs where task_identifier = 'purge'")).toEqual(
        [],
      ),
    60_000,
  );
}

test('deletes expired rows in batches, in every table', async () => {
  const place = await createPlace(server.client);
  const form = await createOpenForm(place.owner, place);
  const old = "now() - interval '400 days'";
  const filled: Record<string, string> = {
    rate_limit_counter: `insert into rate_limit_counter (key, count, ends_at) select 'old ' || n, 1, ${old} from generate_series(1, $1::int) n`,
    idempotency_record: `insert into idempotency_record (caller, route, key, body_hash, created_at)
      select 'nobody', 'r', n, '', ${old} from generate_series(1, $1::int) n`,
    outgoing_mail: `insert into outgoing_mail (id, template, ended_at)
      select gen_random_uuid(), 'x', ${old} from generate_series(1, $1::int) n`,
    submission_idempotency_record: `insert into submission_idempotency_record (form_id, key_hash, body_hash, created_at)
      select '${form.id}', sha256(n::text::bytea), '', ${old} from generate_series(1, $1::int) n`,
    form_visit: `insert into form_visit (form_id, visit, version, page, day)
      select '${form.id}', n, 1, 0, current_date - 9 from generate_series(1, $1::int) n`,
  };
  const noted = new Map<string, () => Promise<number[]>>();
  for (const [table, statement] of Object.entries(filled)) {
    noted.set(table, await watchDeletions(server, table));
    await server.sql(statement, [ROWS]);
  }
  await purge();
  for (const [table, deletions] of noted) {
    const counts = await deletions();
    expect(Math.max(...counts), table).toBeLessThanOrEqual(DELETE_BATCH_SIZE);
    expect(
      counts.reduce((sum, one) => sum + one, 0),
      table,
    ).toBeGreaterThanOrEqual(ROWS);
  }
  // Counts over several batches add up.
  const counted = await server.sql<{ visits: string }>('select visits from form_visit_count');
  expect(counted.map(({ visits }) => Number(visits))).toEqual([ROWS]);
});

test('purges an expired hub in batches, also the contents of one folder', async () => {
  const place = await createPlace(server.client);
  const folder = await createItem(place.owner, place, { kind: 'folder', title: 'Large' });
  await server.sql(
    `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, created_by, updated_by)
     select gen_random_uuid(), hub_id, space_id, scope_id, id, 'document', 'Item ' || n, created_by, created_by
     from item, generate_series(1, 3000) as n where id = $1`,
    [folder.id],
  );
  const deletions = await watchDeletions(server, 'item');
  await server.sql(`update hub set deleted_at = now() - interval '400 days' where id = $1`, [place.hub.id]);
  await purge();
  expect(await countOf('hub', 'id = $1', [place.hub.id])).toBe(0);
  const counts = await deletions();
  expect(Math.max(...counts)).toBeLessThanOrEqual(1_000);
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(3_001);
});

test('purges the submissions of an expired form in batches', async () => {
  const place = await createPlace(server.client);
  const form = await createOpenForm(place.owner, place);
  await server.sql(
    `insert into submission (id, form_id, version, data)
     select gen_random_uuid(), $1, 1, '{"name": "Ada"}' from generate_series(1, 2500)`,
    [form.id],
  );
  const deletions = await watchDeletions(server, 'submission');
  await server.sql("update form set trashed_at = now() - interval '400 days' where id = $1", [form.id]);
  await purge();
  expect(await countOf('form', 'id = $1', [form.id])).toBe(0);
  const counts = await deletions();
  expect(Math.max(...counts)).toBeLessThanOrEqual(1_000);
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(2_500);
});

test('purges items that wait for a folder in restore or separation with it', async () => {
  const place = await createPlace(server.client);
  const root = await createItem(place.owner, place, { kind: 'folder', title: 'Root' });
  const other = await createItem(place.owner, place, { kind: 'folder', title: 'Elsewhere' });
  await server.sql('insert into pending_folder_restore (folder_id, moment, root_id) values ($1, now(), $2)', [
    other.id,
    root.id,
  ]);
  await server.sql('insert into pending_folder_scope (folder_id, root_id) values ($1, $2)', [
    other.id,
    root.id,
  ]);
  await server.sql('delete from item where id = $1', [root.id]);
  for (const table of ['pending_folder_restore', 'pending_folder_scope']) {
    expect(await countOf(table, 'folder_id = $1', [other.id]), table).toBe(0);
  }
});

test('keeps all versions of 30 days, and of earlier days the last ones and those with a name', async () => {
  const place = await createPlace(server.client);
  const { id } = await createItem(place.owner, place, {
    kind: 'document',
    title: 'Long written',
    content: 'now',
  });
  const other = await createItem(place.owner, place, { kind: 'document', title: 'Another', content: 'now' });
  await server.sql('delete from document_version where item_id = any($1)', [[id, other.id]]);
  const versions: [number, string, string | null][] = [
    [1, `date_trunc('day', now() - interval '50 days', 'UTC') + interval '1 hour'`, null],
    [2, `date_trunc('day', now() - interval '50 days', 'UTC') + interval '2 hours'`, 'Sent'],
    [3, `date_trunc('day', now() - interval '50 days', 'UTC') + interval '3 hours'`, null],
    [4, `date_trunc('day', now() - interval '50 days', 'UTC') + interval '23 hours'`, null],
    [5, `date_trunc('day', now() - interval '49 days', 'UTC') + interval '1 hour'`, null],
    [6, `date_trunc('day', now() - interval '20 days', 'UTC') + interval '1 hour'`, null],
    [7, `date_trunc('day', now() - interval '20 days', 'UTC') + interval '2 hours'`, null],
  ];
  for (const [number, at, name] of versions)
    await server.sql(
      `insert into document_version (item_id, number, markdown, name, created_at, changed_at)
        values ($1, $2, 'text', $3, ${at}, ${at}), ($4, $2, 'text', null, ${at}, ${at})`,
      [id, number, name, other.id],
    );
  await purge();
  const numbersOf = async (itemId: string) =>
    (
      await server.sql<{ number: number }>(
        'select number from document_version where item_id = $1 order by number',
        [itemId],
      )
    ).map(({ number }) => number);
  expect(await numbersOf(id)).toEqual([2, 4, 5, 6, 7]);
  expect(await numbersOf(other.id)).toEqual([4, 5, 6, 7]);
});
