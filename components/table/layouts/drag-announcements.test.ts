import type { Active, Over } from '@dnd-kit/core';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { DEFAULT_LOCALE, LOCALES } from '#locales/index.ts';
import { buildRow } from '#tests/component/table.ts';
import { dragAnnouncements } from './drag-announcements.ts';

const { code: locale, messages } = LOCALES[DEFAULT_LOCALE];
const row = buildRow({ id: 'mast', values: { name: 'Mast', state: 'open' } });
const rect = { current: { initial: null, translated: null } };
const active: Active = { id: row.id, data: { current: { row } }, rect };
const overAt = (id: string): Over => ({
  ...{ id, data: { current: undefined }, disabled: false },
  rect: { width: 1, height: 1, top: 0, left: 0, right: 1, bottom: 1 },
});
const announcements = dragAnnouncements(createIntl({ locale, messages }), {
  nameOf: ({ values }) => String(values.name),
  placeOf: (id) => (id === 'other' ? null : `List ${id}`),
  isAt: ({ values }, id) => values.state === id,
});

test('announces which row is dragged and where it is, and that it stays where nothing was changed', () => {
  expect(announcements.onDragStart({ active })).toBe('Mast is picked up.');
  expect(announcements.onDragOver({ active, over: overAt('done') })).toBe('Mast is over “List done”.');
  for (const over of [null, overAt('other')])
    expect(announcements.onDragOver({ active, over })).toBe('Mast is over nothing that it can be moved to.');
  expect(announcements.onDragCancel({ active, over: null })).toBe('Mast stays where it was.');
  for (const over of [null, overAt('open')])
    expect(announcements.onDragEnd({ active, over })).toBe('Mast stays where it was.');
  // A move is announced by its own message.
  expect(announcements.onDragEnd({ active, over: overAt('done') })).toBeUndefined();
});
