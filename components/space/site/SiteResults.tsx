import NextLink from 'next/link';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Snippet } from '#components/search/Snippet.tsx';
import { EmptyState } from '#components/ui/EmptyState.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { PageTitle } from '#components/ui/PageTitle.tsx';
import { color, space } from '#styles/tokens.ts';
import type { Site } from './load-site.ts';

const Found = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  padding-top: ${space(4)};

  h1 {
    font-size: 24px;
    line-height: 1.3;
    overflow-wrap: anywhere;
  }

  ol {
    display: grid;
    gap: ${space(4)};
  }

  li > a {
    font-weight: 500;
    overflow-wrap: anywhere;
  }

  li > p {
    color: ${color('quiet')};
    overflow-wrap: anywhere;
  }

  mark {
    background: ${color('primaryTint')};
    color: inherit;
  }
`;

/** What a search within a site found. */
export function SiteResults({ search }: { search: NonNullable<Site['search']> }) {
  const { query, results, problem } = search;
  return (
    <Found>
      <PageTitle title={query} />
      <h1>
        <FormattedMessage id="site.results" values={{ query: <bdi>{query}</bdi>, count: results.length }} />
      </h1>
      {problem && <Notice tone="error">{problem}</Notice>}
      {!problem && results.length === 0 && (
        <EmptyState
          title={<FormattedMessage id="site.no_results" />}
          text={<FormattedMessage id="site.no_results_text" />}
        />
      )}
      <ol>
        {results.map(({ key, href, title, snippet }) => (
          <li key={key}>
            <NextLink href={href} prefetch={false}>
              <Snippet html={title} />
            </NextLink>
            {snippet && (
              <p dir="auto">
                <Snippet html={snippet} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </Found>
  );
}
