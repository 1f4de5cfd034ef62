import { CountedNotes } from '#server/platform/archives/counted-notes.ts';

/** What a report says of earlier versions, by how many of them it is true. */
const NOTES = {
  unknown: (count: number) =>
    `${versions(count)} written by people who are no members here, or in whose names you may not write, ${count === 1 ? 'was' : 'were'} kept under the names of the archive.`,
  refused: (count: number) =>
    `${versions(count)} left out: you may not change the document, or it is not in the import.`,
  here: (count: number) =>
    `The earlier versions of ${count === 1 ? 'one document' : `${count} documents`} left out: there are versions of ${count === 1 ? 'it' : 'them'} here already.`,
  unreadable: (count: number) => `${versions(count)} could not be read.`,
  beyond: (count: number) =>
    `${versions(count)} left out: a document gets its 1,000 newest, and an import at most 100,000 versions and 1 GB of their text.`,
  damaged: () => 'The earlier versions in this archive are damaged, and were not all imported.',
} satisfies Record<string, (count: number) => string>;

const versions = (count: number): string =>
  count === 1 ? 'One earlier version' : `${count} earlier versions`;

/** Counts what a report says of earlier versions. */
export class VersionNotes extends CountedNotes<keyof typeof NOTES> {
  constructor() {
    super(NOTES);
  }
}
