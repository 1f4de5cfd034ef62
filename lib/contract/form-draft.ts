import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { phoneCountriesField, submitRequest } from '#lib/contract/submit.ts';
import { textField } from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';

/** The header that carries a draft's secret: never an address, which logs keep. */
export const DRAFT_TOKEN_HEADER = 'draft-token';

/** Bytes of a draft's JSON at most. */
export const DRAFT_MAX_BYTES = 512 * 1024;

/** What was filled in so far, unchecked, to be gone on with on another device. */
export const saveDraftRequest = z.object({
  version: submitRequest.shape.version,
  values: valuesField,
  countries: phoneCountriesField.optional(),
  /** The id of the page that was open. */
  page: textField('Page', { max: 100, empty: true }).optional(),
  language: textField('Language', { max: 50, empty: true }).optional(),
  /** Of the answer that it becomes: sent from both devices, it is stored once. */
  key: textField('Key', { max: 100, empty: true }).optional(),
});

export const savedDraft = z.object({
  /** Opens the draft, for whoever holds it. */
  token: z.string(),
  expires_at: z.string(),
});
export type SavedDraft = z.output<typeof savedDraft>;

export const openedDraft = saveDraftRequest.extend({ expires_at: z.string() });
export type OpenedDraft = z.output<typeof openedDraft>;
