import { createEvent, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ItemDrag } from './ItemDrag.tsx';
import type { DropDestination } from './item-drop.ts';
import { useSelectionControl } from './SelectionContext.tsx';

const allowed: Item['allowed'] = ['item.move'];
const ITEMS = [
  buildItem({ id: 'maps', title: 'Maps', kind: 'folder', space_slug: 'plans', allowed }),
  buildItem({ id: 'logs', title: 'Logs', kind: 'folder', space_slug: 'plans', allowed }),
  buildItem({ id: 'rules', title: 'Rules', space_slug: 'plans', allowed }),
];

type Dropped = { ids: string[]; place: DropDestination };

function List({ selected, onDrop }: { selected: readonly string[]; onDrop: (dropped: Dropped) => void }) {
  const control = useSelectionControl(ITEMS);
  const selection = {
    ...control,
    items: ITEMS.filter(({ id }) => selected.includes(id)),
    isSelected: (id: string) => selected.includes(id),
  };
  return (
    <>
      <ul>
        {ITEMS.map(({ id, title, kind }) => (
          <li key={id} data-item={id}>
            <a href={kind === 'folder' ? `/acme/plans?parent=${id}` : `/acme/plans/${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      <ItemDrag
        handle="acme"
        items={ITEMS}
        selection={selection}
        onDrop={(items, place) => onDrop({ ids: items.map(({ id }) => id), place })}
      />
    </>
  );
}

/**
 * Drags one row onto another.
 * @returns the dropped items and their destination, and whether the target accepted them
 */
function drag(from: string, to: string, selected: readonly string[] = []) {
  const dropped: Dropped[] = [];
  const { unmount } = renderWithMessages(<List selected={selected} onDrop={(one) => dropped.push(one)} />);
  const types: string[] = [];
  const dataTransfer = {
    types,
    effectAllowed: 'all',
    dropEffect: 'none',
    setData: (type: string) => types.push(type),
    setDragImage: () => undefined,
  };
  const target = screen.getByRole('link', { name: to });
  fireEvent.dragStart(screen.getByRole('link', { name: from }), { dataTransfer });
  const over = createEvent.dragOver(target, { dataTransfer });
  fireEvent(target, over);
  const isLit = document.querySelector('[data-drop-over]') !== null;
  fireEvent.drop(target, { dataTransfer });
  fireEvent.dragEnd(target, { dataTransfer });
  unmount();
  return { dropped, isTaken: over.defaultPrevented, isLit };
}

it('moves what is dropped onto a folder into it, the selected items together', () => {
  const { dropped, isTaken, isLit } = drag('Rules', 'Maps', ['logs', 'rules']);
  expect([isTaken, isLit]).toEqual([true, true]);
  expect(dropped).toMatchObject([{ ids: ['logs', 'rules'], place: { space: 'plans', parent: 'maps' } }]);
});

it('does nothing where a folder is dropped onto itself, alone or with others', () => {
  const nothing = { dropped: [], isTaken: false, isLit: false };
  expect(drag('Maps', 'Maps')).toEqual(nothing);
  expect(drag('Rules', 'Maps', ['maps', 'rules'])).toEqual(nothing);
});

it('does nothing where an item is dropped onto one that is no folder', () => {
  expect(drag('Maps', 'Rules')).toEqual({ dropped: [], isTaken: false, isLit: false });
});
