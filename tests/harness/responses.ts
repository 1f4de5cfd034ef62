import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { apiFailure } from '#lib/contract/refusal.ts';
import { englishDefinitionErrors } from '#lib/fields/english-definition-problem.ts';
import type { ClientResponse } from './client.ts';

const describeResponse = (answer: ClientResponse) => `${answer.status} ${JSON.stringify(answer.body)}`;

/** The data of a response that must be a success; the error contains its body. */
export function expectData<T>(answer: ClientResponse<T>, status?: number): T {
  ok(answer.ok, describeResponse(answer));
  if (status !== undefined) strictEqual(answer.status, status, describeResponse(answer));
  return answer.data;
}

/**
 * A response that must be a refusal, in the contract's format and without internal details (docs/contract.md
 * §2).
 */
export function expectRefusal(answer: ClientResponse, status: number, code?: string): void {
  strictEqual(answer.status, status, describeResponse(answer));
  const read = apiFailure.safeParse(answer.body);
  ok(read.success, `${read.error?.message}: ${describeResponse(answer)}`);
  // Not the parsed ones: a parsed record has no key `__proto__`.
  const { message, code: actualCode, error, fields, hints = {}, details } = answer.body;
  if (details !== undefined) {
    deepStrictEqual(
      { ...fields, ...englishDefinitionErrors(details) },
      fields,
      `details say what fields say: ${describeResponse(answer)}`,
    );
  }
  // A hint belongs to a reported problem.
  for (const [path, texts] of Object.entries(hints))
    ok(texts.length > 0 && fields?.[path], describeResponse(answer));
  const inside = /node_modules|\.ts:\d|\bselect\b.+\bfrom\b|\n\s+at \S+/i;
  ok(!inside.test(JSON.stringify({ message, error, fields })), describeResponse(answer));
  if (code) strictEqual(actualCode, code, describeResponse(answer));
}
