import { type ViewSettings, withColumn } from './view-settings.ts';

/** The settings with a column that stays where the others are scrolled, or does so no more; those that stay already do so further. */
export function withFrozen(
  settings: ViewSettings,
  ordered: readonly { id: string; isFrozen: boolean }[],
  id: string,
  frozen: boolean,
): ViewSettings {
  const ids = ordered.map((one) => one.id);
  const staying = ordered.filter((one) => one.isFrozen && one.id !== id);
  const named = staying.reduce((known, one) => withColumn(known, ids, one.id, { frozen: true }), settings);
  return withColumn(named, ids, id, { frozen });
}
