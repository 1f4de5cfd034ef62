import { sql } from 'kysely';
import type { Form } from '#lib/contract/form.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import { changedSettingParts, type StoredSettingChanges } from '#lib/contract/merge-settings.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** What a change of the settings adds to the record of who changed them. */
export function settingChangesBetween(
  before: FormSettings,
  after: FormSettings,
  by: string,
): StoredSettingChanges {
  const at = new Date().toISOString();
  return Object.fromEntries(changedSettingParts(before, after).map((part) => [part, { by, at }]));
}

/**
 * Who last changed which part of the form's settings; without those whose account was deleted or has no name.
 */
export async function settingChangesOf(
  database: Database | Transaction,
  formId: string,
): Promise<Form['setting_changes']> {
  const { rows } = await sql<{ part: string; id: string; name: string; at: string }>`
    select part, person.id, trim(person.first_name || ' ' || person.last_name) as name, change ->> 'at' as at
    from form, jsonb_each(form.setting_changes) changed (part, change)
      join app_user person on person.id = (change ->> 'by')::uuid
    where form.id = ${formId}`.execute(database);
  return Object.fromEntries(
    rows.filter(({ name }) => name !== '').map(({ part, id, name, at }) => [part, { id, name, at }]),
  );
}
