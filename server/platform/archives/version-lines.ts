import { z } from 'zod';
import { TITLE_MAX } from '#lib/text/constants.ts';
import { archivedId, archivedMoment, archivedPerson, archivedText } from './archived-values.ts';

/** The folder of an archive with the earlier versions of its documents: a file of lines of JSON, the newest of each document first. */
export const VERSIONS_FOLDER = 'hubkeep.versions/';
export const VERSIONS_PATH = `${VERSIONS_FOLDER}versions.jsonl`;

/** Versions of years, and a number that can still be asked for after many more. */
const NUMBER_MAX = 100_000_000;
const AUTHORS_MAX = 200;

export const archivedVersion = z.object({
  /** The document, by its id in the manifest. */
  item: archivedId,
  number: z.int().min(1).max(NUMBER_MAX),
  /** Given by somebody. */
  name: archivedText(TITLE_MAX).nullable().default(null),
  /** Who began it. */
  author: archivedPerson.nullable().default(null),
  /** All who wrote in it. */
  authors: z.array(archivedPerson).max(AUTHORS_MAX).default([]),
  created_at: archivedMoment,
  changed_at: archivedMoment,
  markdown: archivedText(Number.MAX_SAFE_INTEGER),
});
export type ArchivedVersion = z.output<typeof archivedVersion>;
