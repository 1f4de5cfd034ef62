import { parseAddress } from '#lib/fields/address-parser.ts';
import type { FileLookup } from '#lib/fields/check.ts';
import { dateFormatOf, isMissing } from '#lib/fields/comparison.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { displayBytes, displayNumber, displayTime } from '#lib/fields/display-value.ts';
import { normalizeEmailText } from '#lib/fields/email-address.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { type PhoneCountries, phoneCountryAt } from '#lib/fields/phone-countries.ts';
import { parsePhone, phoneData } from '#lib/fields/phone-number.ts';
import type { FieldErrors, FieldProblem, Problem, ProblemCode } from '#lib/fields/problem.ts';
import { type PathStep, readPath, valueAt } from '#lib/fields/value-path.ts';
import { countryName } from '#lib/text/country.ts';
import { formatInlineMessage, type MessageCatalog, type MessageValues } from '#lib/text/inline-messages.ts';
import { codePoints } from '#lib/text/text.ts';
import english from './hint-messages.ts';

export type HintId = keyof typeof english;

type HintContext = FileLookup & {
  /** Of phone numbers without a country's code. */
  country?: string | null;
};

/** The messages of hints: the page's; in English where it has none. */
const ENGLISH: MessageCatalog = { language: 'en', messages: english };

type HintName = HintId extends `hint.${infer Name}` ? Name : never;
type Hint = { name: HintName; values?: MessageValues };
type HintRequest = { field: FieldDefinition; value: unknown; context: HintContext; language: string };

/** Options that a hint lists. */
const OPTIONS_LISTED = 12;
const EMAIL = 'name@example.com';
const ADDRESS = 'https://www.example.com';
const PHONE = '+49 171 1234567';
/** In how many digits nothing else could be meant. */
const EXAMPLE_NUMBER = 12.5;
const EXAMPLE_DAY = { YYYY: '2026', MM: '12', DD: '24' };

function optionsOf({ options = [] }: FieldDefinition): string {
  const labels = options.slice(0, OPTIONS_LISTED).map(({ label }) => label);
  return [...labels, ...(options.length > OPTIONS_LISTED ? ['…'] : [])].join(', ');
}

function dayIn(format: string): string {
  return Object.entries(EXAMPLE_DAY).reduce((text, [part, digits]) => text.replace(part, digits), format);
}

function phoneHint({ value, context, language }: HintRequest): Hint {
  const { country = null } = context;
  const read = parsePhone(typeof value === 'string' ? value : '', country);
  const problem = read.ok || value === '' || value === undefined ? 'no_country' : read.problem;
  const code =
    country &&
    phoneData()
      ?.countries()
      .find((one) => one.country === country)?.code;
  const example = code && problem === 'no_country' ? `+${code} …` : PHONE;
  const values = { example, country: country ? countryName(country, language) : '' };
  return { name: `phone_${problem}`, values };
}

function addressHint({ value }: HintRequest): Hint {
  const read = parseAddress(typeof value === 'string' ? value : '');
  if (read.ok) return { name: 'url', values: { example: ADDRESS } };
  switch (read.problem) {
    case 'blank':
      return { name: 'url_blank' };
    case 'invisible':
      return { name: 'url_invisible' };
    case 'domain':
      return { name: 'url_domain', values: { example: ADDRESS } };
    case 'no_scheme': {
      // What was probably meant, where that would be valid.
      const meant = `https://${typeof value === 'string' ? value.trim() : ''}`;
      return { name: 'url_scheme', values: { example: parseAddress(meant).ok ? meant : ADDRESS } };
    }
    case 'scheme':
      return { name: 'url_scheme', values: { example: ADDRESS } };
    default:
      return { name: 'url', values: { example: ADDRESS } };
  }
}

/** An example of a value of the type. */
function typeHint(request: HintRequest): Hint {
  const { field, value, language } = request;
  const hasBlank =
    typeof value === 'string' &&
    /\s/u.test(normalizeEmailText(value)) &&
    normalizeEmailText(value).includes('@');
  switch (field.type) {
    case 'email':
      return { name: hasBlank ? 'email_blank' : 'email', values: { example: EMAIL } };
    case 'phone':
      return phoneHint(request);
    case 'url':
      return addressHint(request);
    case 'number':
      return { name: 'number', values: { example: displayNumber(EXAMPLE_NUMBER, language) } };
    case 'date':
      return { name: 'date', values: { example: dayIn(dateFormatOf(field)) } };
    case 'time':
      return { name: 'time', values: { example: '09:30' } };
    case 'datetime':
      return { name: 'datetime', values: { example: '2026-12-24T09:30:00+01:00' } };
    case 'select':
      return { name: 'choose_one', values: { options: optionsOf(field) } };
    case 'checkboxes':
    case 'multi-select':
      return { name: 'choose_some', values: { options: optionsOf(field) } };
    case 'file':
      return { name: 'file' };
    case 'json':
      return { name: 'json', values: { example: '{"name": "value"}' } };
    case 'form':
      return { name: 'form' };
    default:
      return { name: typeof value === 'string' || isMissing(field, value) ? 'text' : 'as_text' };
  }
}

