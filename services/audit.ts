import type { AuditEntry } from '#lib/contract/audit.ts';
import { get } from './api.ts';
import { type CallOptions, type ListPage, messageOf, OWN_API, type Params, retryAfterOf } from './http.ts';

/** Entries that are shown per page. */
export const AUDIT_PAGE_SIZE = 30;

const auditPath = (handle: string) => `hubs/${encodeURIComponent(handle)}/audit-log/` as const;

/** Audit entries after the cursor `after`; never throws, returns the error instead. */
export async function listAudit(
  handle: string,
  filters: Params,
  after: string | null,
  options: CallOptions = {},
): Promise<ListPage<AuditEntry>> {
  try {
    const params = { ...filters, page_size: AUDIT_PAGE_SIZE, ...(after ? { after } : {}) };
    const { data, next = null } = await get(auditPath(handle), params, options);
    return auditPage(data, next);
  } catch (error) {
    return { ...auditPage([], null), error: messageOf(error), retryAfter: retryAfterOf(error) };
  }
}

/** Entries of the log that the next ones are found behind by a cursor; null at the end. */
export const auditPage = (data: AuditEntry[], next: string | null): ListPage<AuditEntry> => ({
  data,
  next,
  count: null,
  page: 1,
  hasMore: next !== null,
  error: null,
});

/** The address from which the browser itself downloads all filtered entries. */
export const auditExportUrl = (handle: string, format: 'csv' | 'json', filters: Record<string, string>) =>
  `${OWN_API}${auditPath(handle)}export/?${new URLSearchParams({ ...filters, format })}`;
