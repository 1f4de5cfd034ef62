import { sentId } from '#lib/fields/column-types.ts';
import { sameValue } from '#lib/text/same-value.ts';

/** Files by their ids alone: so it is known what they were before a change. */
const comparable = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => sentId(one, 'file_id')) : (value ?? null);

/** Whether two values of a cell are the same one. */
export const sameCell = (one: unknown, other: unknown): boolean =>
  sameValue(comparable(one), comparable(other));
