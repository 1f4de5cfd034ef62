import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { textField, typeError } from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';
import { COUNTRY_CODE, isCountryCode, type PhoneCountries } from '#lib/fields/phone-countries.ts';
import { isRecord } from '#lib/text/is-record.ts';
import * as message from '#lib/text/messages.ts';

const metaText = (label: string) => textField(label, { max: 500, empty: true });

/** Keys must be unguessable: otherwise another user's submission would be revealed. */
const KEY_MIN = 20;

/** The most wrong countries that are reported together. */
const WRONG_COUNTRIES_MAX = 100;

/**
 * Countries that were chosen beside phone numbers, which need no code then, by the path of each:
 * `people[1].phone`. Parsed by hand, as values are: a body may contain very many, and a schema of each name
 * would take seconds for them.
 */
export const phoneCountriesField = z
  .custom<PhoneCountries>(isRecord, { error: message.invalidType('Countries', 'object') })
  .superRefine((countries, context) => {
    let found = 0;
    for (const [path, country] of Object.entries(countries)) {
      if (isCountryCode(country)) continue;
      context.addIssue({
        code: 'custom',
        path: [path],
        message: message.invalidType('Country', 'country code'),
      });
      found += 1;
      if (found >= WRONG_COUNTRIES_MAX) return;
    }
  })
  .meta({ type: 'object', additionalProperties: { type: 'string', pattern: COUNTRY_CODE.source } });

/** What is sent with a submission beside its values. */
const submissionMeta = z.strictObject(
  {
    /** Of the form's challenge. */
    token: metaText('Token').optional(),
    /** The proof of work. */
    nonce: metaText('Proof').optional(),
    /** An invisible field: only a bot fills it. */
    website: metaText('Website').optional(),
    /** The language in which the form was filled, also used for the errors. */
    language: metaText('Language').optional(),
    /**
     * Created by the sender for this one submission, of 20 characters or more: sent again, from anywhere, it
     * is stored once.
     */
    key: metaText('Key')
      .refine((key) => key === '' || key.length >= KEY_MIN, message.minLength('Key', KEY_MIN))
      .optional(),
    /** The token of its draft, which is then deleted. */
    draft: metaText('Draft').optional(),
    countries: phoneCountriesField.optional(),
  },
  { error: message.invalidType('Meta', 'object') },
);
export type SubmissionMeta = z.output<typeof submissionMeta>;

export const submitRequest = z.object({
  version: z
    .number({ error: typeError('Version', 'number') })
    .refine((value) => Number.isInteger(value) && value > 0 && value < 2 ** 31, {
      error: message.invalidType('Version', 'number'),
    }),
  values: valuesField,
  meta: submissionMeta.optional(),
});

export const submitResult = z.object({
  id: z.string(),
  confirmation: z.string().optional(),
  /** The same, which is Markdown, as HTML that may be shown. */
  confirmation_html: z.string().optional(),
  /**
   * The address for changing the submission, where the form allows it; its fragment is the key to it
   * (`lib/contract/own-submission.ts`).
   */
  edit_url: z.string().optional(),
  /** Where its receipt is, by the same key. */
  receipt_url: z.string().optional(),
});
export type SubmitResult = z.output<typeof submitResult>;

export const uploadedFormFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  mime: z.string().nullable(),
});
export type UploadedFormFile = z.output<typeof uploadedFormFile>;
