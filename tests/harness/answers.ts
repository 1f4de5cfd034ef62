import { expect } from 'vitest';
import type { Answer } from './client.ts';

/** The data of an answer that must have succeeded; what it said stands in the failure. */
export function expectData<T>(answer: Answer<T>, status?: number): T {
  expect(answer.ok, `${answer.status} ${JSON.stringify(answer.body)}`).toBe(true);
  if (status !== undefined) expect(answer.status).toBe(status);
  return answer.data;
}

/** An answer that must have been refused, with the contract's shape and nothing of the inside (contract §2). */
export function expectRefusal(answer: Answer, status: number, code?: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.body).toMatchObject({
    message: expect.any(String),
    code: expect.stringMatching(/^[a-z0-9_]+$/),
  });
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:\d|select .* from |\bat \S+ \(/i);
  if (code) expect(answer.body.code).toBe(code);
}
