import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { boundedBy } from '#lib/contract/described-as.ts';
import { isRecord } from '#lib/text/is-record.ts';
import * as message from '#lib/text/messages.ts';

/** The types that a new column of a file may be made of. */
export const IMPORT_TYPES = [
  'text',
  'textarea',
  'number',
  'currency',
  'percent',
  'duration',
  'rating',
  'date',
  'time',
  'datetime',
  'email',
  'url',
  'phone',
  'select',
  'multi-select',
  'checkboxes',
] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

/** What becomes of a choice that a column of the table doesn't have. */
export const UNKNOWN_OPTIONS = ['refuse', 'add'] as const;
export type UnknownOptions = (typeof UNKNOWN_OPTIONS)[number];

/** Encodings that the lines of a file can be read in, where another one was detected than it has. */
export const IMPORT_ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const),
  ...(['windows-1252', 'iso-8859-15', 'macintosh', 'ibm850', 'windows-1250', 'iso-8859-2'] as const),
  ...(['windows-1251', 'iso-8859-5', 'koi8-r', 'koi8-u', 'ibm866', 'x-mac-cyrillic'] as const),
  ...([
    'windows-1253',
    'iso-8859-7',
    'windows-1254',
    'windows-1255',
    'windows-1256',
    'windows-1257',
  ] as const),
  ...(['windows-874', 'shift_jis', 'euc-jp', 'iso-2022-jp', 'gb18030', 'big5', 'euc-kr'] as const),
] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

/** What separates the cells of a line, where something else was detected. */
export const IMPORT_DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export type ImportDelimiter = (typeof IMPORT_DELIMITERS)[number];

/** Headers that a mapping names at most: a workbook has 16,384 columns. */
const HEADERS_MAX = 20_000;
/** Characters of all of them. */
const HEADERS_LENGTH_MAX = 1_000_000;

/** @returns whether a mapping, or the types of its new columns, is short enough to be stored */
function isStorableMapping(mapping: unknown): boolean {
  const headers = isRecord(mapping) ? Object.keys(mapping) : [];
  if (headers.length > HEADERS_MAX) return false;
  return headers.reduce((length, header) => length + header.length, 0) <= HEADERS_LENGTH_MAX;
}

const tooManyHeaders = message.maxCount('Mapping', HEADERS_MAX);

/**
 * The header of a column of the file → the id or name of a column of the table. Of an address book that is imported into a contact
 * list, the headers are its own, or the names of the list's record (`name`, `email`, …).
 */
export const mappingOf = boundedBy(
  z.record(z.string(), z.string().max(100), { error: message.invalidType('Mapping', 'mapping') }),
  isStorableMapping,
  tooManyHeaders,
);

/** The header of a column of the file → the type of the new column that is made of it. */
export const typesOfColumns = boundedBy(
  z.record(z.string(), z.enum(IMPORT_TYPES, { error: message.oneOf('Types', IMPORT_TYPES) }), {
    error: message.invalidType('Types', 'mapping'),
  }),
  isStorableMapping,
  tooManyHeaders,
);

/**
 * The same as JSON in a field that is sent with a file; what is null there is left out. Unlike `z.record` it takes any header,
 * also `__proto__`.
 */
const inJson = <Value extends string>(
  label: string,
  isValue: (one: unknown) => one is Value,
  problem: string,
) =>
  z.string().transform((text, context): Record<string, Value> => {
    const refuse = (sentence: string) => {
      context.addIssue({ code: 'custom', message: sentence });
      return z.NEVER;
    };
    let read: unknown;
    try {
      read = JSON.parse(text);
    } catch {
      return refuse(message.invalidType(label, 'mapping'));
    }
    if (!isRecord(read)) return refuse(message.invalidType(label, 'mapping'));
    const pairs: [string, Value][] = [];
    for (const [header, one] of Object.entries(read)) {
      if (one === null) continue;
      if (!isValue(one)) return refuse(problem);
      pairs.push([header, one]);
    }
    const mapping = Object.fromEntries(pairs);
    return isStorableMapping(mapping) ? mapping : refuse(tooManyHeaders);
  });

const isText = (one: unknown): one is string => typeof one === 'string';
const isImportType = (one: unknown): one is ImportType => IMPORT_TYPES.some((type) => type === one);

export const mappingInJson = inJson('Mapping', isText, message.invalidType('Mapping', 'mapping'));
export const typesInJson = inJson('Types', isImportType, message.oneOf('Types', IMPORT_TYPES));
