import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormPicture } from '#lib/contract/form-picture.ts';
import type { Client, ClientResponse } from './client.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/files');

/** A picture as a form's field `file`. */
export async function pictureForm(file = 'map.png', named = file): Promise<FormData> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await readFile(join(FIXTURES, file)))]), named);
  return form;
}

/** Sends a picture for a form; `named` is the sender's file name. */
export async function sendPicture(
  by: Client,
  { id }: { id: string },
  { file = 'map.png', named = file }: { file?: string; named?: string } = {},
): Promise<ClientResponse<FormPicture>> {
  return by.post(`forms/${id}/pictures/`, undefined, { raw: await pictureForm(file, named) });
}
