import NextLink from 'next/link';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled, { css } from 'styled-components';
import { below, color, MOTION, radius } from '#styles/tokens.ts';

/** The kinds that search can filter by, in the order of display. */
export const SEARCH_KINDS = [
  'document',
  'email',
  'table',
  'contact',
  'image',
  'media',
  'general',
  'folder',
  'form',
  'post',
  'comment',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export const isSearchKind = (kind: unknown): kind is SearchKind =>
  SEARCH_KINDS.some((known) => known === kind);

export const Chips = styled.div`
  display: flex;
  gap: 6px;
  min-width: 0;
  flex-wrap: wrap;
  /* Room for the focus ring. */
  padding: 3px;
  margin: -3px;

  ${below('md')} {
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: none;
  }
`;

const look = css`
  display: inline-flex;
  flex: none;
  align-items: center;
  min-height: 30px;
  padding: 2px 9px;
  border: 1px solid ${color('line')};
  border-radius: ${radius('chip')};
  background: ${color('surface')};
  color: ${color('quiet')};
  font-size: 13px;
  font-weight: 500;
  text-decoration: none;
  white-space: nowrap;
  transition: background ${MOTION};

  @media (pointer: coarse) {
    min-height: 44px;
  }

  &:hover {
    background: ${color('hover')};
    color: ${color('text')};
    text-decoration: none;
  }

  &[aria-current='true'],
  &[aria-pressed='true'] {
    border-color: ${color('primaryTint')};
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }
`;

const ChipLink = styled(NextLink)`
  ${look}
`;
const ChipButton = styled.button`
  ${look}
`;

const CHOICES = [null, ...SEARCH_KINDS] as const;

function KindLabel({ kind }: { kind: SearchKind | null }): ReactNode {
  return kind ? <FormattedMessage id={`search.kind_${kind}`} /> : <FormattedMessage id="search.everything" />;
}

type Chosen = { kind: SearchKind | null };

/** The kinds as links, so that each choice has an address. */
export function KindLinks({ kind, href }: Chosen & { href: (kind: SearchKind | null) => string }) {
  const label = useIntl().formatMessage({ id: 'search.kinds' });
  return (
    <Chips as="nav" aria-label={label}>
      {CHOICES.map((choice) => (
        <ChipLink
          key={choice ?? ''}
          href={href(choice)}
          aria-current={choice === kind ? 'true' : undefined}
          scroll={false}
        >
          <KindLabel kind={choice} />
        </ChipLink>
      ))}
    </Chips>
  );
}

/** The kinds as buttons, for a search that does not change the address. */
export function KindButtons({ kind, onChoose }: Chosen & { onChoose: (kind: SearchKind | null) => void }) {
  const label = useIntl().formatMessage({ id: 'search.kinds' });
  return (
    <Chips role="group" aria-label={label}>
      {CHOICES.map((choice) => (
        <ChipButton
          key={choice ?? ''}
          type="button"
          aria-pressed={choice === kind}
          onClick={() => onChoose(choice)}
        >
          <KindLabel kind={choice} />
        </ChipButton>
      ))}
    </Chips>
  );
}
