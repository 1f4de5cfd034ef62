import { FormattedMessage } from 'react-intl';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import type { WireColumn } from '#lib/contract/table.ts';
import { editView, removeView, saveAs } from './change-views.ts';
import { directedGroups, withGroups } from './group-order.ts';
import type { ViewsControl } from './use-views.ts';

const Confirm = lazyDialog(() => import('#components/ui/Confirm.tsx').then((file) => file.Confirm));
const FilterDialog = lazyDialog(() => import('./FilterDialog.tsx').then((file) => file.FilterDialog));
const SortDialog = lazyDialog(() => import('./SortDialog.tsx').then((file) => file.SortDialog));
const ColumnsDialog = lazyDialog(() => import('./ColumnsDialog.tsx').then((file) => file.ColumnsDialog));
const ColorsDialog = lazyDialog(() => import('./ColorsDialog.tsx').then((file) => file.ColorsDialog));
const ShareViewDialog = lazyDialog(() =>
  import('./ShareViewDialog.tsx').then((file) => file.ShareViewDialog),
);
const SaveViewDialog = lazyDialog(() => import('./SaveViewDialog.tsx').then((file) => file.SaveViewDialog));

/** A dialog about the open view: a part of what it shows, or the view itself. */
export type ViewDialog =
  | 'filter'
  | 'sort'
  | 'group'
  | 'colors'
  | 'columns'
  | 'new'
  | 'edit'
  | 'share'
  | 'delete';

type ViewDialogsProps = {
  itemId: string;
  views: ViewsControl;
  columns: readonly WireColumn[];
  mayChange: boolean;
  shown: ViewDialog;
  onClose: () => void;
};

/** The dialogs of a table's views; each is loaded when it is opened. */
export function ViewDialogs({ itemId, views, columns, mayChange, shown, onClose }: ViewDialogsProps) {
  const { current, settings, change } = views;
  return (
    <>
      {shown === 'filter' && (
        <FilterDialog
          columns={columns}
          filter={settings.filter}
          onSave={(filter) => change({ ...settings, filter })}
          onClose={onClose}
        />
      )}
      {(shown === 'sort' || shown === 'group') && (
        <SortDialog
          kind={shown}
          type={settings.type}
          columns={columns}
          chosen={shown === 'sort' ? settings.sort : directedGroups(settings)}
          onSave={(chosen) =>
            change(shown === 'sort' ? { ...settings, sort: chosen } : withGroups(settings, chosen))
          }
          onClose={onClose}
        />
      )}
      {shown === 'colors' && (
        <ColorsDialog
          columns={columns}
          rules={settings.layout.colors ?? []}
          onSave={(colors) => change({ ...settings, layout: { ...settings.layout, colors } })}
          onClose={onClose}
        />
      )}
      {shown === 'columns' && (
        <ColumnsDialog columns={columns} settings={settings} onChange={change} onClose={onClose} />
      )}
      {(shown === 'new' || shown === 'edit') && (
        <SaveViewDialog
          view={shown === 'edit' ? current : null}
          type={shown === 'edit' ? settings.type : 'grid'}
          columns={columns}
          group={settings.group}
          mayShare={mayChange}
          onSave={(view) => (shown === 'edit' ? editView : saveAs)(views.target, view)}
          onClose={onClose}
        />
      )}
      {shown === 'share' && current && (
        <ShareViewDialog
          itemId={itemId}
          view={current}
          address={new URL(views.hrefOf(current.id), window.location.href).href}
          onClose={onClose}
        />
      )}
      {shown === 'delete' && current && (
        <Confirm
          danger
          title={<FormattedMessage id="table.view_delete_title" values={{ name: current.name }} />}
          text={<FormattedMessage id="table.view_delete_text" />}
          submit={<FormattedMessage id="table.view_delete" />}
          onClose={onClose}
          onConfirm={async () => {
            await removeView(views.target);
            onClose();
          }}
        />
      )}
    </>
  );
}
