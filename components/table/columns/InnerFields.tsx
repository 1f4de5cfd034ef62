import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useRowFocus } from '#components/fields/use-row-focus.ts';
import { Button, IconButton } from '#components/ui/Button.tsx';
import { SelectField, TextAreaField, TextField } from '#components/ui/Field.tsx';
import { FIELD_TYPES, isChoice } from '#lib/fields/field-types.ts';
import { color, radius, space } from '#styles/tokens.ts';
import { INNER_TYPES, type InnerField, newInnerField } from './inner-fields.ts';
import { MoveButtons } from './MoveButtons.tsx';

const Box = styled.fieldset`
  display: grid;
  gap: ${space(3)};

  > legend {
    margin-bottom: ${space(2)};
    font-weight: 500;
  }
`;

const Entry = styled.div`
  display: grid;
  gap: ${space(3)};
  padding: ${space(3)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};

  > label {
    display: flex;
    flex: 1;
    gap: ${space(3)};
    align-items: center;
    min-height: 44px;
  }
`;

const Wrong = styled.p`
  color: ${color('error')};
  font-size: 13px;
`;

type Props = {
  fields: readonly InnerField[];
  /** By path, such as `fields[0].label`. */
  errors: Record<string, string>;
  onChange: (fields: InnerField[]) => void;
};

/** The problem of one of the fields, or of a part of it. */
const problemAt = (errors: Props['errors'], at: number, part: string): string | undefined =>
  Object.entries(errors).find(([path]) => path.startsWith(`fields[${at}].${part}`))?.[1];

/** The fields of a nested form in a row: each with its label, type and options. */
export function InnerFields({ fields, errors, onChange }: Props) {
  const intl = useIntl();
  const box = useRef<HTMLFieldSetElement>(null);
  const lead = useRowFocus(box);
  const change = (at: number, next: Partial<InnerField>) =>
    onChange(fields.map((field, place) => (place === at ? { ...field, ...next } : field)));
  const move = (at: number, to: number) => {
    const field = fields[at];
    if (field) onChange(fields.toSpliced(at, 1).toSpliced(to, 0, field));
  };
  const add = () => {
    const added = newInnerField();
    onChange([...fields, added]);
    lead(added.key);
  };
  const remove = (at: number) => {
    onChange(fields.toSpliced(at, 1));
    lead((fields[at + 1] ?? fields[at - 1])?.key ?? null);
  };
  return (
    <Box ref={box}>
      <legend>
        <FormattedMessage id="table.inner_fields" />
      </legend>
      {errors.fields && <Wrong role="alert">{errors.fields}</Wrong>}
      {fields.map((field, at) => {
        const name = field.label || intl.formatMessage({ id: 'table.inner_field' }, { number: at + 1 });
        return (
          <Entry key={field.key} data-row={field.key} role="group" aria-label={name}>
            <TextField
              label={<FormattedMessage id="table.column_label" />}
              value={field.label}
              error={problemAt(errors, at, 'label')}
              required
              dir="auto"
              autoComplete="off"
              onChange={(event) => change(at, { label: event.target.value })}
            />
            <SelectField
              label={<FormattedMessage id="table.column_type" />}
              required
              value={field.type}
              error={problemAt(errors, at, 'type')}
              onChange={(event) => {
                const type = FIELD_TYPES.find((one) => one === event.target.value);
                if (type) change(at, { type });
              }}
            >
              {(INNER_TYPES.includes(field.type) ? INNER_TYPES : [...INNER_TYPES, field.type]).map((type) => (
                <option key={type} value={type}>
                  {intl.formatMessage({ id: `field_type.${type}` })}
                </option>
              ))}
            </SelectField>
            {isChoice(field) && (
              <TextAreaField
                label={<FormattedMessage id="table.column_options" />}
                help={<FormattedMessage id="table.column_options_help" />}
                value={field.options}
                error={problemAt(errors, at, 'options')}
                required
                rows={4}
                dir="auto"
                onChange={(event) => change(at, { options: event.target.value })}
              />
            )}
            <Acts>
              <label>
                <input
                  type="checkbox"
                  checked={field.required}
                  onChange={(event) => change(at, { required: event.target.checked })}
                />
                <FormattedMessage id="table.inner_required" />
              </label>
              <MoveButtons name={name} at={at} count={fields.length} onMove={(to) => move(at, to)} />
              <IconButton
                icon={Trash2}
                label={intl.formatMessage({ id: 'table.inner_remove' }, { name })}
                onClick={() => remove(at)}
              />
            </Acts>
          </Entry>
        );
      })}
      <div>
        <Button size="small" icon={Plus} data-add onClick={add}>
          <FormattedMessage id="table.inner_add" />
        </Button>
      </div>
    </Box>
  );
}
