import { CountedNotes } from '#server/platform/archives/counted-notes.ts';

/** What a report says of forms and their answers, by how many of them it is true. */
const NOTES = {
  unknown: (count: number) =>
    `${submissions(count)} of people who are no members here, or in whose names you may not write, ${count === 1 ? 'has' : 'have'} the names of the archive.`,
  refused: (count: number) => `${submissions(count)} left out: you may not read the answers of the form.`,
  unreadable: (count: number) => `${submissions(count)} could not be read.`,
  beyond: (count: number) => `${submissions(count)} left out: an import has at most 100,000.`,
  pictures: (count: number) =>
    `${count === 1 ? 'One picture' : `${count} pictures`} of forms could not be stored.`,
  files: (count: number) => `${count === 1 ? 'One file' : `${count} files`} of answers could not be stored.`,
  versions: (count: number) =>
    `The answers of ${count === 1 ? 'one form' : `${count} forms`} left out: its versions could not be read.`,
  damaged: () => 'The answers in this archive are damaged, and were not all imported.',
} satisfies Record<string, (count: number) => string>;

const submissions = (count: number): string => (count === 1 ? 'One answer' : `${count} answers`);

/** Counts what a report says of forms and their answers. */
export class SubmissionNotes extends CountedNotes<keyof typeof NOTES> {
  constructor() {
    super(NOTES);
  }
}
