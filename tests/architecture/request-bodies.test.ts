import { expect, it } from 'vitest';
import { z } from 'zod';
import { routes } from '#server/routes.ts';

/** Conditions are read by the field engine, which says itself what it does not know. */
const READ_BY_THE_FIELD_ENGINE = /\.filter$/;

/** The schemas right inside of a schema, with what leads to each. */
function partsOf(schema: z.ZodType): [string, unknown][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.def.shape).map(([name, part]) => [`.${name}`, part]);
  if (schema instanceof z.ZodArray) return [['[]', schema.def.element]];
  if (schema instanceof z.ZodRecord) return [['{}', schema.def.valueType]];
  if (schema instanceof z.ZodUnion) return schema.def.options.map((option) => ['', option]);
  if (schema instanceof z.ZodPipe) return [['', schema.def.in]];
  if (schema instanceof z.ZodLazy) return [['', schema.def.getter()]];
  return 'innerType' in schema.def ? [['', schema.def.innerType]] : [];
}

/** The objects within a body that ignore fields that they do not name. */
function lenientObjects(schema: unknown, path = '', seen = new Set<unknown>()): string[] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return [];
  seen.add(schema);
  const ignores = schema instanceof z.ZodObject && schema.def.catchall === undefined && path !== '';
  return [
    ...(ignores && !READ_BY_THE_FIELD_ENGINE.test(path) ? [path] : []),
    ...partsOf(schema).flatMap(([name, part]) => lenientObjects(part, `${path}${name}`, seen)),
  ];
}

it('finds an object that ignores fields, however deep it lies', () => {
  const lenient = z.object({ one: z.array(z.object({ two: z.string() })).optional() });
  expect(lenientObjects(lenient)).toEqual(['.one[]']);
  expect(lenientObjects(z.object({ one: z.union([z.strictObject({ two: lenient }), z.null()]) }))).toEqual([
    '.one.two',
    '.one.two.one[]',
  ]);
});

// docs/contract.md §2; the outermost object is closed by `withKnownFieldsOnly`.
it('no object in a request’s body ignores fields that it does not name', () => {
  const lenient = routes.flatMap(({ method, path, body }) =>
    lenientObjects(body).map((place) => `${method} ${path} ${place}`),
  );
  expect(lenient).toEqual([]);
});
