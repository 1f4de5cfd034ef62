import { createHmac } from 'node:crypto';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { type FormView, formById, lockForm } from '#server/forms/definition/form.repo.ts';
import { parseFormSettings } from '#server/forms/definition/form-settings.ts';
import { currentFormState, formNotAccepting } from '#server/forms/definition/form-state.ts';
import { writeSubmissionRow } from '#server/forms/destination/write-submission-row.ts';
import type { IdempotencyRecord } from '#server/forms/submissions/idempotency-record.ts';
import { storeSubmission } from '#server/forms/submissions/store-submission.ts';
import { cachedSubmissionCount, hasSubmitted } from '#server/forms/submissions/submission.repo.ts';
import { queueSubmissionDelivery } from '#server/forms/submissions/submission-delivery.ts';
import { claimFilesForSubmission } from '#server/forms/uploads/submission-files.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, conflict } from '#server/platform/http/api-error.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import type { Services } from '#server/platform/services.ts';
import { type PreparedSubmission, prepareSubmission, type SubmissionInput } from './prepare-submission.ts';
import { countSubmissionAttempt, countsSubmissions } from './spam-challenge.ts';
import {
  replayFirstSubmission,
  reserveIdempotencyKey,
  sealIdempotencyRecord,
  submissionIdempotencyKey,
} from './submission-idempotency.ts';

/** A submission that is about to be stored, and its key where it has one. */
type Storing = {
  ready: PreparedSubmission;
  meta: SubmissionInput['meta'];
  idempotencyRecord: IdempotencyRecord | null;
};

/**
 * The submitter, where only one submission per person is allowed: the account, else the address, which is
 * stored only as a hash.
 */
function personKeyOf(services: Pick<Services, 'signingKey'>, formId: string, caller: Caller): string {
  if (caller.user) return `user:${caller.user.id}`;
  const address = clientAddress(caller.origin.address);
  const hash = createHmac('sha256', services.signingKey).update(`answers\0${formId}\0${address}`);
  return `address:${hash.digest('base64url')}`;
}

/**
 * Checked again under the form's lock: of two concurrent ones for the last place, or of the same person, one
 * comes first.
 */
async function refuseOverLimits(
  trx: Transaction,
  caller: Caller,
  formId: string,
  personKey: string,
): Promise<FormSettings> {
  const form = authorizeForm(await formById(trx, caller, formId), 'form.submit');
  const state = currentFormState(form);
  if (state !== 'open') throw formNotAccepting(state);
  const settings = parseFormSettings(form);
  const most = settings.max_submissions;
  if (most !== null && (await cachedSubmissionCount(trx, formId)) >= most) throw formNotAccepting('full');
  const person = { userId: caller.user?.id ?? null, personKey };
  if (settings.one_per_person && (await hasSubmitted(trx, formId, person))) {
    throw conflict(
      'already_answered',
      'You have answered this form already; it takes one answer from each person.',
    );
  }
  return settings;
}

/** @returns `known` where a submission with its key is stored already, and this one is not */
async function store(
  services: Services,
  caller: Caller,
  form: Authorized<FormView, 'form.submit'>,
  { ready, meta, idempotencyRecord }: Storing,
): Promise<'stored' | 'known'> {
  const { submission, rows, claimedFileIds, flows, token } = ready;
  const settings = parseFormSettings(form);
  const isLimited = settings.max_submissions !== null || settings.one_per_person;
  const isPlain = claimedFileIds.length === 0 && !flows && !form.has_destination;
  if (!isLimited && !countsSubmissions(settings.spam) && isPlain) {
    // One statement is a transaction of its own.
    return storeSubmission(services.database, submission, rows, idempotencyRecord);
  }
  return inTransaction(services, async (trx) => {
    // Locked before the key, which refers to the form: two transactions with a shared lock on it that both
    // want it exclusively would deadlock.
    if (isLimited) await lockForm(trx, form.id);
    if (idempotencyRecord && !(await reserveIdempotencyKey(trx, idempotencyRecord))) return 'known';
    const personKey = personKeyOf(services, form.id, caller);
    const now = isLimited ? await refuseOverLimits(trx, caller, form.id, personKey) : settings;
    if (countsSubmissions(now.spam)) {
      await countSubmissionAttempt(trx, services, form.id, now.spam, {
        address: caller.origin.address,
        token: meta?.token,
      });
    }
    await storeSubmission(
      trx,
      { ...submission, person_key: now.one_per_person ? personKey : null },
      rows,
      null,
    );
    await claimFilesForSubmission(trx, submission.id, claimedFileIds);
    const created = { event: 'submission.created', submissionId: submission.id, token } as const;
    await queueSubmissionDelivery(trx, services, form, flows, created);
    const { fields, values, typed } = ready;
    const written = { id: submission.id, fields, values, typed, submittedBy: submission.submitted_by };
    await writeSubmissionRow(trx, services, form.id, written);
    return 'stored';
  });
}

/**
 * Accepts a submission to the version that it names (an older one too), and stores it with its values; once
 * for its key, however often it is sent. Concurrent ones with the same key wait for the first, and get its
 * response.
 * @throws ApiError 409 for a form that is not published, is full, or was filled by the same person already,
 * and
 *   `already_sent` where the first submission with the key had other values; 422 with the messages of the
 *   field engine
 *   under each path, or for an unknown version.
 */
export async function submit(
  services: Services,
  caller: Caller,
  form: Authorized<FormView, 'form.submit'>,
  input: SubmissionInput,
): Promise<SubmitResult> {
  const { version, values, meta } = input;
  const countries = meta?.countries;
  const content = {
    version,
    values,
    ...(countries && Object.keys(countries).length > 0 ? { countries } : {}),
  };
  const idempotencyKey = meta?.key ? submissionIdempotencyKey(form.id, meta.key, content) : null;
  let ready: PreparedSubmission;
  try {
    ready = await prepareSubmission(services, caller, form, input);
  } catch (error) {
    // A repetition might be refused by now: its challenge has expired, its files belong to the first one.
    const first =
      idempotencyKey && error instanceof ApiError
        ? await replayFirstSubmission(services, idempotencyKey)
        : undefined;
    if (first) return first;
    throw error;
  }
  const { response } = ready;
  const idempotencyRecord = idempotencyKey && sealIdempotencyRecord(services, idempotencyKey, response);
  if ((await store(services, caller, form, { ready, meta, idempotencyRecord })) === 'stored') {
    return response;
  }
  const first = idempotencyKey && (await replayFirstSubmission(services, idempotencyKey));
  if (!first) throw new Error('the first answer with a key is gone');
  return first;
}
