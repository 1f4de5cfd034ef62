import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded, reportOf, sendArchive } from '#tests/harness/imports.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { expectData } from '#tests/harness/responses.ts';

const PAGES = 240;
const FOLDERS = 4;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const KILLS = 3;
const WITHIN = 60_000;

/** Pages in folders that lead to the next one, each folder with a picture; every 60th is no document at all. */
function archive(): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {};
  const path = (n: number) => `Folder ${n % FOLDERS}/Page ${n}.md`;
  for (let n = 0; n < PAGES; n += 1) {
    const next = (n + 1) % PAGES;
    files[path(n)] = `# Page ${n}\n\nThe next is [${next}](<../${path(next)}>). ![](map.png)`;
  }
  for (let n = 0; n < FOLDERS; n += 1) {
    files[`Folder ${n}/map.png`] = PICTURE;
    files[`Folder ${n}/Broken ${n}.docx`] = 'no zip';
  }
  return files;
}

test('an import of documents resumes after a kill, with each file once and a complete report', async () => {
  const { env, client } = await createKillableServer();
  let running = await startKillable(env);
  const { owner, hub, space } = await createPlace(client);
  const database = new pg.Client(env.DATABASE_URL);
  await database.connect();
  onTestFinished(() => database.end());
  const by = owner.client.in(hub);
  const { id } = expectData(await sendArchive(by, space, { bytes: await zipOf(archive()) }), 202);
  const read = async () => expectData(await by.get(`jobs/${id}/`));
  const written = async () => {
    const text = 'select count(*)::int as count from item where space_id = $1';
    return Number((await database.query(text, [space.id])).rows[0]?.count);
  };

  let before = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    await eventually(async () => expect(await written()).toBeGreaterThan(before + 20), WITHIN);
    await running.kill();
    running = await startKillable(env);
    before = await written();
    expect((await read()).state).not.toBe('ready');
  }

  const job = await eventually(() => importEnded(owner, id), WITHIN);
  const done = PAGES + FOLDERS;
  expect(job).toMatchObject({ state: 'ready', done, rejected: FOLDERS, progress: 1 });
  const report = reportOf(job);
  expect(job.result).toHaveLength(done + FOLDERS);
  expect(Object.keys(report).toSorted()).toEqual(Object.keys(archive()).toSorted());
  expect(await written()).toBe(PAGES + 2 * FOLDERS);

  // Each page is here once, is in its folder, and leads to the item of the next.
  const folders = new Set<string | null>();
  for (let n = 0; n < PAGES; n += 1) {
    const of = (page: number) => report[`Folder ${page % FOLDERS}/Page ${page}.md`];
    const { status, item_id = '' } = of(n) ?? {};
    expect(status).toBe('imported');
    const item = expectData(await by.get(`items/${item_id}/`));
    expect(item.title).toBe(`Page ${n}`);
    folders.add(item.parent_id);
    const { markdown } = expectData(await by.get(`items/${item_id}/content/`));
    expect(markdown).toContain(`/${of((n + 1) % PAGES)?.item_id})`);
    expect(markdown).toContain(`/${report[`Folder ${n % FOLDERS}/map.png`]?.item_id}/file/`);
  }
  expect(folders.size).toBe(FOLDERS);
  expect(folders.has(null)).toBe(false);
}, 240_000);
