import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { CHANGE_CODES } from '#lib/forms/compare-forms.ts';

const change = z.object({
  code: z.enum(CHANGE_CODES),
  /** What it is about: a field with those around it, a page, a language. */
  label: z.string(),
  /** The field's id, where it is about one. */
  field: z.string().nullable(),
  /** The options, the rule, the name before. */
  detail: z.string().nullable(),
  /** How many answers it concerns; null where that can't be told, or it concerns none by its nature. */
  answers: z.number().nullable(),
});
export type FormChangeImpact = z.output<typeof change>;

/** What publishing the draft would change, by what it means for the answers that are there. */
export const formChanges = z.object({
  /** What is published now; null is nothing yet. */
  version: z.number().nullable(),
  /** Answers in all; null for who doesn't read them. */
  answers: z.number().nullable(),
  safe: z.array(change),
  narrows: z.array(change),
  removes: z.array(change),
});
export type FormChanges = z.output<typeof formChanges>;
