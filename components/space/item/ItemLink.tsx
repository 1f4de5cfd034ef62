import NextLink from 'next/link';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { KindIcon } from '#components/ui/KindIcon.tsx';
import type { Item } from '#lib/contract/item.ts';
import { color, radius, space } from '#styles/tokens.ts';

/** A list of `ItemLink`s, each in its own `li`. */
export const ItemLinkList = styled.ul`
  overflow: hidden;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  > li + li {
    border-top: 1px solid ${color('line')};
  }
`;

const Line = styled(NextLink)`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 60px;
  padding: ${space(2)} ${space(4)};
  color: inherit;

  &:hover {
    background: ${color('hover')};
    text-decoration: none;
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
  }

  > small {
    flex: none;
  }
`;

const Details = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;

  > strong {
    font-weight: 500;
    overflow-wrap: anywhere;
    text-align: match-parent;
  }
`;

type ItemLinkProps = {
  item: { kind: Item['kind'] | 'form'; title: string };
  href: string;
  /** Under the title. */
  note: ReactNode;
  /** At the right. */
  side?: ReactNode;
};

/** An item or a form outside its space's list: its icon and title, as a link. Readable without a script. */
export function ItemLink({ item, href, note, side }: ItemLinkProps) {
  return (
    <Line href={href} prefetch={false}>
      <KindIcon kind={item.kind} labelled />
      <Details>
        <strong dir="auto">{item.title}</strong>
        <small>{note}</small>
      </Details>
      {side && <small>{side}</small>}
    </Line>
  );
}
