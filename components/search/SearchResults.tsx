import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { LinkButton } from '#components/ui/Button.tsx';
import type { SearchResult } from '#lib/contract/search.ts';
import { below, color, radius, SHADOW, space } from '#styles/tokens.ts';
import { resultPath } from './result-location.ts';
import { SearchResultRow, searchResultStyles } from './SearchResultRow.tsx';

const List = styled.ol`
  overflow: hidden;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};

  > li + li {
    border-top: 1px solid ${color('line')};
  }
`;

const ResultLink = styled(NextLink)`
  ${searchResultStyles}
  align-items: flex-start;
  color: inherit;

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  ${below('md')} {
    padding-inline: ${space(4)};
  }
`;

type SearchResultsProps = { handle: string; query: string; results: SearchResult[] };

/** A list of results, each a link to its location. */
export function SearchResults({ handle, query, results }: SearchResultsProps) {
  const label = useIntl().formatMessage({ id: 'search.results' });
  return (
    <List aria-label={label}>
      {results.map((result) => (
        <li
          key={`${result.item.id} ${result.match.where} ${result.match.page ?? result.match.submission_id ?? ''}`}
        >
          <ResultLink href={resultPath(handle, result, query)} prefetch={false}>
            <SearchResultRow result={result} lines={2} />
          </ResultLink>
        </li>
      ))}
    </List>
  );
}

const Pages = styled.nav`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space(4)};
  color: ${color('quiet')};
  font-variant-numeric: tabular-nums;
`;

type ResultPagesProps = {
  page: number;
  hasMore: boolean;
  href: (page: number) => string;
  /** Name of the navigation; "results" by default. */
  label?: string;
};

/** Links to the previous and the next page; nothing where there is only one. */
export function ResultPages({ page, hasMore, href, label }: ResultPagesProps) {
  const ofResults = useIntl().formatMessage({ id: 'search.pages' });
  if (page === 1 && !hasMore) return null;
  return (
    <Pages aria-label={label ?? ofResults}>
      {page > 1 && (
        <LinkButton href={href(page - 1)} rel="prev">
          <FormattedMessage id="search.previous" />
        </LinkButton>
      )}
      <span>
        <FormattedMessage id="search.found_page" values={{ page }} />
      </span>
      {hasMore && (
        <LinkButton href={href(page + 1)} rel="next">
          <FormattedMessage id="search.next" />
        </LinkButton>
      )}
    </Pages>
  );
}
