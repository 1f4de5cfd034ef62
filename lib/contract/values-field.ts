import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { typeError } from '#lib/contract/text-field.ts';
import type { Values } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';

/**
 * Values by the name of their field, with every name that was sent: the field engine refuses unknown ones.
 */
export const valuesField = z
  .custom<Values>(isRecord, { error: typeError('Values', 'object') })
  .meta({ type: 'object', additionalProperties: true });
