import { z } from 'zod';

/**
 * The schema of a request's body, which refuses fields that it does not name (docs/contract.md §2: an unknown field is 422,
 * never ignored). Objects that say themselves what becomes of other fields (`looseObject`, `catchall`) stay as they are;
 * those within it are strict by their schemas (`tests/architecture/request-bodies.test.ts`).
 */
export function withKnownFieldsOnly(schema: z.ZodType): z.ZodType {
  const strict = strictOf(schema);
  // Its description and examples, which belong to one schema and not to a copy of it.
  const { id: _, ...meta } = schema.meta() ?? {};
  return strict === schema || Object.keys(meta).length === 0 ? strict : strict.meta(meta);
}

function strictOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return schema.def.catchall ? schema : schema.strict();
  if (schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodType) {
    const strict = withKnownFieldsOnly(schema.def.in);
    return strict === schema.def.in ? schema : new z.ZodPipe({ ...schema.def, in: strict });
  }
  if (schema instanceof z.ZodOptional && schema.def.innerType instanceof z.ZodType)
    return withKnownFieldsOnly(schema.def.innerType).optional();
  return schema;
}
