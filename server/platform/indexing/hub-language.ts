import type { Database, Transaction } from '#server/platform/database/database.ts';
import { DEFAULT_LANGUAGE } from './language.ts';

/** A title's language is a guess in any case: the hub's is queried only from time to time. */
const FRESH_MS = 30_000;
const REMEMBERED = 500;
const remembered = new Map<string, { language: string; until: number }>();

/** The language that most of a hub's passages are written in. */
export async function hubLanguage(database: Database | Transaction, hubId: string): Promise<string> {
  const known = remembered.get(hubId);
  if (known && known.until > Date.now()) return known.language;
  const row = await database
    .selectFrom('hub_language')
    .select('language')
    .where('hub_id', '=', hubId)
    .where('language', '<>', 'simple')
    .orderBy('passages', 'desc')
    .limit(1)
    .executeTakeFirst();
  const language = row?.language ?? DEFAULT_LANGUAGE;
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(hubId, { language, until: Date.now() + FRESH_MS });
  return language;
}
