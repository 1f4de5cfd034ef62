import { expect, it } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { CellValue } from './CellValue.tsx';

const field = (id: string, type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}) => ({
  ...{ id, name: id, label: id, type, ...more },
});

it('shows each record of a group as a line of its values, also groups within it', () => {
  const guests = field('guests', 'form', {
    multiple: true,
    fields: [
      field('name', 'text'),
      field('age', 'number'),
      field('days', 'form', { fields: [field('first', 'text'), field('last', 'text')] }),
    ],
  });
  const value = [
    { name: 'Carla', age: 7, days: { first: 'Friday', last: 'Sunday' } },
    { name: 'Dev', age: null },
    {},
  ];
  const { container } = renderWithMessages(
    <CellValue field={guests} value={value} fileOf={() => undefined} />,
  );
  expect([...container.children].map(({ textContent }) => textContent)).toEqual([
    'Carla, 7, Friday, Sunday',
    'Dev',
    '–',
  ]);
});

it('shows that there is none', () => {
  const { container } = renderWithMessages(
    <CellValue field={field('guests', 'form')} value={undefined} fileOf={() => undefined} />,
  );
  expect(container).toHaveTextContent('–');
});
