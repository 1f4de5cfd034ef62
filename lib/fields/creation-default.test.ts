import { expect, test } from 'vitest';
import { creationDefaults } from './creation-default.ts';
import type { FieldDefinition } from './definition.ts';

const field = (type: FieldDefinition['type'], more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  ...{ id: type, name: type, label: type, type },
  ...more,
});
const creation = { now: new Date('2026-03-31T22:30:45Z'), timeZone: 'Europe/Berlin', creator: 'u_1' };

test('is the day in the time zone, in the format of the column, and the minute', () => {
  const rules = [{ rule: 'date_format' as const, value: 'DD.MM.YYYY' }];
  const columns = [
    { field: field('date'), from: 'now' as const },
    { field: field('date', { name: 'local', rules }), from: 'now' as const },
    { field: field('datetime'), from: 'now' as const },
    { field: field('text'), from: undefined },
    { field: field('date', { name: 'days', multiple: true }), from: 'now' as const },
    { field: field('datetime', { name: 'moments', multiple: true }), from: 'now' as const },
  ];
  expect(creationDefaults(columns, creation)).toEqual({
    date: '2026-04-01',
    local: '01.04.2026',
    datetime: '2026-03-31T22:30:00Z',
    days: ['2026-04-01'],
    moments: ['2026-03-31T22:30:00Z'],
  });
});

test('is the member who adds the row, and nothing of anybody else', () => {
  const columns = [
    { field: field('text', { name: 'one' }), from: 'creator' as const },
    { field: field('text', { name: 'several', multiple: true }), from: 'creator' as const },
  ];
  expect(creationDefaults(columns, creation)).toEqual({ one: 'u_1', several: ['u_1'] });
  expect(creationDefaults(columns, { ...creation, creator: null })).toEqual({});
});
