import { localeOf } from '#lib/text/locale.ts';
import { hubLocale } from '#server/hubs/hub/hub-locale.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { supportedTimeZone } from '#server/platform/database/time-zone.ts';
import type { FormView } from './form.repo.ts';
import { parseFormSettings } from './form-settings.ts';

/** How a form's page writes and reads numbers, days and times in one of its languages. */
export async function formLocale(
  database: Database | Transaction,
  form: Pick<FormView, 'hub_id' | 'settings'>,
  language: string,
): Promise<{ locale: string; time_zone: string | null }> {
  const hub = await hubLocale(database, form.hub_id);
  return {
    locale: localeOf(language, hub.locale),
    time_zone: parseFormSettings(form).time_zone ?? hub.time_zone,
  };
}

/** The form's time zone as the database counts days by it. */
export const dateTimeZone = async (database: Database, formId: string): Promise<string> =>
  supportedTimeZone(database, await formTimeZone(database, formId));

/** The time zone of a form (IANA): its own, else its hub's, else UTC. */
export async function formTimeZone(database: Database | Transaction, formId: string): Promise<string> {
  const form = await database
    .selectFrom('form')
    .select(['hub_id', 'settings'])
    .where('id', '=', formId)
    .executeTakeFirst();
  if (!form) return 'UTC';
  return parseFormSettings(form).time_zone ?? (await hubLocale(database, form.hub_id)).time_zone ?? 'UTC';
}
