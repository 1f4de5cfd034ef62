import type { Client, ClientResponse } from './client.ts';
import { expectData } from './responses.ts';

/** The headers of every request of the protocol for resumable uploads. */
export const TUS = { 'tus-resumable': '1.0.0' };
export const PIECE = { ...TUS, 'content-type': 'application/offset+octet-stream' };

const base64 = (text: string) => Buffer.from(text).toString('base64');

type Begin = { field: string; name?: string; size: number; headers?: Record<string, string> };

/** Begins a file for a later submission. */
export function beginUpload(
  by: Client,
  { slug }: { slug: string },
  { field, name = 'words.txt', size, headers }: Begin,
): Promise<ClientResponse<{ id: string }>> {
  const metadata = `filename ${base64(name)},field ${base64(field)}`;
  return by.post(`public/forms/${slug}/uploads/`, undefined, {
    headers: { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata, ...headers },
  });
}

/** The path of an upload of five bytes that was begun. */
export async function createdUpload(by: Client, form: { slug: string }, field: string): Promise<string> {
  const { id } = expectData(await beginUpload(by, form, { field, size: 5 }), 201);
  return `public/forms/${form.slug}/uploads/${id}/`;
}

export const sendPiece = (by: Client, path: string, from: number, piece: Uint8Array | string) =>
  by.patch(path, undefined, {
    headers: { ...PIECE, 'upload-offset': String(from) },
    raw: Buffer.from(piece),
  });
