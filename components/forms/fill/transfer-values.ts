import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import { readPath } from '#lib/fields/value-path.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** A deleted option can't stay selected. */
function knownChoices({ options = [] }: FieldDefinition, value: unknown): unknown {
  const ids = new Set<unknown>(options.map(({ id }) => id));
  if (!Array.isArray(value)) return ids.has(value) ? value : undefined;
  const existing = value.filter((one) => ids.has(one));
  return existing.length > 0 ? existing : undefined;
}

function carried(before: FieldDefinition, after: FieldDefinition, value: unknown): unknown {
  if (after.formula !== undefined || isList(before) !== isList(after)) return undefined;
  if (isChoice(before) && isChoice(after)) return knownChoices(after, value);
  if (before.type !== after.type) return undefined;
  if (after.type !== 'form') return value;
  const inner = (record: unknown) =>
    isRecord(record) ? transferValues(record, before.fields ?? [], after.fields ?? []) : {};
  return Array.isArray(value) ? value.map(inner) : inner(value);
}

/**
 * Transfers values from one version of a form to another: fields are matched by id, whatever their names are. Values
 * without a field in the other version are left out.
 */
export function transferValues(
  values: Values,
  before: readonly FieldDefinition[],
  after: readonly FieldDefinition[],
): Values {
  const known = new Map(before.map((field) => [field.id, field]));
  const found = after.flatMap((field) => {
    const old = known.get(field.id);
    const value = old && carried(old, field, ownValue(values, old.name));
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Transfers the countries of phone numbers to the paths of another version. */
export function transferCountries(
  countries: PhoneCountries,
  before: readonly FieldDefinition[],
  after: readonly FieldDefinition[],
): PhoneCountries {
  const pathAfter = (path: string): string | null => {
    let [known, others] = [before, after];
    let carried = '';
    for (const step of readPath(path) ?? []) {
      if (typeof step === 'number') {
        carried += `[${step}]`;
        continue;
      }
      const old = known.find(({ name }) => name === step);
      const now = others.find(({ id }) => id === old?.id);
      if (!old || !now) return null;
      carried += carried === '' ? now.name : `.${now.name}`;
      [known, others] = [old.fields ?? [], now.fields ?? []];
    }
    return carried || null;
  };
  return Object.fromEntries(
    Object.entries(countries).flatMap(([path, country]) => {
      const now = pathAfter(path);
      return now === null ? [] : [[now, country] as const];
    }),
  );
}
