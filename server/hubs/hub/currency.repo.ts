import type { Database, Transaction } from '#server/platform/database/database.ts';

/** The currency of a hub (ISO 4217). */
export async function currencyOf(database: Database | Transaction, hubId: string): Promise<string> {
  const { currency } = await database
    .selectFrom('hub')
    .select('currency')
    .where('id', '=', hubId)
    .executeTakeFirstOrThrow();
  return currency;
}
