import { expect, it } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { mapHeaders } from './read-line.ts';

const field = (id: string, name: string, label: string): FieldDefinition => ({
  id,
  name,
  label,
  type: 'text',
});
const FIELDS = [field('f_a', 'city', 'Town'), field('f_b', 'town', 'City'), field('f_c', 'CITY', 'Other')];
const idsOf = (header: string[], mapping: Record<string, string> | null = null) =>
  mapHeaders(FIELDS, header, mapping).map((found) => found?.id ?? null);

it('finds fields by id, then by name, then by label or name in any case, each once', () => {
  expect(idsOf(['f_b', 'city', ' other '])).toEqual(['f_b', 'f_a', 'f_c']);
  expect(idsOf(['CITY', 'TOWN', 'City'])).toEqual(['f_c', 'f_a', null]);
  expect(idsOf(['x', 'y'], { x: 'f_c', y: '' })).toEqual(['f_c', null]);
  expect(idsOf(['constructor', '__proto__'])).toEqual([null, null]);
});

it('takes a time that grows with the headers, not with headers times fields', () => {
  const fields = Array.from({ length: 300 }, (_, n) => field(`f_${n}`, `name_${n}`, `Label ${n}`));
  const header = Array.from({ length: 100_000 }, (_, n) => `Header ${n}`);
  const start = process.cpuUsage().user;
  mapHeaders(fields, header, null);
  expect(process.cpuUsage().user - start).toBeLessThan(2_000_000);
});
