import type { z } from 'zod';
import type { Submitted, submitRequest } from '#lib/contract/form.ts';
import { type AnswerValue, answerValues } from '#lib/fields/answer-values.ts';
import { hintsFor } from '#lib/fields/hints.ts';
import { validate } from '#lib/fields/validate.ts';
import { languageFor } from '#lib/forms/words.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { countryOf, settingsOf } from '#server/forms/definition/form-settings.ts';
import { notPublished } from '#server/forms/definition/form-state.ts';
import {
  confirmationIn,
  languagesOf,
  publishedVersion,
  spokenIn,
} from '#server/forms/definition/version-cache.ts';
import { type AnswerFlows, answerLinks, flowsFrom } from '#server/forms/submissions/answer-flows.ts';
import { newAnswerToken } from '#server/forms/submissions/answer-token.ts';
import type { NewSubmission } from '#server/forms/submissions/store-answers.ts';
import { filesNamed, filesTaken } from '#server/forms/uploads/answer-files.ts';
import { waitingFiles } from '#server/forms/uploads/form-file.repo.ts';
import { newId } from '#server/platform/database/id.ts';
import { invalid, invalidFields } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { refuseMachines } from './challenge.ts';
import { confirmationHtml } from './confirmation-html.ts';

export type Given = z.output<typeof submitRequest>;

/** An answer that may be stored, and what is said to whoever gave it. */
export type Ready = {
  submission: NewSubmission;
  rows: AnswerValue[];
  /** Ids of the files that it takes with it. */
  taken: string[];
  flows: AnswerFlows | null;
  token: string;
  answer: Submitted;
};

/**
 * Checks an answer against the version that it names (an older one too), and makes of it what is stored.
 * @throws ApiError 409 for a form that is not published; 422 with the words of the field engine under each path, for an
 *   unknown version, and for what a machine seems to have sent; 429 for what came too fast.
 */
export async function makeReady(
  services: Services,
  caller: Caller,
  form: Authorized<FormView, 'form.submit'>,
  { version, values, meta }: Given,
): Promise<Ready> {
  const settings = settingsOf(form);
  refuseMachines(services, form.id, settings.spam, meta);
  if (form.published_version === null) throw notPublished();
  const own =
    version <= form.published_version && (await publishedVersion(services.database, form.id, version));
  if (!own) throw invalid({ version: ['This version does not exist. Load the form again'] });
  const language = languageFor(meta?.language ? [meta.language] : [], languagesOf(own));
  const asked = spokenIn(own, language);
  const files = await waitingFiles(services.database, form.id, filesNamed(asked.fields, values));
  const country = countryOf(form);
  const fileOf = (id: string) => files.get(id);
  const checked = validate(asked.shown, values, {
    hidden: settings.hidden_values,
    country,
    fileOf,
  });
  if (!checked.ok) {
    const hints = hintsFor(asked.fields, values, checked.problems, { country, fileOf });
    throw invalidFields(checked.problems, { code: checked.code, hints });
  }
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
    typed: checked.typed ? JSON.stringify(checked.typed) : null,
    submitted_by: caller.user?.id ?? null,
    person_key: null,
    language,
    token_hash: hash,
  };
  const confirmation = confirmationIn(own, language, settings);
  const links = answerLinks(services, form, settings, token);
  return {
    submission,
    rows,
    taken,
    flows,
    token,
    answer: {
      id,
      ...(confirmation ? { confirmation, confirmation_html: confirmationHtml(confirmation) } : {}),
      ...links,
    },
  };
}
