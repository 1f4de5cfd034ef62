import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Avatar } from '#components/common/Avatar.tsx';
import { below, color, space } from '#styles/tokens.ts';

export const Lines = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
`;

const Line = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 60px;
  padding: ${space(2)} 0;

  & + & {
    border-top: 1px solid ${color('line')};
  }

  ${below('sm')} {
    flex-wrap: wrap;
  }
`;

const Words = styled.div`
  flex: 1;
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

  ${below('sm')} {
    flex-basis: calc(100% - 48px);
  }
`;

const Acts = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};

  ${below('sm')} {
    flex: 0 0 calc(100% - 48px);
    flex-wrap: wrap;
    margin-left: 48px;
  }
`;

type PersonLineProps = {
  name: string;
  seed: string;
  /** Beside the name: badges. */
  marks?: ReactNode;
  /** Under it, quieter. */
  notes: ReactNode[];
  acts?: ReactNode;
};

/** Somebody in a list of people, with what can be done. */
export function PersonLine({ name, seed, marks, notes, acts }: PersonLineProps) {
  return (
    <Line>
      <Avatar name={name} seed={seed} size={36} />
      <Words>
        <p>
          <bdi>{name}</bdi>
          {marks}
        </p>
        {notes.map(
          (note, at) =>
            note && (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes have no name of their own and don't move
              <p key={at}>{note}</p>
            ),
        )}
      </Words>
      {acts && <Acts>{acts}</Acts>}
    </Line>
  );
}
