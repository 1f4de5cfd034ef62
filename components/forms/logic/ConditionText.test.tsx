import { expect, it } from 'vitest';
import { InputFormatContext } from '#components/fields/input-format.ts';
import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { FIELD_TYPES, operatorsFor } from '#lib/fields/field-types.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ConditionText } from './ConditionText.tsx';

const reach: FieldDefinition[] = [
  {
    id: 'eats',
    name: 'eats',
    label: 'Eats with us',
    type: 'select',
    options: [{ id: 'yes', label: 'Yes' }],
  },
  { id: 'nights', name: 'nights', label: 'Nights', type: 'number' },
];
const sentenceOf = (condition: Condition) =>
  renderWithMessages(<ConditionText condition={condition} availableFields={reach} />).container.textContent;

it('a condition reads as people speak', () => {
  const eats: Condition = { field: 'eats', op: 'equals', value: 'yes' };
  const nights: Condition = { field: 'nights', op: 'greater', value: 1000 };
  expect(sentenceOf(eats)).toBe('Eats with us is Yes');
  expect(sentenceOf({ and: [eats, nights] })).toBe('Eats with us is Yes and Nights is more than 1,000');
  expect(sentenceOf({ or: [eats, { and: [eats, nights] }] })).toBe(
    'Eats with us is Yes or (Eats with us is Yes and Nights is more than 1,000)',
  );
  expect(sentenceOf({ not: eats })).toBe('not (Eats with us is Yes)');
});

it('names deleted fields and deleted choices as deleted', () => {
  expect(sentenceOf({ field: 'other', op: 'is_empty' })).toBe('a deleted field is empty');
  expect(sentenceOf({ field: 'eats', op: 'equals', value: 'maybe' })).toBe(
    'Eats with us is a deleted choice',
  );
});

it.each(FIELD_TYPES)('every comparison of a field of type %s has a text', (type) => {
  for (const op of operatorsFor({ type }))
    expect(sentenceOf({ field: 'nights', op, value: 1 })).toMatch(/^Nights [a-z]/);
});

it('a number is written as the form reads it, with all of its digits', () => {
  const condition: Condition = { field: 'nights', op: 'greater', value: 1000.12345 };
  const { container } = renderWithMessages(
    <InputFormatContext value={{ locale: 'de' }}>
      <ConditionText condition={condition} availableFields={reach} />
    </InputFormatContext>,
  );
  expect(container).toHaveTextContent('Nights is more than 1.000,12345');
});
