import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '#tests/harness/cpu-time.ts';
import { createEvaluator, evaluateCondition } from './conditions.ts';
import type { Condition, FieldDefinition, Values } from './definition.ts';
import { FIELD_TYPES, type FieldType, OPERATORS, type Operator } from './field-types.ts';
import { readFields } from './read-definition.ts';
import { validate } from './validate.ts';

const OPTIONS = [
  { id: 'x', label: 'X' },
  { id: 'y', label: 'Y' },
];
const make = (
  name: string,
  type: FieldType = 'text',
  more: Partial<FieldDefinition> = {},
): FieldDefinition => ({
  id: name,
  name,
  label: name,
  type,
  ...(['select', 'checkboxes', 'multi-select'].includes(type) ? { options: OPTIONS } : {}),
  ...more,
});

describe('operators', () => {
  it.each<[FieldType, unknown, Operator, string | number | undefined, boolean]>([
    ['text', 'Ada', 'equals', 'Ada', true],
    ['text', 'Ada', 'equals', 'ada', false],
    ['text', 'Ada', 'not_equals', 'ada', true],
    ['text', undefined, 'not_equals', 'x', true],
    ['text', 'Ada', 'contains', 'd', true],
    ['text', 'Ada', 'not_contains', 'z', true],
    ['text', undefined, 'not_contains', 'z', true],
    ['text', 'Ada', 'starts_with', 'A', true],
    ['text', 'Ada', 'ends_with', 'A', true],
    ['text', 'Ada', 'ends_with', 'd', false],
    ['text', 'MÜLLER & Sons', 'contains', 'müller', true],
    ['text', 'MÜLLER & Sons', 'not_contains', 'sONS', false],
    ['text', 'ΟΔΟΣΑ', 'contains', 'ΟΔΟΣ', true],
    ['text', 'ΟΔΟΣΑ', 'starts_with', 'οδοσ', true],
    ['text', 'MÜLLER & Sons', 'starts_with', 'mül', true],
    ['text', 'Ada', 'equals', 'ada', false],
    ['text', '', 'is_empty', undefined, true],
    ['text', ' ', 'is_empty', undefined, false],
    ['text', 'x', 'is_not_empty', undefined, true],
    ['number', 0, 'is_empty', undefined, false],
    ['number', 2, 'greater', 1, true],
    ['number', 10, 'less', 9, false],
    ['number', '10', 'greater', 9, false],
    ['number', 2, 'greater_or_equal', 2, true],
    ['number', 2, 'less_or_equal', 2, true],
    ['number', undefined, 'less', 5, false],
    ['date', '2024-01-02', 'after', '2024-01-01', true],
    ['date', '2024-01-01', 'before', '2024-01-01', false],
    ['date', 'soon', 'before', '2024-01-01', false],
    ['time', '09:00', 'equals', '09:00:00', true],
    ['time', '09:00:01', 'after', '09:00', true],
    ['datetime', '2024-01-01T01:00:00+02:00', 'before', '2024-01-01T00:00:00Z', true],
    ['select', 'x', 'equals', 'x', true],
    ['checkboxes', ['x', 'y'], 'includes', 'y', true],
    ['checkboxes', ['x'], 'contains', 'y', false],
    ['multi-select', [], 'is_empty', undefined, true],
    ['multi-select', undefined, 'not_contains', 'x', true],
    ['file', 'id', 'is_not_empty', undefined, true],
    ['form', undefined, 'is_empty', undefined, true],
    ['json', [], 'is_empty', undefined, false],
  ])('%s %j %s %j is %s', (type, value, op, wanted, expected) => {
    const evaluator = createEvaluator(
      [make('a', type), make('b', 'text', { visible_if: { field: 'a', op, value: wanted } })],
      { a: value },
    );
    expect(evaluator.isVisible('b')).toBe(expected);
  });

  it('compares days as their field writes them', () => {
    const a = make('a', 'date', { rules: [{ rule: 'date_format', value: 'DD.MM.YYYY' }] });
    const b = make('b', 'text', { visible_if: { field: 'a', op: 'after', value: '2024-01-31' } });
    expect(createEvaluator([a, b], { a: '01.02.2024' }).isVisible('b')).toBe(true);
    expect(createEvaluator([a, b], { a: '31.01.2024' }).isVisible('b')).toBe(false);
  });

  it('join with and, or and not', () => {
    const yes: Condition = { field: 'a', op: 'is_empty' };
    const no: Condition = { not: yes };
    const known = () => ({ field: make('a'), value: undefined });
    expect(evaluateCondition({ and: [yes, no] }, known)).toBe(false);
    expect(evaluateCondition({ or: [no, yes] }, known)).toBe(true);
    expect(evaluateCondition({ and: [] }, known)).toBe(true);
    expect(evaluateCondition({ not: { and: [yes, { or: [no] }] } }, known)).toBe(true);
  });

  it('are total, whatever was stored', () => {
    const condition = fc.letrec<{ tree: Condition }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.record({
          field: fc.constantFrom('a', 'b', 'nobody'),
          op: fc.constantFrom(...OPERATORS),
          value: fc.oneof(fc.string(), fc.double(), fc.constant('2024-01-01')),
        }),
        fc.record({ and: fc.array(tie('tree'), { maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('tree'), { maxLength: 3 }) }),
        fc.record({ not: tie('tree') }),
      ),
    })).tree;
    fc.assert(
      fc.property(condition, fc.constantFrom(...FIELD_TYPES), fc.jsonValue(), (wanted, type, value) => {
        const fields = [make('a', type), make('b', 'text', { visible_if: wanted, required_if: wanted })];
        expect(typeof createEvaluator(fields, { a: value }).isVisible('b')).toBe('boolean');
      }),
    );
    let deep: Condition = { field: 'a', op: 'is_empty' };
    for (let n = 0; n < 100_000; n += 1) deep = { not: deep };
    expect(createEvaluator([make('a'), make('b', 'text', { visible_if: deep })]).isVisible('a')).toBe(true);
  });
});

