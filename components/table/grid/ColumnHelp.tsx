import styled from 'styled-components';
import { menuPlace } from '../cells/menu-place.ts';

const Sign = styled.button`
  &&& {
    position: relative;
    flex: none;
    width: 16px;
    height: 16px;
    border: 1px solid currentColor;
    border-radius: 50%;
    font: italic 11px/1 Georgia, serif;
  }

  /* As large as a finger needs. */
  &::after {
    position: absolute;
    width: 28px;
    height: 28px;
    content: '';
  }
`;

type ColumnHelpProps = { id: string; help: string; onOpen: (at: { x: number; y: number }) => void };

/**
 * What a column is about: its header is described by it, and the sign opens the menu of the column, which begins with it, also by
 * keyboard.
 */
export const ColumnHelp = ({ id, help, onOpen }: ColumnHelpProps) => (
  <>
    <span id={id} hidden>
      {help}
    </span>
    <Sign
      type="button"
      tabIndex={-1}
      aria-hidden
      onClick={({ currentTarget }) => onOpen(menuPlace(currentTarget))}
    >
      i
    </Sign>
  </>
);
