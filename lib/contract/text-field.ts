import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { isCountry } from '#lib/text/country.ts';
import * as message from '#lib/text/messages.ts';
import { codePoints, hasUnreadableCharacters, isBlank } from '#lib/text/text.ts';

type Rule = (value: string, label: string) => string | null;

type TextOptions = {
  /** Maximum length of a text, in characters as users count them. */
  max: number;
  /** Line breaks and tabs are welcome. */
  multiline?: boolean;
  /** May be empty, and is then an empty text. */
  empty?: boolean;
  /** The rule of its kind; checked only where the text itself is valid. */
  rule?: Rule;
};

/** The message for a value that is missing or of another type (docs/contract.md §5). */
export function typeError(label: string, type: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null
      ? message.required(label)
      : message.invalidType(label, type);
}

function textProblem(value: string, label: string, options: TextOptions): string | null {
  const { max, multiline, empty, rule } = options;
  if (value === '') return empty ? null : message.required(label);
  if (!empty && isBlank(value)) return message.blank(label);
  // Code units first: there are at least as many, and counting them is free.
  if (value.length > max && codePoints(value) > max) return message.maxLength(label, max);
  if (hasUnreadableCharacters(value, { multiline })) return message.unreadableCharacters(label);
  return rule?.(value, label) ?? null;
}

/**
 * A text that is stored unchanged: required unless `empty`, limited in length, without control characters.
 */
export function textField(label: string, options: TextOptions) {
  return z
    .string({ error: typeError(label, 'text') })
    .superRefine((value, context) => {
      const problem = textProblem(value, label, options);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({ maxLength: options.max, ...(options.empty ? {} : { minLength: 1 }) });
}

/** One of a few values; the message lists them. */
export function choiceField<const Options extends readonly string[]>(label: string, options: Options) {
  return z.enum(options, {
    error: (issue) =>
      issue.input === undefined || issue.input === null
        ? message.required(label)
        : message.oneOf(label, options),
  });
}

/** A country (ISO 3166-1 alpha-2). */
export const countryField = (label: string) =>
  z.string({ error: typeError(label, 'country') }).refine(isCountry, message.invalidType(label, 'country'));

/** An id that somebody else made: opaque, but never longer than any of ours. */
export const idField = (label: string) => textField(label, { max: 100 });

/** A text in an address: trimmed (docs/contract.md §2), and absent when nothing is left of it. */
export function queryText(label: string, { max = 200 }: { max?: number } = {}) {
  return z
    .string({ error: typeError(label, 'text') })
    .transform((value) => value.trim() || undefined)
    .pipe(textField(label, { max }).optional())
    .optional();
}

/** One of a few values in an address; trimmed, and absent when empty. */
export function queryChoice<const Options extends readonly string[]>(label: string, options: Options) {
  return z
    .string({ error: typeError(label, 'text') })
    .transform((value) => value.trim() || undefined)
    .pipe(choiceField(label, options).optional())
    .optional()
    .meta({ enum: [...options] });
}

/** Yes or no in an address; absent is no. */
export function queryFlag(label: string) {
  return queryChoice(label, ['true', 'false', '1', '0']).transform(
    (value) => value === 'true' || value === '1',
  );
}

/** A day, or a time in RFC 3339. */
export const queryDate = (label: string) =>
  queryText(label, { max: 40 }).refine((value) => value === undefined || isDayOrMoment(value), {
    error: message.dateFormat(label, 'YYYY-MM-DD'),
  });

const YEAR = /^(?!0000)\d{4}-\d{2}-\d{2}(T|$)/;

/** In the years 1 to 9999, as it is written and in UTC. */
function isDayOrMoment(text: string): boolean {
  const time = YEAR.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && YEAR.test(new Date(time).toISOString());
}
