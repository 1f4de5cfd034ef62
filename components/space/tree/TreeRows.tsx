import { ChevronDown, ChevronRight, Ellipsis } from 'lucide-react';
import { useRouter } from 'next/router';
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { WriterFaces } from '#components/space/item/WriterFaces.tsx';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import { handleTreeKey } from '#components/ui/tree-keys.ts';
import type { TreeLine } from '#components/ui/tree-lines.ts';
import { useWritersNow } from '#context/writers-now.ts';
import type { WritingPerson } from '#lib/contract/document-writers.ts';
import type { TreeEntry } from '#lib/contract/item-tree.ts';
import { BREAKPOINTS } from '#lib/text/constants.ts';
import { type TreeLocation, treeEntryPath } from './tree-location.ts';
import { ExpandToggle, More, Row, Scroller } from './tree-row-look.ts';
import type { useTreeMoves } from './use-tree-moves.ts';

/** Heights of a line in pixels: with a mouse, and on phones. */
const ROW = 32;
const ROW_ON_PHONES = 44;
/** Lines rendered above and below those that are seen. */
const MARGIN = 10;
/** Deeper lines are indented no further. */
const DEPTH_MAX = 8;

type TreeRowsProps = {
  at: TreeLocation;
  lines: readonly TreeLine<TreeEntry>[];
  moves: ReturnType<typeof useTreeMoves>;
  onToggle: (id: string, open: boolean) => void;
  onMenu: (index: number, x: number, y: number) => void;
};

/** Which of so many lines are rendered: those near the seen ones, and the focused one. */
function useLineWindow(count: number, focused: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const [row] = useState(() =>
    window.matchMedia(`(max-width: ${BREAKPOINTS.md - 0.02}px)`).matches ? ROW_ON_PHONES : ROW,
  );
  const [seen, setSeen] = useState({ top: 0, height: 600 });
  const read = () => {
    const box = scroller.current;
    if (box) setSeen({ top: box.scrollTop, height: box.clientHeight });
  };
  const scrollTo = (line: number) => {
    const box = scroller.current;
    if (!box) return;
    const top = line * row;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + row > box.scrollTop + box.clientHeight) box.scrollTop = top + row - box.clientHeight;
    read();
  };

  const from = Math.max(0, Math.floor(seen.top / row) - MARGIN);
  const to = Math.min(count, Math.ceil((seen.top + seen.height) / row) + MARGIN);
  const rendered = Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
  // The focused line stays, wherever the tree is scrolled to: the focus would be lost with it.
  if (focused < from || focused >= to) rendered.push(focused);

  return { scroller, row, rendered, read, scrollTo };
}

/** Where the menu of a line opens, in pixels of the screen. */
function menuCorner(element: Element): [x: number, y: number] {
  const { left, bottom } = element.getBoundingClientRect();
  return [left + 24, bottom];
}

/** What is clicked within the link of a line. */
const within = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
  act();
};

type TreeRowProps = Pick<TreeRowsProps, 'at' | 'moves' | 'onToggle' | 'onMenu'> & {
  line: TreeLine<TreeEntry>;
  index: number;
  /** In pixels. */
  height: number;
  isFocusable: boolean;
  writers: readonly WritingPerson[] | undefined;
  onFocus: () => void;
};

