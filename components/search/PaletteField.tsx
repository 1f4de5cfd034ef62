import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { KeyboardKey } from '#components/ui/SearchField.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { color, radius, space } from '#styles/tokens.ts';

const Top = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: ${space(3)};
  height: 64px;
  padding: 0 ${space(6)};
  border-bottom: 1px solid ${color('line')};

  > svg {
    flex: none;
    color: ${color('quiet')};
  }

  > input {
    flex: 1;
    min-width: 0;
    height: 100%;
    padding: 0;
    border: 0;
    outline: none;
    background: none;
    font-size: 18px;
  }

  > button {
    padding: ${space(2)};
    border: 0;
    border-radius: ${radius('chip')};
    background: none;
  }
`;

type PaletteFieldProps = ComponentProps<'input'> & { expanded: boolean; onClose: () => void };

/**
 * The search field, whose results are selected with the arrow keys, and the close button. It is the first control of
 * its dialog, which focuses it.
 */
export function PaletteField({ expanded, onClose, ...input }: PaletteFieldProps) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'search.label' });
  return (
    <Top>
      <Search aria-hidden size={20} strokeWidth={1.75} />
      <input
        {...input}
        role="combobox"
        aria-expanded={expanded}
        aria-autocomplete="list"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={500}
        dir="auto"
      />
      <button type="button" onClick={onClose}>
        <KeyboardKey>esc</KeyboardKey>{' '}
        <VisuallyHidden>{intl.formatMessage({ id: 'search.close' })}</VisuallyHidden>
      </button>
    </Top>
  );
}
