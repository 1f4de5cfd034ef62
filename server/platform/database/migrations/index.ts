import type { Migration } from 'kysely';
import * as baseline from './0001-baseline.ts';
import * as folderJobsOfAFolder from './0002-folder-jobs-of-a-folder.ts';
import * as namesOfTheGlossary from './0003-names-of-the-glossary.ts';
import * as rowHistory from './0004-row-history.ts';
import * as indexOutbox from './0005-index-outbox.ts';
import * as columnOptions from './0006-column-options.ts';
import * as importSheet from './0007-import-sheet.ts';
import * as sharedDocuments from './0008-shared-documents.ts';
import * as indexOutboxOfForms from './0009-index-outbox-of-forms.ts';
import * as accessByChain from './0010-access-by-chain.ts';
import * as groups from './0011-groups.ts';
import * as commentsAndPosts from './0012-comments-and-posts.ts';
import * as lexemeVersion from './0013-lexeme-version.ts';
import * as vocabularyPendingList from './0014-vocabulary-pending-list.ts';
import * as indexOfDiscussions from './0015-index-of-discussions.ts';
import * as documentImports from './0016-document-imports.ts';
import * as namesOfQueues from './0017-names-of-queues.ts';
import * as itemLinks from './0018-item-links.ts';
import * as formDestinations from './0019-form-destinations.ts';
import * as documentTemplates from './0020-document-templates.ts';
import * as rowIndexes from './0021-row-indexes.ts';
import * as itemListIndexes from './0022-item-list-indexes.ts';
import * as spaceListIndexes from './0023-space-list-indexes.ts';
import * as viewLinks from './0024-view-links.ts';
import * as currencyOfAHub from './0025-currency-of-a-hub.ts';
import * as pausedImports from './0026-paused-imports.ts';
import * as favouriteItems from './0027-favourite-items.ts';
import * as archivedItems from './0028-archived-items.ts';
import * as formerSpaceSlugs from './0029-former-space-slugs.ts';
import * as watchedItems from './0030-watched-items.ts';
import * as filesOfDocuments from './0031-files-of-documents.ts';
import * as polls from './0032-polls.ts';
import * as discussionPictures from './0033-discussion-pictures.ts';
import * as staticSubmissionCount from './0034-static-submission-count.ts';
import * as uniqueMailIndexes from './0035-unique-mail-indexes.ts';
import * as itemCounts from './0036-item-counts.ts';
import * as cheaperItemCounts from './0037-cheaper-item-counts.ts';
import * as documentTasks from './0038-document-tasks.ts';
import * as tasksOfAHub from './0039-tasks-of-a-hub.ts';
import * as itemCopies from './0040-item-copies.ts';
import * as itemsLeftQueued from './0041-items-left-queued.ts';
import * as tagsOfDocuments from './0042-tags-of-documents.ts';
import * as undoOfMerges from './0043-undo-of-merges.ts';
import * as emptyCellsOfAnImport from './0044-empty-cells-of-an-import.ts';
import * as authorsOfVersions from './0045-authors-of-versions.ts';
import * as namesOfImportedFiles from './0046-names-of-imported-files.ts';
import * as newestSubmissionsOfAHub from './0047-newest-submissions-of-a-hub.ts';
import * as writersOfDocuments from './0048-writers-of-documents.ts';
import * as choiceOfImports from './0049-choice-of-imports.ts';
import * as formulasUpToDate from './0050-formulas-up-to-date.ts';
import * as typesOfImportedColumns from './0051-types-of-imported-columns.ts';
import * as orderByHand from './0052-order-by-hand.ts';
import * as cardsOfRefusedLines from './0053-cards-of-refused-lines.ts';
import * as originalsOfCopies from './0054-originals-of-copies.ts';
import * as indexOfTheOrderByHand from './0055-index-of-the-order-by-hand.ts';
import * as naturalOrderOfRows from './0056-natural-order-of-rows.ts';
import * as linesImportedInPart from './0057-lines-imported-in-part.ts';
import * as singleSignOn from './0058-single-sign-on.ts';
import * as submissionsByAddress from './0059-submissions-by-address.ts';
import * as importedDiscussions from './0060-imported-discussions.ts';
import * as formerHubHandles from './0061-former-hub-handles.ts';
import * as readingOfImportedFiles from './0062-reading-of-imported-files.ts';
import * as bulkChanges from './0063-bulk-changes.ts';
import * as notifications from './0064-notifications.ts';
import * as peopleOfImports from './0065-people-of-imports.ts';
import * as importedVersions from './0066-imported-versions.ts';
import * as latestPosts from './0067-latest-posts.ts';
import * as importedSubmissions from './0068-imported-submissions.ts';
import * as decisionsOnRequests from './0069-decisions-on-requests.ts';
import * as importedNotes from './0070-imported-notes.ts';
import * as mailsNobodyChose from './0071-mails-nobody-chose.ts';
import * as missingColumnsOfTables from './0072-missing-columns-of-tables.ts';
import * as formatsOfImportedColumns from './0073-formats-of-imported-columns.ts';
import * as deletedColumns from './0074-deleted-columns.ts';
import * as rowsWrittenSince from './0075-rows-written-since.ts';
import * as columnsOfBulkChanges from './0076-columns-of-bulk-changes.ts';
import * as furtherAddresses from './0077-further-addresses.ts';
import * as storedOrders from './0078-stored-orders.ts';
import * as severalOfAKind from './0079-several-of-a-kind.ts';

