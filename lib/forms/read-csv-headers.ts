import { isIsoDate, isIsoDateTime, isIsoTime } from '#lib/fields/dates.ts';
import { DEFINITION_LIMITS, type FieldDefinition, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { isPlainEmail } from '#lib/fields/email-parser.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import { splitExtension } from '#lib/fields/phone-extension.ts';
import { separatorOf, withoutSeparatorLine } from '#lib/text/csv-separator.ts';
import { singleLineText } from '#lib/text/html-text.ts';
import { emailProblem } from '#lib/text/rules.ts';
import { isBlank } from '#lib/text/text.ts';

/** Rows that are checked to guess the type of a column. */
const SAMPLE = 500;
/** Characters that are parsed: enough for the sample of any sheet. */
const READ_MAX = 2_000_000;
/** A column with more distinct values is no choice. */
const CHOICES_MAX = 12;

/** What was changed, by column: the header, and why. */
export type CsvNote = { column: string; note: 'renamed' | 'nameless' | 'too_many' };
export type ParsedCsvHeaders = { ok: true; fields: FieldDefinition[]; notes: CsvNote[] } | { ok: false };

/** Without control characters that can't be stored (`hasUnreadableCharacters`). */
const readable = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]/g, ' ');

/** The first rows of a delimited text, cell by cell (RFC 4180). */
function linesOf(input: string, most: number): string[][] {
  const separator = separatorOf(input);
  const text = withoutSeparatorLine(input);
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  const finishLine = () => {
    cells.push(cell);
    if (cells.some((one) => !isBlank(one))) lines.push(cells);
    cells = [];
    cell = '';
  };
  for (let at = 0; at < text.length && lines.length < most; at += 1) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') finishLine();
    else if (sign !== '\r') cell += sign;
  }
  if (lines.length < most && (cell !== '' || cells.length > 0)) finishLine();
  return lines;
}

