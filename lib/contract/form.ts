import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { formOperations } from '#lib/access/operations.ts';
import { describedAs } from '#lib/contract/described-as.ts';
import {
  fieldDefinitions,
  formLayout,
  formTranslations,
  formValuesSchema,
  sentField,
} from '#lib/contract/form-definition.ts';
import { changedSettings, formSettings } from '#lib/contract/form-settings.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { itemRole, visibilityField } from '#lib/contract/role.ts';
import { idField, queryChoice, queryFlag, queryText, textField } from '#lib/contract/text-field.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import * as message from '#lib/text/messages.ts';

/** Bytes of a JSON body with a form's definition (docs/contract.md §2). */
export const DEFINITION_MAX_BYTES = 8 * 1024 * 1024;

const title = textField('Title', { max: TITLE_MAX });
const description = textField('Description', { max: 5000, multiline: true, empty: true });

/** A list of field definitions; the field engine parses them, and names each invalid place. */
const fields = z.array(describedAs(sentField), { error: message.invalidType('Fields', 'list') });

/** Read by `lib/forms/read-layout.ts`. */
const layout = describedAs(formLayout);
/** Read by `lib/forms/translations.ts`. */
const translations = describedAs(formTranslations);

export const createFormRequest = z.object({
  title,
  description: description.optional(),
  visibility: visibilityField.default('shared'),
  fields: fields.optional(),
  layout: layout.optional(),
  translations: translations.optional(),
  settings: changedSettings.optional(),
});
export type CreateFormRequest = z.input<typeof createFormRequest>;

export const changeFormRequest = z.object({
  title: title.optional(),
  description: description.optional(),
  visibility: visibilityField.optional(),
  fields: fields.optional(),
  layout: layout.optional(),
  translations: translations.optional(),
  settings: changedSettings.optional(),
  /** How many submissions may be permanently deleted by a shorter `retention_days`; none by default. */
  deletes_answers: z
    .number({ error: message.invalidType('Answers', 'number') })
    .int(message.invalidType('Answers', 'number'))
    .min(0, message.minNumber('Answers', 0))
    .optional(),
});
/** The data of a refusal with the code `answers_would_be_deleted`. */
export const requiredDeletion = z.object({ retention_days: z.number(), answers: z.number() });
export type RequiredDeletion = z.output<typeof requiredDeletion>;
export type ChangeFormRequest = z.input<typeof changeFormRequest>;

export const FORM_SORTS = [
  'title',
  '-title',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
] as const;

export const formListQuery = z.object({
  ...pageQuery,
  q: queryText('Search'),
  sort: queryChoice('Sort', FORM_SORTS),
  /** The forms in the trash instead, for those who may restore them. */
  trashed: queryFlag('Trashed'),
});
export type FormListQuery = z.output<typeof formListQuery>;

export const formParams = z.object({ id: idField('Form') });
export const formVersionParams = z.object({ id: idField('Form'), n: idField('Version') });
export const submissionParams = z.object({ id: idField('Form'), submission_id: idField('Answer') });
export const formFileParams = z.object({ id: idField('Form'), file_id: idField('File') });
/** Whether a form accepts submissions just now, and if not, why. */
export const FORM_STATES = ['open', 'not_open_yet', 'closed', 'full'] as const;
export type FormState = (typeof FORM_STATES)[number];

/** A form in a list: without its fields. */
export const formEntry = z.object({
  id: z.string(),
  /** Of its public address, `/f/{slug}`. */
  slug: z.string(),
  space_slug: z.string(),
  title: z.string(),
  description: z.string(),
  visibility: visibilityField,
  /** Who can really see it, through its space; only added people while it is a draft. */
  effective_visibility: visibilityField,
  revision: z.number(),
  published_version: z.number().nullable(),
  /** Null before it is published. */
  state: z.enum(FORM_STATES).nullable(),
  /** The draft differs from the published version; for editors. */
  is_changed: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  trashed_at: z.string().nullable(),
  my_role: itemRole.nullable(),
  allowed: z.array(z.enum(formOperations('owner'))),
  /** For those who read the submissions; stops at 10,000. */
  counts: z.object({ submissions: z.number().nullable() }),
});
export type FormEntry = z.output<typeof formEntry>;

/**
 * Title, description, fields, layout and translations are the draft's for editors, the published version's
 * for others, who don't get the confirmation before they submit.
 */
export const form = formEntry.extend({
  fields: fieldDefinitions,
  layout: formLayout,
  translations: formTranslations,
  settings: formSettings,
  /**
   * Whether mails to `settings.notify` contain the submission: the user who added the addresses reads the
   * submissions. Null without addresses, and for callers who do not change the form.
   */
  notify_has_answers: z.boolean().nullable(),
  /** Who last changed it; for editors. */
  updated_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Who last changed which setting, such as `closes_at` or `theme.accent`; for editors. */
  setting_changes: z.record(z.string(), z.object({ id: z.string(), name: z.string(), at: z.string() })),
});
export type Form = z.output<typeof form>;

/** JSON Schema of the values that a form's published version takes. */
export const formSchema = formValuesSchema.extend({ title: z.string() }).meta({ id: 'FormSchema' });
export type FormSchema = z.output<typeof formSchema>;

export const publishResult = z.object({ version: z.number(), slug: z.string() });
export type PublishResult = z.output<typeof publishResult>;

export const formVersionEntry = z.object({
  version: z.number(),
  title: z.string(),
  published_by: z.object({ id: z.string(), name: z.string() }),
  created_at: z.string(),
});
export type FormVersionEntry = z.output<typeof formVersionEntry>;

export const formVersion = formVersionEntry.extend({
  description: z.string(),
  language: z.string(),
  fields: fieldDefinitions,
  layout: formLayout,
  translations: formTranslations,
});
export type FormVersion = z.output<typeof formVersion>;
