import type { SubmissionState } from '#lib/contract/form.ts';
import { record } from '../audit/record.ts';
import type { FormView } from '../form/form.repo.ts';
import { type SignedIn, targetOf } from '../form/form.service.ts';
import { notFound } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import type { Authorized } from '../policy/authorized.ts';
import { purgeSoon } from '../processing/purge.ts';
import type { Services } from '../services.ts';
import { type SubmissionRow, submissionOf } from './submission.repo.ts';

/** @throws ApiError 404 for an answer of another form, or none. */
export async function findSubmission(
  services: Pick<Services, 'database'>,
  form: Authorized<FormView, 'form.read_submissions'>,
  id: string,
): Promise<SubmissionRow> {
  const row = await submissionOf(services.database, form.id, id);
  if (!row) throw notFound('This answer');
  return row;
}

/** Notes how far the team is with an answer. @throws ApiError 404. */
export async function changeState(
  services: Services,
  form: Authorized<FormView, 'form.read_submissions'>,
  id: string,
  state: SubmissionState,
): Promise<SubmissionRow> {
  const row = await findSubmission(services, form, id);
  await services.database.updateTable('submission').set({ state }).where('id', '=', row.id).execute();
  return { ...row, state };
}

/** Deletes an answer for ever, with its files. @throws ApiError 404. */
export async function deleteSubmission(
  services: Services,
  caller: SignedIn,
  form: Authorized<FormView, 'form.delete_submissions'>,
  id: string,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const row = await submissionOf(trx, form.id, id);
    if (!row) throw notFound('This answer');
    await trx.deleteFrom('submission').where('id', '=', row.id).execute();
    await record(trx, caller, {
      ...targetOf(form),
      action: 'form.answer_deleted',
      details: { submission_id: row.id },
    });
    await purgeSoon(services.jobs, form.hub_id, trx);
  });
}
