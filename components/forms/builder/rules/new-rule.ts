import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import type { FieldType, RuleName } from '#lib/fields/field-types.ts';

const MEGABYTE = 1024 * 1024;

/** An initial bound for values of this type; dates and times begin with today and midnight. */
function firstBound(type: FieldType, otherwise: number): number | string {
  if (type === 'date') return new Date().toISOString().slice(0, 10);
  if (type === 'time') return '00:00';
  if (type === 'datetime') return `${new Date().toISOString().slice(0, 16)}:00Z`;
  return otherwise;
}

/** The names of the rules of one measure. */
type Measure = { least: RuleName; most: RuleName; exact: RuleName };
const LENGTH: Measure = { least: 'min_length', most: 'max_length', exact: 'length' };
const COUNT: Measure = { least: 'min_count', most: 'max_count', exact: 'count' };
const SIZE: Measure = { least: 'min', most: 'max', exact: 'equal' };

/** A new rule that can be saved together with the existing ones. */
export function newRule(rule: RuleName, { type, rules = [] }: FieldDefinition): Rule {
  const bound = (name: RuleName, otherwise: number): number => {
    const value = rules.find((one) => one.rule === name)?.value;
    return typeof value === 'number' ? value : otherwise;
  };
  const leastOf = ({ most, exact }: Measure, wanted: number) =>
    Math.min(wanted, bound(most, wanted), bound(exact, wanted));
  const mostOf = ({ least, exact }: Measure, wanted: number) =>
    Math.max(wanted, bound(least, wanted), bound(exact, wanted));
  const exactOf = ({ least, most }: Measure, wanted: number) =>
    Math.max(bound(least, wanted), Math.min(wanted, bound(most, wanted)));
  switch (rule) {
    case 'pattern':
      return { rule, value: '^.+$' };
    case 'date_format':
      return { rule, value: 'DD.MM.YYYY' };
    case 'extensions':
      return { rule, value: ['pdf'] };
    case 'max_bytes':
      return { rule, value: 10 * MEGABYTE };
    case 'min':
      return { rule, value: firstBound(type, leastOf(SIZE, 0)) };
    case 'max':
      return { rule, value: firstBound(type, mostOf(SIZE, 100)) };
    case 'equal':
      return { rule, value: exactOf(SIZE, 1) };
    case 'min_length':
      return { rule, value: leastOf(LENGTH, 2) };
    case 'max_length':
      return { rule, value: mostOf(LENGTH, 100) };
    case 'length':
      return { rule, value: exactOf(LENGTH, 10) };
    case 'min_count':
      return { rule, value: leastOf(COUNT, 1) };
    case 'max_count':
      return { rule, value: mostOf(COUNT, 10) };
    case 'count':
      return { rule, value: exactOf(COUNT, 2) };
  }
}
