import type { AuditEntry } from '#lib/contract/audit.ts';
import { csvRow } from '#lib/text/csv.ts';
import type { AuditRow } from './audit.repo.ts';

/** An entry's details besides actor and target; without its location where the reader may not see that. */
function presentDetails({ visible, sees_place, details }: AuditRow): AuditEntry['details'] {
  if (!visible) return {};
  const { place, place_scope_id, ...rest } = details;
  return place === undefined || !sees_place ? rest : { ...rest, place };
}

/** An entry, limited to what its reader may see: for a hidden target no name, no id and no details. */
export function presentAuditEntry(row: AuditRow): AuditEntry {
  const { visible } = row;
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    action: row.action,
    actor: row.actor_id ? { id: row.actor_id, name: row.actor_name, email: row.actor_email } : null,
    target: {
      kind: row.target_kind,
      id: visible ? row.target_id : null,
      name: visible ? row.target_name : '',
    },
    details: presentDetails(row),
    hidden: !visible,
    address: row.address,
    user_agent: row.user_agent,
  };
}

/** The header row of a log as CSV. */
export const AUDIT_CSV_HEADER = csvRow([
  'time',
  'action',
  'actor',
  'actor_email',
  'target_kind',
  'target',
  'details',
  'address',
  'user_agent',
]);

/** An entry as a line of CSV. */
export function auditEntryCsvRow(entry: AuditEntry): string {
  const { actor, target, details } = entry;
  return csvRow([
    entry.at,
    entry.action,
    actor?.name ?? '',
    actor?.email ?? '',
    target.kind,
    target.name,
    Object.keys(details).length === 0 ? '' : JSON.stringify(details),
    entry.address,
    entry.user_agent,
  ]);
}
