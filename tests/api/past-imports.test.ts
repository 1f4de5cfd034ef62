import { expect, test } from 'vitest';
import { zipOf } from '#tests/harness/archive.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importArchive, reportOf } from '#tests/harness/imports.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

test('lists one’s own imports with all lines of their reports as CSV, until they are 90 days old', async () => {
  const place = await createEditorAndPlace(server.client);
  const { member, owner, hub, space } = place;
  const imports = async (by: typeof member) =>
    expectData(await by.client.in(hub).get(`spaces/${space.slug}/imports/`));
  const bytes = await zipOf({ 'A.md': 'a [b](Gone.md)', '=B.md': 'b', 'C.docx': 'no zip' });
  const job = await importArchive({ ...place, owner: member }, { name: 'notes.zip', bytes });
  expect(await imports(member)).toMatchObject([
    { id: job.id, file_name: 'notes.zip', state: 'ready', done: 2, rejected: 1, errors_url: null },
  ]);
  expect(await imports(owner)).toEqual([]);
  const report = (by: typeof member) => by.client.fetch('GET', `jobs/${job.id}/report/`);
  const lines = (await (await report(member)).text()).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe('Path,Status,Reason,Item');
  expect(lines.find((line) => line.startsWith('A.md'))).toContain('not in the import: Gone.md.');
  expect(lines.find((line) => line.startsWith("'=B.md"))).toContain(',imported,');
  expect(lines.find((line) => line.startsWith('C.docx'))).toMatch(/,failed,.+,$/);
  expect((await report(owner)).status).toBe(404);

  const age = (days: number) =>
    server.sql('update job set updated_at = now() - make_interval(days => $2) where id = $1', [job.id, days]);
  await age(89);
  // Of two imports, the older one is deleted.
  const other = await importArchive({ ...place, owner: member }, { name: 'more.zip', bytes });
  await server.sql("update job set updated_at = now() - interval '91 days' where id = $1", [other.id]);
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () => {
    expect((await imports(member)).map(({ id }) => id)).toEqual([job.id]);
  }, 30_000);
  expectRefusal(await member.client.get(`jobs/${other.id}/`), 404);
  // What it imported is known again all the same.
  const again = await importArchive({ ...place, owner: member }, { name: 'more.zip', bytes });
  const idOf = (from: typeof job) => reportOf(from)['A.md']?.item_id;
  expect(idOf(again)).toBe(idOf(other));
});
