import type { AuditFilters } from '#lib/contract/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { AUDIT_CSV_HEADER, auditEntryCsvRow, presentAuditEntry } from './audit.presenter.ts';
import { type AuditReader, auditEntries } from './audit.repo.ts';

/** Entries that are loaded, and written to the stream, at once. */
const BATCH = 500;

export const AUDIT_LOG_FORMATS = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const;
export type AuditLogFormat = keyof typeof AUDIT_LOG_FORMATS;

/**
 * All entries of a hub's log that match the filters, streamed in batches, whatever their number.
 * @param reader authorizes the reader again before each batch, and throws once access was revoked
 */
export async function* auditLogText(
  services: Services,
  reader: () => Promise<AuditReader>,
  filters: AuditFilters,
  format: AuditLogFormat,
): AsyncGenerator<string> {
  // The byte order mark tells spreadsheets that the text is UTF-8.
  yield format === 'csv' ? `\uFEFF${AUDIT_CSV_HEADER}` : '[';
  let after: string | undefined;
  for (;;) {
    const rows = await auditEntries(services.database, await reader(), filters, { after, limit: BATCH });
    const entries = rows.map(presentAuditEntry);
    if (format === 'csv') yield entries.map(auditEntryCsvRow).join('');
    else if (entries.length > 0)
      yield `${after ? ',' : ''}\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}`;
    after = entries.at(-1)?.id;
    if (entries.length < BATCH) break;
  }
  if (format === 'json') yield '\n]\n';
}
