import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** How a hub writes numbers and days (BCP 47), and whose clocks its times are of (IANA); null where nobody has said. */
export type HubLocale = { locale: string | null; time_zone: string | null };

/** What is set for a hub. */
export async function hubLocale(database: Database | Transaction, hubId: string): Promise<HubLocale> {
  const row = await database
    .selectFrom('hub')
    .select(['locale', 'time_zone'])
    .where('id', '=', hubId)
    .executeTakeFirst();
  return row ?? { locale: null, time_zone: null };
}

/** How files and cells of a hub's tables are read. */
export async function hubInputFormat(database: Database | Transaction, hubId: string): Promise<InputFormat> {
  const { locale, time_zone } = await hubLocale(database, hubId);
  return { isFile: true, ...(locale ? { locale } : {}), ...(time_zone ? { timeZone: time_zone } : {}) };
}
