import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPlace, createSpace } from '#tests/harness/accounts.ts';
import { zipOf } from '#tests/harness/archive.ts';
import { FIXTURES } from '#tests/harness/content.ts';
import { importArchive, reportOf } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

async function place() {
  const { owner, hub } = await createPlace(server.client);
  const own = { owner, hub, space: await createSpace(owner, hub) };
  const client = owner.client.in(hub);
  return {
    own,
    client,
    base: `/${hub.domain_handle}/${own.space.slug}`,
    items: async () => expectData(await client.get(`spaces/${own.space.slug}/items/?page_size=100`)),
    text: async (id = '') => expectData(await client.get(`items/${id}/content/`)).markdown,
    report: async (files: Record<string, string | Uint8Array>) =>
      reportOf(await importArchive(own, { bytes: await zipOf(files) })),
  };
}

test('a file alone is a new document, and is known again by its source only', async () => {
  const { own, items, text } = await place();
  const send = async (bytes: string, fields?: Record<string, string>) =>
    (await importArchive(own, { name: 'README.md', bytes, ...(fields ? { fields } : {}) })).result?.[0];
  const first = await send('boats');
  expect(await send('oars')).toMatchObject({ status: 'imported' });
  expect(await text(first?.item_id)).toBe('boats');
  expect(await items()).toHaveLength(2);
  const named = await send('one', { source: 'Boats' });
  expect(await send('two', { source: 'Boats' })).toMatchObject({
    status: 'changed',
    item_id: named?.item_id,
  });
  expect(await items()).toHaveLength(3);
});

test('a link to a file that failed leads to its item once that is imported', async () => {
  const { base, text, report } = await place();
  const files = { 'A.md': '[b](B.docx) [c](C.md)', 'C.md': Buffer.alloc(12 * 1024 ** 2, 32) };
  const first = await report({ ...files, 'B.docx': 'no zip' });
  expect(first['B.docx']).toMatchObject({ status: 'failed' });
  // What was refused before anything was read is no item.
  expect(await text(first['A.md']?.item_id)).toContain('[c](C.md)');
  expect(first['A.md']?.reason).toContain('not in the import: C.md.');
  const minutes = await readFile(join(FIXTURES, 'files', 'minutes.docx'));
  const last = await report({ ...files, 'C.md': 'c', 'B.docx': minutes });
  expect(await text(last['A.md']?.item_id)).toBe(
    `[b](${base}/${last['B.docx']?.item_id}) [c](${base}/${last['C.md']?.item_id})`,
  );
});

test('the item of a file that failed is for one import, and is not made twice', async () => {
  const { report } = await place();
  const minutes = await readFile(join(FIXTURES, 'files', 'minutes.docx'));
  /** Imports the file. @returns the id that its plan has for it */
  const itemOf = async (file: string | Uint8Array) => {
    const { status } = (await report({ 'A.md': 'a', 'Once.docx': file }))['Once.docx'] ?? {};
    expect(status).toBe(file === minutes ? 'imported' : 'failed');
    const [row] = await server.sql<{ item_id: string }>(
      "select item_id from document_import_file where path = 'Once.docx' order by job_id desc limit 1",
    );
    return row?.item_id;
  };
  const failed = await itemOf('no zip');
  expect(failed).toBeTruthy();
  const setUnfinished = (isUnfinished: boolean) =>
    server.sql(
      `update document_import set file_sha256 = ${isUnfinished ? '(select sha256 from file limit 1)' : 'null'}
        where job_id in (select job_id from document_import_file where item_id = $1)`,
      [failed],
    );
  await setUnfinished(true);
  const other = await itemOf('no zip');
  expect(other).not.toBe(failed);
  await setUnfinished(false);
  await server.sql('delete from document_import_file where item_id = $1', [other]);
  expect(await itemOf(minutes)).toBe(failed);
  await server.sql('delete from item where id = $1', [failed]);
  expect(await itemOf(minutes)).not.toBe(failed);
});

test('a document that did not change leads to the new item of one that was trashed', async () => {
  const { base, client, text, report } = await place();
  const files = { 'A.md': 'See [b](B.md).', 'B.md': 'b', 'D.md': 'd' };
  const first = await report(files);
  expectData(await client.delete(`items/${first['B.md']?.item_id}/`), 200);
  const last = await report(files);
  expect(last['B.md']?.item_id).not.toBe(first['B.md']?.item_id);
  expect(last['A.md']).toMatchObject({ status: 'changed', item_id: first['A.md']?.item_id });
  expect(last['D.md']).toMatchObject({ status: 'imported', item_id: first['D.md']?.item_id });
  expect(await text(last['A.md']?.item_id)).toBe(`See [b](${base}/${last['B.md']?.item_id}).`);
});
