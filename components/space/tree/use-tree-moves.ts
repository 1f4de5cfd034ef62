import { type DragEvent, useRef, useState } from 'react';
import { useDisclosure } from '#components/disclosure/DisclosureProvider.tsx';
import { useMoveNotice } from '#components/space/item/use-move-notice.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { parentsOf, type TreeLine } from '#components/ui/tree-lines.ts';
import type { TreeEntry } from '#lib/contract/item-tree.ts';
import { getItem, moveItem } from '#services/item.ts';
import type { useTree } from './use-tree.ts';

/** Distinguishes lines of the tree from rows of the list, which it takes as well, and from files. */
const TYPE = 'application/x-hubkeep-tree';
/** How long a drag stays over a closed folder before it opens, in milliseconds. */
const OPENS_AFTER = 700;

type Line = TreeLine<TreeEntry>;
type Dragged = { line: Line; index: number };

/** Moves of lines of the tree, by dragging; `move` is theirs and the dialog's. */
export function useTreeMoves(lines: readonly Line[], tree: ReturnType<typeof useTree>, top: string) {
  const toast = useToast();
  const disclose = useDisclosure();
  const noteMove = useMoveNotice();
  const dragged = useRef<Dragged | null>(null);
  const opening = useRef<{ id: string; timer: number } | null>(null);
  /** The folder that the dragged line would be dropped into; undefined is none. */
  const [over, setOver] = useState<string | null | undefined>(undefined);

  const move = async ({ entry, parent: before }: Line, parent: string | null) => {
    const name = lines.find((line) => line.entry.id === parent)?.entry.title ?? top;
    tree.showMoved(entry, before, parent);
    try {
      const item = (await getItem(entry.id)).data;
      const moved = await disclose((accepted) => moveItem(item, { parent, ask_losses: true, ...accepted }));
      if (moved) noteMove(item, moved.data, name, () => tree.reload([before, parent]));
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    } finally {
      tree.reloadAll();
    }
  };

  /** Where a line would be dropped: a folder takes it in, a document into its own folder. */
  const targetOf = (index: number | null): string | null | undefined => {
    const from = dragged.current;
    if (!from) return undefined;
    const line = index === null ? null : lines[index];
    const target = line?.entry.kind === 'folder' ? line.entry.id : (line?.parent ?? null);
    const inside = index === null ? [] : parentsOf(lines, index);
    const isOwn = target === from.line.entry.id || inside.includes(from.line.entry.id);
    return isOwn || target === from.line.parent ? undefined : target;
  };

  const stopOpening = () => {
    if (opening.current) window.clearTimeout(opening.current.timer);
    opening.current = null;
  };
  const openSoon = (index: number | null) => {
    const line = index === null ? undefined : lines[index];
    if (line?.entry.id === opening.current?.id) return;
    stopOpening();
    if (!line?.opens || line.isOpen || line.entry.id === dragged.current?.line.entry.id) return;
    const { id } = line.entry;
    opening.current = { id, timer: window.setTimeout(() => tree.toggle(id, true), OPENS_AFTER) };
  };
  const stop = () => {
    stopOpening();
    dragged.current = null;
    setOver(undefined);
  };

  return {
    move,
    over,
    start: (event: DragEvent, index: number) => {
      const line = lines[index];
      if (!line) return;
      dragged.current = { line, index };
      event.dataTransfer.setData(TYPE, line.entry.id);
      event.dataTransfer.effectAllowed = 'copyMove';
    },
    /** `null` is the heading: the top level. */
    dragOver: (event: DragEvent, index: number | null) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      const target = targetOf(index);
      openSoon(index);
      setOver(target);
      if (target === undefined) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    drop: (event: DragEvent, index: number | null) => {
      const from = dragged.current;
      const target = targetOf(index);
      if (!from || target === undefined) return;
      event.preventDefault();
      stop();
      void move(from.line, target);
    },
    leave: () => setOver(undefined),
    stop,
  };
}
