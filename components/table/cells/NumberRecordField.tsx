import { Star } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';

import styled from 'styled-components';
import { afterPointerUp } from '#components/fields/after-pointer-up.ts';
import type { EditorProps } from '#components/fields/editor-props.ts';
import { FieldFrame } from '#components/fields/FieldFrame.tsx';
import { FieldHint } from '#components/fields/FieldHint.tsx';
import { useFieldId } from '#components/fields/field-ids.ts';
import { FormattedMessage } from '#components/fields/field-messages.ts';
import type { FieldRecord } from '#components/fields/field-record.ts';
import { NumberEditor } from '#components/fields/NumberEditor.tsx';
import { useField } from '#components/fields/use-record.ts';
import { Button } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import type { Column } from '#lib/contract/table.ts';
import { durationText, parseDuration } from '#lib/fields/duration.ts';
import { color, space } from '#styles/tokens.ts';

/** Ratings with more than these are written as a number. */
const STARS_MAX = 10;

const Stars = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  min-height: 40px;

  label {
    position: relative;
    padding: ${space(1)};
    color: ${color('warning')};
    cursor: pointer;
  }

  label svg {
    display: block;
  }

  input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: inherit;
  }

  label:has(input:focus-visible) {
    outline: 2px solid ${color('primary')};
    border-radius: 6px;
  }

  button {
    margin-inline-start: ${space(2)};
  }
`;

const WithUnit = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  column-gap: ${space(2)};

  > * {
    grid-column: 1 / -1;
  }

  > input {
    grid-area: 1 / 1;
  }

  > span {
    grid-area: 1 / 2;
    color: ${color('quiet')};
  }
`;

type NumberEditorProps = EditorProps & { column: Column };

/** A number as so many stars. */
function StarsEditor({ column, value, onChange, onLeave, control }: NumberEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const most = column.max ?? 5;
  return (
    <Stars ref={box}>
      {Array.from({ length: most }, (_, at) => at + 1).map((stars) => (
        <label key={stars}>
          <input
            type="radio"
            name={control.name}
            id={`${control.id}-${stars}`}
            aria-label={`${stars} / ${most}`}
            aria-invalid={control['aria-invalid']}
            checked={value === stars}
            onChange={() => onChange(stars)}
            onBlur={({ relatedTarget }) => {
              if (!box.current?.contains(relatedTarget)) onLeave?.();
            }}
          />
          <Star
            aria-hidden
            size={22}
            strokeWidth={1.75}
            fill={typeof value === 'number' && stars <= Math.round(value) ? 'currentColor' : 'none'}
          />
        </label>
      ))}
      {value !== undefined && control['aria-required'] === undefined && (
        <Button
          variant="quiet"
          onClick={() => {
            onChange(undefined);
            box.current?.querySelector('input')?.focus();
          }}
        >
          <FormattedMessage id="fields.clear_choice" />
        </Button>
      )}
    </Stars>
  );
}

/** Seconds as hours, minutes and seconds. */
function DurationEditor({ value, onChange, onLeave, control }: NumberEditorProps) {
  const [typed, setTyped] = useState('');
  const read = (text: string) => (text === '' ? undefined : (parseDuration(text) ?? text));
  const written = typeof value === 'number' ? durationText(value) : String(value ?? '');
  return (
    <Input
      {...control}
      placeholder="0:00:00"
      dir="ltr"
      autoComplete="off"
      value={Object.is(read(typed), value) ? typed : written}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(read(target.value));
      }}
      onBlur={onLeave}
    />
  );
}

/** What stands beside a number of the column; null for none. */
function unitOf({ column_type, currency, max }: Column): ReactNode {
  if (column_type === 'currency') return currency;
  if (column_type === 'percent') return '%';
  return column_type === 'rating' ? `/ ${max}` : null;
}

/** A number with its unit. */
function UnitEditor({ column, ...editor }: NumberEditorProps) {
  const { control } = editor;
  const unit = `${control.id}-unit`;
  const described = [control['aria-describedby'], unit].filter(Boolean).join(' ');
  return (
    <WithUnit>
      <NumberEditor {...editor} control={{ ...control, 'aria-describedby': described }} />
      <span id={unit}>{unitOf(column)}</span>
    </WithUnit>
  );
}

function editorOf({ column_type, max = 5 }: Column) {
  if (column_type === 'duration') return DurationEditor;
  return column_type === 'rating' && max <= STARS_MAX ? StarsEditor : UnitEditor;
}

/** Whether numbers of a column are written in the form of a row in another way than a bare number. */
export const hasNumberEditor = ({ column_type, formula, multiple }: Column): boolean =>
  formula === undefined &&
  !multiple &&
  (column_type === 'rating' ||
    column_type === 'duration' ||
    column_type === 'currency' ||
    column_type === 'percent');

type NumberRecordFieldProps = { record: FieldRecord; column: Column };

/** A column of ratings, durations, amounts or shares in the form of a row. */
export function NumberRecordField({ record, column }: NumberRecordFieldProps) {
  const state = useField(record, column);
  const id = useFieldId(column.name);
  if (!state.isVisible) return null;
  const Editor = editorOf(column);
  const isStars = Editor === StarsEditor;
  return (
    <FieldFrame
      id={id}
      name={column.name}
      label={column.label}
      {...(column.help === undefined ? {} : { help: column.help })}
      problem={state.problem}
      hint={state.problem && <FieldHint field={column} value={state.value} isRequired={state.isRequired} />}
      isRequired={state.isRequired}
      isGroup={isStars}
      isRadios={isStars}
    >
      {(control) => (
        <Editor
          column={column}
          field={column}
          value={state.value}
          control={control}
          onChange={(value) => record.set(column, value)}
          onLeave={() => afterPointerUp(() => record.leave(column))}
        />
      )}
    </FieldFrame>
  );
}
