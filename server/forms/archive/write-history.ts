import {
  type ArchivedNote,
  type ArchivedRevision,
  archivedNote,
  archivedRevision,
  SUBMISSION_HISTORY_FILE,
  SUBMISSION_NOTES_FILE,
} from '#server/platform/archives/submission-lines.ts';
import type { FormOfArchive } from './form-of-archive.ts';
import { HistoryNotes } from './history-notes.ts';
import { PartWriter } from './history-part.ts';
import { writeNotes } from './write-notes.ts';
import { writeRevisions } from './write-revisions.ts';

/** Writes the notes on the submissions of the forms of an import, and what these were before they were changed. */
export class HistoryWriter {
  readonly #reports = { notes: new HistoryNotes('notes'), history: new HistoryNotes('history') };
  readonly #notes = new PartWriter<ArchivedNote>(
    { file: SUBMISSION_NOTES_FILE, column: 'has_imported_notes', line: archivedNote, write: writeNotes },
    this.#reports.notes,
  );
  readonly #history = new PartWriter<ArchivedRevision>(
    {
      file: SUBMISSION_HISTORY_FILE,
      column: 'has_imported_history',
      line: archivedRevision,
      write: writeRevisions,
    },
    this.#reports.history,
  );

  /** Those of one form, whose submissions are here. */
  async write(form: FormOfArchive): Promise<void> {
    await this.#notes.write(form);
    await this.#history.write(form);
  }

  /** What the report says of them; null for nothing. */
  text(): string | null {
    const { notes, history } = this.#reports;
    return [notes.text(), history.text()].filter(Boolean).join(' ') || null;
  }
}
