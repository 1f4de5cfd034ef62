import { deepStrictEqual, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CreateItemRequest, Item, UploadResult } from '#lib/contract/item.ts';
import type { TestAccount } from './accounts.ts';
import type { ClientResponse } from './client.ts';
import { eventually } from './eventually.ts';
import { expectData } from './responses.ts';

/** The folder of files that tests upload. */
export const FIXTURES = join(import.meta.dirname, '..', 'fixtures');

type Place = { hub: { domain_handle: string }; space: { slug: string } };

export async function createItem(
  person: TestAccount,
  { hub, space }: Place,
  input: Partial<CreateItemRequest> = {},
): Promise<Item> {
  const body = { kind: 'document', title: 'Test document', ...input };
  return expectData(await person.client.in(hub).post(`spaces/${space.slug}/items/`, body), 201);
}

/** Uploads bytes under a name as a browser's form does, and returns any response. */
export function uploadBytes(
  person: TestAccount,
  { hub, space }: Place,
  files: { name: string; bytes: Uint8Array<ArrayBuffer> | string; type?: string }[],
  fields: { kind?: string; parent?: string; document?: string; visibility?: string } = {},
  headers: Record<string, string> = {},
): Promise<ClientResponse<UploadResult>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, bytes, type } of files) form.append('files', new Blob([bytes], { type }), name);
  return person.client.in(hub).post(`spaces/${space.slug}/upload/`, undefined, { raw: form, headers });
}

/** Uploads a file of `tests/fixtures`; it must be accepted. */
export async function uploadFixture(
  person: TestAccount,
  place: Place,
  path: string,
  fields: { kind?: string; parent?: string; name?: string; document?: string; visibility?: string } = {},
): Promise<Item> {
  const { name = basename(path), ...rest } = fields;
  const bytes = new Uint8Array(await readFile(join(FIXTURES, path)));
  const response = await uploadBytes(person, place, [{ name, bytes }], rest);
  const [item] = expectData(response, 201).items;
  ok(item, `${path} was refused: ${JSON.stringify(response.body)}`);
  return item;
}

/** Polls the item until it was extracted or failed; the caller says which is expected. */
export function waitUntilProcessed(person: TestAccount, id: string, timeout?: number): Promise<Item> {
  return eventually(async () => {
    const item = expectData(await person.client.get(`items/${id}/`));
    ok(['ready', 'failed'].includes(item.processing.state), `the item is ${item.processing.state}`);
    return item;
  }, timeout);
}

/** Waits until the item is previewed and found by search. */
export async function waitUntilReady(person: TestAccount, id: string, timeout?: number): Promise<Item> {
  const item = await waitUntilProcessed(person, id, timeout);
  deepStrictEqual(item.processing.state, 'ready', JSON.stringify(item.processing));
  return item;
}
