import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Avatar } from '#components/ui/Avatar.tsx';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { VisibilityIcon } from '#components/ui/VisibilityChip.tsx';
import type { Space } from '#lib/contract/space.ts';
import type { ListPage } from '#services/http.ts';
import { listSpaces } from '#services/space.ts';
import { color, MOTION, radius, SHADOW, space } from '#styles/tokens.ts';
import { HOME_SPACES_MAX } from './all-spaces-view.ts';
import { Details } from './entry-details-style.ts';

const Rows = styled.ul<{ $grid: boolean }>`
  display: grid;
  grid-template-columns: ${({ $grid }) => ($grid ? 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))' : 'minmax(0, 1fr)')};
  gap: ${space(3)};
`;

const Card = styled(NextLink)`
  display: flex;
  align-items: center;
  gap: ${space(4)};
  height: 100%;
  min-height: 72px;
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};
  color: ${color('text')};
  text-decoration: none;
  transition: background ${MOTION};

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }

  > span:last-child {
    flex: none;
    color: ${color('quiet')};
  }
`;

const More = styled.div`
  display: grid;
  justify-items: center;
  margin-top: ${space(4)};
`;

type SpaceListProps = {
  handle: string;
  first: ListPage<Space> /** Side by side on wide screens. */;
  grid?: boolean;
  /** Whether these are archived spaces. */
  archived?: boolean;
};

/** A hub's spaces with their content and visibility. */
export function SpaceList({ handle, first, grid = false, archived = false }: SpaceListProps) {
  const [list, setList] = useState(first);
  const [loading, setLoading] = useState(false);
  const { data, page, hasMore, error } = list;

  const load = async () => {
    setLoading(true);
    const next = error && page === 1 ? 1 : page + 1;
    const response = await listSpaces({
      page: next,
      page_size: HOME_SPACES_MAX,
      ...(archived ? { archived: true } : {}),
    });
    const more = [...data, ...response.data];
    // A full page may be the last one: the count tells.
    const isLast = response.count !== null && more.length >= response.count;
    setList(
      response.error
        ? { ...list, error: response.error }
        : { ...response, data: more, hasMore: response.hasMore && !isLast },
    );
    setLoading(false);
  };

  return (
    <>
      <Rows $grid={grid}>
        {data.map((one) => (
          <li key={one.id}>
            <SpaceCard handle={handle} space={one} />
          </li>
        ))}
      </Rows>
      {error && <ErrorState message={error} retrying={loading} onRetry={() => void load()} />}
      {hasMore && !error && (
        <More>
          <Button busy={loading} onClick={() => void load()}>
            <FormattedMessage id="hub.more_spaces" />
          </Button>
        </More>
      )}
    </>
  );
}

function SpaceCard({ handle, space: one }: { handle: string; space: Space }) {
  const { name, slug, description, counts, visibility } = one;
  return (
    <Card href={`/${handle}/${slug}`}>
      <Avatar name={name} seed={one.id} size={36} square />
      <Details>
        <span dir="auto" title={name}>
          {name}
        </span>
        <span>
          <FormattedMessage
            id={counts.forms > 0 ? 'hub.space_items_forms' : 'hub.space_items'}
            values={{ count: counts.items, forms: counts.forms }}
          />
          {description && (
            <>
              {' · '}
              <bdi>{description}</bdi>
            </>
          )}
        </span>
      </Details>
      <VisibilityIcon visibility={visibility} size={16} />
    </Card>
  );
}
