import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Row } from '#lib/contract/table.ts';
import { color } from '#styles/tokens.ts';
import { useSelectionOfRows } from './row-selection.ts';

/** With a mouse, seen at the card under it, and at all cards once one is selected. */
const Box = styled.label<{ $isShown: boolean }>`
  display: grid;
  flex: none;
  place-items: center;
  width: 32px;
  height: 32px;
  cursor: pointer;

  > input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color('primaryFill')};
    cursor: pointer;
  }

  @media (hover: hover) {
    opacity: ${({ $isShown }) => ($isShown ? 1 : 0)};

    li:hover &,
    li:focus-within & {
      opacity: 1;
    }
  }
`;

type RowCheckProps = { row: Row; name: string; onCheck?: () => void };

/** Selects the row of a card; nothing where rows can't be selected. */
export function RowCheck({ row, name, onCheck }: RowCheckProps) {
  const intl = useIntl();
  const selection = useSelectionOfRows();
  if (!selection) return null;
  const { rows, isAll, toggle } = selection;
  return (
    <Box
      $isShown={isAll || rows.size > 0}
      // It does not lift the card of a board.
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
    >
      <input
        type="checkbox"
        aria-label={intl.formatMessage({ id: 'table.select_row' }, { name })}
        checked={isAll || rows.has(row.id)}
        disabled={isAll}
        onChange={({ target }) => {
          toggle(row, target.checked);
          onCheck?.();
        }}
      />
    </Box>
  );
}
