import { Readable } from 'node:stream';
import { DISCUSSION_PICTURES_MAX } from '#lib/contract/discussion-picture.ts';
import {
  countDiscussionPictures,
  insertDiscussionPicture,
} from '#server/items/discussions/pictures/discussion-picture.repo.ts';
import { requireActiveImport } from '#server/items/imports/document-import.repo.ts';
import { cleanPicture } from '#server/items/pictures/clean-picture.ts';
import { discussionPicturePath } from '#server/platform/archives/discussion-lines.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { derivedId } from '#server/platform/database/derived-id.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { withReceivedFiles } from '#server/platform/storage/file-transaction.ts';
import type { DiscussionRun } from './discussion-run.ts';
import type { DiscussionTarget } from './discussion-targets.ts';

const PICTURE = /\/api\/v1\/discussion-pictures\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;
/** Pictures of one text. */
const PICTURES_MAX = 100;

/** A text with the addresses of its pictures as they are stored here. */
export async function withPicturesHere(
  writing: DiscussionRun,
  body: string,
  target: DiscussionTarget,
): Promise<string> {
  const { discussions } = writing.run.source;
  const named = new Set([...body.matchAll(PICTURE)].map(([, id = '']) => id));
  const here = new Map<string, string>();
  for (const id of [...named].slice(0, PICTURES_MAX)) {
    if (!discussions.has(discussionPicturePath(id))) continue;
    const stored = await storePicture(writing, id, target);
    if (stored) here.set(id, stored);
    else writing.notes.add('pictures');
  }
  return body.replace(PICTURE, (address, id: string) => address.replace(id, here.get(id) ?? id));
}

/** Stores a picture, once for each place. @returns its id here; null for what is no picture, or where there are too many */
async function storePicture(
  { run }: DiscussionRun,
  sourceId: string,
  { pictures: place }: DiscussionTarget,
): Promise<string | null> {
  const { services, reading, importer, source, signal } = run;
  const id = derivedId('item' in place ? place.item : `${place.space} ${reading.source}`, sourceId);
  const { database, storage, config } = services;
  const known = await database
    .selectFrom('discussion_picture')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (known) return id;
  try {
    const chunks = Readable.from(source.chunks(discussionPicturePath(sourceId)));
    const received = await storage.receive(chunks, { maxBytes: config.maxUploadBytes, signal });
    try {
      const clean = await cleanPicture(services, received);
      try {
        return await withReceivedFiles(services, [clean], async (trx, storeFiles) => {
          await requireActiveImport(trx, reading.job_id);
          if ((await countDiscussionPictures(trx, place)) >= DISCUSSION_PICTURES_MAX) return null;
          await storeFiles();
          const { sha256: file_sha256, size } = clean;
          await insertDiscussionPicture(trx, place, { id, file_sha256, size, created_by: importer.user.id });
          return id;
        });
      } finally {
        await clean.discard();
      }
    } finally {
      await received.discard();
    }
  } catch (error) {
    if (error instanceof UnreadableArchive || (error instanceof ApiError && error.status < 500)) return null;
    throw error;
  }
}
