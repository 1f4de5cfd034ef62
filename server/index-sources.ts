import { formSource, submissionSource } from '#server/forms/submissions/index-submissions.ts';
import { INDEX_FORM, INDEX_SUBMISSIONS } from '#server/forms/submissions/queue-form-indexing.ts';
import {
  commentSource,
  commentsSource,
  postSource,
} from '#server/items/discussions/indexing/index-discussions.ts';
import {
  INDEX_COMMENT,
  INDEX_COMMENTS,
  INDEX_POST,
} from '#server/items/discussions/indexing/queue-discussion-indexing.ts';
import { itemSource, movedItemSource } from '#server/items/item/index-items.ts';
import { storedTextSource } from '#server/items/item/index-stored-text.ts';
import { INDEX_ITEM, INDEX_MOVED, INDEX_STORED_TEXT } from '#server/items/item/queue-item-indexing.ts';
import type { IndexSource } from '#server/platform/indexing/index-source.ts';
import { INDEX_HUB } from '#server/platform/indexing/outbox.ts';
import type { Services } from '#server/platform/services.ts';
import { rowSource, tableSource } from '#server/tables/indexing/index-table.ts';
import { INDEX_ROWS, INDEX_TABLE } from '#server/tables/indexing/queue-row-indexing.ts';
import { hubSource } from './index-hub.ts';

/** Every kind of entry in the outbox of the search index, by its name; those that users wait for first. */
export function indexSources(_services: Services): Record<string, IndexSource> {
  return {
    [INDEX_ITEM]: itemSource(),
    [INDEX_ROWS]: rowSource(),
    [INDEX_SUBMISSIONS]: submissionSource(),
    [INDEX_COMMENT]: commentSource(),
    [INDEX_POST]: postSource(),
    [INDEX_FORM]: formSource(),
    [INDEX_MOVED]: movedItemSource(),
    [INDEX_TABLE]: tableSource(),
    [INDEX_STORED_TEXT]: storedTextSource(),
    [INDEX_COMMENTS]: commentsSource(),
    [INDEX_HUB]: hubSource(),
  };
}
