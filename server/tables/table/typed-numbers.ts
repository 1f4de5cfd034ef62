import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import { E164 } from '#lib/fields/phone-number.ts';
import type { TypedTexts } from '#lib/fields/validation-run.ts';
import { readPath, valueAt } from '#lib/fields/value-path.ts';
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

const numbersOf = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => typeof one === 'string' && E164.test(one));

/** The texts of numbers that a column has; undefined where there is none. */
function textsOf(value: unknown, texts: unknown): Record<string, string> | undefined {
  if (!isRecord(texts)) return undefined;
  const known = numbersOf(value).flatMap((number): [string, string][] => {
    const text = ownValue(texts, number);
    return typeof text === 'string' ? [[number, text]] : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

const phoneColumns = (columns: readonly TableColumn[]) =>
  columns.filter(({ field }) => field.type === 'phone' && field.formula === undefined);

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

/** What was typed for values that were checked: of phone numbers, by what they were read as. */
export function typedNumbersOf(
  columns: readonly TableColumn[],
  { values, typed }: { values: Values; typed?: TypedTexts },
): TypedNumbers | undefined {
  if (!typed) return undefined;
  const phones = new Set(phoneColumns(columns).map(({ field }) => field.name));
  const texts: Record<string, Record<string, string>> = {};
  for (const [path, text] of Object.entries(typed)) {
    const steps = readPath(path);
    const [name] = steps ?? [];
    if (!steps || typeof name !== 'string' || !phones.has(name)) continue;
    const [number] = numbersOf(valueAt(values, steps));
    if (number !== undefined) texts[name] = { ...texts[name], [number]: text };
  }
  return Object.keys(texts).length > 0 ? texts : undefined;
}

/** What was written for the numbers of a column, each beside what it was read as. */
export function textsOfNumbers(numbers: unknown, written: unknown): Record<string, string> {
  const texts = [written].flat();
  const pairs = [numbers].flat().map((number, at) => [number, texts[at]]);
  return Object.fromEntries(
    pairs.filter((pair): pair is [string, string] => pair.every((one) => typeof one === 'string')),
  );
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
