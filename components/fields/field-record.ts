import { isMissing } from '#lib/fields/comparison.ts';
import { createEvaluator, type Evaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { createEvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { isList } from '#lib/fields/field-types.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { type FieldProblemState, fieldProblem } from './field-problem.ts';
import { createFieldStates } from './field-states.ts';
import { createNestedRecords } from './nested-records.ts';
import { createShownProblems } from './shown-problems.ts';

/** The displayed state of a field; the same object until something in it changes. */
export type FieldState = {
  /** The entered or computed value; for a nested form, see `rows`. */
  value: unknown;
  isVisible: boolean;
  isRequired: boolean;
  problem: string | null;
  /** For list entries, by index. */
  entryProblems: ReadonlyMap<number, string>;
  /** Countries chosen for phone numbers, by index; empty where none was. */
  countries: readonly string[];
  /** A nested form's records; one where it isn't repeated. */
  rows: readonly FieldRecord[];
};

/** A record that is being filled: a form's, or a nested form's. Values are replaced, never mutated. */
export type FieldRecord = {
  /** Stable for the lifetime of the record, also when it is moved. */
  readonly key: number;
  readonly fields: readonly FieldDefinition[];
  values(): Values;
  state(field: FieldDefinition): FieldState;
  /** @returns a function that unsubscribes */
  subscribe(field: FieldDefinition, listener: () => void): () => void;
  /** @param countries as in the state; the current ones stay by default */
  set(field: FieldDefinition, value: unknown, countries?: readonly string[]): void;
  /** The field lost the focus: from now on its problems are shown. */
  leave(field: FieldDefinition): void;
  /** Adds a record to a nested form. @returns it, or null when the limit is reached */
  append(field: FieldDefinition, values?: Values): FieldRecord | null;
  remove(field: FieldDefinition, row: FieldRecord): void;
  /** Moves a record to another index. */
  move(field: FieldDefinition, row: FieldRecord, to: number): void;
  /** Sets the problems of fields, in place of all previous ones. */
  take(
    problems: ReadonlyMap<FieldDefinition, FieldProblemState>,
    isAbout: (field: FieldDefinition) => boolean,
  ): void;
};

/** A record as seen by its parent. */
type Inner = FieldRecord & { lookAgain(): void };

/** Formats a problem of a field, or a server's message about one, for display. */
export type FormatProblem = (problem: Problem | string, field: FieldDefinition, value: unknown) => string;

type Around = {
  outer?: Evaluator;
  now?: Date;
  /** Values of the record have changed. */
  onChange: () => void;
  /** The displayed problems have changed. */
  onProblem: () => void;
  formatProblem: FormatProblem;
  /** The default country of phone numbers without a calling code. */
  country?: string | null | undefined;
  /** The country chosen for the phone number at a path of this record. */
  countryAt?: ((path: string) => string | undefined) | undefined;
};

let lastKey = 0;

const NO_ENTRIES: ReadonlyMap<number, string> = new Map();
const NO_COUNTRIES: readonly string[] = [];

const isSameList = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((one, at) => one === right[at]);

/** The known countries of a field's phone numbers, by index. */
function countriesOf(
  field: FieldDefinition,
  value: unknown,
  countryAt: NonNullable<Around['countryAt']>,
): readonly string[] {
  if (field.type !== 'phone') return NO_COUNTRIES;
  if (!isList(field)) return [countryAt(field.name) ?? ''];
  return Array.isArray(value) ? value.map((_, at) => countryAt(`${field.name}[${at}]`) ?? '') : NO_COUNTRIES;
}

/** Creates a record with these values; those without a field are left out. */
export function createFieldRecord(
  fields: readonly FieldDefinition[],
  initial: Values,
  around: Around,
): Inner {
  const { onChange, onProblem, formatProblem, country, countryAt } = around;
  const { byId } = createEvaluationPlan(fields);
  let values: Values = {};
  const chosenCountries = new Map<FieldDefinition, readonly string[]>();

  for (const field of fields)
    if (Object.hasOwn(initial, field.name)) {
      const value = initial[field.name];
      if (value !== undefined) values[field.name] = value;
      if (countryAt) chosenCountries.set(field, countriesOf(field, value, countryAt));
    }
  const evaluator = createEvaluator(fields, values, around);

  const filled = (field: FieldDefinition): unknown =>
    field.formula === undefined ? values[field.name] : evaluator.valueOf(field.id);
  const countriesNow = (field: FieldDefinition) => chosenCountries.get(field) ?? NO_COUNTRIES;

  const problems = createShownProblems(
    (field) => {
      if (!evaluator.isVisible(field.id)) return null;
      const readIn = { country, countries: countriesNow(field) };
      return fieldProblem(field, filled(field), evaluator.isRequired(field.id), formatProblem, readIn);
    },
    (field) => {
      // First: listeners of `onProblem` read the state of the fields.
      notify(field);
      onProblem();
    },
  );
  const put = (field: FieldDefinition, value: unknown): void => {
    const { [field.name]: _, ...others } = values;
    values = value === undefined ? others : { ...values, [field.name]: value };
    follow(new Set([field.id, ...evaluator.set(field.name, value)]));
    onChange();
  };
  const nested = createNestedRecords<Inner>({
    create: (field, values, path) =>
      createFieldRecord(field.fields ?? [], values, {
        ...around,
        outer: evaluator,
        onChange: () => nested.update(field),
        countryAt: countryAt && path !== null ? (inner) => countryAt(`${path}.${inner}`) : undefined,
      }),
    onChange: put,
    onProblem,
    leave: problems.leave,
  });
  const { state, notify, subscribe } = createFieldStates(
    (field): FieldState => ({
      value: field.type === 'form' ? undefined : filled(field),
      isVisible: evaluator.isVisible(field.id),
      isRequired: evaluator.isRequired(field.id),
      problem: problems.of(field)?.problem ?? null,
      entryProblems: problems.of(field)?.entries ?? NO_ENTRIES,
      countries: countriesNow(field),
      rows: nested.of(field),
    }),
  );
  /** Updates the displayed state of these fields. */
  const follow = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const field = fields[byId.get(id) ?? -1];
      if (!field) continue;
      for (const row of nested.of(field)) row.lookAgain();
      problems.update(field);
      notify(field);
    }
  };

  for (const field of fields) if (field.type === 'form') nested.begin(field, values[field.name]);

  return {
    key: ++lastKey,
    fields,
    values: () => values,
    state,
    subscribe,
    set(field, value, chosen) {
      if (field.type === 'form') return nested.set(field, value);
      const isElsewhere = chosen !== undefined && !isSameList(chosen, countriesNow(field));
      if (isElsewhere) chosenCountries.set(field, chosen);
      if (isElsewhere || !Object.is(values[field.name], value)) put(field, value);
    },
    leave(field) {
      // Nothing was entered yet: a missing value is reported on submit, not on blur.
      if (problems.isLeft(field) || isMissing(field, filled(field))) return;
      problems.leave(field);
      problems.update(field);
      notify(field);
    },
    append: nested.append,
    remove: nested.remove,
    move: nested.move,
    take(found, isAbout) {
      for (const field of fields) {
        if (!isAbout(field)) continue;
        problems.set(field, found.get(field) ?? null);
        if (found.has(field)) problems.leave(field);
        notify(field);
      }
    },
    lookAgain: () => follow(evaluator.refresh()),
  };
}
