import { useRouter } from 'next/router';
import { useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { itemPath } from '#lib/browser/item-path.ts';
import type { Item } from '#lib/contract/item.ts';
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

/** The documents that lead to an item. */
export function MentionedIn({ id, first }: { id: string; first: Item[] }) {
  const headingId = useId();
  const handle = String(useRouter().query.handle);
  const [items, setItems] = useState(first);
  const [hasMore, setHasMore] = useState(first.length === MENTIONS_PAGE_SIZE);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const loadMore = async () => {
    setBusy(true);
    const page = await listMentions(id, Math.floor(items.length / MENTIONS_PAGE_SIZE) + 1);
    setBusy(false);
    setError(page.error);
    if (page.error !== null) return;
    const known = new Set(items.map((one) => one.id));
    setItems([...items, ...page.data.filter((one) => !known.has(one.id))]);
    setHasMore(page.hasMore);
  };

  return (
    <Part data-print="hidden" aria-labelledby={headingId}>
      <h2 id={headingId}>
        <FormattedMessage id="mentions.title" />
      </h2>
      <ItemLinkList>
        {items.map((item) => (
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
      {error !== null && <ErrorState message={error} retrying={busy} onRetry={() => void loadMore()} />}
      {hasMore && error === null && (
        <Button size="small" busy={busy} onClick={() => void loadMore()}>
          <FormattedMessage id="mentions.more" />
        </Button>
      )}
    </Part>
  );
}
