import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { CHANGE_CODES } from '#lib/forms/compare-forms.ts';

const change = z.object({
  code: z.enum(CHANGE_CODES),
  /** What it is about: a field with the fields that contain it, a page, a language. */
  label: z.string(),
  /** The field's id, where it is about one. */
  field: z.string().nullable(),
  /** The options, the rule, the name before. */
  detail: z.string().nullable(),
  /** How many submissions it concerns; null where that is unknown, or it never concerns any. */
  answers: z.number().nullable(),
});
export type FormChangeImpact = z.output<typeof change>;

/** What publishing the draft would change, by its effect on existing submissions. */
export const formChanges = z.object({
  /** The published version; null where there is none yet. */
  version: z.number().nullable(),
  /** The number of submissions; null for callers who don't read them. */
  answers: z.number().nullable(),
  safe: z.array(change),
  narrows: z.array(change),
  removes: z.array(change),
});
export type FormChanges = z.output<typeof formChanges>;
