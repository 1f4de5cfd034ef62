import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import type { ProblemAtPath } from '#lib/fields/definition-problem.ts';
import { disclosure } from './disclosure.ts';
import { requiredDeletion } from './form.ts';
import { problemDetail } from './problem-detail.ts';
import type { SharedRefusalCode } from './refusal-codes.ts';
import { SESSION_END_REASONS } from './session-end.ts';

const messages = z.array(z.string()).min(1);

/** The body of a response that is not a success (docs/contract.md §2). */
export const apiFailure = z.strictObject({
  message: z.string().min(1).describe('For people'),
  code: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .describe('For programs'),
  error: z.string().optional(),
  fields: z.record(z.string(), messages).optional().describe('For the form: what is wrong, by path'),
  hints: z
    .record(z.string(), messages)
    .optional()
    .describe('What would be right, under the paths of `fields`'),
  details: z
    .array(problemDetail)
    .optional()
    .describe('For programs: what `fields` says of values and definitions, by code'),
  data: z
    .unknown()
    .optional()
    .describe(
      'Of some codes: `not_signed_in` a SessionEnd, `more_would_see` and `fewer_would_see` a Disclosure, `answers_would_be_deleted` a RequiredDeletion, `slug_taken` a free `suggestion`; of `stale_revision` the current state',
    ),
});
/** Its problems have the type of the field engine, which says the parameters of each code. */
export type ApiFailure = Omit<z.output<typeof apiFailure>, 'details'> & {
  details?: readonly ProblemAtPath[];
};

/** With a 401 of a session that was valid once. */
export const sessionEnd = z.object({ ended: z.enum(SESSION_END_REASONS) });
export type SessionEnd = z.output<typeof sessionEnd>;

/** With the 409 of an address that another space has. */
const slugTaken = z.object({ suggestion: z.string().describe('One that is free') });

const sharedRefusals = [
  ['not_signed_in', sessionEnd],
  ['slug_taken', slugTaken],
  ['more_would_see', disclosure],
  ['fewer_would_see', disclosure],
  ['answers_would_be_deleted', requiredDeletion],
] as const satisfies readonly (readonly [SharedRefusalCode, z.ZodType])[];
/** What these have as `data`, by code. */
export type SharedRefusals = {
  [Refusal in (typeof sharedRefusals)[number] as Refusal[0]]: z.output<Refusal[1]>;
};

/** The data of refusals that any route may answer with, by code; a route names the schema of its own. */
export const REFUSAL_DATA: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>(sharedRefusals);
