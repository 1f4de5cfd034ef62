import { ArrowDown, ArrowUp } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { color, space } from '#styles/tokens.ts';
import { Clamped } from './ClampedCell.ts';
import { isNumber, isSortable } from './submission-columns.ts';

const SortButton = styled.button`
  display: inline-flex;
  gap: ${space(1)};
  align-items: end;
  max-width: 100%;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: inherit;
  cursor: pointer;

  > span {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    max-width: 300px;
    overflow-wrap: break-word;
  }

  > svg {
    flex: none;
  }

  &:hover {
    color: ${color('text')};
  }
`;

type Sorted = 'ascending' | 'descending' | null;

/** Whether and in which direction a list is sorted by a column. */
function sortDirection(key: string, sort: string): Sorted {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : null;
}

type SortableHeaderProps = { label: string; sorted: Sorted; isEnd?: boolean; onSort: () => void };

/** The header of a sortable column. */
function SortableHeader({ label, sorted, isEnd = false, onSort }: SortableHeaderProps) {
  const intl = useIntl();
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sorted ?? undefined} data-number={isEnd || undefined}>
      <SortButton
        type="button"
        title={intl.formatMessage({ id: 'submissions.sort_by' }, { field: label })}
        onClick={onSort}
      >
        <span>
          <bdi>{label}</bdi>
        </span>
        {sorted && <Arrow aria-hidden size={14} strokeWidth={2} />}
      </SortButton>
    </th>
  );
}

type FieldHeaderProps = { field: FieldDefinition; sort: string; onSort: (key: string) => void };

/** The header of a field's column. */
function FieldHeader({ field, sort, onSort }: FieldHeaderProps) {
  const key = `field:${field.id}`;
  if (!isSortable(field))
    return (
      <th scope="col">
        <Clamped as="span">
          <bdi>{field.label}</bdi>
        </Clamped>
      </th>
    );
  return (
    <SortableHeader
      label={field.label}
      sorted={sortDirection(key, sort)}
      isEnd={isNumber(field)}
      onSort={() => onSort(key)}
    />
  );
}

type TableHeadProps = {
  fields: readonly FieldDefinition[];
  sort: string;
  onSort: (sort: string) => void;
  isAllSelected: boolean;
  onSelectAll: (is: boolean) => void;
};

/** The headers of the columns, which sort the table, and the box that selects all of its rows. */
export function SubmissionTableHeader({ fields, sort, onSort, isAllSelected, onSelectAll }: TableHeadProps) {
  const intl = useIntl();
  /** By a column; in the reversed order where that is the order already. */
  const sortBy = (key: string) => onSort(sort === key ? `-${key}` : key);
  return (
    <thead>
      <tr>
        <th data-narrow>
          <input
            type="checkbox"
            aria-label={intl.formatMessage({ id: 'submissions.select_all' })}
            checked={isAllSelected}
            onChange={({ target }) => onSelectAll(target.checked)}
          />
        </th>
        <SortableHeader
          label={intl.formatMessage({ id: 'submissions.received' })}
          sorted={sortDirection('created_at', sort)}
          onSort={() => sortBy('created_at')}
        />
        <th data-narrow scope="col">
          <FormattedMessage id="submissions.state" />
        </th>
        {fields.map((field) => (
          <FieldHeader key={field.id} field={field} sort={sort} onSort={sortBy} />
        ))}
      </tr>
    </thead>
  );
}
