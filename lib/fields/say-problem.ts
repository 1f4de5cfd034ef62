import type { FieldDefinition } from '#lib/fields/definition.ts';
import { shownBytes, shownNumber, shownTime } from '#lib/fields/shown-value.ts';
import * as message from '#lib/messages.ts';
import { fillWords, type SpokenWords, type WordValues } from '#lib/plain-words.ts';

/**
 * What the validator says after a field's label (`lib/messages.ts`, whose words contract §5 fixes), and the names of
 * the values in it. The first that fits counts.
 */
const SHAPES = [
  ['blank', 'cannot be a blank character'],
  ['one_of', 'must be one of \\[(.*)\\]', 'options'],
  ['exact_length', 'must be exactly (\\d+) characters? long', 'count'],
  ['min_length', 'must be at least (\\d+) characters? long', 'count'],
  ['max_length', 'cannot be longer than (\\d+) characters?', 'count'],
  ['length_range', 'must be between (\\d+) and (\\d+) characters? long', 'least', 'count'],
  ['exact_number', 'must be equal to (\\S+)', 'number'],
  ['min_number', 'cannot be less than (\\S+)', 'number'],
  ['max_number', 'cannot be greater than (\\S+)', 'number'],
  ['exact_count', 'must have exactly (\\d+) entr(?:y|ies)', 'count'],
  ['min_count', 'must have at least (\\d+) entr(?:y|ies)', 'count'],
  ['max_count', 'cannot have more than (\\d+) entr(?:y|ies)', 'count'],
  ['count_range', 'must have between (\\d+) and (\\d+) entr(?:y|ies)', 'least', 'count'],
  ['date_format', 'must be a date written as (.*)', 'format'],
  ['no_day', 'is not a day of the calendar'],
  ['pattern', 'does not have the required form'],
  ['too_slow', 'takes too long to check; shorten it, or ask for a simpler pattern'],
  ['unreadable', 'contains characters that cannot be shown; type it again without them'],
  ['earliest', 'cannot be before (.*)', 'time'],
  ['latest', 'cannot be after (.*)', 'time'],
  ['extensions', 'must be a file of one of these types: (.*)', 'types'],
  ['ambiguous', 'can be read as (.*) or as (.*); choose the one that you mean', 'first', 'second'],
  ['too_precise', 'has more digits than can be kept exactly; write at most 15'],
  ['out_of_range', 'is too large or too small a number to be kept'],
  [
    'skipped_time',
    'is a time that does not exist, because the clocks are put forward; choose (.*) or (.*)',
    'first',
    'second',
  ],
  [
    'repeated_time',
    'is a time that comes twice, because the clocks are put back; choose (.*) or (.*)',
    'first',
    'second',
  ],
  ['max_bytes', 'cannot be larger than ([\\d.]+ (?:bytes|kB|MB|GB))', 'size'],
] as const;
const RANGE = /^must be between (.*) and (.*)$/s;
const INVALID = /^is not a valid (.*)$/s;

/** Types that are named where a value is none of them. */
type NamedType = 'email' | 'phone' | 'url' | 'number' | 'date' | 'time' | 'datetime' | 'file' | 'json';

/** What may be wrong with a value. */
export type CheckId = `check.${
  | 'required'
  | 'invalid'
  | `invalid_${NamedType}`
  | 'number_range'
  | 'time_range'
  | (typeof SHAPES)[number][0]}`;

/** The name of a problem of the validator, without `check.`: `invalid`, `min_length`; null for a text of a form's own maker. */
export function problemName(problem: string, label: string): string | null {
  if (problem === message.required(label)) return 'required';
  if (!problem.startsWith(`${label} `)) return null;
  const said = problem.slice(label.length + 1);
  if (INVALID.test(said)) return 'invalid';
  const found = SHAPES.find(([, shape]) => new RegExp(`^${shape}$`, 's').test(said));
  return found?.[0] ?? (RANGE.test(said) ? 'range' : null);
}

const UNITS = ['bytes', 'kB', 'MB', 'GB'];

function bytesOf(text: string): number {
  const [amount, unit = ''] = text.split(' ');
  return Number(amount) * 1000 ** UNITS.indexOf(unit);
}

/**
 * A problem of a field in the words of the page, where these have one for it: a text of the form's own maker, or one
 * that nobody knows here, stays as it is, and so does everything in English.
 * @param problem as the validator says it, in the browser as on the server
 * @param isLive false where the clock of who reads it is not known yet: moments stay as they are written
 */
export function sayProblem(
  problem: string,
  { label, type }: Pick<FieldDefinition, 'label' | 'type'>,
  { language, messages }: SpokenWords,
  isLive = true,
): string {
  const say = (name: string, values: WordValues = {}): string | undefined => {
    const text = messages[`check.${name}`];
    return text === undefined ? undefined : fillWords(text, { label, ...values }, language);
  };
  const timeOf = (text: string) =>
    type === 'date' || type === 'time' || (type === 'datetime' && isLive)
      ? shownTime(type, text, language)
      : text;
  const asValue = (name: string | undefined, text: string): string | number => {
    if (name === 'count') return Number(text);
    if (name === 'number' || name === 'least') return shownNumber(Number(text), language);
    if (name === 'time') return timeOf(text);
    return name === 'size' ? shownBytes(bytesOf(text), language) : text;
  };

  if (problem === message.required(label)) return say('required') ?? problem;
  if (!problem.startsWith(`${label} `)) return problem;
  const said = problem.slice(label.length + 1);
  const [, invalid] = INVALID.exec(said) ?? [];
  if (invalid !== undefined) return say(`invalid_${invalid}`) ?? say('invalid') ?? problem;
  for (const [name, shape, ...names] of SHAPES) {
    const found = new RegExp(`^${shape}$`, 's').exec(said);
    if (!found) continue;
    const values = names.map((one, at) => [one, asValue(one, found[at + 1] ?? '')]);
    return say(name, Object.fromEntries(values)) ?? problem;
  }
  const [, from, to] = RANGE.exec(said) ?? [];
  if (from === undefined || to === undefined) return problem;
  if (type !== 'number') return say('time_range', { from: timeOf(from), to: timeOf(to) }) ?? problem;
  const [least, most] = [from, to].map((one) => shownNumber(Number(one), language));
  return say('number_range', { least: least ?? from, most: most ?? to }) ?? problem;
}
