import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { FormattedMessage } from 'react-intl';
import styled, { css } from 'styled-components';
import { CONTROL, color, MOTION, radius, space } from '#styles/tokens.ts';

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

/** The look of everything that is typed into; antd-free, so that any page can carry it. */
export const control = css`
  width: 100%;
  min-height: ${CONTROL.large}px;
  padding: 0 14px;
  border: 1px solid ${color('fieldLine')};
  border-radius: ${radius('control')};
  background: ${color('surface')};
  color: ${color('text')};
  font-size: 14px;
  transition: border-color ${MOTION};

  /* Smaller letters make phones zoom in. */
  @media (pointer: coarse) {
    font-size: 16px;
  }

  &:hover:not(:disabled) {
    border-color: ${color('quiet')};
  }

  &:focus-visible {
    border-color: ${color('primary')};
    outline: 2px solid ${color('primary')};
    outline-offset: -1px;
  }

  &[aria-invalid='true'] {
    border-color: ${color('error')};
  }

  &:disabled {
    background: ${color('page')};
    color: ${color('quiet')};
  }
`;

export const Input = styled.input`
  ${control}
`;

const TextArea = styled.textarea`
  ${control}
  padding-block: 10px;
  line-height: 1.5;
  resize: vertical;
`;

export const Select = styled.select`
  ${control}
  padding-right: 36px;
  appearance: none;
  background-image:
    linear-gradient(45deg, transparent 50%, currentcolor 50%),
    linear-gradient(-45deg, transparent 50%, currentcolor 50%);
  background-position:
    right 19px center,
    right 14px center;
  background-repeat: no-repeat;
  background-size: 5px 5px;

  option,
  optgroup {
    background: ${color('raised')};
    color: ${color('text')};
  }
`;

/** What a control gets from its field, to be spread onto it. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

export type FieldProps = {
  label: ReactNode;
  help?: ReactNode;
  /** The message under it; the control is then marked as wrong. */
  error?: ReactNode;
  required?: boolean;
  /** At the label's right: a link, a count. */
  aside?: ReactNode;
  id?: string;
};

/** A label, its control, help, and the message under it, tied together for screen readers. */
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
