import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { STORED_PHONE } from '#lib/fields/phone-number.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { TableColumn } from './table-types.ts';

/** A stored number, and how it was typed. */
type NumberText = readonly [number: string, text: string];

/**
 * How phone numbers of a row were typed, by the name of their column. A text counts only while its number is a value of the column;
 * docs/decisions/0268-phone-numbers-as-they-were-typed.md. In lists: numbers as the keys of an object would each be remembered by V8.
 */
export type TypedNumbers = Readonly<Record<string, readonly NumberText[]>>;

/** Their key in a row's `extra`, by the names of columns there, and by numbers: no column has this name. */
export const TYPED_KEY = 'typed';
/** Their key in the cells of a deleted row, by the ids of columns there, and by numbers: no column has this id. */
const TYPED_CELLS = 'typed numbers';

const isNumber = (value: unknown): value is string => typeof value === 'string' && STORED_PHONE.test(value);

const textIn = (texts: readonly NumberText[], number: string): string | undefined =>
  texts.findLast(([one]) => one === number)?.[1];

/** The numbers of a value that have a text, with it; undefined where none has. */
function pairsOf(value: unknown, textOf: (number: string) => unknown): NumberText[] | undefined {
  const found: NumberText[] = [];
  for (const number of Array.isArray(value) ? value : [value]) {
    if (!isNumber(number)) continue;
    const text = textOf(number);
    if (typeof text === 'string') found.push([number, text]);
  }
  return found.length > 0 ? found : undefined;
}

/** By the list of a table's columns, which is never changed: rows by the million ask for them. */
const phonesOf = new WeakMap<readonly TableColumn[], readonly TableColumn[]>();

function phoneColumns(columns: readonly TableColumn[]): readonly TableColumn[] {
  const known = phonesOf.get(columns);
  if (known) return known;
  const phones = columns.filter(({ field }) => field.type === 'phone' && field.formula === undefined);
  phonesOf.set(columns, phones);
  return phones;
}

/** The texts of the numbers that a row has, column by column. */
function* ownTexts(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  typed: TypedNumbers,
): Generator<{ column: TableColumn; texts: NumberText[] }> {
  for (const column of phoneColumns(columns)) {
    const own = Object.hasOwn(typed, column.field.name) ? typed[column.field.name] : undefined;
    const texts = own && pairsOf(ownValue(values, column.field.name), (number) => textIn(own, number));
    if (texts) yield { column, texts };
  }
}

