import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormPicture } from '#lib/contract/form-picture.ts';
import type { Client, ClientResponse } from './client.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/files');

/** Sends a picture for a form; `named` is the sender's file name. */
export async function sendPicture(
  by: Client,
  { id }: { id: string },
  { file = 'map.png', named = file }: { file?: string; named?: string } = {},
): Promise<ClientResponse<FormPicture>> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await readFile(join(FIXTURES, file)))]), named);
  return by.post<FormPicture>(`forms/${id}/pictures/`, undefined, { raw: form });
}
