import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Job } from '#lib/contract/job.ts';
import { zip } from '#server/platform/archives/zip.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();
/** Far more than are written before somebody can cancel. */
const FILES = 4_000;

type Place = Awaited<ReturnType<typeof createPlace>>;

async function startImport({ owner, hub, space }: Place, files: number, name: string): Promise<string> {
  async function* entries() {
    for (let n = 0; n < files; n += 1)
      yield {
        path: `${name} ${n}.md`,
        modified: new Date(),
        content: Readable.from([Buffer.from(`# ${name} ${n}\n\nA text.`)]),
      };
  }
  const archive = await buffer(zip(entries()));
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(archive)]), `${name}.zip`);
  const path = `spaces/${space.slug}/import/`;
  return expectData(await owner.client.in(hub).post<Job>(path, undefined, { raw: form }), 202).id;
}

const jobOf = async (person: TestAccount, id: string) => expectData(await person.client.get(`jobs/${id}/`));
const isDone = ({ state }: Job) => state === 'ready' || state === 'failed';

test('a document import that is cancelled retains what it wrote, and writes no more', async () => {
  const place = await createPlace(server.client);
  const { owner, hub, space } = place;
  const id = await startImport(place, FILES, 'Page');
  await eventually(async () => expect((await jobOf(owner, id)).done).toBeGreaterThan(0), 30_000);
  const other = await addMember(server.client, owner, hub, 'admin');
  expectRefusal(await other.client.post(`jobs/${id}/cancel/`), 404);
  expectData(await owner.client.post(`jobs/${id}/cancel/`));
  const cancelled = await jobOf(owner, id);
  expect(cancelled).toMatchObject({ state: 'failed', reason: 'The import was cancelled.' });
  expect(cancelled.done).toBeLessThan(FILES);
  const written = async () => {
    const text = "select count(*)::int as count from item where space_id = $1 and title like 'Page %'";
    const [row] = await server.sql<{ count: number }>(text, [space.id]);
    return row?.count;
  };
  expect(await written()).toBe(cancelled.done);
  expect(cancelled.result).toHaveLength(cancelled.done);
  expectRefusal(await owner.client.post(`jobs/${id}/cancel/`), 409);

  // The next import of the hub takes its turn, and ends: the cancelled one has written nothing since.
  const next = await startImport(place, 3, 'Next');
  await eventually(async () => expect(isDone(await jobOf(owner, next))).toBe(true), 30_000);
  expect(await written()).toBe(cancelled.done);
  expect(await jobOf(owner, id)).toEqual(cancelled);
  const log = expectData(
    await owner.client.get(`hubs/${hub.domain_handle}/audit-log/?action=space.imported`),
  );
  expect(log.map(({ details }) => details)).toContainEqual(
    expect.objectContaining({ files: cancelled.done }),
  );
});
