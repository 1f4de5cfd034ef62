import { type CSSProperties, useContext } from 'react';
import styled from 'styled-components';
import { stableColor } from '#components/ui/stable-color.ts';
import { color } from '#styles/tokens.ts';
import { CursorsContext } from './cursors-context.ts';

const Frame = styled.span`
  position: absolute;
  z-index: 1;
  inset: 0;
  border-radius: inherit;
  box-shadow: inset 0 0 0 2px var(--person);
  pointer-events: none;

  > span {
    position: absolute;
    bottom: 0;
    inset-inline-end: 0;
    overflow: hidden;
    max-width: 100%;
    padding: 0 4px;
    border-start-start-radius: 4px;
    border-end-end-radius: inherit;
    background: var(--person);
    color: ${color('onFill')};
    font-size: 11px;
    line-height: 14px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** The frame and the names of others who are at a row, over its card, which is a positioned element. */
export function CardCursors({ rowId }: { rowId: string }) {
  const others = useContext(CursorsContext).byRow.get(rowId);
  const [first] = others ?? [];
  if (!others || !first) return null;
  const style: CSSProperties & { '--person': string } = { '--person': stableColor(first.user.id) };
  const names = [...new Map(others.map(({ user }) => [user.id, user.name])).values()];
  return (
    <Frame className="other-cursor" style={style} aria-hidden>
      <span dir="auto">{names.join(', ')}</span>
    </Frame>
  );
}
