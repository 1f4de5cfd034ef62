import type { CSSProperties } from 'react';
import styled from 'styled-components';
import { stableColor } from '#components/ui/stable-color.ts';
import { color } from '#styles/tokens.ts';
import type { GridColumn } from '../columns/grid-columns.ts';
import type { OtherCursor } from './other-cursors.ts';

const Frame = styled.span`
  position: absolute;
  z-index: 1;
  inset: 0;
  box-shadow: inset 0 0 0 2px var(--person);
  pointer-events: none;

  > span {
    position: absolute;
    top: 0;
    inset-inline-end: 0;
    overflow: hidden;
    max-width: 100%;
    padding: 0 4px;
    background: var(--person);
    color: ${color('onFill')};
    font-size: 11px;
    line-height: 14px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  /* Numbers stand at the end of their cell. */
  > span[data-start] {
    inset-inline: 0 auto;
  }
`;

type OtherCursorsProps = {
  cursors: readonly OtherCursor[];
  column: GridColumn;
  /** Anybody who is at the row is shown at its first cell. */
  isFirst: boolean;
};

/** The frame and the names of the people who else are at a cell, each in a colour of their own. */
export function OtherCursors({ cursors, column, isFirst }: OtherCursorsProps) {
  const here = cursors.filter(({ column_id }) => (column_id === null ? isFirst : column_id === column.id));
  const [first] = here;
  if (!first) return null;
  const style: CSSProperties & { '--person': string } = { '--person': stableColor(first.user.id) };
  return (
    <Frame className="other-cursor" style={style} aria-hidden>
      <span dir="auto" data-start={column.isNumeric || undefined}>
        {here.map(({ user }) => user.name).join(', ')}
      </span>
    </Frame>
  );
}
