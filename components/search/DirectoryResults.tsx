import NextLink from 'next/link';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { InContacts } from '#components/sharing/InContacts.tsx';
import type { Directory } from '#lib/contract/directory.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { DirectoryPersonRow, DirectorySpaceRow } from './DirectoryRow.tsx';
import { personPath } from './result-location.ts';

const Part = styled.section`
  > h2 {
    margin-bottom: ${space(2)};
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }

  > ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr));
    gap: ${space(2)};
  }

  > p {
    margin-top: ${space(2)};
    font-size: 13px;
  }
`;

const Card = styled.li`
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
`;

const PlaceLink = styled(NextLink)`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 54px;
  padding: ${space(2)} ${space(4)};
  color: inherit;

  &:last-child {
    flex: 1;
  }

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }

  &:focus-visible {
    outline-offset: -2px;
  }
`;

/** Under the name, which stands beside the picture. */
const Below = styled.p`
  padding: 0 ${space(4)} ${space(2)} calc(${space(4)} + 28px + ${space(3)});
  color: ${color('quiet')};
  font-size: 13px;
`;

type PlaceProps = { href: string; children: ReactNode; below?: ReactNode };

function Place({ href, children, below }: PlaceProps) {
  return (
    <Card>
      <PlaceLink href={href} prefetch={false}>
        {children}
      </PlaceLink>
      {below && <Below>{below}</Below>}
    </Card>
  );
}

type DirectoryResultsProps = { handle: string; query: string; found: Directory };

/** Spaces and people that match the search, above the results in items; nothing if there are none. */
export function DirectoryResults({ handle, query, found: { spaces, people } }: DirectoryResultsProps) {
  return (
    <>
      {spaces.length > 0 && (
        <Part>
          <h2>
            <FormattedMessage id="search.spaces" />
          </h2>
          <ul>
            {spaces.map((one) => (
              <Place key={one.id} href={`/${handle}/${one.slug}`}>
                <DirectorySpaceRow space={one} />
              </Place>
            ))}
          </ul>
          <p>
            <NextLink
              href={`/${handle}?${new URLSearchParams({ view: 'spaces', q: query })}`}
              prefetch={false}
            >
              <FormattedMessage id="hub.all_spaces" />
            </NextLink>
          </p>
        </Part>
      )}
      {people.length > 0 && (
        <Part>
          <h2>
            <FormattedMessage id="search.people" />
          </h2>
          <ul>
            {people.map((one) => (
              <Place
                key={one.id}
                href={personPath(handle, one)}
                below={one.contacts.length > 0 && <InContacts handle={handle} contacts={one.contacts} />}
              >
                <DirectoryPersonRow person={one} />
              </Place>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}
