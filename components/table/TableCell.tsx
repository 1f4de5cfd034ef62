import { TriangleAlert } from 'lucide-react';
import styled from 'styled-components';
import { ValueView } from '#components/fields/ValueView.tsx';
import type { Column, Row } from '#lib/contract/table.ts';
import { isMissing } from '#lib/fields/comparison.ts';
import { isList } from '#lib/fields/field-types.ts';
import { rowFileUrl } from '#services/table.ts';
import { below, color } from '#styles/tokens.ts';

const Cell = styled.span`
  display: block;
  max-height: 6em;
  overflow: hidden;

  /* As the cell: its column is as wide as the longest word. */
  && span {
    overflow-wrap: break-word;
  }
`;

const Open = styled.button`
  /* The most that a cell has inside; a share of it would count as nothing where the column's width is found. */
  max-width: 336px;
  padding: 0;
  border: 0;
  background: none;
  color: ${color('text')};
  font: inherit;
  font-weight: 500;
  text-align: start;
  overflow-wrap: break-word;

  ${below('md')} {
    max-width: 100%;
  }

  &:hover {
    color: ${color('primaryText')};
    text-decoration: underline;
  }
`;

const Problem = styled.span`
  display: flex;
  gap: 4px;
  align-items: baseline;
  color: ${color('warning')};
  font-size: 12.5px;

  > svg {
    flex: none;
    align-self: center;
  }
`;

/** The problem of a value, or of a part of it. */
export const cellProblem = ({ problems }: Row, { name }: Column): string | undefined =>
  Object.entries(problems ?? {}).find(
    ([path]) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  )?.[1][0];

/** Types whose values contain no links: the first of them opens the row. */
const OPENS: ReadonlySet<string> = new Set([
  'text',
  'textarea',
  'number',
  'select',
  'date',
  'time',
  'datetime',
]);

type TableCellProps = { itemId: string; column: Column; row: Row; onOpen: (() => void) | null };

/** A value of a row, with its problem. */
export function TableCell({ itemId, column, row, onOpen }: TableCellProps) {
  const problem = cellProblem(row, column);
  const value = row.values[column.name];
  const fileOf = (id: string) => {
    const file = row.files?.[id];
    return file && { name: file.name, href: rowFileUrl(itemId, id) };
  };
  const shown = isMissing(column, value) ? null : <ValueView field={column} value={value} fileOf={fileOf} />;
  return (
    <>
      <Cell dir="auto">
        {onOpen && shown && !isList(column) && OPENS.has(column.type) ? (
          <Open type="button" onClick={onOpen}>
            {shown}
          </Open>
        ) : (
          shown
        )}
      </Cell>
      {problem && (
        <Problem>
          <TriangleAlert aria-hidden size={13} strokeWidth={1.75} />
          <span>{problem}</span>
        </Problem>
      )}
    </>
  );
}
