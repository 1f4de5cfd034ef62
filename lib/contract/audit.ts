import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { AUDIT_ACTIONS, AUDIT_TARGETS, type AuditDetails, isAuditAction } from '#lib/access/audit.ts';
import { jsonValue } from '#lib/contract/form-definition.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { queryChoice, queryDate, queryText } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** Several actions, with commas between them. */
const actions = queryText('Action', { max: 2000 }).transform((value, context) => {
  const names = value?.split(',').map((one) => one.trim()) ?? [];
  const known = names.filter(isAuditAction);
  if (known.length === names.length) return [...new Set(known)];
  context.addIssue({ code: 'custom', message: message.oneOf('Action', AUDIT_ACTIONS) });
  return z.NEVER;
});

const target = queryText('Target').refine((value) => value === undefined || /^[0-9a-f-]{36}$/.test(value), {
  error: message.invalidType('Target', 'id'),
});

const filters = {
  /** The id or the address of the actor. */
  actor: queryText('Actor', { max: 320 }),
  action: actions,
  /** The id of the resource or person concerned. */
  target,
  /** A day (UTC) or a time, the first to include. */
  from: queryDate('From'),
  /** A day (UTC) or a time, the last to include. */
  to: queryDate('To'),
  /** A part of a name or address of the actor, or of the resource or person concerned. */
  q: queryText('Search'),
};

export const auditFilters = z.object(filters);
export type AuditFilters = z.output<typeof auditFilters>;

export const auditQuery = z.object({
  ...filters,
  page_size: pageQuery.page_size,
  /** The `next` of the page before. */
  after: queryText('After'),
});

export const auditExportQuery = z.object({
  ...filters,
  format: queryChoice('Format', ['csv', 'json']).transform((value) => value ?? 'csv'),
});

/**
 * The parameters of an entry's message (`AuditDetails`), and what else its action records: old and new
 * settings, ids, counts.
 */
const auditDetails = z
  .object({
    person: z.string().optional(),
    place: z.string().optional(),
    role: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    times: z.number().optional(),
  } satisfies Record<Exclude<keyof AuditDetails, 'place_scope_id'>, z.ZodType>)
  .catchall(jsonValue);

/**
 * One entry; for a space or item that the reader may not see, only that something was done, by whom, when and
 * from where.
 */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** Null for an action of the app itself. */
  actor: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  target: z.object({ kind: z.enum(AUDIT_TARGETS), id: z.string().nullable(), name: z.string() }),
  details: auditDetails,
  /** Names and details are hidden from this reader. */
  hidden: z.boolean(),
  address: z.string(),
  user_agent: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;
