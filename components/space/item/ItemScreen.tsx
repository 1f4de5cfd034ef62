import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { Screen } from '#components/layout/Screen.tsx';
import { useArchiveEntry } from '#components/space/archive/use-archive-entry.tsx';
import { useItemComments } from '#components/space/comments/use-item-comments.tsx';
import { useFavouriteEntry } from '#components/space/personal/use-favourite-entry.tsx';
import { useWatchEntry } from '#components/space/personal/use-watch-entry.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import { failureText } from '#components/ui/failure-text.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { componentOnUse, lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { CommentOnRow } from '#context/comment-on-row.ts';
import { usePageRefresh } from '#context/navigation-state.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import type { ChangeItemRequest, Item } from '#lib/contract/item.ts';
import { messageOf } from '#services/http.ts';
import { getContent, getItem, restoreItem, retryItem, trashItem } from '#services/item.ts';
import { saveTemplate } from '#services/templates.ts';
import { ItemActions } from './ItemActions.tsx';
import { ItemBody } from './ItemBody.tsx';
import { ItemNotices } from './ItemNotices.tsx';
import { ItemTitle } from './ItemTitle.tsx';
import type { ItemPageData } from './item-page.ts';
import { readingState } from './reading-state.ts';
import { SaveBadge } from './SaveBadge.tsx';
import { useEditing } from './use-editing.ts';
import { useItem } from './use-item.ts';
import { useItemChangeEvents } from './use-item-change-events.ts';
import { useMoveNotice } from './use-move-notice.tsx';
import { useUnsavedDraft } from './use-unsaved-draft.ts';

const ItemDetails = lazyDialog(() => import('./ItemDetails.tsx').then((file) => file.default));
const ShareDialog = lazyDialog(() =>
  import('#components/sharing/ShareDialog.tsx').then((file) => file.default),
);
const MoveItemDialog = lazyDialog(() => import('./MoveItemDialog.tsx').then((file) => file.MoveItemDialog));
const VersionsDialog = lazyDialog(() =>
  import('#components/space/versions/VersionsDialog.tsx').then((file) => file.VersionsDialog),
);
const ExportItem = lazyDialog(() =>
  import('#components/space/exports/ExportItem.tsx').then((file) => file.ExportItem),
);
const [DocumentEditor, loadEditor] = componentOnUse(() =>
  import('#components/space/editor/DocumentEditor.tsx').then((file) => file.default),
);

