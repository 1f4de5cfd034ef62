import type { z } from 'zod';
import type { ImportRun } from '#server/items/imports/import-target.ts';
import {
  archivedComment,
  archivedPost,
  COMMENTS_PATH,
  POSTS_PATH,
} from '#server/platform/archives/discussion-lines.ts';
import { jsonOf, LINE_MAX_BYTES, linesOfJson } from '#server/platform/archives/json-lines.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { DiscussionNotes } from './discussion-notes.ts';
import type { DiscussionRun } from './discussion-run.ts';
import { writeComments, writePosts } from './write-texts.ts';

/** Comments, replies and posts of one import. */
const TEXTS_MAX = 100_000;
/** Texts of one transaction; fewer where they are long. */
const BATCH = 200;
const BATCH_CHARACTERS = 250_000;

/**
 * Writes what was said in the space of an archive: posts, then comments and replies. What is here already stays as it is, so that a run after
 * a kill writes what is missing.
 * @returns what the report says of it; null for nothing
 */
export async function writeDiscussions(run: ImportRun): Promise<string | null> {
  const { discussions } = run.source;
  const items = new Map(
    run.rows.flatMap(({ path, status, item_id }) => {
      const id = run.source.known.get(path)?.id;
      return id === undefined || status === 'failed' ? [] : [[id, item_id] as const];
    }),
  );
  const writing: DiscussionRun = { run, items, notes: new DiscussionNotes() };
  let left = TEXTS_MAX;
  const each = async <Text>(
    path: string,
    schema: z.ZodType<Text>,
    write: (texts: Text[]) => Promise<void>,
  ) => {
    if (discussions.has(path)) left -= await readTexts(writing, { path, schema, left, write });
  };
  try {
    await each(POSTS_PATH, archivedPost, (posts) => writePosts(writing, posts));
    await each(COMMENTS_PATH, archivedComment, (comments) => writeComments(writing, comments));
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    writing.notes.add('damaged');
  }
  return writing.notes.text();
}

type Reading<Text> = {
  path: string;
  schema: z.ZodType<Text>;
  left: number;
  write: (texts: Text[]) => Promise<void>;
};

/** @returns how many lines were read */
async function readTexts<Text>(
  { run, notes }: DiscussionRun,
  { path, schema, left, write }: Reading<Text>,
): Promise<number> {
  let texts: Text[] = [];
  let characters = 0;
  let count = 0;
  for await (const line of linesOfJson(run.source.chunks(path), LINE_MAX_BYTES)) {
    run.signal.throwIfAborted();
    count += 1;
    if (count > left) {
      notes.add('beyond');
      continue;
    }
    const read = schema.safeParse(jsonOf(line));
    if (!read.success) {
      notes.add('unreadable');
      continue;
    }
    texts.push(read.data);
    characters += line.length;
    if (texts.length < BATCH && characters < BATCH_CHARACTERS) continue;
    await write(texts);
    texts = [];
    characters = 0;
  }
  if (texts.length > 0) await write(texts);
  return Math.min(count, left);
}
