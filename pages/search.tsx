import NextLink from 'next/link';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { dataOrNull } from '#components/layout/page-failure.ts';
import { pageProps, type WithShell } from '#components/layout/page-props.ts';
import { Screen } from '#components/layout/Screen.tsx';
import { DirectoryResults } from '#components/search/DirectoryResults.tsx';
import { isSearchKind, KindLinks, type SearchKind } from '#components/search/KindChips.tsx';
import { SearchForm } from '#components/search/SearchForm.tsx';
import { SearchHelp } from '#components/search/SearchHelp.tsx';
import { ResultPages, SearchResults } from '#components/search/SearchResults.tsx';
import { searchPath } from '#components/search/search-path.ts';
import { LinkButton } from '#components/ui/Button.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { usePageRefresh } from '#context/navigation-state.ts';
import type { PageApiResult } from '#lib/browser/page-request.ts';
import type { Directory } from '#lib/contract/directory.ts';
import { DIRECTORY_PEOPLE_MAX, DIRECTORY_QUERY_LENGTH } from '#lib/contract/directory-limits.ts';
import { PAGE_SIZE } from '#lib/contract/envelope.ts';
import type { SearchResult } from '#lib/contract/search.ts';
import type { Space } from '#lib/contract/space.ts';
import { CONTENT_WIDTH } from '#lib/text/constants.ts';
import { color, radius, space as step } from '#styles/tokens.ts';

type Props = {
  query: string;
  kind: SearchKind | null;
  /** A space's slug, or empty, and its name if there is such a space. */
  space: string;
  spaceName: string | null;
  page: number;
  results: SearchResult[];
  count: number | null;
  /** The corrected search terms, or null if the typed ones were used. */
  corrected: string | null;
  /** Another query that was probably meant. */
  suggestion: string | null;
  error: string | null;
  /** Spaces and people that match, beside the results. */
  places: Directory;
};

const Column = styled.div`
  display: grid;
  gap: ${step(4)};
  max-width: ${CONTENT_WIDTH + 120}px;
  margin: 0 auto;
`;

const Count = styled.p`
  color: ${color('quiet')};
  font-variant-numeric: tabular-nums;
`;

const HelpCard = styled.div`
  padding: ${step(5)} ${step(6)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
`;

export default function SearchPage({
  query,
  kind,
  space,
  spaceName,
  page,
  results,
  count,
  corrected,
  suggestion,
  error,
  places,
  shell,
}: WithShell<Props>) {
  const intl = useIntl();
  const { hub, shortcuts } = shell;
  const href = (change: { kind?: SearchKind | null; page?: number }) =>
    searchPath({
      q: query,
      kind: (change.kind === undefined ? kind : change.kind) ?? undefined,
      space: space || undefined,
      page: change.page ?? 1,
    });
  const title = intl.formatMessage({ id: 'search.title' });
  // Where they are not counted, a page that is not full is the last one.
  const known = count ?? (results.length < PAGE_SIZE ? (page - 1) * PAGE_SIZE + results.length : null);
  return (
    <Screen title={title} search={false}>
      <Column>
        <SearchForm
          query={query}
          kind={kind}
          space={space ? { slug: space, name: spaceName ?? space } : null}
          shortcuts={shortcuts}
        />
        <KindLinks kind={kind} href={(choice) => href({ kind: choice })} />
        <DirectoryResults handle={hub?.domain_handle ?? ''} found={places} query={query} />
        <div role="status">
          {query && !error && results.length > 0 && (
            <Count>
              <FormattedMessage
                id={known === null ? 'search.found_at_least' : 'search.found'}
                values={{ count: known ?? page * PAGE_SIZE }}
              />
              {corrected && (
                <>
                  {' · '}
                  <FormattedMessage id="search.corrected" values={{ query: <bdi>{corrected}</bdi> }} />
                </>
              )}
            </Count>
          )}
          {suggestion && !error && <Suggestion query={suggestion} />}
          {query && !error && results.length === 0 && places.spaces.length + places.people.length === 0 && (
            <NothingFound query={query} page={page} filtered={kind !== null || space !== ''} />
          )}
        </div>
        {error && <Failure message={error} />}
        {results.length > 0 && (
          <>
            <SearchResults handle={hub?.domain_handle ?? ''} query={corrected ?? query} results={results} />
            <ResultPages
              page={page}
              hasMore={known === null || page * PAGE_SIZE < known}
              href={(number) => href({ page: number })}
            />
          </>
        )}
        {!query && (
          <EmptyState
            title={<FormattedMessage id="search.start_title" values={{ hub: <bdi>{hub?.name}</bdi> }} />}
            text={<FormattedMessage id="search.start_text" />}
          />
        )}
        {results.length === 0 && (
          <HelpCard>
            <SearchHelp />
          </HelpCard>
        )}
      </Column>
    </Screen>
  );
}

