import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { fieldValues } from '#lib/contract/form-definition.ts';
import { publicForm } from '#lib/contract/public-form.ts';
import { phoneCountriesField, submitRequest } from '#lib/contract/submit.ts';
import { textField } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/**
 * Coming back to an answer. `submitted.edit_url` and `.receipt_url` carry the same token in their fragment
 * (`#edit=<token>`, `#receipt=<token>`), which no server is sent; from there it goes into this header, or into a body.
 */
export const SUBMISSION_TOKEN_HEADER = 'answer-token';

/** An answer as whoever gave it sees it again, with what was asked. */
export const ownSubmission = publicForm
  .pick({
    slug: true,
    title: true,
    description: true,
    language: true,
    country: true,
    fields: true,
    layout: true,
  })
  .extend({
    id: z.string(),
    /** That it was given to. */
    version: z.number(),
    /** The newest one: an answer may be changed to either. */
    current_version: z.number(),
    /** For `If-Match`. */
    revision: z.number(),
    values: fieldValues,
    /** By path, what was typed for values that are stored in another form. */
    typed: z.record(z.string(), z.string()),
    /** By path, in which country a phone number was typed, where it is not the form's. */
    countries: phoneCountriesField,
    /** The files that its values name. */
    files: z.array(
      z.object({ id: z.string(), name: z.string(), size: z.number(), mime: z.string().nullable() }),
    ),
    created_at: z.string(),
    edited_at: z.string().nullable(),
  });
export type OwnSubmission = z.output<typeof ownSubmission>;

/** What is sent beside the values of a change. */
const changeMeta = z
  .object({ countries: phoneCountriesField.optional() }, { error: message.invalidType('Meta', 'object') })
  .optional();

/** Checked by the version that it names: the one that the answer was given to (also where none is named), or the newest. */
export const editSubmissionRequest = z.object({
  version: submitRequest.shape.version.optional(),
  values: submitRequest.shape.values,
  meta: changeMeta,
});

/** By the team: checked as the version asks that it was given to. */
export const correctSubmissionRequest = z.object({ values: submitRequest.shape.values, meta: changeMeta });

export const editedSubmission = z.object({ id: z.string(), revision: z.number(), edited_at: z.string() });
export type EditedSubmission = z.output<typeof editedSubmission>;

export const receiptRequest = z.object({ token: textField('Token', { max: 200 }) });

/** What an answer was, until it was changed; for its readers. */
export const submissionRevision = z.object({
  revision: z.number(),
  version: z.number(),
  values: fieldValues,
  /** By path, what was typed for values that are stored in another form. */
  typed: z.record(z.string(), z.string()),
  replaced_at: z.string(),
  /** Whether the team corrected it then; else whoever gave it changed it. */
  is_correction: z.boolean(),
  /** Who of the team; null once the account is gone. */
  corrected_by: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type SubmissionRevision = z.output<typeof submissionRevision>;
