import { CountedNotes } from '#server/platform/archives/counted-notes.ts';

type Note = 'unknown' | 'refused' | 'elsewhere' | 'unreadable' | 'beyond' | 'damaged';

/** What a report says of what came beside the answers of forms, by how much of it it is true. */
function sentencesOf(one: string, many: string): Record<Note, (count: number) => string> {
  const some = (count: number): string => (count === 1 ? `One ${one}` : `${count} ${many}`);
  return {
    unknown: (count) =>
      `${some(count)} by people who are no members here, or in whose names you may not write, ${count === 1 ? 'has' : 'have'} the names of the archive.`,
    refused: (count) => `${some(count)} left out: you may not read the answers of the form.`,
    elsewhere: (count) =>
      `${some(count)} left out: ${count === 1 ? 'its answer is' : 'their answers are'} not here.`,
    unreadable: (count) => `${some(count)} could not be read.`,
    beyond: (count) =>
      `${some(count)} left out: an answer gets at most 1,000, and an import 100,000 and 1 GB of their text.`,
    damaged: () => `The ${many} in this archive are damaged, and were not all imported.`,
  };
}

/** Counts what a report says of notes on answers, or of what these were before they were changed. */
export class HistoryNotes extends CountedNotes<Note> {
  constructor(part: 'notes' | 'history') {
    super(
      part === 'notes'
        ? sentencesOf('note on an answer', 'notes on answers')
        : sentencesOf('earlier state of an answer', 'earlier states of answers'),
    );
  }
}
