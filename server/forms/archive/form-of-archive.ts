import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { type FormView, formById } from '#server/forms/definition/form.repo.ts';
import { requireActiveImport } from '#server/items/imports/document-import.repo.ts';
import type { ImportRun } from '#server/items/imports/import-target.ts';
import { membersByEmail, storableName } from '#server/items/imports/members-by-email.ts';
import type { ArchivedPerson } from '#server/platform/archives/archived-values.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { SubmissionNotes } from './submission-notes.ts';

/** A form that an import made, of whose folder in the archive something is written. */
export type FormOfArchive = {
  run: ImportRun;
  formId: string;
  /** The folder of the form in the archive, with a slash at the end. */
  folder: string;
  notes: SubmissionNotes;
};

/** Whether the importer may change a form, and read its submissions. */
export function mayReadSubmissions(form: FormView | undefined): form is FormView {
  try {
    authorizeForm(form, 'form.change');
    authorizeForm(form, 'form.read_submissions');
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}

/** Finds people of an archive in the hub. @returns the account that somebody has here, or else their name */
export async function namesOf(
  trx: Transaction,
  { run }: FormOfArchive,
  named: readonly (ArchivedPerson | null)[],
) {
  const who = { hubId: run.reading.hub_id, importerId: run.importer.user.id };
  const people = await membersByEmail(trx, who, named);
  return (person: ArchivedPerson | null) => {
    const account = people.get(person?.email?.toLowerCase() ?? '') ?? null;
    return { account, name: person && account === null ? storableName(person) : null };
  };
}

/** Whether the importer may, at this moment, change the form and read its submissions. @throws where the import has ended */
export async function mayWrite(trx: Transaction, { run, formId }: FormOfArchive): Promise<boolean> {
  await requireActiveImport(trx, run.reading.job_id);
  return mayReadSubmissions(await formById(trx, run.importer, formId));
}
