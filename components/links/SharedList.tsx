import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ItemLink, ItemLinkList } from '#components/space/item/ItemLink.tsx';
import { viewPath } from '#components/space/view/space-view.ts';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ListFooter } from '#components/ui/ListFooter.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { useTypedSearch } from '#context/use-debounced.ts';
import { useListQuery } from '#context/use-list-query.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { SharedResource } from '#lib/contract/access.ts';
import type { ListPage } from '#services/http.ts';
import { listShared } from '#services/sharing.ts';
import { space } from '#styles/tokens.ts';

const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

/**
 * The address of a shared resource: a folder in its space where the user can see that, a form where users with the
 * right edit it, otherwise the resource itself.
 */
function addressOf(handle: string, { item, form }: SharedResource): string {
  if (form) {
    const mayChange = form.allowed.includes('form.change') && form.space_slug;
    return mayChange ? `/${handle}/${form.space_slug}/forms/${form.id}` : `/f/${form.slug}`;
  }
  if (!item) return `/${handle}`;
  if (item.kind === 'folder' && item.space_slug) {
    return viewPath(`/${handle}/${item.space_slug}`, { parent: item.id });
  }
  return itemPath(handle, item);
}

const resourceId = ({ item, form }: SharedResource) => item?.id ?? form?.id ?? '';

type SharedListProps = {
  handle: string;
  first: ListPage<SharedResource>;
  /** Whether there is a search field. */
  searchable?: boolean;
};

/** Resources shared with the user by name: each with who shared it, when, and the user's role. */
export const SharedList = withQueries(function SharedList({
  handle,
  first,
  searchable = true,
}: SharedListProps) {
  const intl = useIntl();
  const { typed, setTyped, q } = useTypedSearch();
  const { entries, hasMore, loading, error, loadMore } = useListQuery<SharedResource>({
    of: ['shared', handle],
    filter: { q },
    first,
    load: ({ page }, signal) => listShared({ page, q }, signal),
    idOf: resourceId,
  });

  if (entries.length === 0 && !loading && error === null && typed === '') {
    return (
      <EmptyState
        title={<FormattedMessage id="sharing.page_empty" />}
        text={<FormattedMessage id="sharing.page_empty_text" />}
      />
    );
  }
  return (
    <Column>
      {searchable && (
        <SearchField
          label={intl.formatMessage({ id: 'sharing.page_search' })}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {entries.length > 0 && (
        <ItemLinkList>
          {entries.map((shared) => (
            <li key={resourceId(shared)}>
              <ItemLink
                item={shared.item ?? { kind: 'form', title: shared.form?.title ?? '' }}
                href={addressOf(handle, shared)}
                note={<SharedBy shared={shared} />}
                side={<FormattedMessage id={`sharing.role_${shared.role}`} />}
              />
            </li>
          ))}
        </ItemLinkList>
      )}
      <div role="status">
        {entries.length === 0 && !loading && error === null && (
          <EmptyState title={<FormattedMessage id="sharing.page_none" />} />
        )}
      </div>
      <ListFooter list={{ error, loading, hasMore, loadMore }} />
    </Column>
  );
});

function SharedBy({ shared }: { shared: SharedResource }) {
  const time = <RelativeTime value={shared.shared_at} />;
  if (!shared.shared_by) return <FormattedMessage id="sharing.page_at" values={{ time }} />;
  return <FormattedMessage id="sharing.page_by" values={{ time, name: <bdi>{shared.shared_by}</bdi> }} />;
}
