import type { z } from 'zod';
import { invalid } from './api-error.ts';

/** `people[1].mail`: how the path of a problem is written (docs/contract.md §5). */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
}

/**
 * Checks `value` against `schema`; without one there is nothing to read.
 * @throws ApiError 422 with the messages under each field's path.
 */
export function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  const add = (key: string, text: string) => {
    fields[key] = [...(Object.hasOwn(fields, key) ? (fields[key] ?? []) : []), text];
  };
  for (const issue of result.error.issues) {
    // Of a strict object: each unknown field by its name.
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, 20))
        add(fieldPath([...issue.path, key]), `There is no field named “${key.slice(0, 100)}”`);
    else add(fieldPath(issue.path) || 'body', issue.message);
  }
  throw invalid(fields);
}
