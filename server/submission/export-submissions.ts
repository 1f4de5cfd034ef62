import { csvLine } from '#lib/csv.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import type { Database } from '../database/database.ts';
import type { FormView } from '../form/form.repo.ts';
import { publishedVersion } from '../form/version-cache.ts';
import type { Authorized } from '../policy/authorized.ts';
import type { Services } from '../services.ts';
import { askedFields, versionsAsked } from './asked-fields.ts';
import { namesOfFiles } from './form-file.repo.ts';
import { presentSubmission } from './submission.presenter.ts';
import { type SubmissionRow, submissionsAfter } from './submission.repo.ts';

/** Answers that are read, and sent, at once. */
const BATCH = 500;

export const SUBMISSION_TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;
export type SubmissionFormat = keyof typeof SUBMISSION_TYPES;

type Form = Authorized<FormView, 'form.read_submissions'>;

/** One value as people read it: the words of a choice, a file's name; forms in the form as JSON. */
function cellOf(field: FieldDefinition, value: unknown, files: ReadonlyMap<string, string>): string {
  if (value === undefined || value === null) return '';
  if (field.type === 'form' || field.type === 'json') {
    return typeof value === 'string' ? value : JSON.stringify(value);
  }
  const labels = new Map(isChoice(field) ? field.options?.map(({ id, label }) => [id, label]) : []);
  const words = (one: unknown): string => {
    const text = typeof one === 'string' ? one : JSON.stringify(one);
    return (field.type === 'file' ? files.get(text) : labels.get(text)) ?? text;
  };
  return Array.isArray(value) ? value.map(words).join('; ') : words(value);
}

const OWN_COLUMNS = ['id', 'submitted_at', 'version', 'state', 'submitted_by'];

async function csvOf(
  database: Database,
  formId: string,
  columns: readonly string[],
  rows: readonly SubmissionRow[],
): Promise<string> {
  const files = await namesOfFiles(
    database,
    rows.map(({ id }) => id),
  );
  let text = '';
  for (const row of rows) {
    const asked = await publishedVersion(database, formId, row.version);
    const byId = new Map(asked?.fields.map((field) => [field.id, field]));
    const cells = columns.map((id) => {
      const field = byId.get(id);
      return field && Object.hasOwn(row.data, field.name) ? cellOf(field, row.data[field.name], files) : '';
    });
    const own = [row.id, row.created_at.toISOString(), String(row.version), row.state, row.submitter_name];
    text += csvLine([...own, ...cells]);
  }
  return text;
}

/**
 * All answers to a form in the order in which they came, part by part and however many: as CSV a column for each field
 * that was ever asked, as JSON as they were given.
 * @param formAnew asks anew who reads before each part, and throws once they may not any more
 */
export async function* submissionsAsText(
  { database }: Services,
  formAnew: () => Promise<Form>,
  format: SubmissionFormat,
): AsyncGenerator<string> {
  const form = await formAnew();
  const versions = await versionsAsked(database, form);
  const fields = [...(await askedFields(database, form.id, versions)).values()].filter(
    ({ field, path }) => path === field.name,
  );
  const columns = fields.map(({ field }) => field.id);
  // The mark at the front tells spreadsheets that the text is UTF-8.
  yield format === 'csv'
    ? `\uFEFF${csvLine([...OWN_COLUMNS, ...fields.map(({ field }) => field.label)])}`
    : '[';
  let after: string | null = null;
  for (;;) {
    const { id } = await formAnew();
    const rows: SubmissionRow[] = await submissionsAfter(database, id, after, BATCH);
    if (format === 'csv') yield await csvOf(database, id, columns, rows);
    else if (rows.length > 0) {
      const lines = rows.map((row) => JSON.stringify(presentSubmission(row)));
      yield `${after === null ? '' : ','}\n${lines.join(',\n')}`;
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) break;
  }
  if (format === 'json') yield '\n]\n';
}