function patternHint({ field }: HintRequest): Hint {
  if (field.placeholder) return { name: 'example', values: { example: field.placeholder } };
  const pattern = field.rules?.find(({ rule }) => rule === 'pattern')?.value;
  return typeof pattern === 'string' ? { name: 'pattern', values: { pattern } } : { name: 'text' };
}

function invalidHint(request: HintRequest): Hint {
  const { field, value } = request;
  if (!isList(field) || field.type === 'file') return typeHint(request);
  if (!Array.isArray(value)) return isChoice(field) ? typeHint(request) : { name: 'as_list' };
  if (isChoice(field) && new Set(value).size < value.length)
    return { name: 'choose_once', values: { options: optionsOf(field) } };
  return typeHint(request);
}

function sizeHint({ value, context, language }: HintRequest): Hint {
  const facts = typeof value === 'string' ? context.fileOf?.(value) : undefined;
  return facts
    ? { name: 'file_now', values: { size: displayBytes(facts.size, language) } }
    : { name: 'file' };
}

function rangeHint({ field, value, language }: HintRequest): Hint | null {
  if (field.type === 'number')
    return typeof value === 'number'
      ? { name: 'number_now', values: { number: displayNumber(value, language) } }
      : null;
  if (Array.isArray(value)) return { name: 'count_now', values: { count: value.length } };
  if (typeof value !== 'string') return null;
  const { type } = field;
  const isTime = type === 'date' || type === 'time';
  return { name: 'time_now', values: { time: isTime ? displayTime(type, value, language) : value } };
}

function hintOf(code: ProblemCode, request: HintRequest): Hint | null {
  const { field, value } = request;
  switch (code) {
    case 'required':
      // A required value needs no further hint; a value in a wrong format does.
      return field.type === 'text' || field.type === 'textarea'
        ? null
        : typeHint({ ...request, value: undefined });
    case 'blank':
      return typeHint({ ...request, value: undefined });
    case 'exact_length':
    case 'min_length':
    case 'max_length':
    case 'length_range':
      return typeof value === 'string' ? { name: 'length', values: { count: codePoints(value) } } : null;
    case 'exact_count':
    case 'min_count':
    case 'max_count':
    case 'count_range':
      return Array.isArray(value) ? { name: 'count_now', values: { count: value.length } } : null;
    case 'exact_number':
    case 'min_number':
    case 'max_number':
    case 'earliest':
    case 'latest':
    case 'number_range':
    case 'time_range':
      return rangeHint(request);
    case 'date_format':
    case 'no_day':
      return { name: 'date', values: { example: dayIn(dateFormatOf(field)) } };
    case 'pattern':
      return patternHint(request);
    case 'unreadable':
      // Its message states what to do.
      return null;
    case 'extensions': {
      const rule = field.rules?.find((one) => one.rule === 'extensions');
      return {
        name: 'file_types',
        values: { types: rule ? rule.value.map((one) => `.${one}`).join(', ') : '' },
      };
    }
    case 'max_bytes':
      return sizeHint(request);
    default:
      return invalidHint(request);
  }
}

/**
 * What would be valid in place of a value, as one sentence without its full stop; null where the problem's
 * message is enough.
 */
export function hintFor(
  problem: Problem,
  field: FieldDefinition,
  value: unknown,
  context: HintContext = {},
  { language, messages }: MessageCatalog = ENGLISH,
): string | null {
  // The form author's own message explains it.
  if (problem.message !== undefined) return null;
  const isTranslated = 'hint.text' in messages;
  const found = hintOf(problem.code, { field, value, context, language: isTranslated ? language : 'en' });
  if (!found) return null;
  const id: HintId = `hint.${found.name}`;
  const text = isTranslated ? messages[id] : english[id];
  return text === undefined ? null : formatInlineMessage(text, found.values, isTranslated ? language : 'en');
}

/** The field that a path leads to. */
function fieldAt(fields: readonly FieldDefinition[], path: readonly PathStep[]): FieldDefinition | undefined {
  const names = path.filter((step) => typeof step === 'string');
  return names.reduce<{ within: readonly FieldDefinition[]; field?: FieldDefinition | undefined }>(
    ({ within }, step) => {
      const field = within.find(({ name }) => name === step);
      return { within: field?.fields ?? [], field };
    },
    { within: fields },
  ).field;
}

/** The field of one entry of a list. */
export function listEntryField({ multiple: _, ...field }: FieldDefinition): FieldDefinition {
  return field;
}

/** Hints for the validator's problems, under the same paths. */
export function hintsFor(
  fields: readonly FieldDefinition[],
  values: Values,
  problems: readonly FieldProblem[],
  { countries, ...context }: HintContext & { countries?: PhoneCountries | undefined } = {},
): FieldErrors {
  const hints = problems.flatMap((problem) => {
    const { path } = problem;
    const steps = readPath(path) ?? [];
    const field = fieldAt(fields, steps);
    const isEntry = typeof steps.at(-1) === 'number' && field?.type !== 'form';
    const concerned = field && isEntry ? listEntryField(field) : field;
    const country = phoneCountryAt(countries, path, context.country ?? null);
    const hint = concerned && hintFor(problem, concerned, valueAt(values, steps), { ...context, country });
    return hint ? [[path, [hint]] satisfies [string, string[]]] : [];
  });
  return Object.fromEntries(hints);
}
