import type { ReactNode } from 'react';
import styled from 'styled-components';
import { below, color, radius, space } from '#styles/tokens.ts';

/** Rows of people on one surface. */
export const PersonRows = styled.ul`
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 64px;
  padding: ${space(3)} ${space(4)};

  & + & {
    border-top: 1px solid ${color('line')};
  }

  ${below('md')} {
    flex-wrap: wrap;
  }
`;

const Words = styled.div`
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

  > p + p {
    color: ${color('quiet')};
    font-size: 13px;
  }

  ${below('md')} {
    flex-basis: calc(100% - 48px);
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
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space(2)};

  ${below('md')} {
    flex: 1;
    justify-content: flex-start;
    margin-left: 48px;
  }
`;

type PersonRowProps = {
  /** An avatar, or an icon as large. */
  mark: ReactNode;
  name: string;
  /** Beside the name. */
  badges?: ReactNode;
  /** Under it, quieter. */
  notes: ReactNode[];
  /** At the right where there is room; nothing that can't be done without. */
  aside?: ReactNode;
  acts?: ReactNode;
};

/** Somebody (or something that lets somebody in), with what can be done. */
export function PersonRow({ mark, name, badges, notes, aside, acts }: PersonRowProps) {
  return (
    <Row>
      {mark}
      <Words>
        <p>
          <Name title={name}>{name}</Name>
          {badges}
        </p>
        {notes.map(
          (note, at) =>
            note && (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes have no name of their own and don't move
              <p key={at}>{note}</p>
            ),
        )}
      </Words>
      {aside && <Aside>{aside}</Aside>}
      {acts && <Acts>{acts}</Acts>}
    </Row>
  );
}
