import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { FORM_STATES } from '#lib/contract/form.ts';
import { fieldDefinitions, formLayout } from '#lib/contract/form-definition.ts';
import { HIDDEN_VALUES, SPAM_MODES, themeField } from '#lib/contract/form-settings.ts';
import { visibilityField } from '#lib/contract/role.ts';
import { idField, queryText } from '#lib/contract/text-field.ts';

export const publicFormParams = z.object({ slug: idField('Form') });
export const publicFormQuery = z.object({
  /** One of the form's languages; for others the form's own texts are returned. */
  language: queryText('Language', { max: 50 }),
});

/** A published form for filling. */
export const publicForm = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  state: z.enum(FORM_STATES),
  /** To be sent back with the submission. */
  version: z.number(),
  /** The language of its texts here, and all languages, the form's own first. */
  language: z.string(),
  languages: z.array(z.string()),
  /**
   * The author's replacements of the page's own messages in that language, by keys such as `own.fill.next`.
   */
  own_messages: z.record(z.string(), z.string()),
  /** The country of phone numbers without a country code (ISO 3166-1 alpha-2); null: each needs its code. */
  country: z.string().nullable(),
  /** How its page writes and reads numbers and days (BCP 47). */
  locale: z.string(),
  /** Its time zone (IANA); null where neither the form nor its hub has one. */
  time_zone: z.string().nullable(),
  /** Empty unless the form is open. */
  fields: fieldDefinitions,
  /** Complete: each field is on a page. */
  layout: formLayout,
  settings: z.object({
    opens_at: z.string().nullable(),
    closes_at: z.string().nullable(),
    hidden_values: z.enum(HIDDEN_VALUES),
    theme: themeField.nullable(),
    spam: z.enum(SPAM_MODES),
    /** Pages that may frame it. */
    embed_origins: z.array(z.string()),
  }),
  visibility: visibilityField,
  /** The share link that is required to see it; null where none is. */
  link_id: z.string().nullable(),
  /** Whether search engines may index it: public, listed, and in a hub that allows them. */
  indexed: z.boolean(),
  /**
   * For a form with spam protection: what `meta` has to contain, and the required proof of work (in bits).
   */
  challenge: z.object({ token: z.string(), bits: z.number() }).nullable(),
});
export type PublicForm = z.output<typeof publicForm>;

export const listedFormsQuery = z.object({
  /** The slug of a space; all of the hub without it. */
  space: queryText('Space', { max: 100 }),
});

/** A form as the public pages of its space and hub list it. */
export const listedForm = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  space_slug: z.string(),
  state: z.enum(FORM_STATES),
});
export type ListedForm = z.output<typeof listedForm>;
