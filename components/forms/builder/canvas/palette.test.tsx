import { DndContext } from '@dnd-kit/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { compatibleTypes, newField } from '#components/forms/builder/changes/new-field.ts';
import { type Builder, BuilderContext } from '#components/forms/builder/context/builder-context.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { FieldPlaceholder } from './FieldPlaceholder.tsx';
import { Palette } from './Palette.tsx';

test('offers one type for one of several options and one for several of them, and adds it', async () => {
  const add = vi.fn<Builder['add']>();
  renderWithMessages(
    <BuilderContext value={{ add } as unknown as Builder}>
      <DndContext>
        <Palette />
      </DndContext>
    </BuilderContext>,
  );
  const offered = screen.getAllByRole('button').map((button) => button.textContent);
  expect(new Set(offered).size).toBe(offered.length);
  expect(offered.filter((name) => /choice|check|several|values/i.test(name ?? ''))).toEqual([
    'One choice',
    'Several choices',
  ]);
  screen.getByRole('button', { name: 'Several choices' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(add).toHaveBeenCalledWith('multi-select');
});

test('offers checkboxes, the older name of several choices, to no field but those that have it', () => {
  expect(compatibleTypes('select')).toEqual(['select', 'multi-select']);
  expect(compatibleTypes('multi-select')).toEqual(['select', 'multi-select']);
  expect(compatibleTypes('checkboxes')).toEqual(['checkboxes', 'select', 'multi-select']);
});

const texts = { label: 'Colour', option: (number: number) => `Option ${number}`, inner: 'Name' };

test.each([
  ['select', '50%'],
  ['multi-select', '4px'],
  ['checkboxes', '4px'],
] as const)('draws the options of %s as they look on the fill page', (type, radius) => {
  const field: FieldDefinition = { ...newField(type, texts, new Set()), allow_other: true };
  renderWithMessages(<FieldPlaceholder field={field} />);
  const options = screen.getAllByRole('listitem');
  expect(options.map((option) => option.textContent)).toEqual(['Option 1', 'Option 2', 'Other…']);
  for (const option of options) expect(option.firstElementChild).toHaveStyle({ 'border-radius': radius });
});
