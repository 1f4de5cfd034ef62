import type { ImportRun } from '#server/items/imports/import-target.ts';
import type { DiscussionNotes } from './discussion-notes.ts';

/** An import that writes discussions; `items` are those of the archive, by their ids there. */
export type DiscussionRun = { run: ImportRun; items: ReadonlyMap<string, string>; notes: DiscussionNotes };