describe('an evaluator', () => {
  const shown = (field: string): Partial<FieldDefinition> => ({
    visible_if: { field, op: 'is_not_empty' },
  });

  it('reports changed fields and their dependents', () => {
    const evaluator = createEvaluator([
      make('c', 'text', shown('b')),
      make('b', 'text', shown('a')),
      make('a'),
      make('d', 'text', { required: false, required_if: { field: 'a', op: 'equals', value: 'x' } }),
    ]);
    expect(['a', 'b', 'c'].map(evaluator.isVisible)).toEqual([true, false, false]);
    expect(evaluator.set('c', 'kept')).toEqual([]);
    expect(evaluator.set('b', 'kept')).toEqual([]);
    expect(evaluator.set('a', 'x')).toEqual(['c', 'b', 'a', 'd']);
    expect(evaluator.valueOf('c')).toBe('kept');
    expect(evaluator.isRequired('d')).toBe(true);
    expect(evaluator.set('a', 'y')).toEqual(['a', 'd']);
    expect(evaluator.set('a', 'y')).toEqual([]);
    expect(evaluator.set('a', '')).toEqual(['c', 'b', 'a']);
    expect(evaluator.valueOf('c')).toBeUndefined();
    expect(evaluator.isRequired('c')).toBe(false);
    expect(evaluator.set('nobody', 1)).toEqual([]);
  });

  it('looks again only at what depends on the change', () => {
    let lookups = 0;
    const counted = (field: string) => ({
      field,
      value: 'x',
      get op() {
        lookups += 1;
        return 'equals' as const;
      },
    });
    const fields = Array.from({ length: 500 }, (_, n) =>
      make(`f${n}`, 'text', n >= 300 ? { visible_if: counted(`f${n % 100}`) } : {}),
    );
    const evaluator = createEvaluator(fields);
    lookups = 0;
    expect(evaluator.set('f7', 'x')).toEqual(['f7', 'f307', 'f407']);
    expect(lookups).toBe(2);
    evaluator.set('f200', 'x');
    expect(lookups).toBe(2);
  });

  it('follows the record around a nested form', () => {
    const inner = [
      make('line', 'number', { formula: '{price} * {rate}' }),
      make('price', 'number'),
      make('note', 'text', { visible_if: { field: 'rate', op: 'greater', value: 1 } }),
    ];
    const fields = [
      make('rate', 'number'),
      make('items', 'form', { multiple: true, fields: inner }),
      make('total', 'number', { formula: 'sum({items.line})' }),
      make('lines', 'number', { formula: 'count({items})' }),
    ];
    const outer = createEvaluator(fields, { rate: 1, items: [{ price: 2 }, { price: 3 }] });
    expect([outer.valueOf('total'), outer.valueOf('lines')]).toEqual([5, 2]);
    const row = createEvaluator(inner, { price: 2 }, { outer });
    expect([row.valueOf('line'), row.isVisible('note')]).toEqual([2, false]);
    expect(outer.set('rate', 10)).toEqual(['rate', 'items', 'total', 'lines'].filter((id) => id !== 'lines'));
    expect(outer.valueOf('total')).toBe(50);
    expect(row.refresh()).toEqual(['line', 'note']);
    expect([row.valueOf('line'), row.isVisible('note')]).toEqual([20, true]);
    expect(outer.set('items', [])).toEqual(['items', 'total', 'lines']);
  });

  it('asks each of two fields only where the other is empty', () => {
    const fields = [
      make('mail', 'text', { required_if: { field: 'phone', op: 'is_empty' } }),
      make('phone', 'text', { required_if: { field: 'mail', op: 'is_empty' } }),
    ];
    const evaluator = createEvaluator(fields);
    expect(['mail', 'phone'].map(evaluator.isRequired)).toEqual([true, true]);
    expect(evaluator.set('mail', 'x')).toEqual(['mail', 'phone']);
    expect(['mail', 'phone'].map(evaluator.isRequired)).toEqual([true, false]);
  });

  it('stops immediately on exponentially growing formulas', () => {
    const chain = Array.from({ length: 500 }, (_, n) =>
      make(`f${n}`, 'text', n === 0 ? {} : { formula: `{f${n - 1}} & {f${n - 1}}` }),
    );
    const list = (name: string, fields: FieldDefinition[]) => make(name, 'form', { multiple: true, fields });
    const sums = Array.from({ length: 50 }, (_, n) =>
      make(`s${n}`, 'number', { formula: Array.from({ length: 50 }, () => 'sum({p.v})').join(' + ') }),
    );
    const crossed = [
      list('p', [make('v', 'number')]),
      list('q', sums),
      make('t', 'number', { formula: 'sum({q.s0})' }),
    ];
    const rows = Array.from({ length: 1000 }, () => ({ v: 1 }));
    const spent = cpuTime(() => {
      expect(createEvaluator(chain, { f0: 'x' }).valueOf('f499')).toBeUndefined();
      validate(crossed, { p: rows, q: rows.map(() => ({})) });
    });
    expect(spent).toBeLessThan(2000);
  });

  it('after changes step by step gives the result of one made from the start', () => {
    const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
    type Reference = fc.Arbitrary<string>;
    const comparison = (field: Reference) =>
      fc.record({
        field,
        op: fc.constantFrom('is_empty', 'equals', 'contains' as const),
        value: fc.constantFrom('x', 'y'),
      });
    const condition = (field: Reference) =>
      fc.oneof(
        comparison(field),
        fc.record({ and: fc.array(comparison(field), { minLength: 1, maxLength: 2 }) }),
        fc.record({ not: comparison(field) }),
      );
    const logic = (field: Reference) =>
      fc.record(
        {
          visible_if: condition(field),
          required_if: condition(field),
          formula: field.map((other) => `if(empty({${other}}), "x", {${other}} & "y")`),
        },
        { requiredKeys: [] },
      );
    // Each depends on those before it in some order: every definition without a cycle, and none with one.
    const definition = fc
      .shuffledSubarray(NAMES, { minLength: NAMES.length })
      .chain((order) =>
        fc.tuple(
          ...NAMES.map((name) => {
            const earlier = order.slice(0, order.indexOf(name));
            const more = earlier.length > 0 ? logic(fc.constantFrom(...earlier)) : fc.constant({});
            return more.map((own) => ({ ...make(name), ...own }));
          }),
        ),
      )
      .map((fields) => {
        const read = readFields(fields);
        if (!read.ok) throw new Error('the definition is refused');
        return read;
      });
    const value = fc.constantFrom('', 'x', 'y', 'xy', undefined);
    const changes = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 12 });
    // As text: `toEqual` takes seconds to compare thousands of states.
    const stateOf = (evaluator: ReturnType<typeof createEvaluator>) =>
      NAMES.map((id) =>
        JSON.stringify([evaluator.isVisible(id), evaluator.isRequired(id), evaluator.valueOf(id) ?? null]),
      );
    fc.assert(
      fc.property(definition, changes, ({ fields }, steps) => {
        const evaluator = createEvaluator(fields);
        const values: Values = {};
        let before = stateOf(evaluator);
        const seen = steps.map(([name, next]) => {
          const changed = evaluator.set(name, next);
          values[name] = next;
          const after = stateOf(evaluator);
          const different = NAMES.filter((_, at) => before[at] !== after[at]);
          before = after;
          const anew = stateOf(createEvaluator(fields, values));
          return { is: { after, changed }, shouldBe: { after: anew, changed: different } };
        });
        expect(seen.map(({ is }) => is)).toEqual(seen.map(({ shouldBe }) => shouldBe));
      }),
      { numRuns: 1000 },
    );
  });
});
