import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { DEFINITION_CODES } from '#lib/fields/english-definition-problem.ts';
import { PROBLEM_CODES } from '#lib/fields/problem-codes.ts';

/** One problem of a refusal for programs: `fields` has its English message under the same path. */
export const problemDetail = z
  .object({
    path: z.string().describe('Where it stands, as in `fields`: `people[1].mail`'),
    code: z.enum([...PROBLEM_CODES, ...DEFINITION_CODES]),
    params: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .describe('What the sentence is filled with: `label`, and by code `min`, `max`, `count`, `options` …'),
    message: z.string().optional().describe('What the maker of the form or table says instead'),
  })
  .describe('What the field engine found wrong');
