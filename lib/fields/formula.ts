import { addDecimals, divideDecimals, multiplyDecimals, remainderOfDecimals } from '#lib/fields/decimal.ts';
import { comparedDays } from '#lib/fields/formula-dates.ts';
import { areEqual, FUNCTIONS } from '#lib/fields/formula-functions.ts';
import { type Binary, type Expression, type Formula, parseFormula } from '#lib/fields/formula-parser.ts';
import {
  asText,
  boundedText,
  type FormulaContext,
  finite,
  type Scalar,
  type Value,
} from '#lib/fields/formula-values.ts';

/**
 * Small formulas that compute a field from others. They are total: every one that can be parsed ends, throws
 * nothing and returns a value, empty where it makes no sense. They are never run as code.
 */

const FORMULAS_CACHED = 1000;
const cache = new Map<string, ReturnType<typeof parseFormula>>();

/** Parses a formula, or returns why it can't be parsed; caches what it has parsed. */
export function readFormula(source: string): ReturnType<typeof parseFormula> {
  const known = cache.get(source);
  if (known) return known;
  if (cache.size >= FORMULAS_CACHED) cache.clear();
  const parsed = parseFormula(source);
  cache.set(source, parsed);
  return parsed;
}

/** A field's value by its path of names: a list where the path goes through a repeated form. */
export type Lookup = (path: readonly string[]) => Value;

function calculated(op: '+' | '-' | '*' | '/' | '%', left: number, right: number): Scalar {
  if (op === '+') return finite(addDecimals([left, right]));
  if (op === '-') return finite(addDecimals([left, -right]));
  if (op === '*') return finite(multiplyDecimals(left, right));
  return finite(op === '/' ? divideDecimals(left, right) : remainderOfDecimals(left, right));
}

function compared(op: '<' | '<=' | '>' | '>=', left: Value, right: Value): Scalar {
  const same =
    (typeof left === 'number' && typeof right === 'number') ||
    (typeof left === 'string' && typeof right === 'string');
  if (!same) return null;
  if (op === '<') return left < right;
  if (op === '<=') return left <= right;
  return op === '>' ? left > right : left >= right;
}

/** Days and times as they are ordered; other values as they are. */
function comparable(left: Value, right: Value, context: FormulaContext): readonly [Value, Value] {
  const days =
    typeof left === 'string' && typeof right === 'string' ? comparedDays(left, right, context) : null;
  return days ?? [left, right];
}

function applied(op: Binary, one: Value, other: Value, context: FormulaContext): Scalar {
  const [left, right] = op === '&' ? [one, other] : comparable(one, other, context);
  switch (op) {
    case '&': {
      const before = asText(left);
      const after = asText(right);
      return before === null || after === null ? null : boundedText(before + after);
    }
    case '=':
    case '<>': {
      return areEqual(left, right) === (op === '=');
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compared(op, left, right);
    default:
      return typeof left === 'number' && typeof right === 'number' ? calculated(op, left, right) : null;
  }
}

/** One side of an operator: a text that a field is compared with may stand for one of its values. */
function operand(
  node: Expression,
  { op, left, right }: Extract<Expression, { kind: 'binary' }>,
  lookup: Lookup,
  context: FormulaContext,
): Value {
  const beside = node === left ? right : left;
  if (
    node.kind !== 'value' ||
    typeof node.value !== 'string' ||
    beside.kind !== 'field' ||
    !'<>='.includes(op)
  )
    return evaluated(node, lookup, context);
  return context.asCompared?.(beside.path, node.value) ?? node.value;
}

function evaluated(node: Expression, lookup: Lookup, context: FormulaContext): Value {
  switch (node.kind) {
    case 'value':
      return node.value;
    case 'field':
      return lookup(node.path);
    case 'negative': {
      const value = evaluated(node.of, lookup, context);
      return typeof value === 'number' ? -value : null;
    }
    case 'binary':
      return applied(
        node.op,
        operand(node.left, node, lookup, context),
        operand(node.right, node, lookup, context),
        context,
      );
    case 'call':
      return (
        FUNCTIONS[node.name]?.(
          node.args.map((arg) => evaluated(arg, lookup, context)),
          context,
        ) ?? null
      );
  }
}

/** The result of a formula; a list of values as the text that it is shown as. */
export function evaluateFormula(formula: Formula, lookup: Lookup, context: FormulaContext): Scalar {
  const value = evaluated(formula.expression, lookup, context);
  if (typeof value === 'number') return finite(value);
  return value === null || typeof value !== 'object' ? value : asText(value);
}
