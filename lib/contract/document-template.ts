import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { hubParams } from '#lib/contract/hub.ts';
import { idField, textField } from '#lib/contract/text-field.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';

const title = textField('Title', { max: TITLE_MAX });
const description = textField('Description', { max: 500, empty: true });

/** Templates that a hub may have besides those that the app brings. */
export const TEMPLATES_MAX = 200;

/** What a document can begin as: one that the app brings, or the hub's own. */
export const documentTemplate = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** Null for one that the app brings. */
  created_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  updated_at: z.string().nullable(),
  allowed: z.array(z.enum(['change', 'delete'])),
});
export type DocumentTemplate = z.output<typeof documentTemplate>;

/** With its text, and that as sanitized HTML; null where it can't be rendered within the limits. */
export const documentTemplateText = documentTemplate.extend({
  content: z.string(),
  html: z.string().nullable(),
});
export type DocumentTemplateText = z.output<typeof documentTemplateText>;

export const templateParams = hubParams.extend({ id: idField('Template') });

export const createTemplateRequest = z.strictObject({
  title,
  description: description.optional(),
  content: textField('Content', { max: 500_000, multiline: true }),
});
export const changeTemplateRequest = z.strictObject({
  title: title.optional(),
  description: description.optional(),
});
