import { expect, test } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded, importFile } from '#tests/harness/imports.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

const COLUMNS = [{ name: 'n', label: 'N', type: 'number' }];
const list = async (by: Client, id: string, query: Record<string, string> = {}) =>
  expectData(await by.get(`items/${id}/imports/`, { query }));

function send(by: Client, id: string, lines: readonly string[], name: string) {
  const form = new FormData();
  form.append('file', new Blob([['N', ...lines, ''].join('\n')]), name);
  return by.post(`items/${id}/import/`, undefined, { raw: form });
}

test('a table lists its imports, the last one first, with what became of them', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const table = await createTable(owner, place, COLUMNS);
  const other = await createTable(owner, place, COLUMNS);
  expect(await list(owner.client, table.id)).toEqual([]);
  await importFile(owner, other, 'N\n1\n');
  const first = expectData(await send(owner.client, table.id, ['1', 'x', '3'], 'first.csv'), 202);
  await importEnded(owner, first.id);
  const second = expectData(await send(owner.client, table.id, ['5'], 'A "second"\u0007 one.csv'), 202);
  await importEnded(owner, second.id);
  const listed = await list(owner.client, table.id);
  expect(
    listed.map(({ id, file_name, state, done, rejected }) => [id, file_name, state, done, rejected]),
  ).toEqual([
    [second.id, 'A "second" one.csv', 'ready', 1, 0],
    [first.id, 'first.csv', 'ready', 2, 1],
  ]);
  expect(listed.map(({ errors_url }) => errors_url)).toEqual([null, `/api/v1/jobs/${first.id}/errors/`]);
  expect(listed[0]?.created_by.id).toBe(owner.user.id);
  expect(listed[0]?.created_by.name).not.toBe('');
  const [earlier] = await list(owner.client, table.id, { page: '2', page_size: '1' });
  expect(earlier?.id).toBe(first.id);
  expect(await list(owner.client, table.id, { state: 'open' })).toEqual([]);
});

test('a table finds an import that has not ended, and which are over', async () => {
  const place = await createPlace(server.client);
  const { owner } = place;
  const table = await createTable(owner, place, COLUMNS);
  const lines = Array.from({ length: 40_000 }, (_, n) => String(n));
  const { id } = expectData(await send(owner.client, table.id, lines, 'many.csv'), 202);
  expectData(await owner.client.post(`jobs/${id}/pause/`));
  await eventually(async () => {
    const open = await list(owner.client, table.id, { state: 'open' });
    expect(open.map((one) => [one.id, one.paused, one.file_name])).toEqual([[id, true, 'many.csv']]);
  });
  expectData(await owner.client.post(`jobs/${id}/cancel/`));
  expect(await list(owner.client, table.id, { state: 'open' })).toEqual([]);
  const [ended] = await list(owner.client, table.id, { state: 'ended' });
  expect([ended?.state, ended?.paused, ended?.reason]).toEqual([
    'failed',
    undefined,
    'The import was cancelled.',
  ]);
});
