import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';

const Check = styled.label`
  display: grid;
  grid-template-columns: auto 1fr;
  align-items: center;
  gap: 0 ${space(3)};
  min-height: 44px;
  cursor: pointer;

  > input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color('primaryFill')};
  }

  > strong {
    font-weight: 500;
  }

  > small {
    grid-column: 2;
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

type CheckSettingProps = {
  label: ReactNode;
  help: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A setting that is on or off, with what it means below its name. */
export function CheckSetting({ label, help, checked, onChange }: CheckSettingProps) {
  return (
    <Check>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <strong>{label}</strong>
      <small>{help}</small>
    </Check>
  );
}
