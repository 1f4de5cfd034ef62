import type { z } from 'zod';

/** The first message of each field that the schema refuses; the server returns the same messages. */
export function fieldProblems(schema: z.ZodType, values: unknown): Record<string, string> {
  const checked = schema.safeParse(values);
  const problems: Record<string, string> = {};
  for (const { path, message } of checked.error?.issues ?? []) problems[String(path[0])] ??= message;
  return problems;
}
