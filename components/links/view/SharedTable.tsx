import styled from 'styled-components';
import { cardStyle } from '#components/table/cards/card-style.ts';
import { CellValue } from '#components/table/cells/CellValue.tsx';
import { tints } from '#components/table/colors/tint-style.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { asRow } from './shared-row.ts';
import type { SharedRowsProps } from './shared-rows.ts';

const Frame = styled.div`
  overflow-x: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};

  &:focus-visible {
    outline-offset: 2px;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }

  th,
  td {
    min-width: 120px;
    max-width: 420px;
    padding: ${space(2)} ${space(3)};
    text-align: start;
    vertical-align: top;
    overflow-wrap: anywhere;
  }

  th {
    border-bottom: 1px solid ${color('line')};
    color: ${color('quiet')};
    font-weight: 500;
    white-space: nowrap;
  }

  tr + tr > td {
    border-top: 1px solid ${color('line')};
  }

  .number {
    text-align: end;
  }

  ${tints('tr')}

  ${cardStyle}
`;

/** Rows of a shared view as a table. */
export function SharedTable({ rows, columns, context, label }: SharedRowsProps) {
  return (
    <Frame role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" dir="auto" className={column.isNumeric ? 'number' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .map((one) => ({ ...asRow(one), color: one.color }))
            .map((row) => (
              <tr key={row.id} data-tint={row.color}>
                {columns.map((column) => (
                  <td key={column.id} dir="auto" className={column.isNumeric ? 'number' : undefined}>
                    <CellValue
                      itemId=""
                      column={column}
                      row={row}
                      value={row.values[column.name]}
                      context={context}
                    />
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </Frame>
  );
}
