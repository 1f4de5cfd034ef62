import { boundKey, isDateFormat, isIsoDate, isIsoDateTime, isIsoTime } from '#lib/fields/dates.ts';
import type { Rule } from '#lib/fields/definition.ts';
import type { DefinitionProblem } from '#lib/fields/definition-problem.ts';
import { type FieldType, RULE_NAMES, type RuleName, rulesFor } from '#lib/fields/field-types.ts';
import { compilePattern } from '#lib/fields/pattern.ts';
import {
  type ProblemCollector,
  readOptionalText,
  type UnparsedObject,
} from '#lib/fields/problem-collector.ts';
import { COUNT_MAX } from '#lib/fields/size-check.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { hasUnreadableCharacters } from '#lib/text/text.ts';

const MESSAGE_MAX = 500;
const LENGTH_RULE_MAX = 100_000;
const EXTENSIONS_MAX = 100;

const TIME_FORMS: Partial<Record<FieldType, { isOne: (text: string) => boolean; form: string }>> = {
  date: { isOne: isIsoDate, form: 'YYYY-MM-DD' },
  time: { isOne: isIsoTime, form: 'HH:MM' },
  datetime: { isOne: isIsoDateTime, form: 'YYYY-MM-DDTHH:MM:SSZ' },
};

/** The largest integer that a rule accepts. */
const WHOLE_MAX: Partial<Record<RuleName, number>> = {
  min_length: LENGTH_RULE_MAX,
  max_length: LENGTH_RULE_MAX,
  length: LENGTH_RULE_MAX,
  min_count: COUNT_MAX,
  max_count: COUNT_MAX,
  count: COUNT_MAX,
  max_bytes: Number.MAX_SAFE_INTEGER,
};

type Shape = { type: FieldType; multiple?: boolean };
type Read = { ok: true; rule: Rule } | { ok: false; problem: DefinitionProblem };

const refused = (problem: DefinitionProblem): Read => ({ ok: false, problem });

function readExtensions(value: unknown): Read {
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= EXTENSIONS_MAX &&
    value.every((one): one is string => typeof one === 'string' && /^\.?[A-Za-z0-9]{1,20}$/.test(one));
  if (!isList) return refused({ code: 'extensions_list', params: {} });
  const small = value.map((one) => one.replace('.', '').toLowerCase());
  return { ok: true, rule: { rule: 'extensions', value: [...new Set(small)] } };
}

/** The value of one rule, in the format of its kind. */
function readValue(name: RuleName, value: unknown, type: FieldType): Read {
  switch (name) {
    case 'extensions':
      return readExtensions(value);
    case 'pattern': {
      if (typeof value !== 'string' || value === '')
        return refused({ code: 'invalid', params: { label: 'Pattern', type: 'text' } });
      if (hasUnreadableCharacters(value, { multiline: true }))
        return refused({ code: 'unreadable', params: { label: 'Pattern' } });
      const read = compilePattern(value);
      return read.ok ? { ok: true, rule: { rule: name, value } } : refused(read.problem);
    }
    case 'date_format':
      return typeof value === 'string' && isDateFormat(value)
        ? { ok: true, rule: { rule: name, value } }
        : refused({ code: 'date_format_parts', params: {} });
    case 'min':
    case 'max':
    case 'equal': {
      const time = TIME_FORMS[type];
      if (time && name !== 'equal')
        return typeof value === 'string' && time.isOne(value)
          ? { ok: true, rule: { rule: name, value } }
          : refused({ code: 'date_format', params: { label: 'The value', format: time.form } });
      return typeof value === 'number' && Number.isFinite(value)
        ? { ok: true, rule: { rule: name, value } }
        : refused({ code: 'invalid', params: { label: 'The value', type: 'number' } });
    }
    default: {
      const most = WHOLE_MAX[name] ?? 0;
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
        ? { ok: true, rule: { rule: name, value } }
        : refused({ code: 'whole_number', params: { max: most } });
    }
  }
}

const isRuleName = (name: unknown): name is RuleName => RULE_NAMES.some((known) => known === name);

/** Rules of the same quantity: minimum, maximum, and exact value. */
const RANGES: readonly [RuleName, RuleName, RuleName][] = [
  ['min_length', 'max_length', 'length'],
  ['min', 'max', 'equal'],
  ['min_count', 'max_count', 'count'],
];

function readRule(input: unknown, path: string, field: Shape, problems: ProblemCollector): Rule | undefined {
  const { rule: name, value, message: customMessage }: UnparsedObject = isRecord(input) ? input : {};
  const own = rulesFor(field);
  if (!isRuleName(name)) {
    problems.add(`${path}.rule`, { code: 'one_of', params: { label: 'Rule', options: own } });
    return;
  }
  if (!own.includes(name)) {
    problems.add(`${path}.rule`, { code: 'rule_of_other_type', params: { type: field.type, rule: name } });
    return;
  }
  const read = readValue(name, value, field.type);
  if (!read.ok) {
    problems.add(`${path}.value`, read.problem);
    return;
  }
  const message = readOptionalText(
    customMessage,
    `${path}.message`,
    'Message',
    { max: MESSAGE_MAX },
    problems,
  );
  return message === undefined ? read.rule : { ...read.rule, message };
}

/** The rules of a field: each once, each fitting its type, and satisfiable. */
export function readRules(
  input: unknown,
  path: string,
  field: Shape,
  problems: ProblemCollector,
): Rule[] | undefined {
  if (input === undefined || input === null) return undefined;
  if (!Array.isArray(input)) {
    problems.add(path, { code: 'invalid', params: { label: 'Rules', type: 'list' } });
    return;
  }
  if (input.length > RULE_NAMES.length) {
    problems.add(path, { code: 'max_count', params: { label: 'Rules', max: RULE_NAMES.length } });
    return;
  }
  const rules = new Map<RuleName, Rule>();
  input.forEach((one: unknown, at) => {
    const rule = readRule(one, `${path}[${at}]`, field, problems);
    if (!rule) return;
    if (rules.has(rule.rule))
      problems.add(`${path}[${at}].rule`, { code: 'rule_twice', params: { rule: rule.rule } });
    rules.set(rule.rule, rule);
  });
  const boundOf = (name: RuleName) => boundKey(rules.get(name)?.value);
  const refuseBeyond = (low: RuleName, high: RuleName) => {
    const [from, to] = [boundOf(low), boundOf(high)];
    if (from !== undefined && to !== undefined && from > to)
      problems.add(path, { code: 'rules_contradict', params: { low, high } });
  };
  for (const [least, most, exact] of RANGES) {
    refuseBeyond(least, most);
    refuseBeyond(least, exact);
    refuseBeyond(exact, most);
  }
  return [...rules.values()];
}
