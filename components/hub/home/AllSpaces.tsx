import { useRouter } from 'next/router';
import { type FormEvent, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Screen } from '#components/layout/Screen.tsx';
import { ResultPages } from '#components/search/SearchResults.tsx';
import { Button } from '#components/ui/Button.tsx';
import { Select } from '#components/ui/control.ts';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { useNavigationState } from '#context/navigation-state.ts';
import { below, color, space } from '#styles/tokens.ts';
import { type AllSpacesView, allSpacesPath, HOME_SPACES_MAX, SPACE_ORDERS } from './all-spaces-view.ts';
import type { LoadedHub } from './load-hub.ts';
import { SpaceList } from './SpaceList.tsx';

const Bar = styled.form`
  display: flex;
  gap: ${space(3)};
  margin-bottom: ${space(4)};

  > div {
    flex: 1;
    max-width: 480px;
  }

  > select {
    width: auto;
  }

  ${below('sm')} {
    flex-wrap: wrap;

    > div {
      flex-basis: 100%;
    }

    > select {
      flex: 1;
    }
  }
`;

const Count = styled.p`
  margin-bottom: ${space(3)};
  color: ${color('quiet')};
  font-variant-numeric: tabular-nums;
`;

const Pages = styled.div`
  margin-top: ${space(6)};
`;

/** Delay after the last keystroke before the request, in milliseconds. */
const DEBOUNCE = 250;

type AllSpacesProps = Pick<LoadedHub, 'hub' | 'spaces'> & { view: AllSpacesView };

/** All spaces of a hub that the user may see, page by page; filter, order and page are in the address. */
export function AllSpaces({ hub, spaces, view }: AllSpacesProps) {
  const intl = useIntl();
  const router = useRouter();
  const { isLeavingPage } = useNavigationState();
  const [typed, setTyped] = useState(view.q);
  const handle = hub.domain_handle;
  const go = (change: Partial<AllSpacesView>) =>
    void router.replace(allSpacesPath(handle, { ...view, page: 1, ...change }), undefined, { scroll: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the clock
  useEffect(() => {
    if (typed.trim() === view.q) return;
    const timer = setTimeout(() => !isLeavingPage() && go({ q: typed.trim() }), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [typed]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    go({ q: typed.trim() });
  };
  const count = spaces.count ?? spaces.data.length;
  return (
    <Screen title={intl.formatMessage({ id: 'hub.all_spaces' })} subtitle={<bdi>{hub.name}</bdi>}>
      <search>
        <Bar action={`/${handle}`} onSubmit={submit}>
          <input type="hidden" name="view" value="spaces" />
          <SearchField
            name="q"
            label={intl.formatMessage({ id: 'hub.all_spaces_filter' })}
            value={typed}
            maxLength={200}
            dir="auto"
            onChange={(event) => setTyped(event.target.value)}
          />
          <VisuallyHidden as="label" htmlFor="spaces-sort">
            <FormattedMessage id="hub.all_spaces_sort" />
          </VisuallyHidden>
          <Select
            id="spaces-sort"
            name="sort"
            value={view.sort}
            onChange={(event) =>
              go({ sort: SPACE_ORDERS.find(({ sort }) => sort === event.target.value)?.sort ?? 'name' })
            }
          >
            {SPACE_ORDERS.map(({ sort, messageId }) => (
              <option key={sort} value={sort}>
                {intl.formatMessage({ id: messageId })}
              </option>
            ))}
          </Select>
          <Button type="submit">
            <FormattedMessage id="hub.all_spaces_show" />
          </Button>
        </Bar>
      </search>
      <Count role="status">
        {!spaces.error && <FormattedMessage id="hub.all_spaces_count" values={{ count }} />}
      </Count>
      {spaces.data.length === 0 && !spaces.error ? (
        <EmptyState title={<FormattedMessage id="hub.all_spaces_none" />} />
      ) : (
        <SpaceList
          key={allSpacesPath(handle, view)}
          handle={handle}
          first={{ ...spaces, hasMore: false }}
          grid
        />
      )}
      <Pages>
        <ResultPages
          label={intl.formatMessage({ id: 'hub.all_spaces_pages' })}
          page={view.page}
          hasMore={view.page * HOME_SPACES_MAX < count}
          href={(page) => allSpacesPath(handle, { ...view, page })}
        />
      </Pages>
    </Screen>
  );
}
