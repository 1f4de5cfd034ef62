import { ArrowDown, ArrowUp } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { color, space } from '#styles/tokens.ts';
import { isNumber, isSortable } from './asked.ts';
import { Cut } from './CutCell.ts';

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

/** How a list stands to one of its orders. */
export function sortDirection(key: string, sort: string): Sorted {
  if (sort === key) return 'ascending';
  return sort === `-${key}` ? 'descending' : null;
}

type SortHeadProps = { label: string; sorted: Sorted; isEnd?: boolean; onSort: () => void };

/** A column's head by which the list is put in order. */
export function SortHead({ label, sorted, isEnd = false, onSort }: SortHeadProps) {
  const intl = useIntl();
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sorted ?? undefined} data-number={isEnd || undefined}>
      <SortButton
        type="button"
        title={intl.formatMessage({ id: 'answers.sort_by' }, { field: label })}
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

type FieldHeadProps = { field: FieldDefinition; sort: string; onSort: (key: string) => void };

/** The head of a field's column. */
export function FieldHead({ field, sort, onSort }: FieldHeadProps) {
  const key = `field:${field.id}`;
  if (!isSortable(field))
    return (
      <th scope="col">
        <Cut as="span">
          <bdi>{field.label}</bdi>
        </Cut>
      </th>
    );
  return (
    <SortHead
      label={field.label}
      sorted={sortDirection(key, sort)}
      isEnd={isNumber(field)}
      onSort={() => onSort(key)}
    />
  );
}
