import { expect, it } from 'vitest';
import { z } from 'zod';
import { withKnownFieldsOnly } from './known-fields.ts';

const refused = (schema: z.ZodType, value: unknown) =>
  withKnownFieldsOnly(schema).safeParse(value).error?.issues;

it('refuses a field that the body does not name, and keeps its refinements', () => {
  const body = z.object({ name: z.string() }).refine(({ name }) => name !== 'root', 'Not root');
  expect(refused(body, { name: 'Ann' })).toBeUndefined();
  expect(refused(body, { name: 'Ann', role: 'owner' })).toMatchObject([
    { code: 'unrecognized_keys', keys: ['role'] },
  ]);
  expect(refused(body, { name: 'root' })).toMatchObject([{ message: 'Not root' }]);
});

it('reads through transformed and optional bodies', () => {
  const transformed = z.object({ name: z.string() }).transform(({ name }) => name.length);
  expect(withKnownFieldsOnly(transformed).parse({ name: 'Ann' })).toBe(3);
  expect(refused(transformed, { name: 'Ann', role: 'owner' })).toMatchObject([{ keys: ['role'] }]);
  const optional = z.object({ name: z.string() }).optional();
  expect(refused(optional, undefined)).toBeUndefined();
  expect(refused(optional, { name: 'Ann', role: 'owner' })).toMatchObject([{ keys: ['role'] }]);
});

it('keeps the description and the examples of a body', () => {
  const meta = { description: 'A person', examples: [{ name: 'Ann' }] };
  expect(withKnownFieldsOnly(z.object({ name: z.string() }).meta(meta)).meta()).toEqual(meta);
});

it('accepts any field where a body says so', () => {
  expect(refused(z.looseObject({ name: z.string() }), { name: 'Ann', role: 'owner' })).toBeUndefined();
});
