import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { emailField } from '#lib/contract/account.ts';
import { fieldDefinitions, formLayout, formTranslations } from '#lib/contract/form-definition.ts';
import { timeZoneField } from '#lib/contract/hub.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { itemRole, visibilityField } from '#lib/contract/role.ts';
import {
  choiceField,
  countryField,
  idField,
  queryChoice,
  queryFlag,
  queryText,
  textField,
  typeError,
} from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';
import { LANGUAGE_TAG } from '#lib/forms/translations.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import * as message from '#lib/text/messages.ts';

/** Bytes of a JSON body that holds a form's definition (docs/contract.md §2). */
export const DEFINITION_MAX_BYTES = 8 * 1024 * 1024;

const title = textField('Title', { max: TITLE_MAX });
const description = textField('Description', { max: 5000, multiline: true, empty: true });

/** A list of field definitions; the field engine reads them, and names each place that it can't take. */
const fields = z.array(z.unknown(), { error: message.invalidType('Fields', 'list') });

/** Read by `lib/forms/read-layout.ts`. */
const layout = z.unknown();
/** Read by `lib/forms/translations.ts`. */
const translations = z.unknown();

const NOTIFY_MAX = 20;
const ORIGINS_MAX = 50;

const languageTag = (label: string) =>
  z
    .string({ error: typeError(label, 'language') })
    .max(50, message.maxLength(label, 50))
    .regex(LANGUAGE_TAG, message.invalidType(label, 'language'));

/** A scheme, a host and perhaps a port, as `frame-ancestors` takes it (CSP 3 §2.3.1); nothing that could end the directive. */
const origin = z
  .string({ error: typeError('Embed origin', 'address') })
  .max(300, message.maxLength('Embed origin', 300))
  .regex(
    /^(\*|https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?)$/i,
    message.invalidType('Embed origin', 'address'),
  );

const moment = (label: string) =>
  z
    .string({ error: typeError(label, 'datetime') })
    .refine((value) => z.iso.datetime({ offset: true }).safeParse(value).success, {
      error: message.invalidType(label, 'datetime'),
    });

const wholeNumber = (label: string, min: number, max: number) =>
  z
    .number({ error: typeError(label, 'number') })
    .refine(Number.isInteger, { error: message.invalidType(label, 'number') })
    .min(min, message.minNumber(label, min))
    .max(max, message.maxNumber(label, max));

const flag = (label: string) => z.boolean({ error: typeError(label, 'boolean') });

/** How a form is kept from machines: not at all, by what people do not do, or by work that their browser does. */
export const SPAM_MODES = ['off', 'honeypot_and_rate', 'proof_of_work'] as const;
export type SpamMode = (typeof SPAM_MODES)[number];

export const HIDDEN_VALUES = ['drop', 'keep'] as const;

/** Colours and the like; the page knows what it can use. */
const theme = z.record(
  z.string().max(40),
  z.union([z.string().max(200), z.number(), z.boolean()], { error: message.invalidType('Theme', 'theme') }),
  { error: message.invalidType('Theme', 'theme') },
);

/** What a form does beside its fields (docs/contract.md §5); all of it acts at once. */
const settingsShape = {
  opens_at: moment('Opens').nullable(),
  closes_at: moment('Closes').nullable(),
  max_submissions: wholeNumber('Most answers', 1, 10_000_000).nullable(),
  one_per_person: flag('One answer a person'),
  hidden_values: choiceField('Hidden values', HIDDEN_VALUES),
  confirmation: textField('Confirmation', { max: 5000, multiline: true, empty: true }),
  /** In which the form is written (BCP 47). */
  language: languageTag('Language'),
  /** Of phone numbers without a country's code (ISO 3166-1 alpha-2); null for that of its language or hub. */
  country: countryField('Country').nullable(),
  /** Whose clocks its times are of (IANA); those of its hub where it is null. */
  time_zone: timeZoneField,
  /** Shown where the public pages of its space and hub list forms. */
  listed: flag('Listed'),
  /** The id of the e-mail field to which a receipt is sent. */
  receipt_field: textField('Receipt field', { max: 100 }).nullable(),
  /** Addresses that are told of each answer. */
  notify: z
    .array(emailField('Address'), { error: message.invalidType('Notify', 'list') })
    .max(NOTIFY_MAX, message.maxCount('Notify', NOTIFY_MAX)),
  /** Who answered may change the answer, by a link of their own. */
  editable: flag('Editable'),
  /** Pages that may frame the form: `https://example.org`, or `*` for any. */
  embed_origins: z
    .array(origin, { error: message.invalidType('Embed origins', 'list') })
    .max(ORIGINS_MAX, message.maxCount('Embed origins', ORIGINS_MAX)),
  theme: theme.nullable(),
  retention_days: wholeNumber('Days to keep', 1, 36_500).nullable(),
  spam: choiceField('Spam', SPAM_MODES),
};
export const formSettings = z.object(settingsShape);
export type FormSettings = z.output<typeof formSettings>;

/** Of settings, what is given is changed; what is null goes back to nothing. */
const changedSettings = formSettings.partial();

