import { isMissing } from '#lib/fields/comparison.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isList } from '#lib/fields/field-types.ts';
import type { FormLayout } from '#lib/forms/layout.ts';
import type { TranslationTexts } from '#lib/forms/translations.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { receiptMessage } from '#server/forms/definition/receipt-messages.ts';

/** The content of a receipt, from top to bottom: headings, and fields with their values. */
export type SubmissionLine =
  | { kind: 'heading'; text: string; level: number }
  | { kind: 'value'; label: string; value: string; level: number };

type LinesInput = { fields: readonly FieldDefinition[]; layout: FormLayout };

/** How one value is read. */
type ValueText = (field: FieldDefinition, value: unknown) => string;

type Formats = {
  moments: Map<string, Intl.DateTimeFormat>;
  days: Intl.DateTimeFormat;
  numbers: Intl.NumberFormat;
};

const formats = new Map<string, Formats>();
/** Creating them takes long: those of the last used languages are cached. */
const LANGUAGES_CACHED = 50;

function formatsIn(tag: string): Formats {
  const timeZone = 'UTC';
  return {
    moments: new Map(),
    days: new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }),
    numbers: new Intl.NumberFormat(tag, { maximumFractionDigits: 15 }),
  };
}

/** The formats of a language; English ones where the runtime doesn't have it. */
function formatsOf(language: string): Formats {
  const known = formats.get(language);
  if (known) return known;
  if (formats.size >= LANGUAGES_CACHED) formats.clear();
  const made = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 ? language : 'en';
  formats.set(language, formatsIn(made));
  return formatsOf(language);
}

/** A time in the formats of a language, in a time zone (IANA), which it names. */
export function formatDateTime(moment: Date, language: string, timeZone: string): string {
  const { moments, days } = formatsOf(language);
  let format = moments.get(timeZone);
  if (!format) {
    const { locale } = days.resolvedOptions();
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
    moments.set(timeZone, format);
  }
  const text = format.format(moment);
  return timeZone === 'UTC' ? `${text} UTC` : `${text} (${timeZone})`;
}

const labelOf = (field: FieldDefinition, value: string): string =>
  field.options?.find(({ id }) => id === value)?.label ?? value;

/** Values as somebody of that language reads them, by the clocks of a zone. */
export function createValueFormatter(
  language: string,
  fileNames: ReadonlyMap<string, string>,
  timeZone: string,
  own: TranslationTexts = {},
): ValueText {
  const { days, numbers } = formatsOf(language);
  return (field, value) => {
    if (typeof value === 'boolean') return receiptMessage(language, value ? 'yes' : 'no', {}, own);
    if (typeof value === 'number') return numbers.format(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (field.type === 'file') return fileNames.get(value) ?? value;
    if (field.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
      const day = new Date(`${value}T00:00:00Z`);
      return Number.isNaN(day.getTime()) ? value : days.format(day);
    }
    if (field.type === 'datetime') {
      const moment = new Date(value);
      return Number.isNaN(moment.getTime()) ? value : formatDateTime(moment, language, timeZone);
    }
    return labelOf(field, value);
  };
}

/** Values as they were given, choices by their labels; nothing for a file, which is an id. */
export const formatRawValue: ValueText = (field, value) => {
  if (field.type === 'file') return '';
  return typeof value === 'string' ? labelOf(field, value) : JSON.stringify(value);
};

/** A submission as its lines: empty fields are omitted, and so are headings without lines. */
export function submissionLines(
  { fields, layout }: LinesInput,
  values: Values,
  textOf: ValueText,
): SubmissionLine[] {
  const linesOf = (field: FieldDefinition, record: Values, level: number): SubmissionLine[] => {
    const value = Object.hasOwn(record, field.name) ? record[field.name] : undefined;
    if (isMissing(field, value)) return [];
    const list = isList(field) && Array.isArray(value) ? value : [value];
    if (field.type !== 'form') {
      return [
        {
          kind: 'value',
          label: field.label,
          value: list.map((one) => textOf(field, one)).join('\n'),
          level,
        },
      ];
    }
    return list.flatMap((entry, index): SubmissionLine[] => {
      if (!isRecord(entry)) return [];
      const text = list.length > 1 ? `${field.label} ${index + 1}` : field.label;
      const inner = (field.fields ?? []).flatMap((one) => linesOf(one, entry, level + 1));
      return [{ kind: 'heading', text, level }, ...inner];
    });
  };
  const byId = new Map(fields.map((field) => [field.id, field]));
  const lines: SubmissionLine[] = [];
  for (const page of layout.pages) {
    const onPage: SubmissionLine[] = [];
    let section: SubmissionLine | null = null;
    for (const block of page.blocks) {
      if (block.kind === 'section') section = { kind: 'heading', text: block.title, level: 0 };
      const field = block.kind === 'field' ? byId.get(block.field) : undefined;
      const found = field ? linesOf(field, values, 0) : [];
      if (found.length === 0) continue;
      if (section) onPage.push(section);
      section = null;
      onPage.push(...found);
    }
    if (onPage.length === 0) continue;
    if (page.title) lines.push({ kind: 'heading', text: page.title, level: 0 });
    lines.push(...onPage);
  }
  return lines;
}
