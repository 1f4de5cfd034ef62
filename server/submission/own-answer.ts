import type { z } from 'zod';
import type { ChangedAnswer, changeAnswerRequest, OwnAnswer } from '#lib/contract/answer.ts';
import type { Values } from '#lib/fields/definition.ts';
import { hintsFor } from '#lib/fields/hints.ts';
import { type TypedTexts, validate } from '#lib/fields/validate.ts';
import { readPath, valueAt } from '#lib/fields/value-path.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { FormView } from '../form/form.repo.ts';
import { countryOf, settingsOf } from '../form/form-settings.ts';
import { type Published, publishedVersion, spokenIn } from '../form/version-cache.ts';
import { conflict, invalid, notFound } from '../http/api-error.ts';
import { requireRevision } from '../http/if-match.ts';
import { inTransaction } from '../http/route.ts';
import { counter, type Limit, reserveWithin } from '../limits/limits.ts';
import type { Authorized } from '../policy/authorized.ts';
import type { Services } from '../services.ts';
import { filesNamed, filesTaken, takeWithAnswer } from './answer-files.ts';
import { flowsFrom, tell } from './answer-flows.ts';
import { isHashKept, readAnswerToken } from './answer-token.ts';
import { answerValues } from './answer-values.ts';
import { waitingFiles } from './form-file.repo.ts';
import { indexAnswer } from './index-answers.ts';
import { filesOfAnswer, type OwnAnswerRow, ownAnswerRow, replaceAnswer } from './own-answer.repo.ts';

type Form = Authorized<FormView, 'form.submit'>;
type Change = z.output<typeof changeAnswerRequest>;

/** Each change is kept for ever: nobody needs more of them. */
const CHANGES: Limit = { name: 'answer-change', most: 60, seconds: 3600 };

/**
 * The answer that a token is the key to.
 * @throws ApiError 404 for a wrong token, or an answer that was deleted.
 */
export async function answerByToken(
  database: Database | Transaction,
  formId: string,
  token: string,
  { hold = false } = {},
): Promise<OwnAnswerRow> {
  const read = readAnswerToken(token);
  const row = read && (await ownAnswerRow(database, formId, read.submissionId, { hold }));
  if (!row || !isHashKept(row.token_hash, read.hash)) throw notFound('This answer');
  return row;
}

async function askedIn(
  database: Database | Transaction,
  formId: string,
  version: number,
  language: string | null,
): Promise<Published> {
  const own = await publishedVersion(database, formId, version);
  if (!own) throw invalid({ version: ['This version does not exist. Load the form again'] });
  return spokenIn(own, language);
}

function refuseUnlessEditable(form: FormView): void {
  if (settingsOf(form).editable) return;
  throw conflict('answer_not_editable', 'Answers to this form can not be changed any more.');
}

async function present(
  database: Database | Transaction,
  form: FormView,
  row: OwnAnswerRow,
): Promise<OwnAnswer> {
  const asked = await askedIn(database, form.id, row.version, row.language);
  const files = await filesOfAnswer(database, row.id);
  const named = filesNamed(asked.fields, row.data).flatMap((id) => files.get(id) ?? []);
  return {
    slug: form.slug,
    title: asked.title,
    description: asked.description,
    language: asked.language,
    country: countryOf(form),
    fields: asked.fields,
    layout: asked.layout,
    id: row.id,
    version: row.version,
    current_version: form.published_version ?? row.version,
    revision: row.revision,
    values: row.data,
    files: named.map(({ id, name, size, mime }) => ({ id, name, size, mime })),
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}

/**
 * An answer, with what was asked, for who holds its token.
 * @throws ApiError 404 for a wrong token; 409 where answers may not be changed.
 */
export async function describeOwnAnswer(
  services: Pick<Services, 'database'>,
  form: Form,
  token: string,
): Promise<OwnAnswer> {
  const row = await answerByToken(services.database, form.id, token);
  refuseUnlessEditable(form);
  return present(services.database, form, row);
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

/**
 * Replaces an answer by what its giver says now; what it was is kept for its readers.
 * @throws ApiError 404 for a wrong token; 409 where answers may not be changed, or with the current answer for a stale
 *   revision; 422 with the words of the field engine; 429 for very many changes.
 */
export async function changeOwnAnswer(
  services: Services,
  form: Form,
  { token, version, values, expected }: Change & { token: string; expected: number | null },
): Promise<ChangedAnswer> {
  return inTransaction(services, async (trx) => {
    const before = await answerByToken(trx, form.id, token, { hold: true });
    refuseUnlessEditable(form);
    await requireRevision(expected, before.revision, () => present(trx, form, before));
    const wanted = version ?? before.version;
    if (wanted !== before.version && wanted !== form.published_version) {
      throw invalid({ version: ['This version does not exist. Load the form again'] });
    }
    await reserveWithin(trx, services, [counter(CHANGES, before.id)]);
    const asked = await askedIn(trx, form.id, wanted, before.language);
    const own = await filesOfAnswer(trx, before.id);
    const files = new Map([...own, ...(await waitingFiles(trx, form.id, filesNamed(asked.fields, values)))]);
    const settings = settingsOf(form);
    const country = countryOf(form);
    const fileOf = (id: string) => files.get(id);
    const checked = validate(asked.shown, values, {
      hidden: settings.hidden_values,
      country,
      fileOf,
    });
    if (!checked.ok) {
      const hints = hintsFor(asked.fields, values, checked.errors, { country, fileOf });
      throw invalid(checked.errors, { code: checked.code, hints });
    }
    const rows = answerValues(asked.fields, checked.values);
    const taken = filesTaken(asked.fields, rows, files).filter((id) => !own.has(id));
    const after = {
      formId: form.id,
      version: wanted,
      data: JSON.stringify(checked.values),
      typed: typedNow(before, values, checked.typed),
    };
    const { revision, edited_at } = await replaceAnswer(trx, before, after, rows);
    await takeWithAnswer(trx, before.id, taken);
    await indexAnswer(trx, form, { id: before.id, asked, values: checked.values });
    const flows = flowsFrom(services, form, settings, { fields: asked.fields, values: checked.values });
    await tell(trx, services, form, flows, { event: 'submission.updated', submissionId: before.id, token });
    return { id: before.id, revision, edited_at: edited_at.toISOString() };
  });
}
