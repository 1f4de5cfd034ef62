import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { VISIBILITIES, type Visibility } from '#lib/policy/roles.ts';
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
  border: 1px solid ${color('fieldLine')};
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
  }
`;

const STRICTEST_FIRST = [...VISIBILITIES].reverse();

type VisibilityChoiceProps = { value: Visibility; onChange: (visibility: Visibility) => void };

/** Who may know of a hub (contract §4), the strictest first. */
export function VisibilityChoice({ value, onChange }: VisibilityChoiceProps) {
  const id = useId();
  return (
    <Group>
      <legend>
        <FormattedMessage id="create_hub.visibility" />
      </legend>
      {STRICTEST_FIRST.map((visibility) => (
        <Choice key={visibility}>
          <input
            type="radio"
            name="visibility"
            value={visibility}
            checked={value === visibility}
            onChange={() => onChange(visibility)}
            aria-labelledby={`${id}-${visibility}`}
            aria-describedby={`${id}-${visibility}-help`}
          />
          <strong id={`${id}-${visibility}`}>
            <FormattedMessage id={`create_hub.${visibility}`} />
          </strong>
          <small id={`${id}-${visibility}-help`}>
            <FormattedMessage id={`create_hub.${visibility}_help`} />
          </small>
        </Choice>
      ))}
    </Group>
  );
}
