import type { Migration } from 'kysely';
import * as initial from './0001-initial.ts';
import * as search from './0002-search.ts';
import * as auditLog from './0003-audit-log.ts';
import * as hubPeople from './0004-hub-people.ts';
import * as spacePeople from './0005-space-people.ts';
import * as itemSharing from './0006-item-sharing.ts';
import * as signInSafety from './0007-sign-in-safety.ts';
import * as hubLifecycle from './0008-hub-lifecycle.ts';
import * as forms from './0009-forms.ts';
import * as purgedSpaces from './0010-purged-spaces.ts';
import * as formLayout from './0011-form-layout.ts';
import * as answerFlows from './0013-answer-flows.ts';

/** Every change of the schema, in order. One that has landed is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-search': search,
  '0003-audit-log': auditLog,
  '0004-hub-people': hubPeople,
  '0005-space-people': spacePeople,
  '0006-item-sharing': itemSharing,
  '0007-sign-in-safety': signInSafety,
  '0008-hub-lifecycle': hubLifecycle,
  '0009-forms': forms,
  '0010-purged-spaces': purgedSpaces,
  '0011-form-layout': formLayout,
  '0013-answer-flows': answerFlows,
};
