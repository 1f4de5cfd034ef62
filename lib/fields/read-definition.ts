import { isMissing } from '#lib/fields/comparison.ts';
import {
  DEFINITION_LIMITS,
  type DefinitionLimits,
  type FieldDefinition,
  OPTIONS_MAX,
  type Option,
  TEXT_LIMITS,
} from '#lib/fields/definition.ts';
import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { createEvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { FIELD_TYPES, isChoice } from '#lib/fields/field-types.ts';
import { FORMULA_MAX } from '#lib/fields/formula-parser.ts';
import {
  createProblemCollector,
  type ProblemCollector,
  readFlag,
  readOptionalText,
  readText,
  type UnparsedObject,
} from '#lib/fields/problem-collector.ts';
import { type FieldScopes, formulaProblem, readCondition } from '#lib/fields/read-conditions.ts';
import { readRules } from '#lib/fields/read-rules.ts';
import { validate } from '#lib/fields/validate.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { identifierProblem } from '#lib/text/rules.ts';

type ReadOptions = Partial<DefinitionLimits> & {
  /** Creates the ids that are missing in the definition. */
  newId?: () => string;
};

type Reading = {
  problems: ProblemCollector;
  limits: DefinitionLimits;
  newId: () => string;
  ids: Set<string>;
  fields: number;
};

export type ReadFields =
  | { ok: true; fields: FieldDefinition[] }
  | { ok: false; problems: readonly ProblemAtPath[] };

/** A new unique id; also works in pages that were loaded over plain HTTP, where `randomUUID` is missing. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const ID = /^[A-Za-z0-9_.:-]{1,100}$/;

function readId(input: unknown, path: string, { ids, newId, problems }: Reading): string {
  const id = input === undefined || input === null || input === '' ? newId() : input;
  if (typeof id !== 'string' || !ID.test(id)) {
    problems.add(path, { code: 'id_characters', params: {} });
    return '';
  }
  if (ids.has(id)) problems.add(path, { code: 'id_taken', params: { of: 'field' } });
  ids.add(id);
  return id;
}

function readName(input: unknown, path: string, taken: Set<string>, { problems }: Reading): string {
  const name = readText(input, path, 'Name', { max: TEXT_LIMITS.name }, problems);
  if (name === undefined) return '';
  if (identifierProblem(name)) problems.add(path, { code: 'name_characters', params: { label: 'Name' } });
  // A key of this name does not become an own property of an object.
  else if (name === '__proto__') problems.add(path, { code: 'name_reserved', params: { name } });
  else if (taken.has(name)) problems.add(path, { code: 'name_taken', params: {} });
  taken.add(name);
  return name;
}

function readOptions(input: unknown, path: string, { problems, newId }: Reading): Option[] {
  if (!Array.isArray(input) || input.length === 0) {
    problems.add(path, { code: 'required', params: { label: 'Options' } });
    return [];
  }
  if (input.length > OPTIONS_MAX) {
    problems.add(path, { code: 'max_count', params: { label: 'Options', max: OPTIONS_MAX } });
    return [];
  }
  const ids = new Set<string>();
  return input.map((one: unknown, at): Option => {
    const { id, label }: UnparsedObject = isRecord(one) ? one : {};
    const size = { max: TEXT_LIMITS.option };
    const text = readText(label, `${path}[${at}].label`, 'Label', size, problems) ?? '';
    const own = readOptionalText(id, `${path}[${at}].id`, 'Id', size, problems) ?? newId();
    if (ids.has(own)) problems.add(`${path}[${at}].id`, { code: 'id_taken', params: { of: 'option' } });
    ids.add(own);
    return { id: own, label: text };
  });
}

function readField(input: unknown, path: string, names: Set<string>, depth: number, reading: Reading) {
  const { problems } = reading;
  if (!isRecord(input)) {
    problems.add(path, { code: 'invalid', params: { label: 'The field', type: 'field' } });
    return null;
  }
  const type = FIELD_TYPES.find((known) => known === input.type);
  if (!type) {
    const isAbsent = input.type === undefined || input.type === null || input.type === '';
    problems.add(
      `${path}.type`,
      isAbsent
        ? { code: 'required', params: { label: 'Type' } }
        : { code: 'one_of', params: { label: 'Type', options: FIELD_TYPES } },
    );
    return null;
  }
  const text = (key: 'placeholder' | 'help', label: string) =>
    readOptionalText(
      input[key],
      `${path}.${key}`,
      label,
      { max: TEXT_LIMITS[key], multiline: true },
      problems,
    );
  const multiple = readFlag(input.multiple, `${path}.multiple`, 'Multiple', problems);
  const field: FieldDefinition = {
    id: readId(input.id, `${path}.id`, reading),
    name: readName(input.name, `${path}.name`, names, reading),
    label: readText(input.label, `${path}.label`, 'Label', { max: TEXT_LIMITS.label }, problems) ?? '',
    type,
    required: readFlag(input.required, `${path}.required`, 'Required', problems) ?? true,
  };
  const placeholder = text('placeholder', 'Placeholder');
  const help = text('help', 'Help');
  const formula = readOptionalText(
    input.formula,
    `${path}.formula`,
    'Formula',
    { max: FORMULA_MAX, multiline: true },
    problems,
  );
  if (placeholder !== undefined) field.placeholder = placeholder;
  if (help !== undefined) field.help = help;
  if (multiple !== undefined) field.multiple = multiple;
  if (isChoice(field)) {
    field.options = readOptions(input.options, `${path}.options`, reading);
    if (readFlag(input.allow_other, `${path}.allow_other`, 'Allow other', problems)) field.allow_other = true;
  }
  if (type === 'form') field.fields = readList(input.fields, `${path}.fields`, depth + 1, reading);
  const rules = readRules(input.rules, `${path}.rules`, field, problems);
  if (rules && rules.length > 0) field.rules = rules;
  if (formula !== undefined) field.formula = formula;
  if (!isMissing(field, input.default)) field.default = input.default;
  return field;
}

function readList(input: unknown, path: string, depth: number, reading: Reading): FieldDefinition[] {
  const { problems, limits } = reading;
  if (!Array.isArray(input)) {
    const isAbsent = input === undefined || input === null;
    problems.add(
      path,
      isAbsent
        ? { code: 'required', params: { label: 'Fields' } }
        : { code: 'invalid', params: { label: 'Fields', type: 'list' } },
    );
    return [];
  }
  if (depth > limits.depth) {
    problems.add(path, { code: 'nested_too_deep', params: { max: limits.depth } });
    return [];
  }
  if (depth > 1 && input.length === 0) problems.add(path, { code: 'required', params: { label: 'Fields' } });
  reading.fields += input.length;
  if (reading.fields > limits.fields) {
    problems.add('fields', { code: 'max_count', params: { label: 'Fields', max: limits.fields } });
    return [];
  }
  const names = new Set<string>();
  return input.flatMap((one: unknown, at) => readField(one, `${path}[${at}]`, names, depth, reading) ?? []);
}

/** A default must be a value that the field accepts. */
function checkDefault(field: FieldDefinition, path: string, problems: ProblemCollector): void {
  if (field.default === undefined) return;
  if (field.type === 'file' || field.type === 'form') {
    problems.add(path, { code: 'no_default', params: { type: field.type } });
    return;
  }
  if (field.formula !== undefined) {
    problems.add(path, { code: 'computed_default', params: {} });
    return;
  }
  const checked = validate([{ ...field, required: false }], { [field.name]: field.default });
  const [problem] = checked.ok ? [] : checked.problems;
  if (problem) problems.add(path, problem);
}

/**
 * The second pass: references to other fields, which are all known by now. Lists were created here, so they
 * may be filled.
 */
function readReferences(
  input: unknown,
  fields: FieldDefinition[],
  path: string,
  around: FieldScopes,
  problems: ProblemCollector,
): void {
  const reach: FieldScopes = [fields, ...around];
  const inputs: readonly unknown[] = Array.isArray(input) ? input : [];
  fields.forEach((field, at) => {
    const own = inputs[at];
    if (!isRecord(own)) return;
    const place = `${path}[${at}]`;
    checkDefault(field, `${place}.default`, problems);
    const visible = readCondition(own.visible_if, `${place}.visible_if`, reach, problems);
    const required = readCondition(own.required_if, `${place}.required_if`, reach, problems);
    if (visible) field.visible_if = visible;
    if (required) field.required_if = required;
    const problem = field.formula === undefined ? null : formulaProblem(field.formula, field, reach);
    if (problem) problems.add(`${place}.formula`, problem);
    if (field.fields) readReferences(own.fields, field.fields, `${place}.fields`, reach, problems);
  });
}

function refuseCycles(fields: readonly FieldDefinition[], path: string, problems: ProblemCollector): void {
  const { cyclic } = createEvaluationPlan(fields);
  const labels = cyclic.slice(0, 5).map(({ label }) => label);
  fields.forEach((field, at) => {
    const place = `${path}[${at}]`;
    if (cyclic.includes(field))
      problems.add(`${place}.${field.formula === undefined ? 'visible_if' : 'formula'}`, {
        code: 'depends_on_itself',
        params: { fields: labels },
      });
    if (field.fields) refuseCycles(field.fields, `${place}.fields`, problems);
  });
}

/**
 * Parses a definition that anybody may have sent: ids are kept, or created where they are missing; properties
 * that a type doesn't have are omitted; rules, conditions and formulas are accepted only if they fit.
 * @returns the definition, or the problems by path: `fields[2].rules[0].value`
 */
export function readFields(input: unknown, options: ReadOptions = {}): ReadFields {
  const problems = createProblemCollector();
  const { newId = randomId, ...limits } = options;
  const reading: Reading = {
    problems,
    limits: { ...DEFINITION_LIMITS, ...limits },
    newId,
    ids: new Set(),
    fields: 0,
  };
  const fields = readList(input, 'fields', 1, reading);
  if (problems.none()) readReferences(input, fields, 'fields', [], problems);
  if (problems.none()) refuseCycles(fields, 'fields', problems);
  return problems.none() ? { ok: true, fields } : { ok: false, problems: problems.problems };
}
