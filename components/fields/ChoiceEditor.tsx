'use no memo';

import { Select } from '#components/common/control.ts';
import { isList } from '#lib/fields/field-types.ts';
import styles from './ChoiceEditor.module.css';
import { asText, asValue, type EditorProps } from './editor-props.ts';
import { useIntl } from './words.ts';

/** More stand in two columns where there is room. */
const ONE_COLUMN = 6;

export const chosen = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The choices in the order of the options; what is no option any more stays at the end, until it is taken out. */
export function withChoice(
  field: EditorProps['field'],
  value: unknown,
  id: string,
  isChosen: boolean,
): unknown {
  const kept = chosen(value).filter((one) => one !== id);
  const next = new Set(isChosen ? [...kept, id] : kept);
  const ordered = (field.options ?? []).map((option) => option.id).filter((one) => next.delete(one));
  const all = [...ordered, ...next];
  return all.length > 0 ? all : undefined;
}

/** Boxes to be checked, one an option. */
function BoxesEditor({ field, value, onChange, onLeave, control, disabled }: EditorProps) {
  const { id, name, 'aria-invalid': isInvalid, 'aria-describedby': described } = control;
  const options = field.options ?? [];
  const checked = new Set(chosen(value));
  return (
    <div className={styles.boxes} data-many={options.length > ONE_COLUMN || undefined}>
      {options.map((option) => (
        <label className={styles.line} key={option.id}>
          <input
            type="checkbox"
            id={`${id}-${option.id}`}
            name={name}
            value={option.id}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? described : undefined}
            disabled={disabled}
            checked={checked.has(option.id)}
            onChange={({ target }) => onChange(withChoice(field, value, option.id, target.checked))}
            onBlur={onLeave}
          />
          <span dir="auto">{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** One of a few, by the browser's own list. */
function SelectEditor({ field, value, onChange, onLeave, control, disabled }: EditorProps) {
  const intl = useIntl();
  const text = asText(value);
  const options = field.options ?? [];
  const isKnown = text === '' || options.some(({ id }) => id === text);
  return (
    <Select
      {...control}
      disabled={disabled}
      value={text}
      onChange={({ target }) => onChange(asValue(target.value))}
      onBlur={onLeave}
    >
      <option value="">{field.placeholder || intl.formatMessage({ id: 'fields.choose' })}</option>
      {!isKnown && <option value={text}>{intl.formatMessage({ id: 'fields.hidden_option' })}</option>}
      {options.map(({ id, label }) => (
        <option key={id} value={id} dir="auto">
          {label}
        </option>
      ))}
    </Select>
  );
}

/** Several of many where no script runs. */
function PlainSeveralEditor({ field, value, onChange, control, disabled }: EditorProps) {
  return (
    <Select
      className={styles.several}
      {...control}
      multiple
      size={Math.min(8, field.options?.length ?? 1)}
      disabled={disabled}
      value={chosen(value)}
      onChange={({ target }) => {
        const ids = [...target.selectedOptions].map((option) => option.value);
        onChange(ids.length > 0 ? ids : undefined);
      }}
    >
      {field.options?.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </Select>
  );
}

/** A choice by the browser's own controls: boxes, or a list of options. */
export function ChoiceEditor({ isBoxes, ...editor }: EditorProps & { isBoxes: boolean }) {
  if (isBoxes) return <BoxesEditor {...editor} />;
  return isList(editor.field) ? <PlainSeveralEditor {...editor} /> : <SelectEditor {...editor} />;
}