export const DEFAULT_SETTINGS: FormSettings = {
  opens_at: null,
  closes_at: null,
  max_submissions: null,
  one_per_person: false,
  hidden_values: 'drop',
  confirmation: '',
  language: 'en',
  country: null,
  time_zone: null,
  listed: true,
  receipt_field: null,
  notify: [],
  editable: false,
  embed_origins: [],
  theme: null,
  retention_days: null,
  spam: 'off',
};

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
/** What a refusal with the code `answers_would_be_deleted` carries. */
export type RequiredDeletion = { retention_days: number; answers: number };
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
  /** What lies in the trash instead, for those who may take it out. */
  trashed: queryFlag('Trashed'),
});
export type FormListQuery = z.output<typeof formListQuery>;

export const formParams = z.object({ id: idField('Form') });
export const formVersionParams = z.object({ id: idField('Form'), n: idField('Version') });
export const submissionParams = z.object({ id: idField('Form'), submission_id: idField('Answer') });
export const formFileParams = z.object({ id: idField('Form'), file_id: idField('File') });
export const publicFormParams = z.object({ slug: idField('Form') });
export const publicFormQuery = z.object({
  /** One of the form's languages; another one asks for the form's own words. */
  language: queryText('Language', { max: 50 }),
});

/** Whether a form takes answers just now, and if not, why. */
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
  /** Who can really see it, through its space; only people added while it is a draft. */
  effective_visibility: visibilityField,
  revision: z.number(),
  published_version: z.number().nullable(),
  /** Null before it is published. */
  state: z.enum(FORM_STATES).nullable(),
  /** The draft differs from what is published; told to editors. */
  is_changed: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  trashed_at: z.string().nullable(),
  my_role: itemRole.nullable(),
  allowed: z.array(z.string()),
  /** Told to those who read the answers; stops at 10,000. */
  counts: z.object({ submissions: z.number().nullable() }),
});
export type FormEntry = z.output<typeof formEntry>;

/**
 * Title, description, fields, layout and translations are the draft's for editors, the published version's for others, who are not told the
 * confirmation before they answer.
 */
export const form = formEntry.extend({
  fields: fieldDefinitions,
  layout: formLayout,
  translations: formTranslations,
  settings: formSettings,
  /**
   * Whether mails to `settings.notify` hold the answer: whoever added the addresses reads the answers. Null without
   * addresses, and for who does not change the form.
   */
  notify_has_answers: z.boolean().nullable(),
  /** Who changed it last; told to editors. */
  updated_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Who changed which setting last, such as `closes_at` or `theme.accent`; told to editors. */
  setting_changes: z.record(z.string(), z.object({ id: z.string(), name: z.string(), at: z.string() })),
});
export type Form = z.output<typeof form>;

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

/** A published form as whoever fills it sees it. */
export const publicForm = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  state: z.enum(FORM_STATES),
  /** To be sent back with the answer. */
  version: z.number(),
  /** That in which its words are here, and all that there are, the form's own first. */
  language: z.string(),
  languages: z.array(z.string()),
  /** What its author says in place of the page's own messages in that language, by keys such as `own.fill.next`. */
  own_messages: z.record(z.string(), z.string()),
  /** In which phone numbers without a country's code are read (ISO 3166-1 alpha-2); null: each needs its code. */
  country: z.string().nullable(),
  /** How its page writes and reads numbers and days (BCP 47). */
  locale: z.string(),
  /** Whose clocks its times are of (IANA); null where neither the form nor its hub says. */
  time_zone: z.string().nullable(),
  /** Empty unless the form is open. */
  fields: fieldDefinitions,
  /** Whole: each field stands on a page. */
  layout: formLayout,
  settings: z.object({
    opens_at: z.string().nullable(),
    closes_at: z.string().nullable(),
    hidden_values: z.enum(HIDDEN_VALUES),
    theme: theme.nullable(),
    spam: z.enum(SPAM_MODES),
    /** Pages that may frame it. */
    embed_origins: z.array(z.string()),
  }),
  visibility: visibilityField,
  /** Of the share link by which alone it may be seen; null where nobody needs one. */
  link_id: z.string().nullable(),
  /** Whether search engines may take it up: public, listed, and in a hub that lets them. */
  indexed: z.boolean(),
  /** Where the form is kept from machines: what `meta` has to carry, and how much work is asked for (in bits). */
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

const metaText = (label: string) => textField(label, { max: 500, empty: true });

/** Keys that nobody can guess: another's answer would be told. */
const KEY_MIN = 20;

/** What is sent with an answer beside its values. */
const submissionMeta = z.object(
  {
    /** Of the form's challenge. */
    token: metaText('Token').optional(),
    /** The proof of work. */
    nonce: metaText('Proof').optional(),
    /** A field that nobody sees: who fills it is a machine. */
    website: metaText('Website').optional(),
    /** In which the form was filled: its words are those of the errors. */
    language: metaText('Language').optional(),
    /** Made for this one answer by whoever sends it, of 20 characters or more: sent again, from anywhere, it is stored once. */
    key: metaText('Key')
      .refine((key) => key === '' || key.length >= KEY_MIN, message.minLength('Key', KEY_MIN))
      .optional(),
    /** The token of the draft that it was, which is then forgotten. */
    draft: metaText('Draft').optional(),
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
  /** Where the answer can be changed, where the form lets it be; its fragment is the key to it (`lib/contract/own-submission.ts`). */
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
