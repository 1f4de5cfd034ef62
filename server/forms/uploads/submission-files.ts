import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { type SubmissionValue, submissionValues } from '#lib/fields/submission-values.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict, invalidFields } from '#server/platform/http/api-error.ts';
import { claimFiles, type FormFileRow } from './form-file.repo.ts';

const known = new WeakMap<readonly FieldDefinition[], ReadonlyMap<string, FieldDefinition>>();

/** The fields of a definition that take files, also in its nested forms, by id. */
function fileFields(fields: readonly FieldDefinition[]): ReadonlyMap<string, FieldDefinition> {
  let found = known.get(fields);
  if (!found) {
    found = new Map(
      fields.flatMap((field) => [
        ...(field.type === 'file' ? [[field.id, field] as const] : []),
        ...fileFields(field.fields ?? []),
      ]),
    );
    known.set(fields, found);
  }
  return found;
}

/** Ids of the files that a submission names, before anything of it is validated. */
export function referencedFiles(fields: readonly FieldDefinition[], values: Values): string[] {
  const taking = fileFields(fields);
  if (taking.size === 0) return [];
  return submissionValues(fields, values).flatMap(({ field_id, text }) =>
    taking.has(field_id) && text !== null ? [text] : [],
  );
}

/**
 * Ids of the files that become a submission's: each was sent for that field, and is named once.
 * @throws ApiError 422 under the field's name.
 */
export function claimableFiles(
  fields: readonly FieldDefinition[],
  rows: readonly SubmissionValue[],
  files: ReadonlyMap<string, Pick<FormFileRow, 'field_id'>>,
): string[] {
  const taking = fileFields(fields);
  const taken = new Set<string>();
  for (const { field_id, text } of rows) {
    const field = taking.get(field_id);
    if (!field || text === null) continue;
    if (files.get(text)?.field_id !== field_id || taken.has(text)) {
      throw invalidFields([
        { code: 'invalid', params: { label: field.label, type: 'file' }, path: field.name },
      ]);
    }
    taken.add(text);
  }
  return [...taken];
}

/**
 * Assigns the files to the submission, in its transaction. @throws ApiError 409 where another submission took
 * one meanwhile.
 */
export async function claimFilesForSubmission(
  trx: Transaction,
  submissionId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || (await claimFiles(trx, submissionId, ids)) === ids.length) return;
  throw conflict('file_taken', 'One of the files belongs to another answer already. Choose it again.');
}
