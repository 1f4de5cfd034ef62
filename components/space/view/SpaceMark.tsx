import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { below } from '#styles/tokens.ts';

const Tile = styled.span`
  display: inline-flex;
  flex: none;

  ${below('md')} {
    > span {
      width: 28px;
      height: 28px;
      border-radius: 7px;
      font-size: 12px;
    }
  }
`;

type SpaceMarkProps = { name: string; seed: string; src?: string | null };

/** A space's or hub's tile beside the screen's title; smaller on phones. */
export function SpaceMark(props: SpaceMarkProps) {
  return (
    <Tile>
      <Avatar {...props} size={40} square />
    </Tile>
  );
}

/** An action in the header that phones have in their bottom bar. */
export const NotOnPhone = styled.div`
  ${below('md')} {
    display: none;
  }
`;
