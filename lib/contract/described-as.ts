import '#lib/contract/without-eval.ts';
import { z } from 'zod';

const descriptions = new WeakMap<object, z.ZodType>();

/** What the API's description says of a schema that takes anything; undefined where it speaks for itself. */
export const descriptionOf = (schema: object): z.ZodType | undefined => descriptions.get(schema);

/**
 * A part of a request that a reader of its own checks, because it names each place that it can't take (`readFields`).
 * Those who send it have the type of `schema`, and the API's description shows it; those who receive it have `unknown`.
 */
export function describedAs<Sent>(schema: z.ZodType<Sent>): z.ZodType<unknown, Sent> {
  const anything = z.custom<Sent>().transform((sent): unknown => sent);
  descriptions.set(anything, schema);
  return anything;
}
