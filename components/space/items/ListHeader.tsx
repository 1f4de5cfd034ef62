import { ArrowDown, ArrowUp } from 'lucide-react';
import NextLink from 'next/link';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import {
  isDescending,
  type SpaceView,
  sortAfter,
  sortKeyOf,
  viewPath,
} from '#components/space/view/space-view.ts';
import { RowHeader } from '#components/ui/row-list.ts';
import { below, color, radius, space } from '#styles/tokens.ts';
import { COLUMNS, FEWER_COLUMNS } from './ItemRow.tsx';

const Head = styled(RowHeader)`
  align-items: center;
  padding-top: ${space(1)};
  padding-bottom: ${space(1)};

  ${below('lg')} {
    grid-template-columns: ${FEWER_COLUMNS};
  }
`;

const Table = styled.table`
  display: block;

  > thead {
    display: block;
  }

  th {
    padding: 0;
    font-weight: 400;
    text-align: start;
  }

  th[data-wide] {
    text-align: end;

    ${below('lg')} {
      display: none;
    }
  }

  /* Two share the names' column: the kind stands under each name. */
  th[data-second] {
    grid-column: 1;
    grid-row: 1;
    margin-inline-start: 88px;
    justify-self: start;
  }

  th[data-first] {
    grid-column: 1;
    grid-row: 1;
    justify-self: start;
  }
`;

const SortLink = styled(NextLink)`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-height: 32px;
  border-radius: ${radius('chip')};
  color: inherit;
  text-decoration: none;

  &:hover,
  &[data-sorted] {
    color: ${color('text')};
    text-decoration: none;
  }

  &[data-sorted] {
    font-weight: 500;
  }
`;

const MESSAGE = {
  title: 'item_list.name',
  kind: 'item_list.kind',
  size: 'item_list.size',
  updated_at: 'item_list.changed',
  created_at: 'item_list.created',
  created_by: 'item_list.by',
} as const;

type ListHeaderProps = {
  base: string;
  view: SpaceView /** False for users outside of the hub. */;
  people: boolean;
};

/**
 * The columns of a list; pressing one sorts by it, pressing it again reverses the order. Links, so that each order has
 * an address. The rows below are a list of links, not cells: the header is a table of its own, with a name that states
 * this.
 */
export function ListHeader({ base, view, people }: ListHeaderProps) {
  const intl = useIntl();
  const sorted = sortKeyOf(view.sort);
  const down = isDescending(view.sort);
  const column = (key: keyof typeof MESSAGE, place: object = {}) => (
    <th scope="col" aria-sort={key === sorted ? (down ? 'descending' : 'ascending') : 'none'} {...place}>
      <SortLink
        href={viewPath(base, { ...view, sort: sortAfter(view.sort, key) })}
        prefetch={false}
        scroll={false}
        data-sorted={key === sorted ? '' : undefined}
      >
        <FormattedMessage id={MESSAGE[key]} />
        {key === sorted &&
          (down ? (
            <ArrowDown aria-hidden size={14} strokeWidth={1.75} />
          ) : (
            <ArrowUp aria-hidden size={14} strokeWidth={1.75} />
          ))}
      </SortLink>
    </th>
  );
  return (
    <Table aria-label={intl.formatMessage({ id: 'item_list.head' })}>
      <thead>
        <Head as="tr" $columns={COLUMNS}>
          {column('title', { 'data-first': '' })}
          {column('kind', { 'data-second': '' })}
          {column('size', { 'data-wide': '' })}
          <th scope="col">
            <FormattedMessage id="item_list.visibility" />
          </th>
          {column('updated_at')}
          {people && column('created_by')}
        </Head>
      </thead>
    </Table>
  );
}
