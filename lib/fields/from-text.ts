import { dateFormatOf } from '#lib/fields/comparison.ts';
import { dayFrom, isDay, isMoment, isTime } from '#lib/fields/dates.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { isStorableJson } from '#lib/fields/json-value.ts';
import { numberFrom } from '#lib/fields/number-text.ts';
import * as message from '#lib/messages.ts';

export type FromText = {
  /** Undefined where nothing was written; the text itself where it can't be read. */
  value: unknown;
  problem: string | null;
};

type Options = {
  /** Of moments that are written without one, such as `+02:00`; UTC unless said. */
  offset?: string;
};

const MISSING: FromText = { value: undefined, problem: null };
const found = (value: unknown): FromText => ({ value, problem: null });

/** Longer texts are no day, time, number or choice. */
const SHORT_TEXT_MAX = 600;
/** Entries of one cell. */
const ENTRIES_MAX = 1000;
/** Options that a message lists. */
const OPTIONS_TOLD = 20;

const pad = (number: number) => String(number).padStart(2, '0');

/** `2026-05-01`, `2026/5/1`, `1.5.2026`; days between slashes with the year last could be read two ways, and are not. */
function dayOf(text: string): string | null {
  if (isDay(text)) return text;
  const byYear = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text);
  const byDay = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text);
  const [year, month, day] = byYear ? byYear.slice(1) : (byDay?.slice(1).reverse() ?? []);
  if (!year || !month || !day) return null;
  const written = `${year}-${pad(Number(month))}-${pad(Number(day))}`;
  return isDay(written) ? written : null;
}

/** A day in another order: `DD.MM.YYYY`. */
function dayWritten(day: string, format: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', date);
}

/** `9:30`, `09:30:15`, `9.30 pm`. */
function timeOf(text: string): string | null {
  if (isTime(text)) return text;
  const parts = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\.?$/i.exec(text);
  if (!parts) return null;
  const [, hour = '', minute = '', second, half] = parts;
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const written = `${pad(hours)}:${minute}${second ? `:${second}` : ''}`;
  return isTime(written) ? written : null;
}

/** A moment with its offset, as it is or with the one given. */
function momentOf(text: string, offset: string): string | null {
  if (isMoment(text)) return text;
  const [, day = '', time = '', zone = ''] =
    /^([\d./-]+)[T\s]\s*([^Z+]*?)\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ?? [];
  const known = dayOf(day);
  const hour = timeOf(time);
  if (!known || !hour) return null;
  const from = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const moment = `${known}T${hour.length === 5 ? `${hour}:00` : hour}${from || offset}`;
  return isMoment(moment) ? moment : null;
}

/** An option by its id, or by its label whatever the case. */
function optionOf({ options = [] }: FieldDefinition, text: string): string | null {
  const wanted = text.trim();
  const folded = wanted.toLocaleLowerCase();
  const option =
    options.find(({ id }) => id === text || id === wanted) ??
    options.find(({ label }) => label === wanted) ??
    options.find(({ label }) => label.trim().toLocaleLowerCase() === folded);
  return option?.id ?? null;
}

function unknownOption({ label, options = [] }: FieldDefinition): string {
  const labels = options.map((option) => option.label);
  return message.oneOf(
    label,
    labels.length > OPTIONS_TOLD ? [...labels.slice(0, OPTIONS_TOLD), '…'] : labels,
  );
}

/** One value of the field, written as a text. */
function single(field: FieldDefinition, text: string, { offset = 'Z' }: Options): FromText {
  const written = text.trim();
  if (written === '') return text === '' ? MISSING : found(text);
  const invalid: FromText = { value: text, problem: message.invalidType(field.label, field.type) };
  const read = (value: unknown) => (value === null ? invalid : found(value));
  if (isChoice(field)) {
    const id = written.length > SHORT_TEXT_MAX ? null : optionOf(field, text);
    return id === null ? { value: text, problem: unknownOption(field) } : found(id);
  }
  switch (field.type) {
    case 'text':
      return found(text);
    case 'textarea':
      // Browsers post every new line as two characters.
      return found(text.replaceAll('\r\n', '\n'));
    case 'email':
    case 'url':
    case 'phone':
    case 'file':
      // In which form they are stored, the validator knows.
      return found(written);
    case 'number':
      return read(numberFrom(written));
    case 'time':
      return read(written.length > SHORT_TEXT_MAX ? null : timeOf(written));
    case 'datetime':
      return read(written.length > SHORT_TEXT_MAX ? null : momentOf(written, offset));
    case 'date': {
      const format = dateFormatOf(field);
      if (written.length > SHORT_TEXT_MAX) return invalid;
      if ('day' in dayFrom(written, format)) return found(written);
      const day = dayOf(written);
      if (day) return found(dayWritten(day, format));
      return format === 'YYYY-MM-DD'
        ? invalid
        : { value: text, problem: message.dateFormat(field.label, format) };
    }
    case 'json':
      return isStorableJson(text) ? found(text) : invalid;
    case 'form':
      return formFrom(field, text);
    default:
      return invalid;
  }
}

/** A nested form is written as JSON. */
function formFrom(field: FieldDefinition, text: string): FromText {
  const invalid: FromText = { value: text, problem: message.invalidType(field.label, field.type) };
  if (!isStorableJson(text)) return invalid;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) return invalid;
  return Array.isArray(value) === (field.multiple === true) ? found(value) : invalid;
}

/** The parts of a cell that holds several: on lines of their own, else between semicolons, else (choices) commas. */
function partsOf(field: FieldDefinition, text: string): string[] {
  if (isChoice(field) && optionOf(field, text) !== null) return [text];
  const separator = [/\r?\n/, ';', ...(isChoice(field) ? [','] : [])].find((one) =>
    typeof one === 'string' ? text.includes(one) : one.test(text),
  );
  const parts = separator === undefined ? [text] : text.split(separator, ENTRIES_MAX + 1);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/**
 * A value of the field, written as one text: a cell of a table, a part of an address. Choices are known by their id or
 * label, several stand on lines or between semicolons. What follows from the field's rules is not asked.
 */
export function fromText(field: FieldDefinition, text: string, options: Options = {}): FromText {
  if (!isList(field) || field.type === 'form') return single(field, text, options);
  if (text.trim() === '') return MISSING;
  return fromTexts(field, partsOf(field, text), options);
}

/** The same of a field that takes several values, each a text of its own. */
export function fromTexts(field: FieldDefinition, texts: readonly string[], options: Options = {}): FromText {
  const read = texts.slice(0, ENTRIES_MAX + 1).map((text) => single(field, text, options));
  const values = read.map(({ value }) => value).filter((value) => value !== undefined);
  return {
    value: values.length > 0 ? values : undefined,
    problem: read.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