/** An item's page for whoever is signed in. */
export const ItemScreen = withQueries(function ItemScreen({ data }: { data: ItemPageData }) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [renaming, setRenaming] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [details, setDetails] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [moving, setMoving] = useState(false);
  const [versions, setVersions] = useState(false);
  const [exporting, setExporting] = useState(false);

  /** Renders the page anew, where it is. */
  const refresh = usePageRefresh();
  const [wasRead, setRead] = useState(false);
  const disclose = useDisclosure();
  const control = useItem(data.item, () => {
    setRead(true);
    void refresh();
  });
  const { item } = control;
  const editing = useEditing(item, data.path, refresh);
  useItemChangeEvents({
    item,
    atRest: control.save === 'saved' && !editing.isOpen && !renaming && !leaving,
    replace: control.replace,
    refresh,
  });
  const may = (operation: string) => item.allowed.includes(operation);
  const isWrittenHere = item.kind === 'document' && item.file_name === null;
  const canWrite = isWrittenHere && may('item.change');
  const draft = useUnsavedDraft(canWrite && !editing.isOpen ? item.id : null);
  // A file is changed by its title alone: at rest there is nothing to say of it.
  const isWritten = item.file_name === null && may('item.change');
  const written = draft.savedAt === null ? editing.save : 'draft';
  const save = control.save === 'saved' ? written : control.save;

  const favourite = useFavouriteEntry();
  const watch = useWatchEntry(item);
  const archive = useArchiveEntry((now) => {
    control.replace(now);
    void refresh();
  });
  const noteMove = useMoveNotice();
  const content = useRef<HTMLDivElement>(null);
  const comments = useItemComments({
    item,
    path: data.path,
    content,
    isEditing: editing.isOpen && editing.isReady,
  });

  /** An item's address tells the space that it lies in. */
  const showAt = (before: Item, now: Item) => {
    if (before.space_slug === now.space_slug) void refresh();
    else void router.replace(itemPath(String(router.query.handle), now));
  };

  const change = async (wanted: ChangeItemRequest) => {
    try {
      await control.change(wanted);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const settle = async (mine: boolean) => {
    try {
      await control.settle(mine);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const restore = async () => {
    try {
      if (await disclose((accepted) => restoreItem(item.id, accepted))) await router.push(data.path);
    } catch (error) {
      toast({ tone: 'error', text: messageOf(error) });
    }
  };

  const trash = async () => {
    setLeaving(true);
    try {
      await trashItem(item);
    } catch (error) {
      setLeaving(false);
      return toast({ tone: 'error', text: failureText(error) });
    }
    toast({
      text: intl.formatMessage({ id: 'item.trashed' }, { title: item.title }),
      action: { label: <FormattedMessage id="item.undo" />, onSelect: () => void restore() },
    });
    await router.push(data.crumbs.at(-1)?.href ?? '/');
  };

  const copyMarkdown = async () => {
    try {
      const { markdown } = (await getContent(item.id)).data;
      if (await copyText(markdown ?? '')) toast({ text: intl.formatMessage({ id: 'editor.copied' }) });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const { hub } = useShell();
  const isMember = hub !== null && hub.role !== 'guest' && hub.domain_handle === router.query.handle;
  const saveAsTemplate = async () => {
    try {
      const { markdown } = (await getContent(item.id)).data;
      await saveTemplate(String(router.query.handle), { title: item.title, content: markdown ?? '' });
      toast({ tone: 'success', text: <FormattedMessage id="templates.saved" /> });
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

  const retry = async () => {
    try {
      control.replace((await retryItem(item.id)).data);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };

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
          onDone={editing.isOpen && canWrite ? editing.end : null}
          isEnding={editing.isEnding}
          onVersions={canWrite ? () => setVersions(true) : null}
          onCopyMarkdown={isWrittenHere && may('item.download') ? () => void copyMarkdown() : null}
          onExport={isWrittenHere && may('item.download') ? () => setExporting(true) : null}
          onSaveTemplate={
            isWrittenHere && isMember && may('item.download') ? () => void saveAsTemplate() : null
          }
          onRename={() => setRenaming(true)}
          onVisibility={(visibility) => void change({ visibility })}
          onShare={() => setSharing(true)}
          onMove={() => setMoving(true)}
          onDetails={() => setDetails(true)}
          personal={[favourite(item), watch, archive(item)]}
          onTrash={() => void trash()}
        />
      }
    >
      <CommentOnRow value={comments.onRow}>
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
            <ItemNotices
              item={item}
              draft={draft}
              conflict={control.conflict}
              onRestore={may('item.restore') ? () => void restore() : null}
              onEdit={editing.open}
              onSettle={settle}
            />
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
          onRetry={may('item.change') ? retry : null}
          onWrite={canWrite ? editing.open : null}
          side={comments.panel}
          contentRef={content}
        />
      </CommentOnRow>
      {comments.overlay}
      <VisuallyHidden role="status">
        {wasRead && readingState(item) === 'ready' && <FormattedMessage id="item.ready_said" />}
      </VisuallyHidden>
      {sharing && (
        <ShareDialog
          resource={{ kind: 'item', id: item.id }}
          title={item.title}
          onClose={() => setSharing(false)}
          onChanged={() => void getItem(item.id).then(({ data: now }) => control.replace(now), refresh)}
        />
      )}
      {moving && (
        <MoveItemDialog
          item={item}
          onClose={() => setMoving(false)}
          onMoved={(moved, place) => {
            setMoving(false);
            control.replace(moved);
            noteMove(item, moved, place, (back) => {
              control.replace(back);
              showAt(moved, back);
            });
            showAt(item, moved);
          }}
        />
      )}
      {versions && (
        <VersionsDialog
          item={item}
          onClose={() => setVersions(false)}
          onRestored={(restored) => {
            setVersions(false);
            control.replace(restored);
            void refresh();
          }}
        />
      )}
      {exporting && <ExportItem item={item} onClose={() => setExporting(false)} />}
      {details && <ItemDetails item={item} onClose={() => setDetails(false)} />}
    </Screen>
  );
});
