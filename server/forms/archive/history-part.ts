import type { z } from 'zod';
import { jsonOf, LINE_MAX_BYTES, linesOfJson } from '#server/platform/archives/json-lines.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { type HistoryPart, lacksPart, markPart } from './archived-history.repo.ts';
import { type FormOfArchive, mayWrite } from './form-of-archive.ts';
import type { HistoryNotes } from './history-notes.ts';

/** Lines of one import, and the bytes of their text; of one submission, its first ones. */
const LINES_MAX = 100_000;
/** Lines that are read to count those that are left out: an archive may have billions of empty ones. */
const LINES_COUNTED_MAX = 2_000_000;
const BYTES_MAX = 1024 ** 3;
const OF_SUBMISSION_MAX = 1_000;
const CHARACTERS_OF_SUBMISSION_MAX = 16 * 1024 ** 2;
/** Lines of one transaction; fewer where they are long. Those with files are written alone. */
const BATCH = 200;
const BATCH_CHARACTERS = 500_000;

type Line = { submission: string; files?: readonly unknown[] };

export type Part<Read extends Line> = {
  file: string;
  column: HistoryPart;
  line: z.ZodType<Read>;
  /** @returns false where the importer may not read the submissions */
  write: (form: FormOfArchive, report: HistoryNotes, lines: readonly Read[]) => Promise<boolean>;
};

/**
 * Writes one part of what belongs to submissions, of the forms of an import one after the other. Of each form it comes once: a
 * run after a kill writes what is missing, and a repeated import nothing.
 */
export class PartWriter<Read extends Line> {
  readonly #part: Part<Read>;
  readonly #report: HistoryNotes;
  #lines = 0;
  #bytes = 0;

  constructor(part: Part<Read>, report: HistoryNotes) {
    this.#part = part;
    this.#report = report;
  }

  async write(form: FormOfArchive): Promise<void> {
    const { run, formId, folder } = form;
    const { file, column } = this.#part;
    const { database } = run.services;
    if (!run.source.forms.has(`${folder}${file}`)) return;
    if (!(await transact(database, (trx) => lacksPart(trx, formId, column)))) return;
    try {
      if (!(await this.#writeLines(form))) return;
    } catch (error) {
      if (!(error instanceof UnreadableArchive)) throw error;
      return this.#report.add('damaged');
    }
    // Nobody else's archive, though it has no line that is written, says that all of it is here.
    await transact(database, async (trx) => {
      if (await mayWrite(trx, form)) await markPart(trx, formId, column);
    });
  }

  /** @returns false where the importer may not read the submissions */
  async #writeLines(form: FormOfArchive): Promise<boolean> {
    const { run, folder } = form;
    const path = `${folder}${this.#part.file}`;
    const ofSubmissions = new Map<string, { lines: number; characters: number }>();
    let isAllowed = true;
    let waiting: Read[] = [];
    let characters = 0;
    const write = async () => {
      const lines = waiting;
      waiting = [];
      characters = 0;
      if (lines.length > 0) isAllowed = (await this.#part.write(form, this.#report, lines)) && isAllowed;
    };
    for await (const line of linesOfJson(run.source.chunks(path), LINE_MAX_BYTES, { skipsLong: true })) {
      run.signal.throwIfAborted();
      if (this.#lines >= LINES_COUNTED_MAX) break;
      this.#lines += 1;
      this.#bytes += line.length;
      if (this.#lines > LINES_MAX || this.#bytes > BYTES_MAX) {
        this.#report.add('beyond');
        continue;
      }
      const read = this.#part.line.safeParse(jsonOf(line));
      if (!read.success) {
        this.#report.add('unreadable');
        continue;
      }
      const { submission, files = [] } = read.data;
      const own = ofSubmissions.get(submission) ?? { lines: 0, characters: 0 };
      ofSubmissions.set(submission, own);
      own.lines += 1;
      own.characters += line.length;
      if (own.lines > OF_SUBMISSION_MAX || own.characters > CHARACTERS_OF_SUBMISSION_MAX) {
        this.#report.add('beyond');
        continue;
      }
      if (files.length > 0) await write();
      waiting.push(read.data);
      characters += line.length;
      if (files.length > 0 || waiting.length >= BATCH || characters >= BATCH_CHARACTERS) await write();
    }
    await write();
    return isAllowed;
  }
}