/** Texts as JSON has them: by a key of each column, and by numbers. */
function readTexts(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  stored: unknown,
  keyOf: (column: TableColumn) => string,
): TypedNumbers | undefined {
  if (!isRecord(stored)) return undefined;
  const found = phoneColumns(columns).flatMap((column): [string, NumberText[]][] => {
    const { name } = column.field;
    const texts = ownValue(stored, keyOf(column));
    const own = isRecord(texts) && pairsOf(ownValue(values, name), (number) => ownValue(texts, number));
    return own ? [[name, own]] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** What a row's `extra` has of them. */
export const readTypedNumbers = (
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  stored: unknown,
): TypedNumbers | undefined => readTexts(columns, values, stored, ({ name }) => name);

/** What a row's `extra` has of them, as JSON: of numbers that the row has. */
export function storedTypedNumbers(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  typed: TypedNumbers | undefined,
): string | undefined {
  let json = '';
  if (typed)
    for (const { column, texts } of ownTexts(columns, values, typed)) {
      const pairs = texts.map(([number, text]) => `${JSON.stringify(number)}:${JSON.stringify(text)}`);
      json += `${json === '' ? '' : ','}${JSON.stringify(column.name)}:{${pairs.join(',')}}`;
    }
  return json === '' ? undefined : `{${json}}`;
}

/** What the cells of a deleted row have of them. */
export function typedCells(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  typed: TypedNumbers | undefined,
): Values {
  const found = typed ? [...ownTexts(columns, values, typed)] : [];
  if (found.length === 0) return {};
  const texts = found.map(({ column, texts: own }) => [column.field.id, Object.fromEntries(own)] as const);
  return { [TYPED_CELLS]: Object.fromEntries(texts) };
}

/** What a deleted row had of them. @param values its values by the names of the columns */
export const typedInCells = (
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  cells: Readonly<Values>,
): TypedNumbers | undefined => readTexts(columns, values, cells[TYPED_CELLS], ({ field }) => field.id);

/** The same for archives: by the names of columns, and by numbers. */
export type ArchivedNumbers = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const archivedNumbers = (typed: TypedNumbers): ArchivedNumbers =>
  Object.fromEntries(Object.entries(typed).map(([name, texts]) => [name, Object.fromEntries(texts)]));

export const numbersOfArchive = (typed: ArchivedNumbers | undefined): TypedNumbers | undefined =>
  typed && Object.fromEntries(Object.entries(typed).map(([name, texts]) => [name, Object.entries(texts)]));

/** What was typed for values that were checked: of phone numbers, by what they were read as. @param typed by the paths of values */
export function typedNumbersOf(
  columns: readonly TableColumn[],
  { values, typed }: { values: Values; typed?: TypedTexts },
): TypedNumbers | undefined {
  if (!typed) return undefined;
  let texts: Record<string, NumberText[]> | undefined;
  for (const { field } of phoneColumns(columns)) {
    const value = ownValue(values, field.name);
    const own: NumberText[] = [];
    const add = (number: unknown, path: string) => {
      const text = ownValue(typed, path);
      if (typeof text === 'string' && isNumber(number)) own.push([number, text]);
    };
    if (Array.isArray(value)) for (const [at, number] of value.entries()) add(number, `${field.name}[${at}]`);
    else add(value, field.name);
    if (own.length > 0) texts = { ...texts, [field.name]: own };
  }
  return texts;
}

/** What was written for the numbers of a column, each beside what it was read as. */
export function textsOfNumbers(numbers: unknown, written: unknown): NumberText[] {
  const texts = Array.isArray(written) ? written : [written];
  return (Array.isArray(numbers) ? numbers : [numbers]).flatMap((number, at): NumberText[] => {
    const text: unknown = texts[at];
    return typeof number === 'string' && typeof text === 'string' ? [[number, text]] : [];
  });
}

/** The texts of a row one of whose columns has another name. */
export function withNameOfColumn(
  typed: TypedNumbers | undefined,
  from: string,
  to: string,
): TypedNumbers | undefined {
  const texts = typed && Object.hasOwn(typed, from) ? typed[from] : undefined;
  if (!typed || !texts || from === to) return typed;
  const others = Object.entries(typed).filter(([name]) => name !== from);
  return Object.fromEntries([...others, [to, texts]]);
}

/** Texts of several rows or times together: those of the first that has one. */
export function joinTypedNumbers(...all: (TypedNumbers | undefined)[]): TypedNumbers | undefined {
  const known = all.filter((one) => one !== undefined);
  if (known.length < 2) return known[0];
  const joined = new Map<string, readonly NumberText[]>();
  for (const one of known)
    for (const [name, texts] of Object.entries(one)) {
      const before = joined.get(name) ?? [];
      const further = texts.filter(([number]) => textIn(before, number) === undefined);
      joined.set(name, [...before, ...further]);
    }
  return Object.fromEntries(joined);
}

/** What was typed for the numbers of a row, by the paths of these: `phone`, `phones[1]`. */
export function typedTextsOf(
  columns: readonly TableColumn[],
  { values, typed }: { values: Values; typed?: TypedNumbers | undefined },
): TypedTexts {
  if (!typed) return {};
  const texts: [string, string][] = [];
  for (const { field } of phoneColumns(columns)) {
    const own = Object.hasOwn(typed, field.name) ? typed[field.name] : undefined;
    const value = ownValue(values, field.name);
    if (!own) continue;
    for (const [at, number] of [value].flat().entries()) {
      const text = typeof number === 'string' ? textIn(own, number) : undefined;
      if (text !== undefined) texts.push([Array.isArray(value) ? `${field.name}[${at}]` : field.name, text]);
    }
  }
  return Object.fromEntries(texts);
}
