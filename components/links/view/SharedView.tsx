import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { shownColumns } from '#components/table/columns/grid-columns.ts';
import { LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { PageLinks } from '#components/ui/PageLinks.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import type { SharedRow } from '#lib/contract/shared-view.ts';
import { below, color, space } from '#styles/tokens.ts';
import { groupOf, type LoadedView } from './load-shared-view.ts';
import { SharedCards } from './SharedCards.tsx';
import { ListTitle, SharedBoard, SharedGroups } from './SharedLists.tsx';
import { SharedMonth } from './SharedMonth.tsx';
import { SharedRowPage } from './SharedRowPage.tsx';
import { SharedTable } from './SharedTable.tsx';
import { placeAddress, type SharedPlace } from './shared-place.ts';
import { useSharedContext } from './shared-rows.ts';
import { useRefreshWhilePreparing } from './use-refresh-while-preparing.ts';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  margin: ${space(6)} auto 0;

  > form {
    max-width: 360px;
  }
`;

const Title = styled.h1`
  font-size: 28px;
  font-weight: 700;
  line-height: 1.25;
  letter-spacing: -0.015em;
  overflow-wrap: anywhere;
`;

const Preparing = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
`;

const ListHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: center;

  > h2 {
    margin: 0;
    font-size: 18px;
  }
`;

const Wide = styled.div`
  ${below('md')} {
    display: none;
  }
`;

const Narrow = styled.div`
  display: none;

  ${below('md')} {
    display: block;
  }
`;

type SharedViewProps = { loaded: LoadedView };

/** What a place of the view shows, in the arrangement of the view. */
function Content({ loaded }: SharedViewProps) {
  const { view, path, place, content } = loaded;
  const columns = useMemo(() => shownColumns(view.columns), [view.columns]);
  const context = useSharedContext(view);
  const at = (change: Partial<SharedPlace>) => placeAddress(path, { ...place, ...change });
  const addressOf = ({ id }: SharedRow) => at({ row: id });
  const listAddress = (list: SharedPlace['list']) => at({ list, page: 1 });
  const group = groupOf(view);
  const shared = { columns, context, label: view.name, addressOf };
  const isCards = view.type === 'list' || view.type === 'gallery';
  const render = (rows: readonly SharedRow[]) =>
    isCards ? (
      <SharedCards {...shared} rows={rows} isGallery={view.type === 'gallery'} />
    ) : (
      <>
        <Wide>
          <SharedTable {...shared} rows={rows} />
        </Wide>
        <Narrow>
          <SharedCards {...shared} rows={rows} />
        </Narrow>
      </>
    );

  if (content.type === 'row') return <SharedRowPage {...shared} row={content.row} backTo={at({ row: '' })} />;
  if (content.type === 'month' && group)
    return (
      <SharedMonth
        {...shared}
        content={content}
        column={group}
        monthAddress={(month) => at({ month, page: 1 })}
      />
    );
  if (content.type === 'lists' && group && content.lists.length > 0) {
    const lists = { ...shared, group, lists: content.lists, listAddress };
    return view.type === 'board' ? <SharedBoard {...lists} /> : <SharedGroups {...lists} render={render} />;
  }
  const rows = content.type === 'rows' ? content.rows : [];
  return (
    <>
      {group && place.list !== undefined && (
        <ListHead>
          <h2 dir="auto">
            <ListTitle group={group} value={place.list} linked={rows[0]?.linked} context={context} />
          </h2>
          <LinkButton size="small" href={at({ list: undefined, page: 1 })} prefetch={false}>
            <FormattedMessage id="table.shared_all_lists" />
          </LinkButton>
        </ListHead>
      )}
      {rows.length === 0 ? (
        <EmptyState
          title={<FormattedMessage id={place.q ? 'table.nothing_found' : 'table.shared_empty'} />}
        />
      ) : (
        render(rows)
      )}
    </>
  );
}

/** A view of a table for the holder of its link: arranged as the view is, read only, and readable without a script. */
export function SharedView({ loaded }: SharedViewProps) {
  const intl = useIntl();
  const { view, path, place, content, preparing, pass } = loaded;
  const { q, page } = place;
  const hasMore = (content.type === 'rows' || content.type === 'lists') && content.hasMore;
  useRefreshWhilePreparing(preparing, pass);
  const pageAt = (number: number) => placeAddress(path, { ...place, page: number });
  return (
    <Column>
      <PageTitle title={view.name} />
      <Title dir="auto">{view.name}</Title>
      {content.type !== 'row' && (
        <form action={path}>
          <SearchField name="q" defaultValue={q} label={intl.formatMessage({ id: 'table.shared_search' })} />
        </form>
      )}
      {preparing.length > 0 && (
        <Preparing role="status">
          <FormattedMessage id="table.preparing" />
        </Preparing>
      )}
      <Content loaded={loaded} />
      {content.type !== 'row' && <PageLinks page={page} hasMore={hasMore} hrefOf={pageAt} />}
    </Column>
  );
}
