import { useRouter } from 'next/router';
import { useId, useMemo } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useListQuery } from '#context/use-list-query.ts';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
import type { ListPage } from '#services/http.ts';
import { listMentions, MENTIONS_PAGE_SIZE } from '#services/item-links.ts';
import { color, space } from '#styles/tokens.ts';
import { ItemLink, ItemLinkList } from './ItemLink.tsx';

const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  justify-items: start;
  margin-top: ${space(8)};

  > h2 {
    color: ${color('quiet')};
    font-size: 15px;
    font-weight: 600;
  }

  > ul {
    width: 100%;
  }
`;

const itemId = ({ id }: Item) => id;

/** The documents that lead to an item; `first` are those that came with the page. */
export function MentionedIn({ id, first }: { id: string; first: Item[] }) {
  const headingId = useId();
  const handle = String(useRouter().query.handle);
  const rendered = useMemo(
    (): ListPage<Item> => ({
      ...{ data: first, count: null, page: 1, error: null },
      hasMore: first.length === MENTIONS_PAGE_SIZE,
    }),
    [first],
  );
  const list = useListQuery({
    of: ['item', id, 'mentions'],
    first: rendered,
    load: ({ page }, signal) => listMentions(id, page, { signal }),
    idOf: itemId,
  });

  return (
    <Part data-print="hidden" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <FormattedMessage id="mentions.title" />
      </h2>
      <ItemLinkList>
        {list.entries.map((item) => (
          <li key={item.id}>
            <ItemLink
              item={item}
              href={itemPath(handle, item)}
              note={
                <FormattedMessage
                  id="mentions.changed"
                  values={{ when: <RelativeTime value={item.updated_at} /> }}
                />
              }
            />
          </li>
        ))}
      </ItemLinkList>
      {list.error && <ErrorState message={list.error} retrying={list.loading} onRetry={list.loadMore} />}
      {list.hasMore && !list.error && (
        <Button size="small" busy={list.loading} onClick={list.loadMore}>
          <FormattedMessage id="mentions.more" />
        </Button>
      )}
    </Part>
  );
}
