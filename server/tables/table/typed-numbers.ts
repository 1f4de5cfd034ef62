import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { STORED_PHONE } from '#lib/fields/phone-number.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import { isRecord } from '#lib/text/is-record.ts';
import type { TableColumn } from './table-types.ts';

/**
 * How phone numbers of a row were typed: by the name of their column, then by the stored number. A text counts only while its
 * number is a value of the column; docs/decisions/0268-phone-numbers-as-they-were-typed.md.
 */
export type TypedNumbers = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Their key in a row's `extra`, by the names of columns there: no column has this name. */
export const TYPED_KEY = 'typed';
/** Their key in the cells of a deleted row, by the ids of columns there: no column has this id. */
const TYPED_CELLS = 'typed numbers';

const isNumber = (value: unknown): value is string => typeof value === 'string' && STORED_PHONE.test(value);

/** The texts of numbers that a column has; undefined where there is none. */
function textsOf(value: unknown, texts: unknown): Record<string, string> | undefined {
  if (!isRecord(texts)) return undefined;
  const found: Record<string, string> = {};
  let isEmpty = true;
  for (const number of Array.isArray(value) ? value : [value]) {
    if (!isNumber(number)) continue;
    const text = ownValue(texts, number);
    if (typeof text !== 'string') continue;
    found[number] = text;
    isEmpty = false;
  }
  return isEmpty ? undefined : found;
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

type Key = 'name' | 'stored' | 'id';

/** Texts under other keys, as far as they are those of the row's numbers; undefined where there are none. */
function rekeyed(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  texts: Readonly<Record<string, unknown>>,
  { from, to }: { from: Key; to: Key },
): Record<string, Record<string, string>> | undefined {
  const found = phoneColumns(columns).flatMap(({ field, name }): [string, Record<string, string>][] => {
    const key: Record<Key, string> = { name: field.name, stored: name, id: field.id };
    const own = textsOf(ownValue(values, field.name), ownValue(texts, key[from]));
    return own ? [[key[to], own]] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** What a row's `extra` has of them. */
export function readTypedNumbers(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  stored: unknown,
): TypedNumbers | undefined {
  return isRecord(stored) ? rekeyed(columns, values, stored, { from: 'stored', to: 'name' }) : undefined;
}

/** What is stored of them: of numbers that the row has. */
export function storedTypedNumbers(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  typed: TypedNumbers | undefined,
): Record<string, Record<string, string>> | undefined {
  return typed && rekeyed(columns, values, typed, { from: 'name', to: 'stored' });
}

/** What the cells of a deleted row have of them. */
export function typedCells(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  typed: TypedNumbers | undefined,
): Values {
  const texts = typed && rekeyed(columns, values, typed, { from: 'name', to: 'id' });
  return texts ? { [TYPED_CELLS]: texts } : {};
}

/** What a deleted row had of them. @param values its values by the names of the columns */
export function typedInCells(
  columns: readonly TableColumn[],
  values: Readonly<Values>,
  cells: Readonly<Values>,
): TypedNumbers | undefined {
  const texts = cells[TYPED_CELLS];
  return isRecord(texts) ? rekeyed(columns, values, texts, { from: 'id', to: 'name' }) : undefined;
}

/** What was typed for values that were checked: of phone numbers, by what they were read as. @param typed by the paths of values */
export function typedNumbersOf(
  columns: readonly TableColumn[],
  { values, typed }: { values: Values; typed?: TypedTexts },
): TypedNumbers | undefined {
  if (!typed) return undefined;
  const texts: [string, Record<string, string>][] = [];
  for (const { field } of phoneColumns(columns)) {
    const value = ownValue(values, field.name);
    const own: Record<string, string> = {};
    const add = (number: unknown, path: string) => {
      const text = ownValue(typed, path);
      if (isNumber(number) && typeof text === 'string') own[number] = text;
    };
    if (Array.isArray(value)) for (const [at, number] of value.entries()) add(number, `${field.name}[${at}]`);
    else add(value, field.name);
    if (Object.keys(own).length > 0) texts.push([field.name, own]);
  }
  return texts.length > 0 ? Object.fromEntries(texts) : undefined;
}

/** What was written for the numbers of a column, each beside what it was read as. */
export function textsOfNumbers(numbers: unknown, written: unknown): Record<string, string> {
  const texts = [written].flat();
  const pairs = [numbers].flat().map((number, at) => [number, texts[at]]);
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => pair.every((one) => typeof one === 'string')),
  );
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
  const joined: Record<string, Record<string, string>> = {};
  for (const one of known.toReversed())
    for (const [name, texts] of Object.entries(one)) joined[name] = { ...joined[name], ...texts };
  return joined;
}

/** What was typed for the numbers of a row, by the paths of these: `phone`, `phones[1]`. */
export function typedTextsOf(
  columns: readonly TableColumn[],
  { values, typed }: { values: Values; typed?: TypedNumbers | undefined },
): TypedTexts {
  if (!typed) return {};
  const texts: [string, string][] = [];
  for (const { field } of phoneColumns(columns)) {
    const own = ownValue(typed, field.name);
    const value = ownValue(values, field.name);
    if (!isRecord(own)) continue;
    for (const [at, number] of [value].flat().entries()) {
      const text = typeof number === 'string' ? ownValue(own, number) : undefined;
      if (typeof text === 'string')
        texts.push([Array.isArray(value) ? `${field.name}[${at}]` : field.name, text]);
    }
  }
  return Object.fromEntries(texts);
}
