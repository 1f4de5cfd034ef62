import { ChevronDown, ChevronRight, FolderClosed, Home } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { handleTreeKey } from '#components/ui/tree-keys.ts';
import { treeLines } from '#components/ui/tree-lines.ts';
import { color, radius, space } from '#styles/tokens.ts';
import type { Folder } from './use-folders.ts';

const Tree = styled.div`
  max-height: min(46vh, 420px);
  padding: ${space(1)};
  overflow-y: auto;
  border: 1px solid ${color('fieldLine')};
  border-radius: ${radius('control')};
`;

const Row = styled.div<{ $depth: number }>`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: 44px;
  padding: ${space(1)} ${space(2)};
  padding-left: ${({ $depth }) => 8 + $depth * 22}px;
  border-radius: ${radius('chip')};
  cursor: pointer;

  > svg,
  > span:first-child {
    flex: none;
  }

  > bdi {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  > small {
    color: ${color('quiet')};
    font-size: 13px;
  }

  &:hover {
    background: ${color('hover')};
  }

  &[aria-selected='true'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }

  &[aria-disabled='true'] {
    cursor: default;
  }

  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Turn = styled.span`
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  color: ${color('quiet')};
`;

/** `null` is the space's top level. */
export type ParentId = string | null;

type Line = {
  place: ParentId;
  title: string;
  depth: number;
  isOpen: boolean | null;
};

type FolderTreeProps = {
  /** The label of the top level. */
  top: string;
  known: ReadonlyMap<ParentId, Folder[]>;
  open: ReadonlySet<ParentId>;
  onToggle: (place: string, open: boolean) => void;
  /** The item's current folder, which can't be chosen; undefined where there are several or it is elsewhere. */
  current: ParentId | undefined;
  chosen: ParentId | undefined;
  onChoose: (place: ParentId, title: string) => void;
};

/** A tree of folders to choose from, with the keys of WAI-ARIA (arrows, Home, End, Enter, first letters). */
export function FolderTree({ top, known, open, onToggle, current, chosen, onChoose }: FolderTreeProps) {
  const intl = useIntl();
  const tree = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const inside = treeLines(known, open);
  const lines: Line[] = [
    { place: null, title: top, depth: 0, isOpen: null },
    ...inside.map(({ entry, depth, opens, isOpen }) => ({
      place: entry.id,
      title: entry.title,
      depth: depth + 1,
      isOpen: opens ? isOpen : null,
    })),
  ];
  const here = Math.min(at, lines.length - 1);

  const focus = (index: number) => {
    const target = Math.max(0, Math.min(index, lines.length - 1));
    setAt(target);
    tree.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[target]?.focus();
  };
  const choose = (line: Line | undefined) => {
    if (line && line.place !== current) onChoose(line.place, line.title);
  };
  const toggle = (line: Line | undefined, wanted: boolean) => {
    if (line?.place) onToggle(line.place, wanted);
  };
  const onKeyDown = (event: KeyboardEvent) =>
    handleTreeKey(event, {
      lines,
      here,
      parentIndexOf: (index) => inside.findIndex((line) => line.entry.id === inside[index - 1]?.parent) + 1,
      focus,
      choose: (index) => choose(lines[index]),
      toggle: (index, wanted) => toggle(lines[index], wanted),
    });

  const turn = (line: Line): ReactNode => {
    if (line.isOpen === null) return <Turn />;
    const { isOpen } = line;
    const Icon = isOpen ? ChevronDown : ChevronRight;
    return (
      <Turn
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          toggle(line, !isOpen);
        }}
      >
        <Icon size={16} />
      </Turn>
    );
  };

  return (
    <Tree
      ref={tree}
      role="tree"
      aria-label={intl.formatMessage({ id: 'move.folders' })}
      onKeyDown={onKeyDown}
    >
      {lines.map((line, index) => (
        <Row
          key={line.place ?? 'top'}
          role="treeitem"
          tabIndex={index === here ? 0 : -1}
          $depth={line.depth}
          aria-level={line.depth + 1}
          aria-selected={line.place === chosen}
          aria-disabled={line.place === current || undefined}
          aria-expanded={line.isOpen ?? undefined}
          onFocus={() => setAt(index)}
          onClick={() => choose(line)}
        >
          {turn(line)}
          {line.place === null ? (
            <Home aria-hidden size={17} strokeWidth={1.75} />
          ) : (
            <FolderClosed aria-hidden size={17} strokeWidth={1.75} />
          )}
          <bdi>{line.title}</bdi>
          {line.place === current && (
            <small>
              <FormattedMessage id="move.here" />
            </small>
          )}
        </Row>
      ))}
    </Tree>
  );
}
