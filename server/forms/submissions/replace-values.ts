import type { Values } from '#lib/fields/definition.ts';
import { hintsFor } from '#lib/fields/hints.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import { submissionValues } from '#lib/fields/submission-values.ts';
import { validate } from '#lib/fields/validate.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import { readPath, valueAt } from '#lib/fields/value-path.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { countryOf, parseFormSettings } from '#server/forms/definition/form-settings.ts';
import {
  formInLanguage,
  type PublishedForm,
  publishedVersion,
} from '#server/forms/definition/version-cache.ts';
import { pendingFiles } from '#server/forms/uploads/form-file.repo.ts';
import {
  claimableFiles,
  claimFilesForSubmission,
  referencedFiles,
} from '#server/forms/uploads/submission-files.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { invalid, invalidFields } from '#server/platform/http/api-error.ts';
import { filesOfSubmission, type OwnSubmissionRow, replaceSubmission } from './own-submission.repo.ts';
import { queueSubmissionIndexing } from './queue-form-indexing.ts';

/** A version's definition, in a language. @throws ApiError 422 for one that does not exist. */
export async function definitionOfVersion(
  database: Database | Transaction,
  formId: string,
  version: number,
  language: string | null,
): Promise<PublishedForm> {
  const own = await publishedVersion(database, formId, version);
  if (!own) throw invalid({ version: ['This version does not exist. Load the form again'] });
  return formInLanguage(own, language);
}

/** The typed text of the current values: including those that were sent back as they had been stored. */
function typedNow(before: OwnSubmissionRow, after: Values, typed: TypedTexts = {}): TypedTexts | null {
  const unchanged = Object.entries(before.typed ?? {}).filter(([path]) => {
    const steps = readPath(path);
    return steps && valueAt(after, steps) === valueAt(before.data, steps);
  });
  const now = { ...Object.fromEntries(unchanged), ...typed };
  return Object.keys(now).length > 0 ? now : null;
}

type Change = {
  version: number;
  values: Values;
  /** The countries chosen for phone numbers, by path. */
  countries: PhoneCountries | undefined;
  /** Who of the team corrects it; null where its submitter changes it. */
  correctedBy: string | null;
};

type Replaced = {
  definition: PublishedForm;
  values: Values;
  typed: TypedTexts | null;
  revision: number;
  edited_at: Date;
};

/**
 * Validates a submission's new values as if they were submitted, and stores them in place of the old ones,
 * which remain as a revision; search is updated. The transaction must have locked the submission.
 * @throws ApiError 422 with the messages of the field engine under each path
 */
export async function replaceValues(
  trx: Transaction,
  form: FormView,
  before: OwnSubmissionRow,
  { version, values, countries, correctedBy }: Change,
): Promise<Replaced> {
  const definition = await definitionOfVersion(trx, form.id, version, before.language);
  const own = await filesOfSubmission(trx, before.id);
  const files = new Map([
    ...own,
    ...(await pendingFiles(trx, form.id, referencedFiles(definition.fields, values))),
  ]);
  const country = countryOf(form);
  const fileOf = (id: string) => files.get(id);
  const hidden = parseFormSettings(form).hidden_values;
  const checked = validate(definition.shown, values, { hidden, country, countries, fileOf });
  if (!checked.ok) {
    const hints = hintsFor(definition.fields, values, checked.problems, { country, countries, fileOf });
    throw invalidFields(checked.problems, { code: checked.code, hints });
  }
  const rows = submissionValues(definition.fields, checked.values);
  const taken = claimableFiles(definition.fields, rows, files).filter((id) => !own.has(id));
  const typed = typedNow(before, values, checked.typed);
  const after = {
    formId: form.id,
    version,
    data: JSON.stringify(checked.values),
    typed,
    correctedBy,
  };
  const replaced = await replaceSubmission(trx, before, after, rows);
  await claimFilesForSubmission(trx, before.id, taken);
  await queueSubmissionIndexing(trx, form, [before.id]);
  return { definition, values: checked.values, typed, ...replaced };
}
