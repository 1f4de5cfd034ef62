import type { AccountStorage } from '#context/browser-storage.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { readFields } from '#lib/fields/read-definition.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Storage key of a copied field, so that another tab's form can paste it. */
const KEY = 'copied-field';

/** @returns whether this browser could store it */
export function storeCopiedField(storage: AccountStorage, field: FieldDefinition): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(field));
    return true;
  } catch {
    return false;
  }
}

/**
 * The field that was copied last, without conditions and formula, which refer to other fields; null where there is
 * none.
 */
export function readCopiedField(storage: AccountStorage): FieldDefinition | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (!isRecord(stored)) return null;
    const alone = { ...stored, visible_if: undefined, required_if: undefined, formula: undefined };
    const read = readFields([alone]);
    return read.ok ? (read.fields[0] ?? null) : null;
  } catch {
    return null;
  }
}
