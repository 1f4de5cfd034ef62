import { useRouter } from 'next/router';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { Screen } from '#components/layout/Screen.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { lazyComponent, lazyDialog } from '#components/ui/lazy-component.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import { withQueries } from '#context/QueryProvider.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import type { ChangeItemRequest, Item } from '#lib/contract/item.ts';
import { messageOf } from '#services/http.ts';
import { getItem, restoreItem, retryItem, trashItem } from '#services/item.ts';
import { ItemActions } from './ItemActions.tsx';
import { ItemBody } from './ItemBody.tsx';
import { ItemNotices } from './ItemNotices.tsx';
import { ItemTitle } from './ItemTitle.tsx';
import type { ItemPageData } from './item-page.ts';
import { readingState } from './reading-state.ts';
import { SaveBadge } from './SaveBadge.tsx';
import { useItem } from './use-item.ts';
import { useItemChangeEvents } from './use-item-change-events.ts';
import { useMoveNotice } from './use-move-notice.tsx';
import { useUnsavedDraft } from './use-unsaved-draft.ts';

const ItemDetails = lazyDialog(() => import('./ItemDetails.tsx').then((file) => file.default));
const ShareDialog = lazyDialog(() =>
  import('#components/sharing/ShareDialog.tsx').then((file) => file.default),
);
const MoveItemDialog = lazyDialog(() => import('./MoveItemDialog.tsx').then((file) => file.MoveItemDialog));
const DocumentEditor = lazyComponent(() => import('./DocumentEditor.tsx').then((file) => file.default));

/** An item's page for whoever is signed in. */
export const ItemScreen = withQueries(function ItemScreen({ data }: { data: ItemPageData }) {
  const intl = useIntl();
  const router = useRouter();
  const toast = useToast();
  const [renaming, setRenaming] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const [editing, setEditing] = useState(router.query.edit === '1');
  const [details, setDetails] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [moving, setMoving] = useState(false);

  /** Renders the page anew, where it is. */
  const refresh = usePageRefresh();
  const [wasRead, setRead] = useState(false);
  const disclose = useDisclosure();
  const control = useItem(data.item, () => {
    setRead(true);
    void refresh();
  });
  const { item } = control;
  useItemChangeEvents({
    item,
    atRest: control.save === 'saved' && !editing && !renaming && !leaving,
    replace: control.replace,
    refresh,
  });
  const may = (operation: string) => item.allowed.includes(operation);
  const canWrite = item.kind === 'document' && item.file_name === null && may('item.change');
  const draft = useUnsavedDraft(canWrite && !editing ? item.id : null);
  // A file is changed by its title alone: at rest there is nothing to say of it.
  const isWritten = item.file_name === null && may('item.change');
  const save = control.save === 'saved' && draft.savedAt !== null ? 'draft' : control.save;

  const noteMove = useMoveNotice();

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
      status={(isWritten || save !== 'saved') && <SaveBadge state={save} />}
      actions={
        <ItemActions
          item={item}
          canEdit={canWrite && !editing}
          onEdit={() => setEditing(true)}
          onRename={() => setRenaming(true)}
          onVisibility={(visibility) => void change({ visibility })}
          onShare={() => setSharing(true)}
          onMove={() => setMoving(true)}
          onDetails={() => setDetails(true)}
          onTrash={() => void trash()}
        />
      }
    >
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
            onEdit={() => setEditing(true)}
            onSettle={settle}
          />
        }
        editor={
          editing &&
          canWrite && (
            <DocumentEditor
              item={item}
              path={`${data.path}?edit=1`}
              onSaveState={control.setSave}
              onSaved={control.replace}
              onClose={(changed) => {
                setEditing(false);
                control.setSave('saved');
                if (router.query.edit)
                  void router.replace(data.path, undefined, { shallow: true, scroll: false });
                if (changed) void refresh();
              }}
            />
          )
        }
        onRetry={may('item.change') ? retry : null}
        onWrite={canWrite ? () => setEditing(true) : null}
      />
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
      {details && <ItemDetails item={item} onClose={() => setDetails(false)} />}
    </Screen>
  );
});
