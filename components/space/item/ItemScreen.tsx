import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { type ReactNode, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Screen } from '#components/layout/Screen.tsx';
import { useArchiveEntry } from '#components/space/archive/use-archive-entry.tsx';
import { useItemComments } from '#components/space/comments/use-item-comments.tsx';
import { useFavouriteEntry } from '#components/space/personal/use-favourite-entry.tsx';
import { useWatchEntry } from '#components/space/personal/use-watch-entry.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { componentOnUse, lazyDialog } from '#components/ui/lazy-component.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { CommentOnRow, RowCommentsContext } from '#context/comment-on-row.ts';
import { usePageRefresh } from '#context/navigation-state.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { ItemOperation } from '#lib/access/operations.ts';
import { isWrittenHere } from '#lib/browser/written-here.ts';
import type { Item } from '#lib/contract/item.ts';
import { ItemActions } from './ItemActions.tsx';
import { ItemBody } from './ItemBody.tsx';
import type { ItemDialog } from './ItemDialogs.tsx';
import { ItemNotices } from './ItemNotices.tsx';
import { ItemTitle } from './ItemTitle.tsx';
import type { ItemPageData } from './item-page.ts';
import { readingState } from './reading-state.ts';
import { SaveBadge } from './SaveBadge.tsx';
import { useEditing } from './use-editing.ts';
import { useItem } from './use-item.ts';
import { useItemChangeEvents } from './use-item-change-events.ts';
import { useItemOperations } from './use-item-operations.tsx';
import { useWriting } from './use-writing.ts';

const [DocumentEditor, loadEditor] = componentOnUse(() =>
  import('#components/space/editor/DocumentEditor.tsx').then((file) => file.default),
);

const ItemDialogs = lazyDialog(() => import('./ItemDialogs.tsx').then((file) => file.ItemDialogs));

// Others who write are shown soon after the page is there.
const WritersLine = dynamic(() => import('./WritersLine.tsx').then((file) => file.WritersLine), {
  ssr: false,
});

/** The item as it is now, and `refresh`, which renders the page again where it is. */
function useShownItem(data: ItemPageData) {
  const refresh = usePageRefresh();
  const [wasRead, setRead] = useState(false);
  const control = useItem(data.item, () => {
    setRead(true);
    void refresh();
  });
  return { control, refresh, wasRead };
}

/** One dialog at a time about the item. */
function useItemDialog({ item, replace }: ReturnType<typeof useItem>, refresh: () => Promise<void>) {
  const [shown, open] = useState<ItemDialog | null>(null);
  const element = shown && (
    <ItemDialogs item={item} open={shown} onClose={() => open(null)} replace={replace} refresh={refresh} />
  );
  return { open, element };
}

/** What the item is to the user alone, as entries of its menu. */
function usePersonalEntries(item: Item, onArchive: (now: Item) => void) {
  const favourite = useFavouriteEntry();
  const watch = useWatchEntry(item);
  const archive = useArchiveEntry(onArchive);
  return [favourite(item), watch, archive(item)];
}

/** Whether the user is a member of the hub of the page, and not its guest. */
function useIsMemberHere(): boolean {
  const router = useRouter();
  const { hub } = useShell();
  return hub !== null && hub.role !== 'guest' && hub.domain_handle === router.query.handle;
}

type CommentsOnRowsProps = {
  comments: Pick<ReturnType<typeof useItemComments>, 'onRow' | 'rows'>;
  children: ReactNode;
};

/** Lets the rows of a table have comments. */
const CommentsOnRows = ({ comments, children }: CommentsOnRowsProps) => (
  <CommentOnRow value={comments.onRow}>
    <RowCommentsContext value={comments.rows}>{children}</RowCommentsContext>
  </CommentOnRow>
);

