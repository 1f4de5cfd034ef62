import { answerValues } from '#lib/fields/answer-values.ts';
import type { Values } from '#lib/fields/definition.ts';
import { hintsFor } from '#lib/fields/hints.ts';
import { type TypedTexts, validate } from '#lib/fields/validate.ts';
import { readPath, valueAt } from '#lib/fields/value-path.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { countryOf, settingsOf } from '#server/forms/definition/form-settings.ts';
import { type Published, publishedVersion, spokenIn } from '#server/forms/definition/version-cache.ts';
import { filesNamed, filesTaken, takeWithAnswer } from '#server/forms/uploads/answer-files.ts';
import { waitingFiles } from '#server/forms/uploads/form-file.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { invalid, invalidFields } from '#server/platform/http/api-error.ts';
import { indexAnswer } from './index-answers.ts';
import { filesOfAnswer, type OwnAnswerRow, replaceAnswer } from './own-answer.repo.ts';

/** What a version asks, in a language. @throws ApiError 422 for one that there isn't. */
export async function askedIn(
  database: Database | Transaction,
  formId: string,
  version: number,
  language: string | null,
): Promise<Published> {
  const own = await publishedVersion(database, formId, version);
  if (!own) throw invalid({ version: ['This version does not exist. Load the form again'] });
  return spokenIn(own, language);
}

/** What was typed for the values as they are now: also of those that were sent back as they had been stored. */
function typedNow(before: OwnAnswerRow, given: Values, typed: TypedTexts = {}): TypedTexts | null {
  const unchanged = Object.entries(before.typed ?? {}).filter(([path]) => {
    const steps = readPath(path);
    return steps && valueAt(given, steps) === valueAt(before.data, steps);
  });
  const now = { ...Object.fromEntries(unchanged), ...typed };
  return Object.keys(now).length > 0 ? now : null;
}

type Change = {
  version: number;
  values: Values;
  /** Who of the team corrects it; null where whoever gave it changes it. */
  correctedBy: string | null;
};

/**
 * Checks an answer's new values as if they were sent, and stores them in place of the old ones, which are kept; search
 * follows. The transaction must hold the answer.
 * @throws ApiError 422 with the words of the field engine under each path
 */
export async function replaceValues(
  trx: Transaction,
  form: FormView,
  before: OwnAnswerRow,
  { version, values, correctedBy }: Change,
): Promise<{ asked: Published; values: Values; revision: number; edited_at: Date }> {
  const asked = await askedIn(trx, form.id, version, before.language);
  const own = await filesOfAnswer(trx, before.id);
  const files = new Map([...own, ...(await waitingFiles(trx, form.id, filesNamed(asked.fields, values)))]);
  const country = countryOf(form);
  const fileOf = (id: string) => files.get(id);
  const hidden = settingsOf(form).hidden_values;
  const checked = validate(asked.shown, values, { hidden, country, fileOf });
  if (!checked.ok) {
    const hints = hintsFor(asked.fields, values, checked.problems, { country, fileOf });
    throw invalidFields(checked.problems, { code: checked.code, hints });
  }
  const rows = answerValues(asked.fields, checked.values);
  const taken = filesTaken(asked.fields, rows, files).filter((id) => !own.has(id));
  const after = {
    formId: form.id,
    version,
    data: JSON.stringify(checked.values),
    typed: typedNow(before, values, checked.typed),
    correctedBy,
  };
  const replaced = await replaceAnswer(trx, before, after, rows);
  await takeWithAnswer(trx, before.id, taken);
  await indexAnswer(trx, form, { id: before.id, asked, values: checked.values });
  return { asked, values: checked.values, ...replaced };
}
