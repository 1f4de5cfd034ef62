import type { FastifyRequest } from 'fastify';
import { isRecord } from '#lib/text/is-record.ts';
import type { ReceivedBody } from '#server/api/route.ts';
import { convertDocument } from '#server/items/documents/convert-document.ts';
import { loadDocumentEngine } from '#server/items/documents/document-engine.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { IncomingBytes } from '#server/platform/rate-limit/incoming-bytes.ts';
import type { Services } from '#server/platform/services.ts';

/** Bytes of a content at most, as of a JSON body (docs/contract.md §2). */
const CONTENT_MAX = 1024 ** 2;

/** A document's new content as Markdown, whatever it was sent as. */
export type ReceivedDocument = ReceivedBody & { markdown: string };

/**
 * Receives a document's content as `text/markdown`, `text/html`, or as ProseMirror's JSON, `{"type": "doc", …}`.
 * @throws ApiError 413 where it is too large, 415 for another type, 422 where it is no document
 */
export async function receiveContent(
  services: Services,
  request: FastifyRequest,
  incoming: IncomingBytes,
): Promise<ReceivedDocument> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return received(await markdownOfJson(request.body));
  if (type !== 'text/markdown' && type !== 'text/html')
    throw new ApiError(
      415,
      'unsupported_type',
      'Send the content as text/markdown, text/html or application/json.',
    );
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.raw) {
    size += part.length;
    if (size > CONTENT_MAX)
      throw new ApiError(413, 'too_large', 'The body is larger than this address takes.');
    incoming.take(part.length);
    parts.push(part);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw invalid({ content: ['Content is not valid UTF-8 text.'] });
  }
  if (text.includes('\0')) throw invalid({ content: ['Content has a character that can not be stored.'] });
  if (type === 'text/markdown') return received(text);
  return received((await convertDocument(services, Buffer.from(text), 'html')).markdown);
}

const received = (markdown: string): ReceivedDocument => ({
  markdown,
  content: markdown,
  cleanUp: async () => undefined,
});

async function markdownOfJson(body: unknown): Promise<string> {
  if (isRecord(body)) {
    const unknown = Object.keys(body).filter((key) => !['type', 'content', 'attrs'].includes(key));
    if (unknown.length > 0)
      throw invalid(Object.fromEntries(unknown.map((key) => [key, [`${key} is not a known field`]])));
  }
  const { readDocumentJson, writeMarkdown } = await loadDocumentEngine();
  try {
    return writeMarkdown(readDocumentJson(body));
  } catch (error) {
    if (error instanceof RangeError) throw invalid({ content: ['Content is not a document.'] });
    throw error;
  }
}
