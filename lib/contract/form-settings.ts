import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { emailField } from '#lib/contract/account.ts';
import { boundedBy } from '#lib/contract/described-as.ts';
import { timeZoneField } from '#lib/contract/hub.ts';
import { choiceField, countryField, idField, textField, typeError } from '#lib/contract/text-field.ts';
import { LANGUAGE_TAG } from '#lib/forms/translations.ts';
import { hasMoreValues } from '#lib/text/json-depth.ts';
import * as message from '#lib/text/messages.ts';
import { hasUnreadableCharacters } from '#lib/text/text.ts';

const NOTIFY_MAX = 20;
const ORIGINS_MAX = 50;

const languageTag = (label: string) =>
  z
    .string({ error: typeError(label, 'language') })
    .max(50, message.maxLength(label, 50))
    .regex(LANGUAGE_TAG, message.invalidType(label, 'language'));

/**
 * A scheme, a host and perhaps a port, as `frame-ancestors` accepts it (CSP 3 §2.3.1); nothing that could end
 * the directive.
 */
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

/** A form's spam protection: none, by human behaviour, or by a proof of work of the browser. */
export const SPAM_MODES = ['off', 'honeypot_and_rate', 'proof_of_work'] as const;
export type SpamMode = (typeof SPAM_MODES)[number];

export const HIDDEN_VALUES = ['drop', 'keep'] as const;

/** A short text that is stored as it was sent: none that the database refuses. */
const storedText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !hasUnreadableCharacters(text));

/** Colours and the like; the page ignores what it doesn't know. */
export const themeField = z.record(
  storedText(40),
  z.union([storedText(200), z.number(), z.boolean()], { error: message.invalidType('Theme', 'theme') }),
  { error: message.invalidType('Theme', 'theme') },
);

/** Choices whose options were taken from a table. */
const OPTION_SOURCES_MAX = 500;

/** A table whose values became the options of a choice: those of a column, or its rows where it is null. */
const optionSource = z.strictObject({ table: idField('Table'), column: idField('Column').nullable() });
export type OptionSource = z.output<typeof optionSource>;

const optionSources = boundedBy(
  z.record(storedText(100), optionSource, { error: typeError('Option sources', 'object') }),
  // Each has two values of its own.
  (sent) => !hasMoreValues(sent, 3 * OPTION_SOURCES_MAX + 1),
  message.maxCount('Option sources', OPTION_SOURCES_MAX),
);

/** A form's settings beside its fields (docs/contract.md §5); all of them take effect immediately. */
export const formSettings = z.object({
  opens_at: moment('Opens').nullable(),
  closes_at: moment('Closes').nullable(),
  max_submissions: wholeNumber('Maximum number of answers', 1, 10_000_000).nullable(),
  one_per_person: flag('One answer a person'),
  hidden_values: choiceField('Hidden values', HIDDEN_VALUES),
  confirmation: textField('Confirmation', { max: 5000, multiline: true, empty: true }),
  /** The language of the form (BCP 47). */
  language: languageTag('Language'),
  /** Of phone numbers without a country's code (ISO 3166-1 alpha-2); null for that of its language or hub. */
  country: countryField('Country').nullable(),
  /** Whose clocks its times are of (IANA); those of its hub where it is null. */
  time_zone: timeZoneField,
  /** Shown where the public pages of its space and hub list forms. */
  listed: flag('Listed'),
  /** The id of the e-mail field to which a receipt is sent. */
  receipt_field: textField('Receipt field', { max: 100 }).nullable(),
  /** Addresses that are notified of each submission. */
  notify: z
    .array(emailField('Address'), { error: message.invalidType('Notify', 'list') })
    .max(NOTIFY_MAX, message.maxCount('Notify', NOTIFY_MAX)),
  /** The submitter may change the submission, by a link of their own. */
  editable: flag('Editable'),
  /** Pages that may frame the form: `https://example.org`, or `*` for any. */
  embed_origins: z
    .array(origin, { error: message.invalidType('Embed origins', 'list') })
    .max(ORIGINS_MAX, message.maxCount('Embed origins', ORIGINS_MAX)),
  theme: themeField.nullable(),
  retention_days: wholeNumber('Days to keep', 1, 36_500).nullable(),
  spam: choiceField('Spam', SPAM_MODES),
  /** By the id of a choice, where its options were taken from. */
  option_sources: optionSources,
});
export type FormSettings = z.output<typeof formSettings>;

/** Given settings are changed; null resets one. */
export const changedSettings = formSettings.partial().strict();

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
  option_sources: {},
};
