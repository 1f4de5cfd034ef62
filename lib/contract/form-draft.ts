import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { phoneCountriesField, submitRequest } from '#lib/contract/submit.ts';
import { textField } from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';

/** The header with a draft's secret: never an address, which logs store. */
export const DRAFT_TOKEN_HEADER = 'draft-token';

/** Bytes of a draft's JSON at most. */
export const DRAFT_MAX_BYTES = 512 * 1024;

/** The values entered so far, unchecked, to be continued on another device. */
export const saveDraftRequest = z.object({
  version: submitRequest.shape.version,
  values: valuesField,
  countries: phoneCountriesField.optional(),
  /** The id of the page that was open. */
  page: textField('Page', { max: 100, empty: true }).optional(),
  language: textField('Language', { max: 50, empty: true }).optional(),
  /** The key of the later submission: sent from both devices, it is stored once. */
  key: textField('Key', { max: 100, empty: true }).optional(),
});

export const savedDraft = z.object({
  /** Opens the draft, for its holder. */
  token: z.string(),
  expires_at: z.string(),
});
export type SavedDraft = z.output<typeof savedDraft>;

export const openedDraft = saveDraftRequest.extend({ expires_at: z.string() });
export type OpenedDraft = z.output<typeof openedDraft>;
