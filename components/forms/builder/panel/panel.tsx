import { type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { color, MOTION, space } from '#styles/tokens.ts';

export const PanelTitle = styled.h2`
  font-size: 16px;
  font-weight: 600;
  overflow-wrap: anywhere;
`;

export const PanelSection = styled.section`
  display: grid;
  gap: ${space(3)};
  padding-top: ${space(4)};
  border-top: 1px solid ${color('line')};

  > h3 {
    color: ${color('quiet')};
    font-size: 12.5px;
    font-weight: 600;
  }
`;

export const HintText = styled.p`
  color: ${color('quiet')};
  font-size: 13px;
  overflow-wrap: anywhere;
`;

export const ErrorText = styled.p`
  color: ${color('error')};
  font-size: 13px;
  overflow-wrap: anywhere;
`;

const Line = styled.label`
  display: flex;
  gap: ${space(3)};
  align-items: flex-start;
  justify-content: space-between;
  min-height: 28px;
  font-size: 14px;
  cursor: pointer;

  > input {
    position: relative;
    flex: none;
    width: 36px;
    height: 20px;
    margin: 1px 0 0;
    border-radius: 10px;
    appearance: none;
    background: ${color('fieldLine')};
    cursor: pointer;
    transition: background ${MOTION};
  }

  > input::before {
    position: absolute;
    top: 2px;
    left: 2px;
    width: 16px;
    height: 16px;
    border-radius: 50%;
    background: ${color('onFill')};
    transition: translate ${MOTION};
    content: '';
  }

  > input:checked {
    background: ${color('primaryFill')};
  }

  > input:checked::before {
    translate: 16px 0;
  }
`;

type SwitchProps = {
  label: ReactNode;
  help?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch whose change is applied immediately. */
export function Switch({ label, help, checked, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div>
      <Line>
        <span>{label}</span>
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          disabled={disabled}
          aria-describedby={help ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
      </Line>
      {help && <HintText id={id}>{help}</HintText>}
    </div>
  );
}