const PLAIN_NUMBER = /^[+-]?(?:\d{1,3}(?:[ ,.’']\d{3})+|\d+)(?:[.,]\d+)?$/;
/** With a sign in the exponent, as programs write it: `12E5` may be a code. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?e[+-]\d{1,3}$/i;
/** Whole numbers with more digits are numbers of accounts and cards, whose characters must be kept. */
const DIGITS_MAX = 15;
const WHOLE = /^[+-]?\d{1,3}(?:[ ,.’']\d{3})*$|^[+-]?\d+$/;
const isLongCode = (text: string) =>
  text.length > DIGITS_MAX && WHOLE.test(text) && text.replace(/\D/g, '').length > DIGITS_MAX;
const NUMBER = {
  test: (text: string) => (PLAIN_NUMBER.test(text) && !isLongCode(text)) || SCIENTIFIC.test(text),
};
const PHONE = /^\+?[\d\s()/-]{6,25}$/;
const isDiallable = (text: string) => PHONE.test(splitExtension(text).number);
const DATE_FORMATS: readonly [RegExp, string][] = [
  [/^\d{2}\.\d{2}\.\d{4}$/, 'DD.MM.YYYY'],
  [/^\d{2}\/\d{2}\/\d{4}$/, 'DD/MM/YYYY'],
];
const LONG = 120;

const DAY_PARTS =
  /^(?:(\d{1,2})\s*([./\s-])\s*(\d{1,2})\s*\2\s*(?:\d{2}|\d{4})|\d{4}\s*([./\s-])\s*(\d{1,2})\s*\4\s*(\d{1,2}))$/;

/** Whether these may be a day and a month, in any order and with any year: `03/04/2026`, `3-4-26`, `2026 04 03`. */
function looksDated(text: string): boolean {
  const [, first, , second, , month, day] = DAY_PARTS.exec(text) ?? [];
  const [one, two] = [Number(first ?? month ?? 0), Number(second ?? day ?? 0)];
  return one > 0 && two > 0 && Math.min(one, two) <= 12 && Math.max(one, two) <= 31;
}

/** Digits that begin with 0 or + are a phone number, not a quantity; a day is none either. */
const looksDialled = (text: string) =>
  isDiallable(text) && /^(?:\+|00|0[1-9])/.test(text.trim()) && !looksDated(text.trim());

function isUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text);
}

/** Digits that begin with 0 or +: a code or a phone number, whose characters must be kept. */
const CODE = /^(?:\+|-?0\d)/;
const DAY = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/;
const MOMENT = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[T ]\d{1,2}:\d{2}/;

const LOOKS = new Map<FieldType, (text: string) => boolean>([
  ['email', (text) => text.includes('@') && (isPlainEmail(text) || emailProblem(text) === null)],
  ['url', isUrl],
  ['date', (text) => DAY.test(text)],
  ['time', (text) => /^\d{1,2}:\d{2}(?::\d{2})?$/.test(text)],
  ['datetime', (text) => MOMENT.test(text)],
  ['phone', looksDialled],
  ['number', (text) => NUMBER.test(text) && !CODE.test(text)],
]);

/** Whether a cell may have that type: one of `guessTypes`. */
export const looksLike = (type: FieldType, text: string): boolean => LOOKS.get(type)?.(text) ?? false;

/**
 * The types that a cell may have besides text, the most specific first; the field engine decides whether it
 * is valid.
 */
export const guessTypes = (text: string): FieldType[] =>
  [...LOOKS].flatMap(([type, looks]) => (looks(text) ? [type] : []));

/** The type of all these values; null for text. */
function typeOf(values: readonly string[]): FieldType | null {
  const all = (test: (text: string) => boolean) => values.every((value) => test(value.trim()));
  if (values.length === 0) return null;
  if (all((text) => text.includes('@') && emailProblem(text) === null)) return 'email';
  if (all(isUrl)) return 'url';
  if (all(isIsoDate)) return 'date';
  if (all((text) => DATE_FORMATS.some(([form]) => form.test(text)))) return 'date';
  if (all(isIsoTime)) return 'time';
  if (all((text) => isIsoDateTime(text) || /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/.test(text)))
    return 'datetime';
  if (all(looksDialled)) return 'phone';
  if (all((text) => NUMBER.test(text))) return 'number';
  return null;
}

const machineName = (label: string) =>
  label
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, TEXT_LIMITS.name - 4);

/** The options of a column whose values repeat; null where they don't. */
function choicesOf(values: readonly string[]): string[] | null {
  const different = [...new Set(values.map((value) => value.replace(/\s+/gu, ' ').trim()))];
  const isFew = different.length >= 2 && different.length <= CHOICES_MAX;
  const repeats = values.length >= different.length * 3;
  const short = different.every((value) => value.length <= 60);
  return isFew && repeats && short ? different : null;
}

/** A column as a field: its type is guessed from its values. */
function fieldOf(label: string, name: string, values: readonly string[], isWhole: boolean): FieldDefinition {
  const filled = values.filter((value) => !isBlank(value));
  const type = typeOf(filled);
  const shared = { id: name, name, label, required: isWhole && filled.length === values.length };
  if (type) return { ...shared, type };
  const choices = choicesOf(filled);
  if (choices) {
    const options = choices.map((choice, at) => ({
      id: machineName(choice) || `option_${at + 1}`,
      label: choice,
    }));
    const unique = new Set(options.map(({ id }) => id)).size === options.length;
    return {
      ...shared,
      type: 'select',
      options: unique ? options : options.map((option, at) => ({ ...option, id: `option_${at + 1}` })),
    };
  }
  const isLong = filled.some((value) => value.length > LONG || value.includes('\n'));
  return { ...shared, type: isLong ? 'textarea' : 'text' };
}

/**
 * Derives fields from the columns of a CSV file: labels from its first row, types from the rows below. A
 * field is required where every row has a value.
 * @returns the fields with notes on what was changed, or that there is no row
 */
export function fieldsOfCsv(input: string): ParsedCsvHeaders {
  const text = readable(input.slice(0, READ_MAX).replace(/^\uFEFF/, ''));
  const [head, ...rows] = linesOf(text, SAMPLE + 1);
  if (!head) return { ok: false };
  const notes: CsvNote[] = [];
  const names = new Set<string>();
  const fields = head.slice(0, DEFINITION_LIMITS.fields).map((cell, at) => {
    const written = singleLineText(cell).slice(0, TEXT_LIMITS.label).toWellFormed();
    const label = isBlank(written) ? `Column ${at + 1}` : written;
    if (label !== written) notes.push({ column: label, note: 'nameless' });
    const base = machineName(label) || `column_${at + 1}`;
    let name = base;
    for (let n = 2; names.has(name); n += 1) name = `${base}_${n}`;
    if (name !== base) notes.push({ column: label, note: 'renamed' });
    names.add(name);
    const values = rows.map((row) => row[at] ?? '');
    return fieldOf(label, name, values, rows.length > 0);
  });
  if (head.length > DEFINITION_LIMITS.fields)
    notes.push({ column: head[DEFINITION_LIMITS.fields] ?? '', note: 'too_many' });
  return { ok: true, fields, notes };
}
