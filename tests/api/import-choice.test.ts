import { expect, test } from 'vitest';
import { zipOf } from '#tests/harness/archive.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importArchive, importEnded, reportOf, sendArchive } from '#tests/harness/imports.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

const FILES = { 'A.md': 'a', 'B.md': 'b' };
const CHANGED = { 'A.md': 'a changed', 'B.md': 'b', 'pages/C.md': 'c' };

async function place() {
  const found = await createEditorAndPlace(server.client);
  const { member, owner, hub, space } = found;
  const own = { ...found, owner: member };
  const client = member.client.in(hub);
  const first = reportOf(await importArchive(own, { bytes: await zipOf(FILES) }));
  const read = async (id: string) => expectData(await client.get(`jobs/${id}/`));
  const send = async (files: Record<string, string>) =>
    sendArchive(client, space, { bytes: await zipOf(files), fields: { existing: 'choose' } });
  return {
    ...{ owner, member, hub, space, client, first, send, read, own },
    text: async (id = '') => expectData(await client.get(`items/${id}/content/`)).markdown,
    titles: async () => {
      const items = expectData(await client.get(`spaces/${space.slug}/items/?page_size=100`));
      return items.map(({ title }) => title).toSorted();
    },
    /** Sends an import that finds files of its source here. @returns its job, which waits */
    waiting: async (files: Record<string, string> = CHANGED) => {
      const { id } = expectData(await send(files), 202);
      return eventually(async () => {
        const job = await read(id);
        if (!job.plan) throw new Error(`the job is ${job.state}`);
        return job;
      }, 30_000);
    },
    choose: (id: string, existing: string) => client.post(`jobs/${id}/existing/`, { existing }),
  };
}

test('an import that finds its files here waits, and updates them where its user says so', async () => {
  const { owner, member, first, text, titles, waiting, choose, read } = await place();
  const job = await waiting();
  expect(job).toMatchObject({
    state: 'running',
    plan: { update: 1, unchanged: 1, add: 1 },
    done: 0,
    rejected: 0,
  });
  expect(await titles()).toEqual(['A', 'B']);
  expect(await text(first['A.md']?.item_id)).toBe('a');
  expectRefusal(await owner.client.post(`jobs/${job.id}/existing/`, { existing: 'update' }), 404);
  expectRefusal(await choose(job.id, 'choose'), 422);

  expect(expectData(await choose(job.id, 'update'))).toMatchObject({ id: job.id, state: 'queued' });
  const ended = await importEnded(member, job.id);
  expect(ended).toMatchObject({ state: 'ready', done: 3, rejected: 0, unchanged: 1 });
  expect(ended.plan).toBeUndefined();
  expect(reportOf(ended)).toMatchObject({
    'A.md': { status: 'changed', item_id: first['A.md']?.item_id },
    'B.md': { status: 'imported', unchanged: true, item_id: first['B.md']?.item_id },
    'pages/C.md': { status: 'imported' },
  });
  expect(reportOf(ended)['pages/C.md']).not.toHaveProperty('unchanged');
  expect(await text(first['A.md']?.item_id)).toBe('a changed');
  expectRefusal(await choose(job.id, 'add'), 409, 'job_ended');
  expect(await read(job.id)).toEqual(ended);
});

test('adds all files as new, and what was here is still what its source updates', async () => {
  const { member, own, first, text, titles, waiting, choose } = await place();
  const { id } = await waiting();
  expectData(await choose(id, 'add'));
  const report = reportOf(await importEnded(member, id));
  expect(await titles()).toEqual(['A', 'A', 'B', 'B', 'C', 'pages']);
  expect(report['A.md']).toMatchObject({ status: 'imported' });
  expect(report['A.md']?.item_id).not.toBe(first['A.md']?.item_id);
  expect(await text(first['A.md']?.item_id)).toBe('a');

  const bytes = await zipOf({ ...FILES, 'A.md': 'a third' });
  const updated = reportOf(await importArchive(own, { bytes }));
  expect(updated['A.md']).toMatchObject({ status: 'changed', item_id: first['A.md']?.item_id });
  const added = reportOf(await importArchive(own, { bytes, fields: { existing: 'add' } }));
  expect(added['A.md']).toMatchObject({ status: 'imported' });
  expect(await titles()).toEqual(['A', 'A', 'A', 'B', 'B', 'B', 'C', 'pages']);
});

