import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { componentOnUse } from '#components/ui/lazy-component.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { Conflict } from './use-item.ts';
import type { UnsavedDraft } from './use-unsaved-draft.ts';

const [ConflictNotice] = componentOnUse(() =>
  import('./ConflictNotice.tsx').then((file) => file.ConflictNotice),
);

type ItemNoticesProps = {
  item: Item;
  draft: UnsavedDraft;
  conflict: Conflict | null;
  /** Null where the reader may not restore the item from the trash. */
  onRestore: (() => void) | null;
  /** Opens the editor with the unsaved draft. */
  onEdit: () => void;
  /** Resolves the conflict: with the reader's own change, or without it. */
  onSettle: (mine: boolean) => Promise<void>;
};

/** What an item's page says above the item: that it is in the trash or archived, an unsaved draft, a conflict. */
export function ItemNotices({ item, draft, conflict, onRestore, onEdit, onSettle }: ItemNoticesProps) {
  return (
    <>
      {item.trashed_at !== null && (
        <Notice tone="warning">
          <FormattedMessage id="item.in_trash" />{' '}
          {onRestore && (
            <Button variant="link" onClick={onRestore}>
              <FormattedMessage id="item.restore" />
            </Button>
          )}
        </Notice>
      )}
      {item.archived && (
        <Notice tone="info">
          <FormattedMessage id="space_menu.archived_notice" />
        </Notice>
      )}
      {item.archived_at !== null && !item.archived && (
        <Notice tone="info">
          <FormattedMessage id="item.archived_notice" />
        </Notice>
      )}
      {draft.savedAt !== null && (
        <Notice tone="warning">
          <FormattedMessage
            id="item.draft_left"
            values={{ time: <RelativeTime value={new Date(draft.savedAt).toISOString()} /> }}
          />{' '}
          <Button variant="link" onClick={onEdit}>
            <FormattedMessage id="item.draft_go_on" />
          </Button>{' '}
          <Button variant="link" onClick={draft.discard}>
            <FormattedMessage id="item.editor_draft_drop" />
          </Button>
        </Notice>
      )}
      {conflict && <ConflictNotice conflict={conflict} onSettle={onSettle} />}
    </>
  );
}
