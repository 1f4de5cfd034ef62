import { isMissing } from '#lib/fields/comparison.ts';
import { createEvaluator, type Evaluator } from '#lib/fields/conditions.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { createEvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { isList } from '#lib/fields/field-types.ts';
import type { Problem } from '#lib/fields/problem.ts';
import { COUNT_MAX } from '#lib/fields/size-check.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { type FieldProblemState, fieldProblem } from './field-problem.ts';
import { createFieldStates } from './field-states.ts';
import { initialValues } from './initial-values.ts';

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

/** A record as seen by its parent and nested records. */
type Inner = FieldRecord & { evaluator: Evaluator; lookAgain(): void };

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
/**
 * More records than may be sent are shown, so that the user can choose which to remove. Far more come only from
 * programs.
 */
const ROWS_CACHED = 2 * COUNT_MAX;
const NO_ROWS: readonly FieldRecord[] = [];
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
  { outer, now, onChange, onProblem, formatProblem, country, countryAt }: Around,
): Inner {
  const { byId } = createEvaluationPlan(fields);
  let values: Values = {};
  const rows = new Map<FieldDefinition, readonly Inner[]>();
  const problems = new Map<FieldDefinition, FieldProblemState>();
  const countries = new Map<FieldDefinition, readonly string[]>();
  const left = new Set<FieldDefinition>();

  for (const field of fields)
    if (Object.hasOwn(initial, field.name)) {
      const value = initial[field.name];
      if (value !== undefined) values[field.name] = value;
      if (countryAt) countries.set(field, countriesOf(field, value, countryAt));
    }
  const evaluator = createEvaluator(fields, values, { now, ...(outer ? { outer } : {}) });

  /** @param path of the record when it was created; null for one that is added later */
  const makeRow = (field: FieldDefinition, values: Values, path: string | null): Inner =>
    createFieldRecord(field.fields ?? [], values, {
      outer: evaluator,
      onChange: () => takeRows(field, rows.get(field) ?? []),
      onProblem,
      formatProblem,
      country,
      countryAt: countryAt && path !== null ? (inner) => countryAt(`${path}.${inner}`) : undefined,
    });

  const filled = (field: FieldDefinition): unknown =>
    field.formula === undefined ? values[field.name] : evaluator.valueOf(field.id);

  const look = (field: FieldDefinition): FieldState => ({
    value: field.type === 'form' ? undefined : filled(field),
    isVisible: evaluator.isVisible(field.id),
    isRequired: evaluator.isRequired(field.id),
    problem: problems.get(field)?.problem ?? null,
    entryProblems: problems.get(field)?.entries ?? NO_ENTRIES,
    countries: countries.get(field) ?? NO_COUNTRIES,
    rows: rows.get(field) ?? NO_ROWS,
  });
  const { state, notify, subscribe } = createFieldStates(look);

  const setProblem = (field: FieldDefinition, problem: FieldProblemState | null): void => {
    if (problem) problems.set(field, problem);
    else if (!problems.delete(field)) return;
    // First: listeners of `onProblem` read the state of the fields.
    notify(field);
    onProblem();
  };
  const judge = (field: FieldDefinition): void => {
    if (!left.has(field) && !problems.has(field)) return;
    const isVisible = evaluator.isVisible(field.id);
    const isRequired = evaluator.isRequired(field.id);
    const readIn = { country, countries: countries.get(field) ?? NO_COUNTRIES };
    setProblem(
      field,
      isVisible ? fieldProblem(field, filled(field), isRequired, formatProblem, readIn) : null,
    );
  };
  /** Updates the displayed state of these fields. */
  const follow = (ids: Iterable<string>): void => {
    for (const id of ids) {
      const field = fields[byId.get(id) ?? -1];
      if (!field) continue;
      for (const row of rows.get(field) ?? []) row.lookAgain();
      judge(field);
      notify(field);
    }
  };
  const put = (field: FieldDefinition, value: unknown): void => {
    const { [field.name]: _, ...others } = values;
    values = value === undefined ? others : { ...values, [field.name]: value };
    follow(new Set([field.id, ...evaluator.set(field.name, value)]));
    onChange();
  };
  const takeRows = (field: FieldDefinition, next: readonly Inner[]): void => {
    rows.set(field, next);
    const found = next.map((row) => row.values());
    put(field, field.multiple ? found : found[0]);
  };
  /** Sets the records or their order: the paths of their problems change, too. */
  const arrange = (field: FieldDefinition, next: readonly Inner[]): void => {
    takeRows(field, next);
    onProblem();
  };
  const mine = (field: FieldDefinition) => rows.get(field) ?? [];

  for (const field of fields) {
    if (field.type !== 'form') continue;
    const value = values[field.name];
    const records = field.multiple ? (Array.isArray(value) ? value : []) : [value];
    rows.set(
      field,
      records
        .slice(0, ROWS_CACHED)
        .map((record, at) =>
          makeRow(
            field,
            isRecord(record) ? record : {},
            field.multiple ? `${field.name}[${at}]` : field.name,
          ),
        ),
    );
  }

  const self: Inner = {
    key: ++lastKey,
    fields,
    evaluator,
    values: () => values,
    state,
    subscribe,
    set(field, value, chosen) {
      if (field.type !== 'form') {
        const isElsewhere = chosen !== undefined && !isSameList(chosen, countries.get(field) ?? NO_COUNTRIES);
        if (isElsewhere) countries.set(field, chosen);
        if (isElsewhere || !Object.is(values[field.name], value)) put(field, value);
      } else {
        const records = field.multiple ? (Array.isArray(value) ? value : []) : [value];
        takeRows(
          field,
          records.slice(0, ROWS_CACHED).map((record) => makeRow(field, isRecord(record) ? record : {}, null)),
        );
      }
    },
    leave(field) {
      if (left.has(field)) return;
      // Nothing was entered yet: a missing value is reported on submit, not on blur.
      if (isMissing(field, filled(field))) return;
      left.add(field);
      judge(field);
      notify(field);
    },
    append(field, values) {
      if (mine(field).length >= COUNT_MAX) return null;
      const row = makeRow(field, values ?? initialValues(field.fields ?? []), null);
      if (field.multiple) left.add(field);
      arrange(field, [...mine(field), row]);
      return row;
    },
    remove(field, row) {
      left.add(field);
      arrange(
        field,
        mine(field).filter((one) => one !== row),
      );
    },
    move(field, row, to) {
      const others = mine(field).filter((one) => one !== row);
      const moved = mine(field).find((one) => one === row);
      if (!moved) return;
      arrange(field, [...others.slice(0, to), moved, ...others.slice(to)]);
    },
    take(found, isAbout) {
      for (const field of fields) {
        if (!isAbout(field)) continue;
        setProblem(field, found.get(field) ?? null);
        if (found.has(field)) left.add(field);
        notify(field);
      }
    },
    lookAgain: () => follow(evaluator.refresh()),
  };
  return self;
}
