import { useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Item } from '#lib/contract/item.ts';
import { below, color } from '#styles/tokens.ts';
import { useSelection } from './SelectionContext.tsx';

/** In the row's margin; visible on hover and focus, and as long as something is selected. */
const Box = styled.label<{ $stays: boolean }>`
  position: absolute;
  z-index: 1;
  top: 0;
  bottom: 0;
  left: 0;
  display: grid;
  place-items: center;
  width: 20px;
  cursor: pointer;
  opacity: ${({ $stays }) => ($stays ? 1 : 0)};

  > input {
    width: 14px;
    height: 14px;
    margin: 0;
    accent-color: ${color('primaryFill')};
    cursor: pointer;
  }

  li:hover > &,
  &:focus-within {
    opacity: 1;
  }

  ${below('md')} {
    width: 40px;
    opacity: 1;
  }

  @media (hover: none) {
    width: 40px;
    opacity: 1;
  }
`;

/** Selects the item of a row; with Shift, also those between it and the previous one. */
export function SelectBox({ item }: { item: Item }) {
  const intl = useIntl();
  const selection = useSelection();
  if (!selection) return null;
  return (
    <Box data-select $stays={selection.items.length > 0}>
      <input
        type="checkbox"
        checked={selection.isSelected(item.id)}
        aria-label={intl.formatMessage({ id: 'selection.select' }, { title: item.title })}
        onChange={({ nativeEvent }) =>
          selection.select({
            type: 'toggled',
            id: item.id,
            range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
          })
        }
      />
    </Box>
  );
}
