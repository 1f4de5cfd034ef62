import NextLink from 'next/link';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import type { Column, Row } from '#lib/contract/table.ts';
import { CONTACT_KINDS } from '#lib/text/upload-types.ts';
import { color, space } from '#styles/tokens.ts';

const Line = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(4)};
  color: ${color('quiet')};
  font-size: 13px;
`;

/** What somebody in a contact list is found by: their address, else their name; null for who has neither. */
export function foundBy(columns: readonly Column[], row: Row): string | null {
  for (const type of ['email', 'text'] as const) {
    const column = columns.find((one) => one.type === type);
    const value = column && row.values[column.name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** Where in the hub more about somebody of a contact list is looked for: by kind, in the hub's search. */
export function ContactSearches({ columns, row }: { columns: readonly Column[]; row: Row }) {
  const query = foundBy(columns, row);
  if (query === null) return null;
  const words = `"${query.replaceAll('"', ' ')}"`;
  return (
    <Line>
      <FormattedMessage id="table.contact_searches" />
      {CONTACT_KINDS.map((kind) => (
        <NextLink key={kind} href={`/search?${new URLSearchParams({ q: words, kind })}`} prefetch={false}>
          <FormattedMessage id={`search.kind_${kind}`} />
        </NextLink>
      ))}
    </Line>
  );
}
