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
/** The folder that a line moves to, and what it stands before there: null is the end, undefined its title's place. */
type Target = { to: string | null; next?: string | null | undefined };
/** Between which lines a dragged one would be dropped. */
type Edge = { id: string; side: 'before' | 'after' };

const isFolder = ({ entry }: Line) => entry.kind === 'folder';

/** The lines that a line is ordered among, and where it is. */
function siblingsOf(lines: readonly Line[], line: Line) {
  const siblings = lines.filter((one) => one.parent === line.parent && isFolder(one) === isFolder(line));
  return { siblings, at: siblings.findIndex(({ entry }) => entry.id === line.entry.id) };
}

/** At which edge of a line the pointer is; in the middle of a folder at none. */
function sideOf({ clientY, currentTarget }: DragEvent, line: Line): Edge['side'] | null {
  const { top, height } = currentTarget.getBoundingClientRect();
  const share = (clientY - top) / height;
  const edge = isFolder(line) ? 0.25 : 0.5;
  if (share < edge) return 'before';
  return share >= 1 - edge ? 'after' : null;
}

/** The folder that a dragged line would be dropped into: a folder takes it in, a document into its own folder. */
function targetOf(
  lines: readonly Line[],
  index: number | null,
  from: Line | undefined,
): string | null | undefined {
  if (!from) return undefined;
  const line = index === null ? null : lines[index];
  const target = line?.entry.kind === 'folder' ? line.entry.id : (line?.parent ?? null);
  const inside = index === null ? [] : parentsOf(lines, index);
  const isOwn = target === from.entry.id || inside.includes(from.entry.id);
  return isOwn || target === from.parent ? undefined : target;
}

/** Between which lines a dragged one would be dropped: those of its kind, and not where it is already. */
function edgeOf(
  event: DragEvent,
  lines: readonly Line[],
  index: number | null,
  from: Line | undefined,
): (Edge & { target: Target }) | null {
  const line = index === null ? undefined : lines[index];
  if (!from || !line || index === null || isFolder(line) !== isFolder(from)) return null;
  const side = sideOf(event, line);
  if (side === null || line.entry.id === from.entry.id || parentsOf(lines, index).includes(from.entry.id))
    return null;
  const { siblings, at } = siblingsOf(lines, line);
  const next = side === 'before' ? line : siblings[at + 1];
  const isThere = siblings[at + (side === 'before' ? -1 : 1)]?.entry.id === from.entry.id;
  if (isThere) return null;
  return { id: line.entry.id, side, target: { to: line.parent, next: next?.entry.id ?? null } };
}

/** Moves of lines of the tree, by dragging, into folders and between lines, and by steps. */
export function useTreeMoves(lines: readonly Line[], tree: ReturnType<typeof useTree>, top: string) {
  const toast = useToast();
  const disclose = useDisclosure();
  const noteMove = useMoveNotice();
  const dragged = useRef<Dragged | null>(null);
  const opening = useRef<{ id: string; timer: number } | null>(null);
  /** The folder that the dragged line would be dropped into; undefined is none. */
  const [over, setOver] = useState<string | null | undefined>(undefined);
  const [edge, setEdge] = useState<Edge | null>(null);
  /** Where a line that was moved by a step stands now, among those of its kind. */
  const [moved, setMoved] = useState<{ title: string; place: number; count: number } | null>(null);
  const last = useRef(Promise.resolve());

  const moveNow = async ({ entry, parent: from }: Line, { to, next }: Target) => {
    const name = lines.find((line) => line.entry.id === to)?.entry.title ?? top;
    try {
      const item = (await getItem(entry.id)).data;
      const request = { parent: to, ...(next === undefined ? {} : { before: next }), ask_losses: true };
      const moved = await disclose((accepted) => moveItem(item, { ...request, ...accepted }));
      if (moved && from !== to) noteMove(item, moved.data, name, () => tree.reload([from, to]));
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  const move = (line: Line, target: Target) => {
    tree.beginMove();
    tree.showMoved(line.entry, { from: line.parent, ...target });
    // One after the other, as they were made; the tree is loaded again after the last one.
    last.current = last.current.then(() => moveNow(line, target)).finally(tree.finishMove);
  };
  /** Moves a line before or behind the next one of its kind. @returns whether there is one */
  const step = (index: number, by: -1 | 1): boolean => {
    const line = lines[index];
    if (!line) return false;
    const { siblings, at } = siblingsOf(lines, line);
    if (!siblings[at + by]) return false;
    const next = by < 0 ? siblings[at - 1] : siblings[at + 2];
    move(line, { to: line.parent, next: next?.entry.id ?? null });
    setMoved({ title: line.entry.title, place: at + by + 1, count: siblings.length });
    return true;
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
    setEdge(null);
  };

  return {
    step,
    moved,
    over,
    edge,
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
      const between = edgeOf(event, lines, index, dragged.current?.line);
      const target = between ? undefined : targetOf(lines, index, dragged.current?.line);
      openSoon(between ? null : index);
      setOver(target);
      setEdge(between && { id: between.id, side: between.side });
      if (target === undefined && !between) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    },
    drop: (event: DragEvent, index: number | null) => {
      const from = dragged.current;
      const between = edgeOf(event, lines, index, dragged.current?.line);
      const to = between ? undefined : targetOf(lines, index, dragged.current?.line);
      const target = between ? between.target : to === undefined ? null : { to };
      if (!from || !target) return;
      event.preventDefault();
      stop();
      move(from.line, target);
    },
    leave: () => {
      setOver(undefined);
      setEdge(null);
    },
    stop,
  };
}
