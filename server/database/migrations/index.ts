import type { Migration } from 'kysely';
import * as initial from './0001-initial.ts';
import * as search from './0002-search.ts';
import * as auditLog from './0003-audit-log.ts';
import * as itemSharing from './0006-item-sharing.ts';

/** Every change of the schema, in order. One that has landed is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-search': search,
  '0003-audit-log': auditLog,
  '0006-item-sharing': itemSharing,
};
