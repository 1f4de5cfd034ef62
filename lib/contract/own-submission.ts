import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { fieldValues } from '#lib/contract/form-definition.ts';
import { publicForm } from '#lib/contract/public-form.ts';
import { phoneCountriesField, submitRequest } from '#lib/contract/submit.ts';
import { textField } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/**
 * Returning to a submission. `submitted.edit_url` and `.receipt_url` contain the same token in their fragment
 * (`#edit=<token>`, `#receipt=<token>`), which no server receives; from there it is put into this header, or
 * into a body.
 */
export const SUBMISSION_TOKEN_HEADER = 'answer-token';

/** A submission as its submitter sees it again, with its form's fields. */
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
    /** The version that it was submitted with. */
    version: z.number(),
    /** The newest version: a submission may be changed with either. */
    current_version: z.number(),
    /** For `If-Match`. */
    revision: z.number(),
    values: fieldValues,
    /** By path, what was typed for values that are stored in another format. */
    typed: z.record(z.string(), z.string()),
    /** By path, the country of a phone number, where it is not the form's. */
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
  .strictObject(
    { countries: phoneCountriesField.optional() },
    { error: message.invalidType('Meta', 'object') },
  )
  .optional();

/** Validated by the version that it names: the submission's own (also where none is named), or the newest. */
export const editSubmissionRequest = z.object({
  version: submitRequest.shape.version.optional(),
  values: submitRequest.shape.values,
  meta: changeMeta,
});

/** By the team: validated by the submission's own version. */
export const correctSubmissionRequest = z.object({ values: submitRequest.shape.values, meta: changeMeta });

export const editedSubmission = z.object({ id: z.string(), revision: z.number(), edited_at: z.string() });
export type EditedSubmission = z.output<typeof editedSubmission>;

export const receiptRequest = z.object({ token: textField('Token', { max: 200 }) });

/** An earlier revision of a submission; for its readers. */
export const submissionRevision = z.object({
  revision: z.number(),
  version: z.number(),
  values: fieldValues,
  /** By path, what was typed for values that are stored in another format. */
  typed: z.record(z.string(), z.string()),
  replaced_at: z.string(),
  /** Whether the team corrected it then; otherwise its submitter changed it. */
  is_correction: z.boolean(),
  /** Who of the team; null once the account is deleted, without an id where an import knows somebody only by name. */
  corrected_by: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type SubmissionRevision = z.output<typeof submissionRevision>;
