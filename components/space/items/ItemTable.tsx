import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { type SpaceView, viewPath } from '#components/space/view/space-view.ts';
import { Button, LinkButton } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RowCard, Rows } from '#components/ui/row-list.ts';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import type { Writers } from '#context/writers-now.ts';
import { color, space } from '#styles/tokens.ts';
import { ItemRow } from './ItemRow.tsx';
import { ListHeader } from './ListHeader.tsx';
import type { ItemActions } from './use-item-actions.tsx';
import type { ItemListControl } from './use-item-list.ts';

const Foot = styled.div`
  display: grid;
  justify-items: center;
  padding: ${space(5)} 0 0;
  color: ${color('quiet')};
  font-size: 13px;
`;

type ItemTableProps = {
  list: Omit<ItemListControl, 'change'>;
  actions: ItemActions;
  /** Who else writes in the items now. */
  writers?: Writers;
  /** The space's address. */
  base: string;
  view: SpaceView;
  /** False for users outside of the hub, who don't see its members. */
  people: boolean;
  /** Shown in place of an empty list. */
  empty: ReactNode;
};

/** The items of a view: rows under a header, cards on phones; more are loaded near the end. */
export function ItemTable({ list, actions, writers, base, view, people, empty }: ItemTableProps) {
  const intl = useIntl();
  const { items, page, hasMore, loading, error, loadMore } = list;
  if (items.length === 0 && !loading && !error && !hasMore) return empty;
  return (
    <>
      {items.length > 0 && (
        <RowCard>
          <ListHeader base={base} view={view} people={people} />
          <Rows aria-label={intl.formatMessage({ id: 'item_list.label' })}>
            {items.map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                writers={writers?.get(item.id)}
                actions={actions}
                href={
                  item.kind === 'folder'
                    ? viewPath(base, { parent: item.id, sort: view.sort, byHand: view.byHand })
                    : `${base}/${item.id}`
                }
              />
            ))}
          </Rows>
        </RowCard>
      )}
      {loading && <SkeletonList rows={items.length ? 2 : 5} />}
      {error && <ErrorState message={error} onRetry={loadMore} />}
      <Foot>
        {hasMore && !loading && !error && (
          // A link, so that it works before or without scripts.
          <LinkButton
            href={viewPath(base, view, page + 1)}
            prefetch={false}
            onClick={(event) => {
              event.preventDefault();
              loadMore();
            }}
          >
            <FormattedMessage id="item_list.more" />
          </LinkButton>
        )}
        {!hasMore && !loading && !error && page > 1 && <FormattedMessage id="item_list.list_end" />}
      </Foot>
    </>
  );
}

type EmptyChoiceProps = { onChoose: () => void };

/** The button in an empty list. */
export function ChooseFiles({ onChoose }: EmptyChoiceProps) {
  return (
    <Button variant="primary" onClick={onChoose}>
      <FormattedMessage id="item_list.empty_choose" />
    </Button>
  );
}
