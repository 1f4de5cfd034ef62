import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MenuEntry } from '#components/ui/Menu.tsx';
import { PointMenu } from '#components/ui/PointMenu.tsx';
import type { ItemOperation } from '#lib/access/operations.ts';
import { VISIBILITIES } from '#lib/access/roles.ts';
import type { Item } from '#lib/contract/item.ts';
import { itemEntries, VISIBILITY_ICONS } from './item-entries.tsx';
import type { SelectionControl } from './SelectionContext.tsx';
import type { BulkActions } from './use-bulk-actions.tsx';
import type { ItemActions } from './use-item-actions.tsx';

/** The menu entries for several items: the same actions as in the bar. */
function severalEntries(items: readonly Item[], acts: BulkActions): MenuEntry[] {
  const may = (operation: ItemOperation) => items.some((item) => item.allowed.includes(operation));
  const entries: MenuEntry[] = [
    { heading: <FormattedMessage id="selection.count" values={{ count: items.length }} /> },
    { label: <FormattedMessage id="item_list.download" />, onSelect: () => acts.download(items) },
  ];
  if (may('item.move'))
    entries.push({ label: <FormattedMessage id="move.open" />, onSelect: () => acts.move(items) });
  if (may('item.share')) {
    entries.push({ separator: true }, { heading: <FormattedMessage id="item_list.visibility" /> });
    for (const visibility of VISIBILITIES)
      entries.push({
        label: <FormattedMessage id={`visibility.${visibility}`} />,
        icon: VISIBILITY_ICONS[visibility],
        onSelect: () => acts.setVisibility(items, visibility),
      });
  }
  if (may('item.trash'))
    entries.push(
      { separator: true },
      { label: <FormattedMessage id="item_list.trash" />, danger: true, onSelect: () => acts.trash(items) },
    );
  return entries;
}

type ListKeysProps = {
  items: readonly Item[];
  selection: SelectionControl;
  actions: ItemActions;
  bulkActions: BulkActions;
  hrefOf: (item: Item) => string;
  children: ReactNode;
};

/**
 * The keyboard shortcuts of a list (select all, none) and the context menu of its rows: by the right button, the menu
 * key, or Shift+F10.
 */
export function ListKeys({ items, selection, actions, bulkActions, hrefOf, children }: ListKeysProps) {
  const intl = useIntl();
  const [menu, setMenu] = useState<{ item: Item; x: number; y: number } | null>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const inField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.defaultPrevented || inField) return;
    if (event.key === 'Escape' && selection.items.length > 0) selection.select({ type: 'cleared' });
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.shiftKey)
      selection.select({ type: 'all' });
    else return;
    event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent) => {
    const { target, clientX, clientY } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null;
    const item = items.find(({ id }) => id === row?.dataset.item);
    // A long touch opens the browser's own menu, and so does Shift with the right button; there the row has its button.
    if (!row || !item || event.shiftKey || window.matchMedia('(hover: none)').matches) return;
    event.preventDefault();
    const box = row.getBoundingClientRect();
    const isPointed = clientX > 0 || clientY > 0;
    setMenu({ item, x: isPointed ? clientX : box.left + 40, y: isPointed ? clientY : box.bottom });
  };
  const isSeveral = menu !== null && selection.items.length > 1 && selection.isSelected(menu.item.id);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that are pressed in the list it holds
    <div onKeyDown={onKeyDown} onContextMenu={onContextMenu}>
      {children}
      {menu && (
        <PointMenu
          at={menu}
          label={intl.formatMessage({ id: 'item_list.acts' }, { title: menu.item.title })}
          entries={
            isSeveral
              ? severalEntries(selection.items, bulkActions)
              : itemEntries(menu.item, hrefOf(menu.item), actions)
          }
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
