'use no memo';

import { type FocusEvent, useRef, useState } from 'react';
import { Input, Select } from '#components/ui/control.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { OTHER_MAX } from '#lib/fields/choice-check.ts';
import { isList } from '#lib/fields/field-types.ts';
import styles from './ChoiceEditor.module.css';
import { type EditorProps, textToValue, valueToText } from './editor-props.ts';
import { useIntl } from './field-messages.ts';

/** More options are shown in two columns if the width allows. */
const ONE_COLUMN = 6;

export const chosen = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The choices in the order of the options; values that are no longer options come last, until they are removed. */
export function withChoice(
  field: EditorProps['field'],
  value: unknown,
  id: string,
  isChosen: boolean,
): unknown {
  const others = chosen(value).filter((one) => one !== id);
  const next = new Set(isChosen ? [...others, id] : others);
  const ordered = (field.options ?? []).map((option) => option.id).filter((one) => next.delete(one));
  const all = [...ordered, ...next];
  return all.length > 0 ? all : undefined;
}

/** A checkbox per option. */
function BoxesEditor(editor: EditorProps) {
  const { field, value, onChange, onLeave, control, disabled } = editor;
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
      {field.allow_other && <OtherBox {...editor} />}
    </div>
  );
}

/** A checkbox with a free text: typing checks it. */
function OtherBox(editor: EditorProps) {
  const intl = useIntl();
  const isHydrated = useIsHydrated();
  const { control, disabled, onChange } = editor;
  const [isWriting, setIsWriting] = useState(false);
  const isOther = otherOf(editor) !== undefined || isWriting;
  return (
    <div className={styles.other}>
      {isHydrated && (
        <label className={styles.line}>
          <input
            type="checkbox"
            id={`${control.id}-other-box`}
            disabled={disabled}
            checked={isOther}
            onChange={({ target }) => {
              setIsWriting(target.checked);
              if (!target.checked) onChange(withOther(editor, ''));
            }}
          />
          <span dir="auto">{intl.formatMessage({ id: 'fields.other' })}</span>
        </label>
      )}
      <div hidden={isHydrated && !isOther}>
        <OtherText {...editor} />
      </div>
    </div>
  );
}

/** The chosen value that is no option: a free text, or a deleted option. */
const otherOf = ({ field, value }: Pick<EditorProps, 'field' | 'value'>): string | undefined => {
  const values = Array.isArray(value) ? chosen(value) : [valueToText(value)];
  return values.find((one) => one !== '' && !field.options?.some(({ id }) => id === one));
};

/** The value with another free text, or without one. */
function withOther(editor: EditorProps, text: string): unknown {
  const { field, value } = editor;
  if (!isList(field)) return textToValue(text);
  const own = otherOf(editor);
  const others = chosen(value).filter((one) => one !== own);
  const all = text === '' ? others : [...others, text];
  return all.length > 0 ? all : undefined;
}

/** A free text instead of an option, or in addition to the chosen ones. */
export function OtherText(editor: EditorProps) {
  const intl = useIntl();
  const { field, onChange, onLeave, control, disabled } = editor;
  const label = intl.formatMessage({ id: 'fields.other' });
  return (
    <Input
      id={`${control.id}-other`}
      name={control.name}
      aria-label={`${field.label}: ${label}`}
      aria-invalid={control['aria-invalid']}
      placeholder={label}
      dir="auto"
      maxLength={OTHER_MAX}
      disabled={disabled}
      value={otherOf(editor) ?? ''}
      onChange={({ target }) => onChange(withOther(editor, target.value))}
      onBlur={onLeave}
    />
  );
}

/** Radio buttons for a single choice. The arrow keys move between them. */
function RadiosEditor(editor: EditorProps) {
  const intl = useIntl();
  const isHydrated = useIsHydrated();
  const { field, value, onChange, onLeave, control, disabled } = editor;
  const { id, name, 'aria-invalid': isInvalid, 'aria-describedby': described } = control;
  const box = useRef<HTMLDivElement>(null);
  const [isWriting, setIsWriting] = useState(false);
  const options = field.options ?? [];
  const own = otherOf(editor);
  const isOther = own !== undefined || isWriting;
  const isOptional = control['aria-required'] === undefined;
  const clearText = intl.formatMessage({ id: 'fields.clear_choice' });
  const radio = {
    type: 'radio',
    name,
    disabled,
    'aria-invalid': isInvalid,
    'aria-describedby': isInvalid ? described : undefined,
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!box.current?.contains(relatedTarget)) onLeave?.();
    },
  } as const;
  const clear = () => {
    setIsWriting(false);
    onChange(undefined);
    box.current?.querySelector('input')?.focus();
  };
  return (
    <div className={styles.boxes} ref={box} data-many={options.length > ONE_COLUMN || undefined}>
      {options.map((option) => (
        <label className={styles.line} key={option.id}>
          <input
            {...radio}
            id={`${id}-${option.id}`}
            value={option.id}
            checked={!isWriting && value === option.id}
            onChange={() => {
              setIsWriting(false);
              onChange(option.id);
            }}
          />
          <span dir="auto">{option.label}</span>
        </label>
      ))}
      {own !== undefined && !field.allow_other && (
        <label className={styles.line}>
          <input {...radio} value={own} checked onChange={() => undefined} />
          <span>{intl.formatMessage({ id: 'fields.hidden_option' })}</span>
        </label>
      )}
      {field.allow_other && (
        <div className={styles.other}>
          <label className={styles.line}>
            <input
              {...radio}
              value=""
              checked={isOther}
              onChange={() => {
                setIsWriting(true);
                onChange(undefined);
              }}
            />
            <span dir="auto">{intl.formatMessage({ id: 'fields.other' })}</span>
          </label>
          <div hidden={isHydrated && !isOther}>
            <OtherText {...editor} />
          </div>
        </div>
      )}
      {isOptional && isHydrated && !disabled && (
        <button
          className={styles.clear}
          type="button"
          data-idle={(value === undefined && !isWriting) || undefined}
          aria-label={`${clearText}: ${field.label}`}
          onClick={clear}
        >
          {clearText}
        </button>
      )}
    </div>
  );
}

/** A native select for a single choice. */
function SelectEditor({ field, value, onChange, onLeave, control, disabled }: EditorProps) {
  const intl = useIntl();
  const text = valueToText(value);
  const options = field.options ?? [];
  const isKnown = text === '' || options.some(({ id }) => id === text);
  return (
    <Select
      {...control}
      disabled={disabled}
      value={isKnown || !field.allow_other ? text : ''}
      onChange={({ target }) => onChange(textToValue(target.value))}
      onBlur={onLeave}
    >
      <option value="">{field.placeholder || intl.formatMessage({ id: 'fields.choose' })}</option>
      {!isKnown && !field.allow_other && (
        <option value={text}>{intl.formatMessage({ id: 'fields.hidden_option' })}</option>
      )}
      {options.map(({ id, label }) => (
        <option key={id} value={id} dir="auto">
          {label}
        </option>
      ))}
    </Select>
  );
}

/** A native multiple select, where no script runs. */
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

/** A choice by native controls: checkboxes, radio buttons or a select. */
export function ChoiceEditor({ look, ...editor }: EditorProps & { look: string }) {
  if (look === 'boxes') return <BoxesEditor {...editor} />;
  if (look === 'radios') return <RadiosEditor {...editor} />;
  return isList(editor.field) ? <PlainSeveralEditor {...editor} /> : <SelectEditor {...editor} />;
}
