import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { textField } from '#lib/contract/text-field.ts';

export const POLL_OPTIONS_MIN = 2;
export const POLL_OPTIONS_MAX = 20;
const OPTION_MAX = 200;

/** Where the calendars of databases and browsers agree; the offset may be one that no database takes. */
const closesAt = z.iso
  .datetime({ offset: true, error: 'Closes is not a valid time' })
  .transform((value) => new Date(value))
  .refine((time) => time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999, {
    error: 'Closes is not a valid time',
  });

/** A poll that a new post begins with; without `closes_at` it is open until somebody closes it. */
export const createPollRequest = z.strictObject({
  options: z
    .array(textField('Option', { max: OPTION_MAX }), { error: 'Options is not a valid list' })
    .min(POLL_OPTIONS_MIN, `Options has fewer than ${POLL_OPTIONS_MIN} entries`)
    .max(POLL_OPTIONS_MAX, `Options has more than ${POLL_OPTIONS_MAX} entries`)
    .refine((options) => new Set(options).size === options.length, 'Each option must be another one'),
  /** Whether people may choose more than one option. */
  multiple: z.boolean({ error: 'Multiple is not a valid boolean' }).default(false),
  closes_at: closesAt.optional(),
});
export type CreatePollRequest = z.input<typeof createPollRequest>;

/** The numbers of the chosen options; none takes the vote back. */
export const voteRequest = z.strictObject({
  options: z
    .array(z.int({ error: 'Option is not a valid number' }).min(0, 'Option is not a valid number'), {
      error: 'Options is not a valid list',
    })
    .max(POLL_OPTIONS_MAX, `Options has more than ${POLL_OPTIONS_MAX} entries`)
    .transform((numbers) => [...new Set(numbers)]),
  /** As the poll was read; a vote for other options is refused. */
  wording: z.string({ error: 'Wording is not a valid text' }).max(64, 'Wording is too long').optional(),
});
export type VoteRequest = z.input<typeof voteRequest>;

/** A poll as the reader sees it; who voted how is shown to nobody. */
export const poll = z.object({
  options: z.array(
    z.object({ number: z.number(), text: z.string(), votes: z.number(), chosen: z.boolean() }),
  ),
  multiple: z.boolean(),
  /** How many people voted. */
  voters: z.number(),
  /** When it closes, or was closed; null for neither. */
  closes_at: z.string().nullable(),
  closed: z.boolean(),
  /** Another one once the options have changed; sent with a vote. */
  wording: z.string(),
  /** Whether the reader may vote now, and whether they may close it. */
  allowed: z.array(z.enum(['vote', 'close'])),
});
export type Poll = z.output<typeof poll>;
