import { Check, ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Input } from '#components/ui/control.ts';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import type { Option } from '#lib/fields/definition.ts';
import { chosen, withChoice } from './ChoiceEditor.tsx';
import type { EditorProps } from './editor-props.ts';
import { labelId } from './FieldFrame.tsx';
import { useIntl } from './field-messages.ts';
import styles from './OptionCombobox.module.css';

/** Options that are shown at the same time; others are found by typing. */
const SHOWN_MAX = 100;

/** Normalized for comparison: without case and accents. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The options that contain every typed word, those that begin with it first. */
function find(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = folded(typed.trim());
  if (wanted === '') return options;
  const terms = wanted.split(/\s+/);
  const found = options
    .map((option) => ({ option, text: folded(option.label) }))
    .filter(({ text }) => terms.every((word) => text.includes(word)));
  const begins = ({ text }: { text: string }) => text.startsWith(wanted);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))].map(({ option }) => option);
}

type FinderProps = EditorProps & { isSeveral: boolean };

/** A single or multiple choice of many options, found by typing (ARIA: combobox with a list box). */
export function OptionCombobox({
  field,
  value,
  onChange,
  onLeave,
  control,
  disabled,
  isSeveral,
}: FinderProps) {
  const intl = useIntl();
  const { id, name, ...described } = control;
  const options = field.options ?? [];
  const selected = isSeveral ? chosen(value) : typeof value === 'string' && value !== '' ? [value] : [];
  // A free text has a control of its own.
  const ids = field.allow_other
    ? selected.filter((one) => options.some((option) => option.id === one))
    : selected;
  const labelOf = (one: string) =>
    options.find((option) => option.id === one)?.label ?? intl.formatMessage({ id: 'fields.hidden_option' });
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const found = find(options, typed ?? '');
  const shown = found.slice(0, SHOWN_MAX);
  const place = shown.findIndex((option) => option.id === active);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const optionId = (option: string) => `${id}-option-${options.findIndex((one) => one.id === option)}`;
  const single = !isSeveral && ids[0] !== undefined ? labelOf(ids[0]) : '';

  useEffect(() => {
    if (isOpen) list.current?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
  });

  const open = () => {
    if (disabled || isOpen) return;
    setIsOpen(true);
    setActive(ids[0] ?? null);
  };
  const close = () => {
    setIsOpen(false);
    setActive(null);
    setTyped(null);
  };
  const choose = (option: string) => {
    if (isSeveral) {
      onChange(withChoice(field, value, option, !ids.includes(option)));
      setTyped(null);
    } else {
      onChange(option);
      close();
    }
  };
  const moveTo = (to: number) => {
    const last = shown.length - 1;
    setActive(shown[to < 0 ? last : to > last ? 0 : to]?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) open();
      else if (!event.altKey) moveTo(key === 'ArrowDown' ? place + 1 : place < 0 ? -1 : place - 1);
      else if (key === 'ArrowUp') close();
    } else if (key === 'Enter' && isOpen) {
      event.preventDefault();
      const option = shown[place] ?? (typed !== null && shown.length === 1 ? shown[0] : undefined);
      if (option) choose(option.id);
    } else if (key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if ((key === 'PageDown' || key === 'PageUp') && isOpen) {
      event.preventDefault();
      moveTo(Math.min(shown.length - 1, Math.max(0, place + (key === 'PageDown' ? 8 : -8))));
    } else if (key === 'Backspace' && isSeveral && !typed && ids.length > 0) {
      const last = ids.at(-1);
      if (last !== undefined) onChange(withChoice(field, value, last, false));
    }
  };
  const take = (text: string) => {
    setTyped(text);
    setIsOpen(true);
    const [first] = text === '' ? [] : find(options, text);
    setActive(first?.id ?? null);
    if (!isSeveral && text === '') onChange(undefined);
  };
  const clear = () => {
    onChange(undefined);
    close();
    input.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: notices that the focus has left all of it
    <div
      className={styles.box}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        close();
        onLeave?.();
      }}
    >
      {ids.map((one) => (
        <input key={one} type="hidden" name={name} value={one} disabled={disabled} />
      ))}
      {isSeveral && ids.length > 0 && (
        <ul
          className={styles.chips}
          aria-label={intl.formatMessage({ id: 'fields.chosen' }, { label: field.label })}
        >
          {ids.map((one) => (
            <li className={styles.chip} key={one}>
              <span dir="auto">{labelOf(one)}</span>
              <button
                className={styles.clear}
                type="button"
                disabled={disabled}
                aria-label={intl.formatMessage({ id: 'fields.remove_choice' }, { choice: labelOf(one) })}
                onClick={() => {
                  onChange(withChoice(field, value, one, false));
                  input.current?.focus();
                }}
              >
                <X aria-hidden size={14} strokeWidth={2} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.control}>
        <Input
          {...described}
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && place >= 0 && active !== null ? optionId(active) : undefined}
          dir={(typed ?? single) === '' ? undefined : 'auto'}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          placeholder={field.placeholder || intl.formatMessage({ id: 'fields.find' })}
          value={typed ?? single}
          onChange={({ target }) => take(target.value)}
          onFocus={({ target }) => target.select()}
          onClick={open}
          onKeyDown={onKeyDown}
        />
        <div className={styles.tools}>
          {!isSeveral && ids.length > 0 && !disabled && (
            <button
              className={styles.clear}
              type="button"
              aria-label={intl.formatMessage({ id: 'fields.clear' }, { label: field.label })}
              onClick={clear}
            >
              <X aria-hidden size={15} strokeWidth={1.75} />
            </button>
          )}
          <ChevronDown aria-hidden size={16} strokeWidth={1.75} />
        </div>
      </div>
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
      <VisuallyHidden role="status">
        {isOpen && typed !== null
          ? intl.formatMessage({ id: 'fields.options_found' }, { count: found.length })
          : ''}
      </VisuallyHidden>
    </div>
  );
}
