import type { AuditEntry } from '#lib/contract/audit.ts';
import { get } from './api.ts';
import { apiBase, messageOf, type Params } from './http.ts';

/** Entries that are shown at once. */
export const AUDIT_PAGE_SIZE = 30;

/** A part of the log, the newest entries first. */
export type AuditPage = {
  data: AuditEntry[];
  /** Where the next part begins; null at the end. */
  next: string | null;
  /** Why it failed, to be shown with a retry. */
  error: string | null;
};

const auditPath = (handle: string) => `hubs/${encodeURIComponent(handle)}/audit-log/` as const;

/** Audit entries after the cursor `after`; never throws, returns the error instead. */
export async function listAudit(handle: string, filters: Params, after: string | null): Promise<AuditPage> {
  try {
    const { data, next = null } = await get(auditPath(handle), {
      ...filters,
      page_size: AUDIT_PAGE_SIZE,
      ...(after ? { after } : {}),
    });
    return { data, next, error: null };
  } catch (error) {
    return { data: [], next: after, error: messageOf(error) };
  }
}

/** Where the browser itself fetches the whole of what the filters leave. */
export const auditExportUrl = (handle: string, format: 'csv' | 'json', filters: Record<string, string>) =>
  `${apiBase()}${auditPath(handle)}export/?${new URLSearchParams({ ...filters, format })}`;
