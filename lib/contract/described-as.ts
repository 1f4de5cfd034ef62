import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { isValueDeeper } from '#lib/text/json-depth.ts';

const descriptions = new WeakMap<object, z.ZodType>();

/** The description of a schema that accepts anything; undefined where it describes itself. */
export const descriptionOf = (schema: object): z.ZodType | undefined => descriptions.get(schema);

/**
 * A part of a request that a parser of its own checks, because that names each invalid place (`readFields`).
 * Senders have the type of `schema`, and the API's description shows it; receivers have `unknown`.
 */
export function describedAs<Sent>(schema: z.ZodType<Sent>): z.ZodType<unknown, Sent> {
  const anything = z.custom<Sent>().transform((sent): unknown => sent);
  descriptions.set(anything, schema);
  return anything;
}

/** A body whose values a parser of its own checks, as above: `received` says only which fields there are. */
export function describedBy<Received, Sent>(
  received: z.ZodType<Received>,
  schema: z.ZodType<Sent>,
): z.ZodType<Received, Sent> {
  const described = z.custom<Sent>().pipe(received as z.ZodType<Received, Sent>);
  descriptions.set(described, schema);
  return described;
}

/**
 * A part of a request whose size is known before each of its values is parsed: a million problems take more time than all that
 * a request is for.
 */
export function boundedBy<Received, Sent>(
  schema: z.ZodType<Received, Sent>,
  isBounded: (sent: unknown) => boolean,
  problem: string,
): z.ZodType<Received, Sent> {
  const bounded = z.custom<Sent>(isBounded, { error: problem, abort: true }).pipe(schema);
  descriptions.set(bounded, schema);
  return bounded;
}

/** A recursive part of a request: what is nested deeper than `most` lists and objects is refused before it is parsed. */
export const boundedDepth = <Sent>(
  schema: z.ZodType<Sent, Sent>,
  most: number,
  problem: string,
): z.ZodType<Sent, Sent> => boundedBy(schema, (sent) => !isValueDeeper(sent, most), problem);

/** A part of a request of which more is wrong than its schema says: `problemsOf` names it by its place within that part. */
export function checkedBy<Received, Sent>(
  schema: z.ZodType<Received, Sent>,
  problemsOf: (sent: unknown) => readonly { path: string; message: string }[],
): z.ZodType<Received, Sent> {
  const checked = z
    .custom<Sent>()
    .superRefine((sent, context) => {
      for (const { path, message } of problemsOf(sent))
        context.addIssue({ code: 'custom', path: [path], message });
    })
    .pipe(schema);
  descriptions.set(checked, schema);
  return checked;
}