function TreeRow({
  at,
  line,
  index,
  height,
  isFocusable,
  writers,
  moves,
  onFocus,
  onToggle,
  onMenu,
}: TreeRowProps) {
  const { entry, depth, opens, isOpen, place, count } = line;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Row
      href={treeEntryPath(at, entry)}
      prefetch={false}
      role="treeitem"
      tabIndex={isFocusable ? 0 : -1}
      title={entry.title}
      aria-level={depth + 1}
      aria-setsize={count}
      aria-posinset={place}
      aria-expanded={opens ? isOpen : undefined}
      aria-current={entry.id === at.current ? 'page' : undefined}
      aria-keyshortcuts="Shift+F10 Alt+ArrowUp Alt+ArrowDown"
      data-over={moves.over !== undefined && moves.over === entry.id ? '' : undefined}
      data-edge={moves.edge?.id === entry.id ? moves.edge.side : undefined}
      style={{
        top: index * height,
        height,
        paddingInlineStart: 4 + Math.min(depth, DEPTH_MAX) * 16,
      }}
      onFocus={onFocus}
      onContextMenu={(event: MouseEvent) => {
        event.preventDefault();
        onMenu(index, event.clientX, event.clientY);
      }}
      draggable
      onDragStart={(event) => moves.start(event, index)}
      onDragOver={(event) => moves.dragOver(event, index)}
      onDrop={(event) => moves.drop(event, index)}
    >
      <ExpandToggle aria-hidden onClick={opens ? within(() => onToggle(entry.id, !isOpen)) : undefined}>
        {opens && <Icon size={15} />}
      </ExpandToggle>
      <KindIcon kind={entry.kind} size={20} />
      <bdi>{entry.title}</bdi>
      {writers && <WriterFaces people={writers} size={18} max={1} />}
      <More
        aria-hidden
        onClick={(event: MouseEvent) =>
          within(() => onMenu(index, ...menuCorner(event.currentTarget)))(event)
        }
      >
        <Ellipsis size={16} />
      </More>
    </Row>
  );
}

/** The lines of the tree: only those near the seen ones are rendered, however many there are. */
export function TreeRows({ at, lines, moves, onToggle, onMenu }: TreeRowsProps) {
  const intl = useIntl();
  const router = useRouter();
  const writers = useWritersNow(at.slug);
  const [focused, setFocused] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const index = lines.findIndex(({ entry }) => entry.id === (focused ?? at.current));
  const here = Math.max(0, index);

  const { scroller, row, rendered, read, scrollTo } = useLineWindow(lines.length, here);

  const { current } = at;
  const shown = lines.findIndex(({ entry }) => entry.id === current);
  const isListed = shown >= 0;
  const reveal = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    reveal.current = () => scrollTo(shown);
  });
  // Once the current one is among the lines, and when it is another: not whenever one is opened above it.
  useEffect(() => {
    if (current !== null && isListed) reveal.current();
  }, [current, isListed]);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  const focus = (wanted: number) => {
    const target = Math.max(0, Math.min(wanted, lines.length - 1));
    scrollTo(target);
    wantsFocus.current = true;
    setFocused(lines[target]?.entry.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[here];
    if (line && (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10'))) {
      event.preventDefault();
      if (event.target instanceof Element) onMenu(here, ...menuCorner(event.target));
      return;
    }
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      // Its element may be put elsewhere, which takes the focus from it.
      wantsFocus.current = moves.step(here, event.key === 'ArrowUp' ? -1 : 1);
      return;
    }
    handleTreeKey(event, {
      lines: lines.map(({ entry, opens, isOpen }) => ({ title: entry.title, isOpen: opens ? isOpen : null })),
      here,
      parentIndexOf: (child) => lines.findIndex(({ entry }) => entry.id === lines[child]?.parent),
      focus,
      choose: (chosen) => {
        const entry = lines[chosen]?.entry;
        if (entry) void router.push(treeEntryPath(at, entry));
      },
      toggle: (toggled, open) => {
        const entry = lines[toggled]?.entry;
        if (entry) onToggle(entry.id, open);
      },
    });
  };
  return (
    <Scroller ref={scroller} onScroll={read}>
      <div
        role="tree"
        aria-label={intl.formatMessage({ id: 'tree.title' })}
        style={{ position: 'relative', height: lines.length * row }}
        onKeyDown={onKeyDown}
        onDragLeave={moves.leave}
        onDragEnd={moves.stop}
      >
        {rendered.map((line) => {
          const known = lines[line];
          if (!known) return null;
          const { entry } = known;
          return (
            <TreeRow
              key={entry.id}
              at={at}
              line={known}
              index={line}
              height={row}
              isFocusable={line === here}
              writers={writers.get(entry.id)}
              moves={moves}
              onFocus={() => setFocused(entry.id)}
              onToggle={onToggle}
              onMenu={onMenu}
            />
          );
        })}
      </div>
    </Scroller>
  );
}
