import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { createGlobalStyle } from 'styled-components';
import type { Item } from '#lib/contract/item.ts';
import { color, radius } from '#styles/tokens.ts';
import { type DropDestination, dropTargetAt } from './item-drop.ts';
import type { SelectionControl } from './SelectionContext.tsx';

/** Distinguishes dragged items from files of the desktop, which are uploaded, and from links. */
const TYPE = 'application/x-hubkeep-items';
/** Marks the element that the items would be dropped on. */
const OVER = 'data-drop-over';

const Lights = createGlobalStyle`
  [${OVER}] {
    border-radius: ${radius('control')};
    background: ${color('primaryTint')} !important;
    outline: 2px dashed ${color('primary')};
    outline-offset: -2px;
  }

  .item-drag-image {
    position: fixed;
    top: -200px;
    max-width: 280px;
    padding: 8px 14px;
    overflow: hidden;
    border-radius: ${radius('control')};
    background: ${color('primaryFill')};
    color: ${color('onFill')};
    font-weight: 500;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

type ItemDragProps = {
  handle: string;
  items: readonly Item[];
  selection: SelectionControl;
  onDrop: (items: readonly Item[], place: DropDestination & { name: string }) => void;
};

/** Lets the rows of the list be dragged, selected ones together, into folders and onto spaces. */
export function ItemDrag({ handle, items, selection, onDrop }: ItemDragProps) {
  const intl = useIntl();
  const latest = useRef({ items, selection, onDrop });
  useEffect(() => {
    latest.current = { items, selection, onDrop };
  }, [items, selection, onDrop]);

  useEffect(() => {
    let dragged: readonly Item[] = [];
    let over: HTMLElement | null = null;
    const light = (element: HTMLElement | null) => {
      if (over === element) return;
      over?.removeAttribute(OVER);
      element?.setAttribute(OVER, '');
      over = element;
    };
    const isOurs = (event: DragEvent) => event.dataTransfer?.types.includes(TYPE) ?? false;
    const targetOf = (event: DragEvent) => {
      const found = dropTargetAt(event.target, handle);
      const { place } = found ?? {};
      const staying = dragged.every(
        (item) => item.space_slug === place?.space && item.parent_id === place.parent,
      );
      const isOwn = dragged.some(({ id }) => id === place?.parent);
      return found && !staying && !isOwn ? found : null;
    };
    const start = (event: DragEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null;
      const { items: all, selection: selected } = latest.current;
      const item = all.find(({ id }) => id === row?.dataset.item);
      if (!item || !event.dataTransfer) return;
      const together = selected.isSelected(item.id) ? selected.items : [item];
      dragged = together.filter((one) => one.allowed.includes('item.move'));
      if (dragged.length === 0) return;
      event.dataTransfer.setData(TYPE, dragged.map(({ id }) => id).join());
      event.dataTransfer.effectAllowed = 'copyMove';
      const image = document.createElement('div');
      image.className = 'item-drag-image';
      image.textContent =
        dragged.length === 1
          ? item.title
          : intl.formatMessage({ id: 'selection.items' }, { count: dragged.length });
      document.body.append(image);
      event.dataTransfer.setDragImage(image, 12, 12);
      requestAnimationFrame(() => image.remove());
    };
    const move = (event: DragEvent) => {
      if (!isOurs(event)) return;
      const found = targetOf(event);
      light(found?.element ?? null);
      if (!found) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'move';
    };
    const drop = (event: DragEvent) => {
      if (!isOurs(event)) return;
      const found = targetOf(event);
      light(null);
      if (!found) return;
      event.preventDefault();
      latest.current.onDrop(dragged, { ...found.place, name: found.name });
    };
    const stop = () => {
      dragged = [];
      light(null);
    };
    const abort = new AbortController();
    const { signal } = abort;
    document.addEventListener('dragstart', start, { signal });
    document.addEventListener('dragover', move, { signal });
    document.addEventListener('drop', drop, { signal });
    document.addEventListener('dragend', stop, { signal });
    return () => {
      abort.abort();
      light(null);
    };
  }, [handle, intl]);

  return <Lights />;
}
