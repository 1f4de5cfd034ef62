import { match, strictEqual } from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { AuditEntry } from '#lib/contract/audit.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Job } from '#lib/contract/job.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { linkHolder, shareByLink } from '#tests/harness/links.ts';
import { lockTableRow } from '#tests/harness/locked-row.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

type Place = Awaited<ReturnType<typeof createPlace>>;
type Case = { place: Place; maker: TestAccount; table: Item };

/** Rows that one transaction writes. */
const BATCH = 500;

/**
 * Imports four batches of rows, and calls a function while the second is being written: it was authorized
 * already, and waits for a locked row. @returns the job when it has ended
 */
async function importMeanwhile(
  client: Client,
  { place, table }: Case,
  act: () => Promise<void>,
): Promise<Job> {
  const [row] = await addRows(place.owner, table, [{ name: `Row ${BATCH + 10}` }]);
  const lock = await lockTableRow(server.databaseUrl, table.id, row?.id ?? '');
  const lines = Array.from({ length: 4 * BATCH }, (_, n) => `Row ${n},${n}`);
  const form = new FormData();
  form.append('match_on', 'name');
  form.append('file', new Blob([`Name,Price\n${lines.join('\n')}\n`]), 'rows.csv');
  const { id } = expectData(await client.post(`items/${table.id}/import/`, undefined, { raw: form }), 202);
  await lock.untilWaitedFor();
  await act();
  await lock.release();
  return eventually(async () => {
    // Not over HTTP: the jobs of a trashed table can't be requested.
    const [job] = await server.sql<Job>('select state, done, rejected, reason from job where id = $1', [id]);
    if (!job) throw new Error('the job is gone');
    strictEqual(job.state === 'queued' || job.state === 'running', false, `the job is ${job.state}`);
    return { ...job, id };
  }, 60_000);
}

/**
 * Expects that it stopped with what it had written, that it reports so, and that the audit log contains it.
 */
async function expectStopped({ place, maker, table }: Case, job: Job): Promise<void> {
  strictEqual(job.state, 'failed');
  match(job.reason ?? '', /who began it may not change this table any more/);
  const [counted] = await server.sql<{ rows: number }>(
    `select count(*)::int as rows from tables."t_${table.id.replaceAll('-', '')}"`,
  );
  strictEqual(counted?.rows, 2 * BATCH);
  strictEqual(job.done, 2 * BATCH);
  const path = `hubs/${place.hub.domain_handle}/audit-log/`;
  const query = { action: 'item.imported', target: table.id };
  const entries = expectData(await place.owner.client.get<AuditEntry[]>(path, { query }));
  strictEqual(entries.length, 1);
  strictEqual(entries[0]?.details.rows, 2 * BATCH);
  strictEqual(entries[0]?.actor?.id, maker.user.id);
}

describe('An import whose maker loses the right while it runs', () => {
  const memberPath = ({ place, maker }: Case) => `hubs/${place.hub.domain_handle}/members/${maker.user.id}/`;
  const editorPath = ({ place, maker }: Case) => `spaces/${place.space.slug}/members/${maker.user.id}/`;

  it.each<[string, (one: Case) => Promise<void>]>([
    [
      'is made a viewer',
      async (one) => {
        const owner = one.place.owner.client.in(one.place.hub);
        expectData(await owner.patch(editorPath(one), { role: 'viewer' }));
      },
    ],
    [
      'is removed from the space',
      async (one) => {
        strictEqual((await one.place.owner.client.in(one.place.hub).delete(editorPath(one))).ok, true);
      },
    ],
    [
      'is suspended',
      async (one) => {
        expectData(await one.place.owner.client.patch(memberPath(one), { suspended: true }));
      },
    ],
    [
      'is removed from the hub',
      async (one) => {
        strictEqual((await one.place.owner.client.delete(memberPath(one))).ok, true);
      },
    ],
    [
      'trashes the table',
      async ({ maker, table }) => {
        strictEqual((await maker.client.delete(`items/${table.id}/`)).ok, true);
      },
    ],
  ])('stops when the maker %s, and counts and logs what it wrote', async (_, act) => {
    const place = await createPlace(server.client, { visibility: 'private' });
    const maker = await addMember(server.client, place.owner, place.hub);
    const table = await createTable(place.owner, place);
    const member = { user_id: maker.user.id, role: 'editor' };
    const added = await place.owner.client.in(place.hub).post(`spaces/${place.space.slug}/members/`, member);
    strictEqual(added.ok, true);
    const one = { place, maker, table };
    await expectStopped(one, await importMeanwhile(maker.client, one, () => act(one)));
  });

  it.each([
    ['is revoked', 'update share_link set revoked_at = now() where item_id = $1'],
    ['runs out', "update share_link set expires_at = now() - interval '1 second' where item_id = $1"],
    ['gets another password', "update share_link set password_hash = 'other' where item_id = $1"],
    [
      'was made by somebody who is suspended',
      `update membership set suspended_at = now() where user_id = (select created_by from share_link where item_id = $1)`,
    ],
  ])('stops when the link that the maker holds %s, and counts and logs what it wrote', async (_, sql) => {
    const place = await createPlace(server.client);
    const admin = await addMember(server.client, place.owner, place.hub, 'admin');
    const table = await createTable(admin, place);
    const link = await shareByLink(admin, table.id, { role: 'editor' });
    const maker = (await createPlace(server.client)).owner;
    const one = { place, maker, table };
    const holder = await linkHolder(server, link, { person: maker });
    const job = await importMeanwhile(holder, one, async () => {
      await server.sql(sql, [table.id]);
    });
    await expectStopped(one, job);
  });
});
