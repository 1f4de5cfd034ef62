import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { FormSettings, Submitted, submitRequest } from '#lib/contract/form.ts';
import { validate } from '#lib/fields/validate.ts';
import { languageFor } from '#lib/form/words.ts';
import type { Transaction } from '../database/database.ts';
import { newId } from '../database/id.ts';
import { type FormView, formById, lockForm } from '../form/form.repo.ts';
import { settingsOf } from '../form/form-settings.ts';
import { notPublished, notTaken, stateByClock } from '../form/form-state.ts';
import { confirmationIn, languagesOf, publishedVersion, spokenIn } from '../form/version-cache.ts';
import { conflict, invalid } from '../http/api-error.ts';
import { inTransaction } from '../http/route.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { Authorized } from '../policy/authorized.ts';
import { authorizeForm } from '../policy/form-policy.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../session/caller.ts';
import { filesNamed, filesTaken, takeWithAnswer } from './answer-files.ts';
import { answerLinks, flowsFrom, tell } from './answer-flows.ts';
import { newAnswerToken } from './answer-token.ts';
import { answerValues } from './answer-values.ts';
import { countAnswer, isCounted, refuseMachines } from './challenge.ts';
import { waitingFiles } from './form-file.repo.ts';
import { indexSoon } from './index-answers.ts';
import { storeAnswer } from './store-answers.ts';
import { countUpTo, hasAnswered } from './submission.repo.ts';

type Given = z.output<typeof submitRequest>;

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
  await lockForm(trx, formId);
  const form = authorizeForm(await formById(trx, caller, formId), 'form.submit');
  const state = stateByClock(form);
  if (state !== 'open') throw notTaken(state);
  const settings = settingsOf(form);
  const most = settings.max_submissions;
  if (most !== null && (await countUpTo(trx, formId, most)) >= most) throw notTaken('full');
  const person = { userId: caller.user?.id ?? null, personKey };
  if (settings.one_per_person && (await hasAnswered(trx, formId, person))) {
    throw conflict(
      'already_answered',
      'You have answered this form already; it takes one answer from each person.',
    );
  }
  return settings;
}

/**
 * Takes an answer, given to the version that it names (an older one too), and stores it with its values.
 * @throws ApiError 409 for a form that is not published, is full, or was answered by the
 *   same person already; 422 with the words of the field engine under each path, or for an unknown version.
 */
export async function submit(
  services: Services,
  caller: Caller,
  form: Authorized<FormView, 'form.submit'>,
  { version, values, meta }: Given,
): Promise<Submitted> {
  const settings = settingsOf(form);
  refuseMachines(services, form.id, settings.spam, meta);
  if (form.published_version === null) throw notPublished();
  const own =
    version <= form.published_version && (await publishedVersion(services.database, form.id, version));
  if (!own) throw invalid({ version: ['This version does not exist. Load the form again'] });
  const language = languageFor(meta?.language ? [meta.language] : [], languagesOf(own));
  const asked = spokenIn(own, language);
  const files = await waitingFiles(services.database, form.id, filesNamed(asked.fields, values));
  const checked = validate(asked.shown, values, {
    hidden: settings.hidden_values,
    fileOf: (id) => files.get(id),
  });
  if (!checked.ok) throw invalid(checked.errors);
  const rows = answerValues(asked.fields, checked.values);
  const taken = filesTaken(asked.fields, rows, files);
  const id = newId();
  const { token, hash } = newAnswerToken(id);
  const flows = flowsFrom(services, form, settings, { fields: asked.fields, values: checked.values });
  const submission = {
    id,
    form_id: form.id,
    version,
    data: JSON.stringify(checked.values),
    submitted_by: caller.user?.id ?? null,
    person_key: null,
    language,
    token_hash: hash,
  };
  const isLimited = settings.max_submissions !== null || settings.one_per_person;
  if (!isLimited && !isCounted(settings.spam) && taken.length === 0 && !flows) {
    // One statement is a transaction of its own.
    await storeAnswer(services.database, submission, rows);
  } else {
    await inTransaction(services, async (trx) => {
      const personKey = personKeyOf(services, form.id, caller);
      const now = isLimited ? await refuseOverLimits(trx, caller, form.id, personKey) : settings;
      if (isCounted(now.spam)) {
        await countAnswer(trx, services, form.id, now.spam, {
          address: caller.origin.address,
          token: meta?.token,
        });
      }
      await storeAnswer(trx, { ...submission, person_key: now.one_per_person ? personKey : null }, rows);
      await takeWithAnswer(trx, id, taken);
      await tell(trx, services, form, flows, { event: 'submission.created', submissionId: id, token });
    });
  }
  indexSoon(services, form.id);
  const confirmation = confirmationIn(own, language, settings);
  return { id, ...(confirmation ? { confirmation } : {}), ...answerLinks(services, form, settings, token) };
}
