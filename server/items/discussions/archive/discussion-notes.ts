import { CountedNotes } from '#server/platform/archives/counted-notes.ts';

/** What a report says of comments and discussions, by how many of them it is true. */
const NOTES = {
  unknown: (count: number) =>
    `${texts(count)} of people who are no members here, or in whose names you may not write, ${count === 1 ? 'was' : 'were'} kept under the names of the archive.`,
  refused: (count: number) =>
    `${texts(count)} left out: you may not write where ${count === 1 ? 'it belongs' : 'they belong'}, or it is not in the import.`,
  unreadable: (count: number) => `${texts(count)} could not be read.`,
  beyond: (count: number) => `${texts(count)} left out: an import has at most 100,000.`,
  reactions: (count: number) =>
    `${count === 1 ? 'One reaction' : `${count} reactions`} of people who are not known here left out.`,
  pictures: (count: number) =>
    `${count === 1 ? 'One picture' : `${count} pictures`} of comments and discussions could not be stored.`,
  damaged: () => 'The comments and discussions of this archive are damaged, and were not all imported.',
} satisfies Record<string, (count: number) => string>;

const texts = (count: number): string =>
  count === 1 ? 'One comment or discussion' : `${count} comments and discussions`;

/** Counts what a report says. */
export class DiscussionNotes extends CountedNotes<keyof typeof NOTES> {
  constructor() {
    super(NOTES);
  }
}
