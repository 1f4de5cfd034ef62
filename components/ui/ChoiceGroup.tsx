import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { choiceCardStyle } from './choice-card-style.ts';

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
  ${choiceCardStyle}
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: 0 ${space(3)};
  min-height: 44px;
  padding: ${space(2)} ${space(3)};

  > input {
    grid-row: span 2;
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
