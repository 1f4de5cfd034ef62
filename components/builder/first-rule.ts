import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import type { FieldType, RuleName } from '#lib/fields/field-types.ts';

const MEGABYTE = 1024 * 1024;

/** A bound that values of this type can be held to; days and times begin with today's and midnight. */
function firstBound(type: FieldType, otherwise: number): number | string {
  if (type === 'date') return new Date().toISOString().slice(0, 10);
  if (type === 'time') return '00:00';
  if (type === 'datetime') return `${new Date().toISOString().slice(0, 16)}:00Z`;
  return otherwise;
}

/** A rule as it begins: one that can be saved. */
export function firstRule(rule: RuleName, { type, rules = [] }: FieldDefinition): Rule {
  const bound = (name: RuleName): number | undefined => {
    const value = rules.find((one) => one.rule === name)?.value;
    return typeof value === 'number' ? value : undefined;
  };
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
      return { rule, value: firstBound(type, Math.min(0, bound('max') ?? 0)) };
    case 'max':
      return { rule, value: firstBound(type, Math.max(100, bound('min') ?? 0)) };
    case 'equal':
      return { rule, value: 1 };
    case 'min_length':
      return { rule, value: Math.min(2, bound('max_length') ?? 2) };
    case 'max_length':
      return { rule, value: Math.max(100, bound('min_length') ?? 0) };
    case 'length':
      return { rule, value: 10 };
    case 'min_count':
      return { rule, value: Math.min(1, bound('max_count') ?? 1) };
    case 'max_count':
      return { rule, value: Math.max(10, bound('min_count') ?? 0) };
    case 'count':
      return { rule, value: 2 };
  }
}
