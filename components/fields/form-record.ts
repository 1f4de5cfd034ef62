import { ambiguityOf } from '#lib/fields/ambiguity-reader.ts';
import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { createEvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { isList } from '#lib/fields/field-types.ts';
import { countryEntries, type PhoneCountries } from '#lib/fields/phone-countries.ts';
import type { FieldErrors, Problem, RejectedFields } from '#lib/fields/problem.ts';
import { parseFieldProblems } from '#lib/fields/problem-codes.ts';
import { validate } from '#lib/fields/validate.ts';
import { type PathStep, readPath } from '#lib/fields/value-path.ts';
import type { FieldProblemState } from './field-problem.ts';
import { createFieldRecord, type FieldRecord, type FormatProblem } from './field-record.ts';
import { initialValues } from './initial-values.ts';

/** A problem, for a list of all problems. */
export type RecordProblem = {
  path: string;
  /** The outermost field that contains it. */
  top: FieldDefinition;
  /** The records around it, such as “People 2”, from the outermost in. */
  around: readonly { label: string; place: number }[];
  message: string;
};

export type RecordCheck = { ok: true; values: Values } | { ok: false; problems: readonly RecordProblem[] };

/** A whole form that is being filled. */
export type FormRecord = FieldRecord & {
  /**
   * Validates everything, as the server will, and shows the problems at the fields.
   * @param only ids of the outermost fields to validate: those of one page
   * @returns the values to send, or the problems, in the order of the page
   */
  check(only?: ReadonlySet<string>): RecordCheck;
  /** Shows the problems that the server reported. @returns the messages that belong to no visible field */
  takeServerErrors(refused: RejectedFields): FieldErrors;
  /** Countries chosen for phone numbers, by path. */
  countries(): PhoneCountries;
  /** All problems of the fields; the same list until one of them changes. */
  problems(): readonly RecordProblem[];
  subscribeProblems(listener: () => void): () => void;
  firstError(): RecordProblem | null;
};

export type RecordOptions = {
  initial?: Values;
  /** Whether fields without a value get their default; false for existing values: a draft, a stored row. */
  defaults?: boolean;
  /** Whether values of hidden fields are dropped. */
  hidden?: 'drop' | 'keep';
  now?: Date;
  onChange?: (values: Values) => void;
  /** The default country (ISO 3166-1 alpha-2) of phone numbers without a calling code. */
  country?: string | null | undefined;
  /** Countries chosen for the phone numbers among the initial values, by path. */
  countries?: PhoneCountries | undefined;
  /** Formats a problem as a message. */
  formatProblem: (problem: Problem) => string;
  /** The format of typed numbers and times, which determines whether they are ambiguous. */
  writtenIn?: InputFormat;
};

type Found = Map<FieldRecord, Map<FieldDefinition, FieldProblemState & { entries: Map<number, string> }>>;

const fieldOf = (record: FieldRecord, name: PathStep | undefined): FieldDefinition | undefined =>
  typeof name === 'string'
    ? record.fields[createEvaluationPlan(record.fields).byName.get(name) ?? -1]
    : undefined;

/** Collects a problem for the field that its path leads to. @returns false where it leads to none */
function note(
  record: FieldRecord,
  [name, ...rest]: readonly PathStep[],
  reported: Problem | string,
  found: Found,
  formatProblem: FormatProblem,
): boolean {
  const field = fieldOf(record, name);
  if (!field) return false;
  const { isVisible, rows, value } = record.state(field);
  if (!isVisible) return false;
  const [place] = rest;
  if (field.type === 'form' && rest.length > (field.multiple ? 1 : 0)) {
    const row = rows[typeof place === 'number' ? place : 0];
    return (
      row !== undefined &&
      note(row, typeof place === 'number' ? rest.slice(1) : rest, reported, found, formatProblem)
    );
  }
  const own =
    found.get(record) ?? new Map<FieldDefinition, FieldProblemState & { entries: Map<number, string> }>();
  found.set(record, own);
  const known = own.get(field) ?? { problem: null, entries: new Map<number, string>() };
  const one: unknown = typeof place === 'number' && Array.isArray(value) ? value[place] : value;
  const problem = formatProblem(reported, field, one);
  if (typeof place === 'number' && field.type !== 'form') known.entries.set(place, problem);
  own.set(field, typeof place === 'number' && field.type !== 'form' ? known : { ...known, problem });
  return true;
}

function notifyAll(record: FieldRecord, found: Found, isAbout: (field: FieldDefinition) => boolean): void {
  record.take(found.get(record) ?? new Map(), isAbout);
  for (const field of record.fields)
    if (field.type === 'form' && isAbout(field))
      for (const row of record.state(field).rows) notifyAll(row, found, () => true);
}

function collect(
  record: FieldRecord,
  path: string,
  around: RecordProblem['around'],
  top: FieldDefinition | null,
): RecordProblem[] {
  return record.fields.flatMap((field) => {
    const { problem, entryProblems, rows, isVisible } = record.state(field);
    if (!isVisible) return [];
    const at = path ? `${path}.${field.name}` : field.name;
    const place = { top: top ?? field, around };
    return [
      ...(problem ? [{ ...place, path: at, message: problem }] : []),
      ...[...entryProblems].map(([entry, text]) => ({ ...place, path: `${at}[${entry}]`, message: text })),
      ...rows.flatMap((row, index) =>
        collect(
          row,
          field.multiple ? `${at}[${index}]` : at,
          field.multiple ? [...around, { label: field.label, place: index + 1 }] : around,
          top ?? field,
        ),
      ),
    ];
  });
}

function collectCountries(record: FieldRecord, path: string): [path: string, country: string][] {
  return record.fields.flatMap((field) => {
    const { countries, rows } = record.state(field);
    const at = path ? `${path}.${field.name}` : field.name;
    return [
      ...countryEntries(at, countries, isList(field)),
      ...rows.flatMap((row, index) => collectCountries(row, field.multiple ? `${at}[${index}]` : at)),
    ];
  });
}

/** Creates a form to be filled. */
export function createFormRecord(fields: readonly FieldDefinition[], options: RecordOptions): FormRecord {
  const { initial = {}, defaults = true, hidden, now, country, onChange, writtenIn = {} } = options;
  const { formatProblem: sentenceOf, countries: begun } = options;
  const formatProblem: FormatProblem = (problem, field, value) => {
    // Validation has no locale: an ambiguous text is reported here.
    const shown = ambiguityOf(field, value, writtenIn)?.problem ?? problem;
    return typeof shown === 'string' ? shown : sentenceOf(shown);
  };
  const listeners = new Set<() => void>();
  let known: readonly RecordProblem[] | null = null;
  let isTelling = false;
  const changed = () => {
    known = null;
    if (!isTelling) for (const listener of listeners) listener();
  };
  const record = createFieldRecord(fields, defaults ? initialValues(fields, initial) : initial, {
    now,
    onChange: () => onChange?.(record.values()),
    onProblem: changed,
    formatProblem,
    country,
    countryAt: begun && ((path) => (Object.hasOwn(begun, path) ? begun[path] : undefined)),
  });
  const countries = (): PhoneCountries => Object.fromEntries(collectCountries(record, ''));
  const problems = (): readonly RecordProblem[] => {
    known ??= collect(record, '', [], null);
    return known;
  };
  /** Updates every field once, and the list of all problems once. */
  const publish = (found: Found, isAbout: (field: FieldDefinition) => boolean) => {
    isTelling = true;
    notifyAll(record, found, isAbout);
    isTelling = false;
    changed();
  };

  return Object.assign(record, {
    check(only?: ReadonlySet<string>): RecordCheck {
      const checked = validate(fields, record.values(), {
        hidden,
        now,
        country,
        asTyped: true,
        countries: countries(),
      });
      const found: Found = new Map();
      const isAbout = ({ id }: FieldDefinition) => only === undefined || only.has(id);
      if (!checked.ok)
        for (const problem of checked.problems)
          note(record, readPath(problem.path) ?? [], problem, found, formatProblem);
      publish(found, isAbout);
      if (checked.ok) return { ok: true, values: checked.values };
      return { ok: false, problems: problems().filter(({ top }) => isAbout(top)) };
    },
    takeServerErrors({ errors, details }: RejectedFields): FieldErrors {
      const found: Found = new Map();
      const rest: FieldErrors = {};
      const problems = new Map(parseFieldProblems(details).map((problem) => [problem.path, problem]));
      for (const [path, texts] of Object.entries(errors)) {
        const problem = problems.get(path);
        if (!note(record, readPath(path) ?? [], problem ?? texts[0] ?? '', found, formatProblem))
          rest[path] = problem ? [sentenceOf(problem)] : texts;
      }
      publish(found, () => true);
      return rest;
    },
    countries,
    problems,
    subscribeProblems(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    firstError: () => problems()[0] ?? null,
  });
}
