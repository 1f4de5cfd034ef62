import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ItemLink, ItemLinkList } from '#components/space/item/ItemLink.tsx';
import { viewPath } from '#components/space/view/space-view.ts';
import { Button } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
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

/** Delay of the search after the last keystroke, in milliseconds. */
const TYPING = 200;

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

type SharedListProps = {
  handle: string;
  first: ListPage<SharedResource>;
  /** Whether there is a search field. */
  searchable?: boolean;
};

/** Resources shared with the user by name: each with who shared it, when, and the user's role. */
export function SharedList({ handle, first, searchable = true }: SharedListProps) {
  const intl = useIntl();
  const [q, setQ] = useState('');
  const [list, setList] = useState({ q: '', items: first.data, last: first });
  const [busy, setBusy] = useState(false);
  const { items, last } = list;

  useEffect(() => {
    if (q === list.q) return;
    let over = false;
    const timer = setTimeout(async () => {
      const page = await listShared({ page: 1, q });
      if (!over) setList({ q, items: page.data, last: page });
    }, TYPING);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [q, list.q]);

  const load = async (page: number) => {
    setBusy(true);
    const next = await listShared({ page, q: list.q });
    setBusy(false);
    setList((now) => {
      if (next.error) return { ...now, last: { ...now.last, error: next.error } };
      return { ...now, items: page === 1 ? next.data : [...now.items, ...next.data], last: next };
    });
  };

  if (items.length === 0 && !last.error && list.q === '' && q === '') {
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
          value={q}
          maxLength={200}
          onChange={(event) => setQ(event.target.value)}
        />
      )}
      {items.length > 0 && (
        <ItemLinkList>
          {items.map((shared) => (
            <li key={shared.item?.id ?? shared.form?.id}>
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
        {items.length === 0 && !last.error && (
          <EmptyState title={<FormattedMessage id="sharing.page_none" />} />
        )}
      </div>
      {last.error && <ErrorState message={last.error} retrying={busy} onRetry={() => void load(1)} />}
      {last.hasMore && !last.error && (
        <Button busy={busy} onClick={() => void load(last.page + 1)}>
          <FormattedMessage id="sharing.who_more" />
        </Button>
      )}
    </Column>
  );
}

function SharedBy({ shared }: { shared: SharedResource }) {
  const time = <RelativeTime value={shared.shared_at} />;
  if (!shared.shared_by) return <FormattedMessage id="sharing.page_at" values={{ time }} />;
  return <FormattedMessage id="sharing.page_by" values={{ time, name: <bdi>{shared.shared_by}</bdi> }} />;
}
