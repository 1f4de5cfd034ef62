import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { apiFailure } from '#lib/contract/refusal.ts';
import { englishDefinitionErrors } from '#lib/fields/english-definition-problem.ts';
import type { ClientResponse } from './client.ts';

const describeResponse = (response: ClientResponse) => `${response.status} ${JSON.stringify(response.body)}`;

/** The data of a response that must be a success; the error contains its body. */
export function expectData<T>(response: ClientResponse<T>, status?: number): T {
  ok(response.ok, describeResponse(response));
  if (status !== undefined) strictEqual(response.status, status, describeResponse(response));
  return response.data;
}

/**
 * A response that must be a refusal, in the contract's format and without internal details (docs/contract.md
 * §2).
 */
export function expectRefusal(response: ClientResponse, status: number, code?: string): void {
  strictEqual(response.status, status, describeResponse(response));
  const read = apiFailure.safeParse(response.body);
  ok(read.success, `${read.error?.message}: ${describeResponse(response)}`);
  // Not the parsed ones: a parsed record has no key `__proto__`.
  const { message, code: actualCode, error, fields, hints = {}, details } = response.body;
  if (details !== undefined) {
    deepStrictEqual(
      { ...fields, ...englishDefinitionErrors(details) },
      fields,
      `details say what fields say: ${describeResponse(response)}`,
    );
  }
  // A hint belongs to a reported problem.
  for (const [path, texts] of Object.entries(hints))
    ok(texts.length > 0 && fields?.[path], describeResponse(response));
  const inside = /node_modules|\.ts:\d|\bselect\b.+\bfrom\b|\n\s+at \S+/i;
  ok(!inside.test(JSON.stringify({ message, error, fields })), describeResponse(response));
  if (code) strictEqual(actualCode, code, describeResponse(response));
}