test('one that waits writes nothing when it is cancelled, and none waits where all is new', async () => {
  const { first, text, titles, waiting, choose, client, read, send, member } = await place();
  const { id } = await waiting();
  expectData(await client.post(`jobs/${id}/cancel/`));
  expect(await read(id)).toMatchObject({ state: 'failed', reason: 'The import was cancelled.', result: [] });
  expectRefusal(await choose(id, 'update'), 409);
  expect(await titles()).toEqual(['A', 'B']);
  expect(await text(first['A.md']?.item_id)).toBe('a');

  const other = expectData(await send({ 'D.md': 'd' }), 202);
  expect(await importEnded(member, other.id)).toMatchObject({ state: 'ready', done: 1 });
  expectRefusal(await choose(other.id, 'update'), 409, 'job_ended');
});

test('one person’s imports wait five at most, and for 30 days, and need the right to add', async () => {
  const { owner, space, waiting, choose, client, send, read, hub } = await place();
  const jobs = [];
  for (let n = 0; n < 5; n += 1) jobs.push(await waiting());
  const [old = { id: '' }, newer = { id: '' }] = jobs;
  expectRefusal(await send(CHANGED), 409, 'too_many_waiting_files');
  await server.sql("update job set updated_at = now() - interval '31 days' where id = $1", [old.id]);
  await server.sql("update job set updated_at = now() - interval '29 days' where id = $1", [newer.id]);
  await server.sql("select graphile_worker.add_job('purge', '{}'::json)");
  await eventually(async () => expect((await read(old.id)).state).toBe('failed'), 30_000);
  expect(await read(newer.id)).toMatchObject({ state: 'running', plan: { update: 1, unchanged: 1 } });

  expectData(await owner.client.in(hub).patch(`spaces/${space.slug}/`, { default_role: 'viewer' }));
  expectRefusal(await choose(newer.id, 'update'), 403);
  expectData(await client.post(`jobs/${newer.id}/cancel/`));
});

test('of many that are sent at once no more wait than may', async () => {
  const { send } = await place();
  const sent = await Promise.all(Array.from({ length: 8 }, () => send(CHANGED)));
  expect(sent.filter(({ status }) => status === 202)).toHaveLength(5);
  for (const response of sent)
    if (response.status !== 202) expectRefusal(response, 409, 'too_many_waiting_files');
});

test('counts nothing that can not be imported, and nothing as imported that is the same', async () => {
  const { client, hub, own, space, waiting } = await place();
  const files = { ...FILES, 'run.exe': 'x', 'styles/site.scss': 'y', 'C.md': 'c' };
  const { id, plan } = await waiting(files);
  expect(plan).toEqual({ update: 0, unchanged: 2, add: 1 });
  expectData(await client.post(`jobs/${id}/cancel/`));
  const again = await importArchive(own, { bytes: await zipOf(files) });
  expect(again).toMatchObject({ done: 3, rejected: 2, unchanged: 2 });
  expect(reportOf(again)).toMatchObject({
    'run.exe': { status: 'failed', reason: "Files ending in .exe can't be uploaded." },
    'styles/site.scss': { status: 'failed' },
    'A.md': { status: 'imported', unchanged: true },
  });
  const [last] = expectData(await client.in(hub).get(`spaces/${space.slug}/imports/`));
  expect(last).toMatchObject({ id: again.id, done: 3, unchanged: 2 });
});
