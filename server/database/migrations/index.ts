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
import * as answerWork from './0012-answer-work.ts';
import * as answerFlows from './0013-answer-flows.ts';
import * as tables from './0014-tables.ts';
import * as formRights from './0015-form-rights.ts';
import * as formPictures from './0016-form-pictures.ts';
import * as formDrafts from './0017-form-drafts.ts';
import * as formUploads from './0018-form-uploads.ts';
import * as answersInSearch from './0019-answers-in-search.ts';
import * as purgedThings from './0022-purged-things.ts';
import * as previewsByItem from './0023-previews-by-item.ts';
import * as sessionEnd from './0026-session-end.ts';
import * as rowCounts from './0028-row-counts.ts';
import * as hubLocale from './0030-hub-locale.ts';
import * as phoneCountries from './0032-phone-countries.ts';
import * as tablePositions from './0034-table-positions.ts';
import * as answerCounts from './0035-answer-counts.ts';
import * as webhookOffReason from './0038-webhook-off-reason.ts';
import * as waitingFiles from './0039-waiting-files.ts';
import * as importColumns from './0040-import-columns.ts';
import * as notifyBy from './0041-notify-by.ts';
import * as itemOrder from './0042-item-order.ts';
import * as spaceShortcuts from './0046-space-shortcuts.ts';
import * as formEditors from './0052-form-editors.ts';
import * as trashedAnswers from './0054-trashed-answers.ts';
import * as documentHtml from './0057-document-html.ts';
import * as deletedWords from './0058-deleted-words.ts';
import * as auditRepeats from './0059-audit-repeats.ts';
import * as trashedReaders from './0059-trashed-readers.ts';
import * as rowFiles from './0060-row-files.ts';

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
  '0012-answer-work': answerWork,
  '0013-answer-flows': answerFlows,
  '0014-tables': tables,
  '0015-form-rights': formRights,
  '0016-form-pictures': formPictures,
  '0017-form-drafts': formDrafts,
  '0018-form-uploads': formUploads,
  '0019-answers-in-search': answersInSearch,
  '0022-purged-things': purgedThings,
  '0023-previews-by-item': previewsByItem,
  '0026-session-end': sessionEnd,
  '0028-row-counts': rowCounts,
  '0030-hub-locale': hubLocale,
  '0032-phone-countries': phoneCountries,
  '0034-table-positions': tablePositions,
  '0035-answer-counts': answerCounts,
  '0038-webhook-off-reason': webhookOffReason,
  '0039-waiting-files': waitingFiles,
  '0040-import-columns': importColumns,
  '0041-notify-by': notifyBy,
  '0042-item-order': itemOrder,
  '0046-space-shortcuts': spaceShortcuts,
  '0052-form-editors': formEditors,
  '0054-trashed-answers': trashedAnswers,
  '0057-document-html': documentHtml,
  '0058-deleted-words': deletedWords,
  '0059-audit-repeats': auditRepeats,
  '0059-trashed-readers': trashedReaders,
  '0060-row-files': rowFiles,
};