function Suggestion({ query }: { query: string }) {
  const link = (
    <NextLink href={searchPath({ q: query })}>
      <bdi>{query}</bdi>
    </NextLink>
  );
  return (
    <p>
      <FormattedMessage id="search.suggestion" values={{ query: link }} />
    </p>
  );
}

function NothingFound({ query, page, filtered }: { query: string; page: number; filtered: boolean }) {
  const wider = searchPath({ q: query });
  if (page > 1) {
    return (
      <EmptyState
        title={<FormattedMessage id="search.none_page" />}
        action={
          <LinkButton href={wider}>
            <FormattedMessage id="search.first_page" />
          </LinkButton>
        }
      />
    );
  }
  return (
    <EmptyState
      title={<FormattedMessage id="search.none_title" values={{ query: <bdi>{query}</bdi> }} />}
      text={<FormattedMessage id="search.none_text" />}
      action={
        filtered ? (
          <LinkButton href={wider}>
            <FormattedMessage id="search.clear_filters" />
          </LinkButton>
        ) : undefined
      }
    />
  );
}

function Failure({ message }: { message: string }) {
  const refresh = usePageRefresh();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await refresh();
    setRetrying(false);
  };
  return <ErrorState message={message} retrying={retrying} onRetry={() => void retry()} />;
}

const first = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.trim() ?? '';

const nameOf = (response: PageApiResult<Space> | null) => (response?.ok ? response.data.name : null);

const NOWHERE: Directory = { spaces: [], people: [] };

export const getServerSideProps = pageProps<Props>({}, async ({ api, context }) => {
  const query = first(context.query.q);
  const requestedKind = first(context.query.kind);
  const kind = isSearchKind(requestedKind) ? requestedKind : null;
  const space = first(context.query.space);
  const page = Math.max(1, Math.trunc(Number(first(context.query.page))) || 1);
  const props: Props = {
    query,
    kind,
    space,
    spaceName: null,
    page,
    results: [],
    count: null,
    corrected: null,
    suggestion: null,
    error: null,
    places: NOWHERE,
  };
  const named = space ? api(`spaces/${encodeURIComponent(space)}/`) : null;
  if (!query) return { props: { ...props, spaceName: nameOf(await named) } };
  const parameters = new URLSearchParams({ q: query, page: String(page), page_size: String(PAGE_SIZE) });
  if (kind) parameters.set('kind', kind);
  if (space) parameters.set('space', space);
  // People stand above the first page: on no page are their rows found once more.
  if (!kind && !space) parameters.set('people', String(DIRECTORY_PEOPLE_MAX));
  const isFirst = page === 1 && !kind && !space;
  const [besidePeople, found, place] = await Promise.all([
    api(`search/?${parameters}`),
    isFirst
      ? api(`search/directory/?${new URLSearchParams({ q: query.slice(0, DIRECTORY_QUERY_LENGTH) })}`)
      : null,
    named,
  ]);
  props.spaceName = nameOf(place);
  if (found?.ok) props.places = found.data;
  // Where people can't be shown, their rows are among the results.
  const isWithout = found !== null && !found.ok && besidePeople.ok;
  if (isWithout) parameters.delete('people');
  const response = isWithout ? await api(`search/?${parameters}`) : besidePeople;
  const results = dataOrNull(response);
  // An invalid query is reported at the search field.
  if (!response.ok || !results) return { props: { ...props, error: response.ok ? null : response.message } };
  const corrected =
    'corrected' in response && typeof response.corrected === 'string' ? response.corrected : null;
  const suggestion =
    'suggestion' in response && typeof response.suggestion === 'string' ? response.suggestion : null;
  return { props: { ...props, results, count: response.count ?? null, corrected, suggestion } };
});
