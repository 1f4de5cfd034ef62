import type { ReactNode } from 'react';
import styled from 'styled-components';
import { space } from '#styles/tokens.ts';

const Check = styled.label`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  min-height: 44px;
`;

type CheckFieldProps = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode };

/** A checkbox with its label, in a dialog of a table. */
export const CheckField = ({ checked, onChange, children }: CheckFieldProps) => (
  <Check>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    {children}
  </Check>
);
