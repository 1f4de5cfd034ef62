import { sql } from 'kysely';
import type { RequiredDeletion } from '#lib/contract/form.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { FormView } from './form.repo.ts';
import { parseFormSettings } from './form-settings.ts';

/** How many submissions, including those in the trash, are older than this many days. */
async function countOlder(trx: Transaction, formId: string, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select sum(count)::bigint as count from (
    select count(*) as count from submission
      where form_id = ${formId} and created_at < now() - make_interval(days => ${days})
    union all select count(*) from trashed_submission
      where form_id = ${formId} and created_at < now() - make_interval(days => ${days})) as older`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Requires confirmation before a shorter retention deletes existing submissions. The form must be locked.
 * @param accepted how many submissions the request accepts to delete permanently
 * @throws ApiError 409 `answers_would_be_deleted` with a `RequiredDeletion` where more would be deleted.
 */
export async function requireAcceptedDeletion(
  trx: Transaction,
  form: Pick<FormView, 'id' | 'settings'>,
  change: Partial<FormSettings> | undefined,
  accepted: number | undefined,
): Promise<void> {
  const days = change?.retention_days;
  if (days === undefined || days === null) return;
  const before = parseFormSettings(form).retention_days;
  if (before !== null && before <= days) return;
  const deleted = await countOlder(trx, form.id, days);
  if (deleted <= (accepted ?? 0)) return;
  const data: RequiredDeletion = { retention_days: days, answers: deleted };
  throw conflict(
    'answers_would_be_deleted',
    `This deletes ${deleted === 1 ? 'one answer' : `${deleted} answers`} for ever. Send deletes_answers: ${deleted} with the same change to accept that.`,
    data,
  );
}