/** Every change of the schema, in order. One that has landed is never edited (`tests/architecture/migrations.test.ts`). */
export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
  '0002-folder-jobs-of-a-folder': folderJobsOfAFolder,
  '0003-names-of-the-glossary': namesOfTheGlossary,
  '0004-row-history': rowHistory,
  '0005-index-outbox': indexOutbox,
  '0006-column-options': columnOptions,
  '0007-import-sheet': importSheet,
  '0008-shared-documents': sharedDocuments,
  '0009-index-outbox-of-forms': indexOutboxOfForms,
  '0010-access-by-chain': accessByChain,
  '0011-groups': groups,
  '0012-comments-and-posts': commentsAndPosts,
  '0013-lexeme-version': lexemeVersion,
  '0014-vocabulary-pending-list': vocabularyPendingList,
  '0015-index-of-discussions': indexOfDiscussions,
  '0016-document-imports': documentImports,
  '0017-names-of-queues': namesOfQueues,
  '0018-item-links': itemLinks,
  '0019-form-destinations': formDestinations,
  '0020-document-templates': documentTemplates,
  '0021-row-indexes': rowIndexes,
  '0022-item-list-indexes': itemListIndexes,
  '0023-space-list-indexes': spaceListIndexes,
  '0024-view-links': viewLinks,
  '0025-currency-of-a-hub': currencyOfAHub,
  '0026-paused-imports': pausedImports,
  '0027-favourite-items': favouriteItems,
  '0028-archived-items': archivedItems,
  '0029-former-space-slugs': formerSpaceSlugs,
  '0030-watched-items': watchedItems,
  '0031-files-of-documents': filesOfDocuments,
  '0032-polls': polls,
  '0033-discussion-pictures': discussionPictures,
  '0034-static-submission-count': staticSubmissionCount,
  '0035-unique-mail-indexes': uniqueMailIndexes,
  '0036-item-counts': itemCounts,
  '0037-cheaper-item-counts': cheaperItemCounts,
  '0038-document-tasks': documentTasks,
  '0039-tasks-of-a-hub': tasksOfAHub,
  '0040-item-copies': itemCopies,
  '0041-items-left-queued': itemsLeftQueued,
  '0042-tags-of-documents': tagsOfDocuments,
  '0043-undo-of-merges': undoOfMerges,
  '0044-empty-cells-of-an-import': emptyCellsOfAnImport,
  '0045-authors-of-versions': authorsOfVersions,
  '0046-names-of-imported-files': namesOfImportedFiles,
  '0047-newest-submissions-of-a-hub': newestSubmissionsOfAHub,
  '0048-writers-of-documents': writersOfDocuments,
  '0049-choice-of-imports': choiceOfImports,
  '0050-formulas-up-to-date': formulasUpToDate,
  '0051-types-of-imported-columns': typesOfImportedColumns,
  '0052-order-by-hand': orderByHand,
  '0053-cards-of-refused-lines': cardsOfRefusedLines,
  '0054-originals-of-copies': originalsOfCopies,
  '0055-index-of-the-order-by-hand': indexOfTheOrderByHand,
  '0056-natural-order-of-rows': naturalOrderOfRows,
  '0057-lines-imported-in-part': linesImportedInPart,
  '0058-single-sign-on': singleSignOn,
  '0059-submissions-by-address': submissionsByAddress,
  '0060-imported-discussions': importedDiscussions,
  '0061-former-hub-handles': formerHubHandles,
  '0062-reading-of-imported-files': readingOfImportedFiles,
  '0063-bulk-changes': bulkChanges,
  '0064-notifications': notifications,
  '0065-people-of-imports': peopleOfImports,
  '0066-imported-versions': importedVersions,
  '0067-latest-posts': latestPosts,
  '0068-imported-submissions': importedSubmissions,
  '0069-decisions-on-requests': decisionsOnRequests,
  '0070-imported-notes': importedNotes,
  '0071-mails-nobody-chose': mailsNobodyChose,
  '0072-missing-columns-of-tables': missingColumnsOfTables,
  '0073-formats-of-imported-columns': formatsOfImportedColumns,
  '0074-deleted-columns': deletedColumns,
  '0075-rows-written-since': rowsWrittenSince,
  '0076-columns-of-bulk-changes': columnsOfBulkChanges,
  '0077-further-addresses': furtherAddresses,
  '0078-stored-orders': storedOrders,
  '0079-several-of-a-kind': severalOfAKind,
};
