import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

const Group = styled.fieldset`
  display: grid;
  gap: ${space(2)};

  > legend {
    margin-bottom: 6px;
    padding: 0;
    font-size: 13px;
    font-weight: 500;
  }
`;

const Choice = styled.label`
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: 0 ${space(3)};
  min-height: 44px;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${color('frameLine')};
  border-radius: ${radius('control')};
  cursor: pointer;

  &:has(:checked) {
    border-color: ${color('primary')};
    background: ${color('primaryTint')};
  }

  &:has(:focus-visible) {
    outline: 2px solid ${color('primary')};
    outline-offset: 1px;
  }

  > input {
    grid-row: span 2;
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: ${color('primaryFill')};
    outline: none;
  }

  > strong {
    font-weight: 500;
  }

  > small {
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }
`;

type Option<V extends string> = { value: V; label: ReactNode; help?: ReactNode };

type ChoiceGroupProps<V extends string> = {
  legend: ReactNode;
  name: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
};

/** Radio buttons as cards, each with a description. */
export function ChoiceGroup<V extends string>({
  legend,
  name,
  options,
  value,
  onChange,
}: ChoiceGroupProps<V>) {
  const id = useId();
  return (
    <Group>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Choice key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            // Without a label, the card's whole text would be the radio button's name.
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={option.help ? `${id}-${option.value}-help` : undefined}
          />
          <strong id={`${id}-${option.value}`}>{option.label}</strong>
          {option.help && <small id={`${id}-${option.value}-help`}>{option.help}</small>}
        </Choice>
      ))}
    </Group>
  );
}
