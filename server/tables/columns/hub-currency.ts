import { currencyOf } from '#server/hubs/hub/currency.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Columns as they were sent: those of amounts without a currency have their hub's. */
export async function withHubCurrency<Sent extends Record<string, unknown>>(
  database: Database | Transaction,
  hubId: string,
  columns: readonly Sent[],
): Promise<Sent[]> {
  const isOpen = ({ type, currency }: Sent) =>
    type === 'currency' && (currency === undefined || currency === null);
  if (!columns.some(isOpen)) return [...columns];
  const currency = await currencyOf(database, hubId);
  return columns.map((one) => (isOpen(one) ? { ...one, currency } : one));
}
