import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { color } from '#styles/tokens.ts';

const Box = styled.label`
  display: grid;
  flex: none;
  place-items: center;
  align-self: center;
  width: 24px;
  min-height: 36px;
  cursor: pointer;

  > input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: ${color('primaryFill')};
    cursor: pointer;
  }
`;

export type PersonSelection = { isSelected: boolean; onSelect: (isSelected: boolean) => void };

/** Selects a person, to give labels to several. */
export function PersonCheck({ name, isSelected, onSelect }: PersonSelection & { name: string }) {
  const intl = useIntl();
  const shown = name || intl.formatMessage({ id: 'contacts.nameless' });
  return (
    <Box>
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={intl.formatMessage({ id: 'contacts.select' }, { name: shown })}
        onChange={({ target }) => onSelect(target.checked)}
      />
    </Box>
  );
}
