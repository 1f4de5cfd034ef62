import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { Input } from '#components/ui/control.ts';
import { Field, type FieldProps } from '#components/ui/Field.tsx';

const Digits = styled(Input)`
  font-size: 18px;
  font-variant-numeric: tabular-nums;
  letter-spacing: 0.12em;
`;

type CodeFieldProps = FieldProps & {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
} & Omit<ComponentProps<'input'>, keyof FieldProps | 'value' | 'onChange' | 'type'>;

/**
 * A numeric code from a mail or an authenticator: typed, pasted with blanks and hyphens, or suggested by the phone.
 */
export function CodeField({ label, help, error, required, aside, id, onChange, ...rest }: CodeFieldProps) {
  return (
    <Field label={label} help={help} error={error} required={required} aside={aside} id={id}>
      {(own) => (
        <Digits
          autoComplete="one-time-code"
          autoCapitalize="none"
          inputMode="numeric"
          spellCheck={false}
          {...rest}
          {...own}
          type="text"
          onChange={(event) => onChange({ target: { value: event.target.value.replace(/[\s-]/g, '') } })}
        />
      )}
    </Field>
  );
}
