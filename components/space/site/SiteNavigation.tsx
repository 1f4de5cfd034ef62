import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { SearchField } from '#components/ui/SearchField.tsx';
import { below, color, from, radius, space } from '#styles/tokens.ts';
import type { Site } from './load-site.ts';

/** Letters of a title that may not fit into its line of the navigation. */
const LONG_TITLE = 60;

const Side = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  align-content: start;
  padding-top: ${space(4)};
  font-size: 14px;

  ${from('lg')} {
    position: sticky;
    top: 0;
    max-height: 100vh;
    padding-bottom: ${space(6)};
    overflow-y: auto;
  }
`;

const Search = styled.form`
  display: flex;
  gap: ${space(2)};

  > :first-child {
    flex: 1;
    min-width: 0;
  }
`;

/* Folded on narrow screens, where it would come before the text; always open beside it. */
const Folded = styled.details`
  summary {
    padding: ${space(2)} 0;
    font-weight: 500;
    cursor: pointer;
  }

  @supports selector(::details-content) {
    ${from('lg')} {
      summary {
        display: none;
      }

      &::details-content {
        display: block;
        content-visibility: visible;
      }
    }
  }
`;

const Lines = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1px;
`;

const Line = styled(NextLink)<{ $depth: number }>`
  display: block;
  padding: 5px ${space(2)} 5px calc(${space(2)} + ${({ $depth }) => Math.min($depth, 6) * 14}px);
  overflow-wrap: anywhere;
  border-radius: ${radius('chip')};
  color: ${color('quiet')};
  text-decoration: none;

  ${below('md')} {
    padding-block: 10px;
  }

  &:hover {
    background: ${color('hover')};
    color: ${color('text')};
    text-decoration: none;
  }

  &[aria-current='page'] {
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
    font-weight: 500;
  }

  &[data-folder] {
    color: ${color('text')};
    font-weight: 500;
  }

  > bdi {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
  }
`;

/** The search and the tree of a site. */
export function SiteNavigation({ site }: { site: Site }) {
  const intl = useIntl();
  const { name, href, rows, search } = site;
  return (
    <Side data-print="hidden">
      <Search
        action={href}
        role="search"
        aria-label={intl.formatMessage({ id: 'site.search' }, { space: name })}
      >
        <SearchField
          name="find"
          label={intl.formatMessage({ id: 'site.search' }, { space: name })}
          defaultValue={search?.query ?? ''}
          maxLength={200}
        />
        <Button type="submit">
          <FormattedMessage id="site.search_submit" />
        </Button>
      </Search>
      <nav aria-label={intl.formatMessage({ id: 'site.pages' }, { space: name })}>
        <Folded>
          <summary>
            <FormattedMessage id="site.contents" />
          </summary>
          <Lines>
            <li>
              <Line
                href={href}
                prefetch={false}
                $depth={0}
                data-folder
                aria-current={rows.every(({ isCurrent }) => !isCurrent) && !search ? 'page' : undefined}
              >
                <bdi>{name}</bdi>
              </Line>
            </li>
            {rows.map((row) => (
              <li key={row.id}>
                <Line
                  href={row.href}
                  prefetch={false}
                  $depth={row.depth}
                  data-folder={row.kind === 'folder' ? true : undefined}
                  aria-current={row.isCurrent && !search ? 'page' : undefined}
                  title={row.title.length > LONG_TITLE ? row.title : undefined}
                >
                  <bdi>{row.title}</bdi>
                </Line>
              </li>
            ))}
          </Lines>
        </Folded>
      </nav>
    </Side>
  );
}
