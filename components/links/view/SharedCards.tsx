import Link from 'next/link';
import styled from 'styled-components';
import { Cover } from '#components/table/cards/Cover.tsx';
import { cardStyle } from '#components/table/cards/card-style.ts';
import { valuesOf } from '#components/table/cells/cell-text.ts';
import { ValueList } from '#components/table/cells/ValueList.tsx';
import { tints } from '#components/table/colors/tint-style.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { asRow } from './shared-row.ts';
import { type RowAddress, type SharedRowsProps, useSharedRowName } from './shared-rows.ts';

const Cards = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(3)};
  margin: 0;
  padding: 0;
  list-style: none;

  &[data-gallery] {
    grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr));
  }

  > li {
    overflow: hidden;
    padding: ${space(3)} ${space(4)};
    border: 1px solid ${color('line')};
    border-radius: ${radius('card')};
    background: ${color('surface')};
    overflow-wrap: anywhere;
  }

  ${tints('> li')}

  ${cardStyle}
`;

type SharedCardsProps = SharedRowsProps & {
  /** Several cards beside each other, with the first picture of each row. */
  isGallery?: boolean;
  addressOf: RowAddress;
};

/** Rows of a shared view as cards. */
export function SharedCards({
  rows,
  columns,
  context,
  label,
  isGallery = false,
  addressOf,
}: SharedCardsProps) {
  const nameOf = useSharedRowName(columns, context);
  return (
    <Cards aria-label={label} data-gallery={isGallery || undefined}>
      {rows.map((row) => (
        <li key={row.id} data-tint={row.color}>
          {isGallery && <Cover itemId="" row={row} context={context} />}
          <Link className="name" dir="auto" prefetch={false} href={addressOf(row)}>
            {nameOf(row)}
          </Link>
          <ValueList
            itemId=""
            row={asRow(row)}
            columns={columns
              .slice(1)
              .filter(({ name }) => valuesOf(row.values[name]).length > 0 || row.restricted?.includes(name))}
            context={context}
          />
        </li>
      ))}
    </Cards>
  );
}
