import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** A hub's format of numbers and dates (BCP 47) and its time zone (IANA); null where not set. */
export type HubLocale = { locale: string | null; time_zone: string | null };

/** The locale settings of a hub. */
export async function hubLocale(database: Database | Transaction, hubId: string): Promise<HubLocale> {
  const row = await database
    .selectFrom('hub')
    .select(['locale', 'time_zone'])
    .where('id', '=', hubId)
    .executeTakeFirst();
  return row ?? { locale: null, time_zone: null };
}

/** The format in which files and cells of a hub's tables are parsed. */
export async function hubInputFormat(database: Database | Transaction, hubId: string): Promise<InputFormat> {
  const { locale, time_zone } = await hubLocale(database, hubId);
  return { isFile: true, ...(locale ? { locale } : {}), ...(time_zone ? { timeZone: time_zone } : {}) };
}
