import { Check, ChevronDown, X } from 'lucide-react';
import { Input } from '#components/ui/control.ts';
import { isComposing } from '#components/ui/is-composing.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { EditorProps } from './editor-props.ts';
import { labelId } from './FieldFrame.tsx';
import { useIntl } from './field-messages.ts';
import styles from './OptionCombobox.module.css';
import { type ComboboxState, useOptionCombobox } from './use-option-combobox.ts';

type ChosenProps = { label: string; disabled: boolean | undefined; combobox: ComboboxState };

/** The options that are chosen, each with a button to remove it. */
function ChosenOptions({ label, disabled, combobox }: ChosenProps) {
  const intl = useIntl();
  const { ids, labelOf, remove } = combobox;
  return (
    <ul className={styles.chips} aria-label={intl.formatMessage({ id: 'fields.chosen' }, { label: label })}>
      {ids.map((one) => (
        <li className={styles.chip} key={one}>
          <span dir="auto">{labelOf(one)}</span>
          <button
            className={styles.clear}
            type="button"
            disabled={disabled}
            aria-label={intl.formatMessage({ id: 'fields.remove_choice' }, { choice: labelOf(one) })}
            onClick={() => remove(one)}
          >
            <X aria-hidden size={14} strokeWidth={2} />
          </button>
        </li>
      ))}
    </ul>
  );
}

type FoundProps = { id: string; isSeveral: boolean; combobox: ComboboxState };

/** The options that were found, in a list under the field. */
function FoundOptions({ id, isSeveral, combobox }: FoundProps) {
  const intl = useIntl();
  const { ids, isOpen, list, found, shown, place, optionId, choose } = combobox;
  return (
    <div
      className={styles.list}
      ref={list}
      id={`${id}-list`}
      role="listbox"
      hidden={!isOpen}
      aria-labelledby={labelId(id)}
      aria-multiselectable={isSeveral || undefined}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isOpen &&
        shown.map((option, at) => {
          const isChosen = ids.includes(option.id);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field, whose keys choose
            <div
              className={styles.entry}
              key={option.id}
              id={optionId(option.id)}
              role="option"
              aria-selected={isChosen}
              data-active={at === place || undefined}
              onClick={() => choose(option.id)}
            >
              <span dir="auto">{option.label}</span>
              {isChosen && <Check aria-hidden size={16} strokeWidth={2} />}
            </div>
          );
        })}
      {isOpen && found.length !== shown.length && (
        <div className={styles.note} role="presentation">
          {intl.formatMessage({ id: 'fields.options_more' }, { count: found.length - shown.length })}
        </div>
      )}
      {isOpen && found.length === 0 && (
        <div className={styles.note} role="presentation">
          {intl.formatMessage({ id: 'fields.options_found' }, { count: 0 })}
        </div>
      )}
    </div>
  );
}

type FinderProps = EditorProps & { isSeveral: boolean };

/** A single or multiple choice of many options, found by typing (ARIA: combobox with a list box). */
export function OptionCombobox(props: FinderProps) {
  const { field, onLeave, control, disabled, isSeveral } = props;
  const intl = useIntl();
  const { id, name, ...described } = control;
  const combobox = useOptionCombobox(props);
  const { ids, isOpen, typed, found } = combobox;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices that the focus has left all of it
    <div
      className={styles.box}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        combobox.chooseTyped();
        combobox.close();
        onLeave?.();
      }}
    >
      {ids.map((one) => (
        <input key={one} type="hidden" name={name} value={one} disabled={disabled} />
      ))}
      {isSeveral && ids.length > 0 && (
        <ChosenOptions label={field.label} disabled={disabled} combobox={combobox} />
      )}
      <div className={styles.control}>
        <Input
          {...described}
          ref={combobox.input}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={combobox.activeId}
          dir={combobox.text === '' ? undefined : 'auto'}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          placeholder={field.placeholder || intl.formatMessage({ id: 'fields.find' })}
          value={combobox.text}
          onChange={({ target }) => combobox.take(target.value)}
          onFocus={({ target }) => target.select()}
          onClick={combobox.open}
          onKeyDown={(event) => {
            if (!isComposing(event)) combobox.onKeyDown(event);
          }}
        />
        <div className={styles.tools}>
          {!isSeveral && ids.length > 0 && !disabled && (
            <button
              className={styles.clear}
              type="button"
              aria-label={intl.formatMessage({ id: 'fields.clear' }, { label: field.label })}
              onClick={combobox.clear}
            >
              <X aria-hidden size={15} strokeWidth={1.75} />
            </button>
          )}
          <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
        </div>
      </div>
      <FoundOptions id={id} isSeveral={isSeveral} combobox={combobox} />
      <VisuallyHidden role="status">
        {isOpen && typed !== null
          ? intl.formatMessage({ id: 'fields.options_found' }, { count: found.length })
          : ''}
      </VisuallyHidden>
    </div>
  );
}