/** An item's page for anybody who is signed in. */
export const ItemScreen = withQueries(function ItemScreen({ data }: { data: ItemPageData }) {
  const isMember = useIsMemberHere();
  const [renaming, setRenaming] = useState(false);

  const { control, refresh, wasRead } = useShownItem(data);
  const { item } = control;
  const dialog = useItemDialog(control, refresh);
  const operations = useItemOperations(control, data);
  const editing = useEditing(item, data.path, refresh);
  useItemChangeEvents({
    item,
    atRest: control.save === 'saved' && !editing.isOpen && !renaming && !operations.isLeaving,
    replace: control.replace,
    refresh,
  });
  const may = (operation: ItemOperation) => item.allowed.includes(operation);
  const { isWritten, canWrite, draft, save } = useWriting(item, control.save, editing);
  const mayCopy = isWrittenHere(item) && may('item.download');

  const personal = usePersonalEntries(item, (now) => {
    control.replace(now);
    void refresh();
  });
  const content = useRef<HTMLDivElement>(null);
  const comments = useItemComments({
    item,
    path: data.path,
    content,
    isEditing: editing.isOpen && editing.isReady,
  });

  return (
    <Screen
      title={item.title}
      heading={false}
      mark={<KindIcon kind={item.kind} labelled />}
      crumbs={data.crumbs.map(({ href, label }) => ({ href, label: <bdi>{label}</bdi> }))}
      status={(isWritten || save !== 'saved') && <SaveBadge state={save} isReading={!editing.isOpen} />}
      actions={
        <ItemActions
          item={item}
          canEdit={canWrite && !editing.isOpen}
          comments={comments.button}
          onEdit={editing.open}
          onEditSoon={loadEditor}
          onEditPress={editing.prepare}
          onDone={editing.isOpen && canWrite ? editing.end : null}
          isEnding={editing.isEnding}
          onVersions={canWrite ? () => dialog.open('versions') : null}
          onWidth={canWrite ? () => void operations.change({ full_width: item.full_width !== true }) : null}
          onCopyMarkdown={mayCopy ? () => void operations.copyMarkdown() : null}
          onExport={mayCopy ? () => dialog.open('export') : null}
          onConvert={() => dialog.open('convert')}
          onSaveTemplate={mayCopy && isMember ? () => void operations.saveAsTemplate() : null}
          onRename={() => setRenaming(true)}
          onDuplicate={() => void operations.duplicate()}
          onVisibility={(visibility) => void operations.change({ visibility })}
          onShare={() => dialog.open('share')}
          onMove={() => dialog.open('move')}
          onDetails={() => dialog.open('details')}
          personal={personal}
          onTrash={() => void operations.trash()}
        />
      }
    >
      <CommentsOnRows comments={comments}>
        <ItemBody
          data={data}
          item={item}
          title={
            <ItemTitle
              title={item.title}
              editable={may('item.change')}
              editing={renaming}
              onEdit={setRenaming}
              onTyping={(unsaved) => control.setSave(unsaved ? 'unsaved' : 'saved')}
              onRename={(title) => control.change({ title })}
            />
          }
          notice={
            <>
              {isWrittenHere(item) && !editing.isOpen && <WritersLine id={item.id} slug={item.space_slug} />}
              <ItemNotices
                item={item}
                draft={draft}
                conflict={control.conflict}
                onRestore={may('item.restore') ? () => void operations.restore() : null}
                onEdit={editing.open}
                onSettle={operations.settle}
              />
            </>
          }
          editor={
            editing.isOpen &&
            canWrite && (
              <DocumentEditor
                item={item}
                path={`${data.path}?edit=1`}
                onSaveState={editing.setSave}
                onReady={editing.setReady}
              />
            )
          }
          isEditorReady={editing.isReady}
          onRetry={may('item.change') ? operations.retry : null}
          onWrite={canWrite ? editing.open : null}
          onWriteSoon={loadEditor}
          side={comments.panel}
          contentRef={content}
        />
      </CommentsOnRows>
      {comments.overlay}
      <VisuallyHidden role="status">
        {wasRead && readingState(item) === 'ready' && <FormattedMessage id="item.became_ready" />}
      </VisuallyHidden>
      {dialog.element}
    </Screen>
  );
});
