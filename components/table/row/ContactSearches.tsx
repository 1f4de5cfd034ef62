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

/** The search text for a contact: the address, else the name; null without either. */
export function foundBy(columns: readonly Column[], row: Row): string | null {
  for (const type of ['email', 'text'] as const) {
    const column = columns.find((one) => one.type === type);
    const value = column && row.values[column.name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** Links to the hub's search for a contact, by kind. */
export function ContactSearches({ columns, row }: { columns: readonly Column[]; row: Row }) {
  const query = foundBy(columns, row);
  if (query === null) return null;
  const phrase = `"${query.replaceAll('"', ' ')}"`;
  return (
    <Line>
      <FormattedMessage id="table.contact_searches" />
      {CONTACT_KINDS.map((kind) => (
        <NextLink key={kind} href={`/search?${new URLSearchParams({ q: phrase, kind })}`} prefetch={false}>
          <FormattedMessage id={`search.kind_${kind}`} />
        </NextLink>
      ))}
    </Line>
  );
}
