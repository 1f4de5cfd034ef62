import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pictureField } from '#lib/contract/picture-field.ts';
import { hubRole, visibilityField } from '#lib/contract/role.ts';
import { countryField, textField, typeError } from '#lib/contract/text-field.ts';
import { isTimeZone } from '#lib/fields/local-date-time.ts';
import { TITLE_MAX, TRASH_DAYS } from '#lib/text/constants.ts';
import { isCurrency } from '#lib/text/currency.ts';
import { HANDLE_MAX, handleProblem } from '#lib/text/handle.ts';
import { isLocale } from '#lib/text/locale.ts';
import * as message from '#lib/text/messages.ts';
import { asciiDomain } from '#lib/text/rules.ts';

const domainProblem = (value: string, label: string) =>
  asciiDomain(value)?.includes('.') ? null : message.invalidType(label, 'mail domain');

const handle = textField('Handle', { max: HANDLE_MAX, rule: handleProblem });
const name = textField('Name', { max: TITLE_MAX });
const description = textField('Description', { max: 2000, multiline: true, empty: true });
export const joinDomains = z
  .array(textField('Mail domain', { max: 255, rule: domainProblem }), {
    error: message.invalidType('Mail domains', 'list'),
  })
  .max(50, message.maxCount('Mail domains', 50));
const logo = pictureField('Logo').nullable();
/** The locale of numbers and days (BCP 47): `de-CH`. */
const locale = z
  .string({ error: typeError('Locale', 'locale') })
  .max(50, message.maxLength('Locale', 50))
  .refine(isLocale, message.invalidType('Locale', 'locale'))
  .nullable();
/** The time zone of times without an offset (IANA): `Europe/Zurich`. */
export const timeZoneField = z
  .string({ error: typeError('Time zone', 'time zone') })
  .max(50, message.maxLength('Time zone', 50))
  .refine(isTimeZone, message.invalidType('Time zone', 'time zone'))
  .nullable();

/** A currency (ISO 4217): `EUR`. */
const currency = z
  .string({ error: typeError('Currency', 'currency') })
  .refine(isCurrency, message.invalidType('Currency', 'currency'));

export const createHubRequest = z.object({
  name,
  domain_handle: handle,
  description: description.optional(),
  visibility: visibilityField.default('private'),
  logo: logo.optional(),
  join_domains: joinDomains.optional(),
  locale: locale.optional(),
  time_zone: timeZoneField.optional(),
  currency: currency.optional(),
  /** Also create a shared space, General, so that new members have a start. */
  first_space: z.boolean({ error: message.invalidType('First space', 'yes or no') }).default(false),
});
export type CreateHubRequest = z.input<typeof createHubRequest>;

const trashDays = z
  .number({ error: typeError('Days in the trash', 'number') })
  .int(message.invalidType('Days in the trash', 'whole number'))
  .min(TRASH_DAYS.least, message.minNumber('Days in the trash', TRASH_DAYS.least))
  .max(TRASH_DAYS.most, message.maxNumber('Days in the trash', TRASH_DAYS.most));

export const changeHubRequest = z.object({
  name: name.optional(),
  domain_handle: handle.optional(),
  description: description.optional(),
  visibility: visibilityField.optional(),
  logo: logo.optional(),
  join_domains: joinDomains.optional(),
  members_create_spaces: z
    .boolean({ error: message.invalidType('Members may create spaces', 'yes or no') })
    .optional(),
  /** Search engines may index what is public here. */
  allow_indexing: z.boolean({ error: message.invalidType('Search engines', 'yes or no') }).optional(),
  /** Takes effect immediately, also for what is in the trash already. */
  trash_days: trashDays.optional(),
  /** The country of phone numbers without a country code; null where the code is required. */
  country: countryField('Country').nullable().optional(),
  locale: locale.optional(),
  time_zone: timeZoneField.optional(),
  /** Of new columns of amounts; existing columns keep theirs. */
  currency: currency.optional(),
});
export type ChangeHubRequest = z.input<typeof changeHubRequest>;

/** A handle that is being typed: the response says whether it is available. */
export const checkHandleQuery = z.object({
  domain_handle: z
    .string({ error: message.required('Handle') })
    .transform((value) => value.trim())
    .pipe(textField('Handle', { max: 255 })),
});

/** `suggestion` is an available one (the same, while it is free); `message` says why this one is not. */
export const handleCheck = z.object({
  available: z.boolean(),
  suggestion: z.string(),
  message: z.string().optional(),
});
export type HandleCheck = z.output<typeof handleCheck>;

/** Why somebody belongs to a hub no more. */
export const membershipEnded = z.object({ ended: z.enum(['removed', 'suspended']) });
export type MembershipEnded = z.output<typeof membershipEnded>;

/** The handle that a renamed hub has now. */
export const newHandle = z.object({ domain_handle: z.string() });

export const hubParams = z.object({ handle: textField('Handle', { max: 255 }) });

/**
 * A hub as far as the caller may know it: a caller who is no member gets counts of 0 and no `join_domains`; a
 * guest learns nothing of its people.
 */
export const hub = z.object({
  id: z.string(),
  name: z.string(),
  domain_handle: z.string(),
  description: z.string(),
  visibility: visibilityField,
  logo_url: z.string().nullable(),
  join_domains: z.array(z.string()),
  members_create_spaces: z.boolean(),
  allow_indexing: z.boolean(),
  /** Days that something stays in the trash; null for a caller who is no member. */
  trash_days: z.number().nullable(),
  /**
   * Of phone numbers without a country's code (ISO 3166-1 alpha-2); null for a caller who is no member, too.
   */
  country: z.string().nullable(),
  /** Of new columns of amounts (ISO 4217); null for a caller who is no member. */
  currency: z.string().nullable(),
  /**
   * The locale of numbers and days, and the time zone; null where not set, and for a caller who is no member.
   */
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
  my_role: hubRole.nullable(),
  allowed: z.array(z.string()),
  /** How the caller may become a member: immediately, by a join request, or not at all (also for members). */
  join: z.enum(['open', 'ask']).nullable(),
  /** The caller's join request is open. */
  join_requested: z.boolean(),
  counts: z.object({ members: z.number(), spaces: z.number() }),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.number(),
});
export type Hub = z.output<typeof hub>;
