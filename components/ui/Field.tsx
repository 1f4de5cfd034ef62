import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { Input, Select, TextArea } from './control.ts';

const Box = styled.div`
  min-width: 0;
`;

const Top = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(3)};
  margin-bottom: 6px;
  font-size: 13px;
`;

const Label = styled.label`
  font-weight: 500;
`;

const Optional = styled.span`
  color: ${color('quiet')};
  font-weight: 400;
`;

const Help = styled.div`
  margin-top: 6px;
  color: ${color('quiet')};
  font-size: 13px;
`;

const Problem = styled.div`
  display: flex;
  gap: 6px;
  margin-top: 6px;
  color: ${color('error')};
  font-size: 13px;
  overflow-wrap: anywhere;

  > svg {
    flex: none;
    margin-top: 3px;
  }
`;

/** Props that a field passes to its control, to be spread onto it. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  /** The error under it; the control is then marked as invalid. */
  error?: ReactNode;
  required?: boolean;
  /** At the label's right: a link, a count. */
  aside?: ReactNode;
  id?: string;
};

/** A label, its control, help, and error, associated for screen readers. */
export function Field({
  label,
  help,
  error,
  required = false,
  aside,
  id,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const own = useId();
  const controlId = id ?? own;
  const helpId = `${controlId}-help`;
  const errorId = `${controlId}-error`;
  const described = [error ? errorId : null, help ? helpId : null].filter(Boolean).join(' ');
  return (
    <Box>
      <Top>
        <Label htmlFor={controlId}>
          {label}
          {!required && (
            <Optional>
              {' · '}
              <FormattedMessage id="field.optional" />
            </Optional>
          )}
        </Label>
        {aside}
      </Top>
      {children({
        id: controlId,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <div aria-live="polite">
        {error && (
          <Problem id={errorId}>
            <CircleAlert aria-hidden size={14} strokeWidth={1.75} />
            <span>{error}</span>
          </Problem>
        )}
      </div>
      {help && <Help id={helpId}>{help}</Help>}
    </Box>
  );
}

type Native<Tag extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Tag>, keyof FieldProps>;

const split = <P extends FieldProps>({ label, help, error, required, aside, id, ...rest }: P) => ({
  field: { label, help, error, required, aside, id },
  rest,
});

export function TextField(props: FieldProps & Native<'input'>) {
  const { field, rest } = split(props);
  return <Field {...field}>{(own) => <Input {...rest} {...own} />}</Field>;
}

export function TextAreaField(props: FieldProps & Native<'textarea'>) {
  const { field, rest } = split(props);
  return <Field {...field}>{(own) => <TextArea rows={4} {...rest} {...own} />}</Field>;
}

/** A native select: options and groups are its children. */
export function SelectField(props: FieldProps & Native<'select'>) {
  const { field, rest } = split(props);
  return <Field {...field}>{(own) => <Select {...rest} {...own} />}</Field>;
}
