import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { auditEntry, auditExportQuery, auditQuery } from '#lib/contract/audit.ts';
import { hubParams } from '#lib/contract/hub.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { groupIdsOf } from '#server/access/policy/group-ids.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import { principalsOf } from '#server/access/policy/principals.ts';
import { type Caller, callerOf } from '#server/access/sessions/caller.ts';
import { inTransaction, route } from '#server/api/route.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import type { HubView } from '#server/hubs/hub/hub.repo.ts';
import { contentDisposition } from '#server/platform/http/content-headers.ts';
import { sendParts } from '#server/platform/http/send-stream.ts';
import type { Services } from '#server/platform/services.ts';
import { presentAuditEntry } from './audit.presenter.ts';
import { type AuditReader, auditEntries } from './audit.repo.ts';
import { AUDIT_LOG_FORMATS, auditLogText } from './export-audit-log.ts';

type AuditContext = { services: Services; caller: Caller; params: { handle: string } };

async function auditedHub({
  services,
  caller,
  params,
}: AuditContext): Promise<Authorized<HubView, 'hub.audit'>> {
  return authorizeHub(await findHub(services, caller, params.handle), 'hub.audit');
}

async function readerOf(
  services: Services,
  hub: Authorized<HubView, 'hub.audit'>,
  caller: Caller,
): Promise<AuditReader> {
  const userId = caller.user?.id ?? null;
  const groups = await groupIdsOf(services.database, { hubId: hub.id, userId });
  return { hubId: hub.id, principals: principalsOf(userId, hub.my_role, groups) };
}

/** The reader, authorized again from scratch: session, membership and role. */
async function readerAnew(
  services: Services,
  request: FastifyRequest,
  params: { handle: string },
): Promise<AuditReader> {
  const caller = await callerOf(services, request, { cookie: 'download' });
  return readerOf(services, await auditedHub({ services, caller, params }), caller);
}

export const auditRoutes = [
  route({
    method: 'GET',
    path: 'hubs/:handle/audit-log/',
    summary: 'Who did what to which, when, from where; the newest first',
    auth: 'user',
    params: hubParams,
    query: auditQuery,
    authorize: auditedHub,
    handle: async ({ services, caller, authorized, query: { after, page_size, ...filters } }) => {
      const page = { after, limit: page_size + 1 };
      const rows = await auditEntries(
        services.database,
        await readerOf(services, authorized, caller),
        filters,
        page,
      );
      const data = rows.slice(0, page_size).map(presentAuditEntry);
      const next = rows.length > page_size ? (data.at(-1)?.id ?? null) : null;
      return { envelope: { data, count: null, page: 1, page_size, next } };
    },
    response: z.array(auditEntry),
  }),
  route({
    method: 'GET',
    path: 'hubs/:handle/audit-log/export/',
    summary: 'The audit log, as far as the filters leave it, as CSV or JSON',
    auth: 'user',
    acceptsSessionCookie: 'download',
    stream: ['text/csv', 'application/json'],
    params: hubParams,
    query: auditExportQuery,
    authorize: auditedHub,
    head: ({ authorized, query: { format }, reply }) => {
      const name = `${authorized.handle}-audit-log.${format}`;
      reply
        .type(AUDIT_LOG_FORMATS[format])
        .header('Content-Disposition', contentDisposition('attachment', name));
    },
    handle: async ({
      services,
      caller,
      authorized,
      params,
      query: { format, ...filters },
      request,
      reply,
    }) => {
      await inTransaction(services, (trx) =>
        recordAuditEvent(trx, caller, {
          hubId: authorized.id,
          action: 'hub.audit_exported',
          target: { kind: 'hub', id: authorized.id, name: authorized.name },
          details: { format },
        }),
      );
      const text = auditLogText(services, () => readerAnew(services, request, params), filters, format);
      return sendParts(reply, text);
    },
  }),
];
