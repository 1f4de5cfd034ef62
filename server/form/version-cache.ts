import { sql } from 'kysely';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Database, Transaction } from '../database/database.ts';

/** A published version's definition. */
export type Published = { version: number; title: string; description: string; fields: FieldDefinition[] };

/** Bytes of definitions that are remembered, as text. */
const MOST_BYTES = 16 * 1024 * 1024;

const remembered = new Map<string, { published: Published; bytes: number }>();
let bytesHeld = 0;

/**
 * The definition of a published version. A version never changes, so that it is read once and remembered, with all that
 * the field engine works out of it; the longest unused are forgotten.
 */
export async function publishedVersion(
  database: Database | Transaction,
  formId: string,
  version: number,
): Promise<Published | undefined> {
  const key = `${formId} ${version}`;
  const known = remembered.get(key);
  if (known) {
    remembered.delete(key);
    remembered.set(key, known);
    return known.published;
  }
  const { rows } = await sql<Published & { bytes: number }>`
    select version, title, description, fields, octet_length(fields::text) as bytes
    from form_version where form_id = ${formId} and version = ${version}`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { bytes, ...published } = row;
  if (!remembered.has(key)) {
    remembered.set(key, { published, bytes });
    bytesHeld += bytes;
  }
  forgetOldest();
  return published;
}

function forgetOldest(): void {
  for (const [key, { bytes }] of remembered) {
    if (bytesHeld <= MOST_BYTES) return;
    remembered.delete(key);
    bytesHeld -= bytes;
  }
}
