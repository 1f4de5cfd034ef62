import { z } from 'zod';
import { apiFailure, REFUSAL_DATA } from '#lib/contract/refusal.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { AnyRoute } from './route.ts';

/** What accompanies `data` in the body of a success (docs/contract.md §2). */
const envelope = z.strictObject({
  data: z.unknown(),
  message: z.string().optional(),
  count: z.number().int().nullable().optional(),
  page: z.number().int().optional(),
  page_size: z.number().int().optional(),
  next: z.string().nullable().optional(),
  previous: z.string().nullable().optional(),
  offset: z.number().int().optional(),
  preparing: z.boolean().optional(),
  corrected: z.string().optional(),
  suggestion: z.string().optional(),
});

/**
 * Compares a body with the schema of its route, as it goes over the wire: a value of another type, one that is missing,
 * and one that the schema does not name are faults. For development and tests; nothing of it runs in production.
 * @throws ApiError 500 `response_mismatch`, which names the route and the place
 */
export function checkResponse(route: AnyRoute, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const mismatch = mismatchOf(envelope, sent, '') ?? dataMismatch(route, sent);
  if (mismatch === null) return;
  throw new ApiError(
    500,
    'response_mismatch',
    `${route.method} ${route.path} sends what its response schema does not say. ${mismatch}`,
  );
}

/**
 * Compares the body of a refusal with its schema, and its `data` with that of its code or of its route, as
 * `checkResponse` does.
 * @throws ApiError 500 `response_mismatch`
 */
export function checkRefusal(route: AnyRoute, refusal: ApiError): void {
  const sent: unknown = JSON.parse(JSON.stringify(refusal.body()));
  const mismatch = mismatchOf(apiFailure, sent, '') ?? refusalDataMismatch(route, sent, refusal.code);
  if (mismatch === null) return;
  throw new ApiError(
    500,
    'response_mismatch',
    `${route.method} ${route.path} refuses with what no schema says (${refusal.code}). ${mismatch}`,
  );
}

function refusalDataMismatch(route: AnyRoute, sent: unknown, code: string): string | null {
  if (!isRecord(sent) || sent.data === undefined) return null;
  const schema = REFUSAL_DATA.get(code) ?? route.refusalData;
  return schema ? mismatchOf(schema, sent.data, 'data') : 'data: it has no schema';
}

function dataMismatch({ response }: AnyRoute, sent: unknown): string | null {
  const data = isRecord(sent) ? sent.data : undefined;
  return response ? mismatchOf(response, data, 'data') : 'It has no schema.';
}

function mismatchOf(schema: z.ZodType, sent: unknown, path: string): string | null {
  const { data, error } = schema.safeParse(sent);
  if (!error) return differenceOf(sent, data, path);
  const [issue] = error.issues;
  const at = issue?.path.map(String) ?? [];
  return `${[path, ...at].filter(Boolean).join('.')}: ${issue?.message ?? 'it is not valid'}`;
}

/** Where the sent value differs from the parsed one; null where both are the same. */
function differenceOf(sent: unknown, read: unknown, path: string): string | null {
  if (Array.isArray(sent) && Array.isArray(read)) {
    return firstOf(sent.map((one, index) => () => differenceOf(one, read[index], `${path}.${index}`)));
  }
  if (isRecord(sent) && isRecord(read)) {
    // Parsed JSON may have a key `__proto__`, which Zod omits, and which anybody may store in a value.
    const names = [...new Set([...Object.keys(sent), ...Object.keys(read)])].filter(
      (name) => name !== '__proto__',
    );
    return firstOf(names.map((name) => () => differenceOf(sent[name], read[name], `${path}.${name}`)));
  }
  if (Object.is(sent, read)) return null;
  return read === undefined ? `${path}: it is not in the schema` : `${path}: the schema changes it`;
}

function firstOf(checks: (() => string | null)[]): string | null {
  for (const check of checks) {
    const found = check();
    if (found !== null) return found;
  }
  return null;
}
