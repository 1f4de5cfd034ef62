import NextLink from 'next/link';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { SpaceSummary } from '#lib/contract/space.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Part = styled.section`
  margin-bottom: ${space(4)};

  > h3 {
    margin-bottom: ${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }

  > ul {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(2)};
  }
`;

const Tile = styled(NextLink)`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  max-width: 100%;
  min-height: 36px;
  padding: ${space(1)} ${space(3)} ${space(1)} ${space(2)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  color: ${color('text')};
  font-weight: 500;

  > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }
`;

/** Favourite and recent spaces, where the hub's home doesn't show all. */
export function ShortcutSpaces({ handle }: { handle: string }) {
  const { shortcuts } = useShell();
  const { favourites, recent, spaces, count } = shortcuts;
  const starred = new Set(favourites.map(({ id }) => id));
  const latest = count > spaces.length ? recent.filter(({ id }) => !starred.has(id)) : [];
  return (
    <>
      <Tiles handle={handle} titleId="layout.favourites" spaces={favourites} />
      <Tiles handle={handle} titleId="layout.recent" spaces={latest} />
    </>
  );
}

type TilesProps = {
  handle: string;
  titleId: 'layout.favourites' | 'layout.recent';
  spaces: readonly SpaceSummary[];
};

function Tiles({ handle, titleId, spaces }: TilesProps) {
  if (spaces.length === 0) return null;
  return (
    <Part>
      <h3>
        <FormattedMessage id={titleId} />
      </h3>
      <ul>
        {spaces.map(({ id, slug, name }) => (
          <li key={id}>
            <Tile href={`/${handle}/${slug}`} prefetch={false}>
              <Avatar name={name} seed={id} size={20} square />
              <bdi title={name}>{name}</bdi>
            </Tile>
          </li>
        ))}
      </ul>
    </Part>
  );
}
