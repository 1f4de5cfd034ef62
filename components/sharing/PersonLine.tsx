import type { ReactNode } from 'react';
import styled from 'styled-components';
import { below, color, space } from '#styles/tokens.ts';

export const PersonList = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;
`;

const Line = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 56px;
  padding: ${space(2)} 0;
  border-bottom: 1px solid ${color('line')};

  &:last-child {
    border-bottom: 0;
  }

  ${below('sm')} {
    flex-wrap: wrap;
  }
`;

const Words = styled.div`
  display: grid;
  flex: 1 1 200px;
  min-width: 0;

  > strong {
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  > small {
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }
`;

const Acts = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(2)};
  margin-left: auto;
  color: ${color('quiet')};

  > select {
    width: auto;
  }
`;

type PersonLineProps = { mark: ReactNode; name: ReactNode; text?: ReactNode; children?: ReactNode };

/** Somebody (or something) in a list of who has access: who, why, and what can be changed about it. */
export function PersonLine({ mark, name, text, children }: PersonLineProps) {
  return (
    <Line>
      {mark}
      <Words>
        <strong>{name}</strong>
        {text && <small>{text}</small>}
      </Words>
      {children && <Acts>{children}</Acts>}
    </Line>
  );
}

export const RoundMark = styled.span`
  display: inline-grid;
  flex: none;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: 50%;
  background: ${color('hover')};
  color: ${color('quiet')};
`;
