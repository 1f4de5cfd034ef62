import { createHmac } from 'node:crypto';
import type { FormSettings, Submitted } from '#lib/contract/form.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { type FormView, formById, lockForm } from '#server/forms/definition/form.repo.ts';
import { settingsOf } from '#server/forms/definition/form-settings.ts';
import { notTaken, stateByClock } from '#server/forms/definition/form-state.ts';
import { tell } from '#server/forms/submissions/answer-flows.ts';
import { indexSoon } from '#server/forms/submissions/index-answers.ts';
import type { KeptOnce } from '#server/forms/submissions/kept-once.ts';
import { storeAnswer } from '#server/forms/submissions/store-answers.ts';
import { countedAnswers, hasAnswered } from '#server/forms/submissions/submission.repo.ts';
import { takeWithAnswer } from '#server/forms/uploads/answer-files.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ApiError, conflict } from '#server/platform/http/api-error.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import type { Services } from '#server/platform/services.ts';
import { countAnswer, isCounted } from './challenge.ts';
import { type Given, makeReady, type Ready } from './ready-answer.ts';
import { firstAnswer, keptOnce, onceFor, takeKey } from './submit-once.ts';

/** An answer on its way to be stored, and its key where it has one. */
type Storing = { ready: Ready; meta: Given['meta']; kept: KeptOnce | null };

/** Who answers, where one answer a person is wanted: the account, else the address, which is not kept itself. */
function personKeyOf(services: Pick<Services, 'signingKey'>, formId: string, caller: Caller): string {
  if (caller.user) return `user:${caller.user.id}`;
  const address = clientAddress(caller.origin.address);
  const hash = createHmac('sha256', services.signingKey).update(`answers\0${formId}\0${address}`);
  return `address:${hash.digest('base64url')}`;
}

/** Asked again under the form's lock: of two that want the last place, or answer twice at once, one comes first. */
async function refuseOverLimits(
  trx: Transaction,
  caller: Caller,
  formId: string,
  personKey: string,
): Promise<FormSettings> {
  const form = authorizeForm(await formById(trx, caller, formId), 'form.submit');
  const state = stateByClock(form);
  if (state !== 'open') throw notTaken(state);
  const settings = settingsOf(form);
  const most = settings.max_submissions;
  if (most !== null && (await countedAnswers(trx, formId)) >= most) throw notTaken('full');
  const person = { userId: caller.user?.id ?? null, personKey };
  if (settings.one_per_person && (await hasAnswered(trx, formId, person))) {
    throw conflict(
      'already_answered',
      'You have answered this form already; it takes one answer from each person.',
    );
  }
  return settings;
}

/** @returns `known` where an answer with its key is stored already, and this one is not */
async function store(
  services: Services,
  caller: Caller,
  form: Authorized<FormView, 'form.submit'>,
  { ready: { submission, rows, taken, flows, token }, meta, kept }: Storing,
): Promise<'stored' | 'known'> {
  const settings = settingsOf(form);
  const isLimited = settings.max_submissions !== null || settings.one_per_person;
  if (!isLimited && !isCounted(settings.spam) && taken.length === 0 && !flows) {
    // One statement is a transaction of its own.
    return storeAnswer(services.database, submission, rows, kept);
  }
  return inTransaction(services, async (trx) => {
    // Before the key, which refers to the form: two that hold it so, and want it whole, wait for each other.
    if (isLimited) await lockForm(trx, form.id);
    if (kept && !(await takeKey(trx, kept))) return 'known';
    const personKey = personKeyOf(services, form.id, caller);
    const now = isLimited ? await refuseOverLimits(trx, caller, form.id, personKey) : settings;
    if (isCounted(now.spam)) {
      await countAnswer(trx, services, form.id, now.spam, {
        address: caller.origin.address,
        token: meta?.token,
      });
    }
    await storeAnswer(trx, { ...submission, person_key: now.one_per_person ? personKey : null }, rows, null);
    await takeWithAnswer(trx, submission.id, taken);
    const told = { event: 'submission.created', submissionId: submission.id, token } as const;
    await tell(trx, services, form, flows, told);
    return 'stored';
  });
}

/**
 * Takes an answer, given to the version that it names (an older one too), and stores it with its values; once for its
 * key, however often it is sent. Those that come at the same time wait for the first, and get what it got.
 * @throws ApiError 409 for a form that is not published, is full, or was answered by the same person already, and
 *   `already_sent` where the first answer with the key said something else; 422 with the words of the field engine under
 *   each path, or for an unknown version.
 */
export async function submit(
  services: Services,
  caller: Caller,
  form: Authorized<FormView, 'form.submit'>,
  given: Given,
): Promise<Submitted> {
  const { version, values, meta } = given;
  const once = meta?.key ? onceFor(form.id, meta.key, { version, values }) : null;
  let ready: Ready;
  try {
    ready = await makeReady(services, caller, form, given);
  } catch (error) {
    // Sent once more, it may be refused by now: its challenge has ended, its files went with the first.
    const first = once && error instanceof ApiError ? await firstAnswer(services, once) : undefined;
    if (first) return first;
    throw error;
  }
  const { answer } = ready;
  const kept = once && keptOnce(services, once, answer);
  if ((await store(services, caller, form, { ready, meta, kept })) === 'stored') {
    indexSoon(services, form);
    return answer;
  }
  const first = once && (await firstAnswer(services, once));
  if (!first) throw new Error('the first answer with a key is gone');
  return first;
}
