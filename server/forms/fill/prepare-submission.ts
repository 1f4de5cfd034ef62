import type { z } from 'zod';
import type { SubmitResult, submitRequest } from '#lib/contract/submit.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { hintsFor } from '#lib/fields/hints.ts';
import { type SubmissionValue, submissionValues } from '#lib/fields/submission-values.ts';
import { validate } from '#lib/fields/validate.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import { matchLanguage } from '#lib/forms/translations.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { countryOf, parseFormSettings } from '#server/forms/definition/form-settings.ts';
import { formNotPublished } from '#server/forms/definition/form-state.ts';
import {
  formInLanguage,
  languagesOf,
  publishedVersion,
  translateConfirmation,
} from '#server/forms/definition/version-cache.ts';
import type { NewSubmission } from '#server/forms/submissions/store-submission.ts';
import {
  ownSubmissionLinks,
  type SubmissionDelivery,
  submissionDelivery,
} from '#server/forms/submissions/submission-delivery.ts';
import { createSubmissionToken } from '#server/forms/submissions/submission-token.ts';
import { pendingFiles } from '#server/forms/uploads/form-file.repo.ts';
import { claimableFiles, referencedFiles } from '#server/forms/uploads/submission-files.ts';
import { newId } from '#server/platform/database/id.ts';
import { invalid, invalidFields } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { confirmationHtml } from './confirmation-html.ts';
import { refuseAutomatedSubmission } from './spam-challenge.ts';

export type SubmissionInput = z.output<typeof submitRequest>;

/** A valid submission to be stored, and the response to its sender. */
export type PreparedSubmission = {
  submission: NewSubmission;
  rows: SubmissionValue[];
  /** Its fields and their values by name. */
  fields: readonly FieldDefinition[];
  values: Values;
  /** How values were typed that are stored in another format, by their paths. */
  typed: TypedTexts | null;
  /** Ids of the files that become part of it. */
  claimedFileIds: string[];
  flows: SubmissionDelivery | null;
  token: string;
  response: SubmitResult;
};

/**
 * Checks a submission against the version that it names (an older one too), and prepares what is stored.
 * @throws ApiError 409 for a form that is not published; 422 with the messages of the field engine under each
 * path, for an
 *   unknown version, and for what a bot seems to have sent; 429 for what came too fast.
 */
export async function prepareSubmission(
  services: Services,
  caller: Caller,
  form: Authorized<FormView, 'form.submit'>,
  { version, values, meta }: SubmissionInput,
): Promise<PreparedSubmission> {
  const settings = parseFormSettings(form);
  refuseAutomatedSubmission(services, form.id, settings.spam, meta);
  if (form.published_version === null) throw formNotPublished();
  const own =
    version <= form.published_version && (await publishedVersion(services.database, form.id, version));
  if (!own) throw invalid({ version: ['This version does not exist. Load the form again'] });
  const language = matchLanguage(meta?.language ? [meta.language] : [], languagesOf(own));
  const localized = formInLanguage(own, language);
  const files = await pendingFiles(services.database, form.id, referencedFiles(localized.fields, values));
  const country = countryOf(form);
  const countries = meta?.countries;
  const fileOf = (id: string) => files.get(id);
  const checked = validate(localized.shown, values, {
    hidden: settings.hidden_values,
    country,
    countries,
    fileOf,
  });
  if (!checked.ok) {
    const hints = hintsFor(localized.fields, values, checked.problems, { country, countries, fileOf });
    throw invalidFields(checked.problems, { code: checked.code, hints });
  }
  const rows = submissionValues(localized.fields, checked.values);
  const taken = claimableFiles(localized.fields, rows, files);
  const id = newId();
  const { token, hash } = createSubmissionToken(id);
  const flows = submissionDelivery(services, form, settings, {
    fields: localized.fields,
    values: checked.values,
  });
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
  const confirmation = translateConfirmation(own, language, settings);
  const links = ownSubmissionLinks(services, form, settings, token);
  return {
    submission,
    rows,
    fields: localized.fields,
    values: checked.values,
    typed: checked.typed ?? null,
    claimedFileIds: taken,
    flows,
    token,
    response: {
      id,
      ...(confirmation ? { confirmation, confirmation_html: confirmationHtml(confirmation) } : {}),
      ...links,
    },
  };
}
