import type { ReactNode } from 'react';
import styled from 'styled-components';
import { below, color, radius, space } from '#styles/tokens.ts';

/** A list of `EntryRow`s; `$framed` draws it on a card. */
export const EntryList = styled.ul<{ $framed?: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  border: ${({ $framed }) => ($framed ? '1px' : 0)} solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${({ $framed }) => ($framed ? color('surface') : 'none')};

  > li {
    padding: ${({ $framed }) => ($framed ? `${space(3)} ${space(4)}` : `${space(2)} 0`)};
  }
`;

const Line = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 60px;

  & + & {
    border-top: 1px solid ${color('line')};
  }

  /* Beside the name, where the rest goes under it. */
  ${below('md')} {
    > :first-child {
      align-self: flex-start;
    }
  }
`;

/* Content without enough width beside the text wraps under the text, not under the mark. */
const Beside = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  min-width: 0;
`;

const Details = styled.div`
  flex: 1 1 200px;
  min-width: 0;

  > p {
    overflow-wrap: anywhere;
  }

  > p:first-child {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px ${space(2)};
    font-weight: 500;
  }

  > div {
    margin-top: ${space(1)};
  }

  > p + p {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

const Name = styled.bdi`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
`;

const Aside = styled.div`
  flex: none;
  width: 168px;
  color: ${color('quiet')};
  font-size: 13px;

  ${below('lg')} {
    display: none;
  }
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  min-width: 0;

  > select {
    width: auto;
  }
`;

/** An icon as large as a user's avatar, for entries without one. */
export const RoundMark = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: 50%;
  background: ${color('hover')};
  color: ${color('quiet')};
`;

type EntryRowProps = {
  /** An avatar of 36 px, a `RoundMark`, a kind's icon. */
  mark: ReactNode;
  /** A name as text; any other node is rendered as it is. */
  name: ReactNode;
  /** Beside the name. */
  badges?: ReactNode;
  /** Under the name, less prominent; false and null are left out. */
  notes?: ReactNode[];
  /** Under the notes: what is no text. */
  below?: ReactNode;
  /** At the right if there is enough width; only optional content. */
  aside?: ReactNode;
  /** Actions or a status: under the text on narrow screens. */
  actions?: ReactNode;
};

/** A user or an object in a list: its name, details and actions. */
export function EntryRow({ mark, name, badges, notes = [], below: under, aside, actions }: EntryRowProps) {
  return (
    <Line>
      {mark}
      <Beside>
        <Details>
          <p>
            {typeof name === 'string' ? <Name title={name}>{name}</Name> : name}
            {badges}
          </p>
          {notes.map(
            (note, at) =>
              note && (
                // biome-ignore lint/suspicious/noArrayIndexKey: notes have no name of their own and don't move
                <p key={at}>{note}</p>
              ),
          )}
          {under && <div>{under}</div>}
        </Details>
        {aside && <Aside>{aside}</Aside>}
        {actions && <Acts>{actions}</Acts>}
      </Beside>
    </Line>
  );
}
