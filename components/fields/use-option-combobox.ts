import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react';
import type { Option } from '#lib/fields/definition.ts';
import { chosen, withChoice } from './ChoiceEditor.tsx';
import { ComboboxStart } from './combobox-start.ts';
import type { EditorProps } from './editor-props.ts';
import { useIntl } from './field-messages.ts';

/** Options that are shown at the same time; others are found by typing. */
const SHOWN_MAX = 100;

/** Normalized for comparison: without case and accents. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** The options that contain every typed word: the one that is it first, then those that begin with it. */
export function findOptions(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = folded(typed.trim());
  if (wanted === '') return options;
  const terms = wanted.split(/\s+/);
  const found = options
    .map((option) => ({ option, text: folded(option.label) }))
    .filter(({ text }) => terms.every((word) => text.includes(word)));
  const rank = ({ text }: { text: string }) => (text === wanted ? 0 : text.startsWith(wanted) ? 1 : 2);
  return found.sort((one, other) => rank(one) - rank(other)).map(({ option }) => option);
}

/** The option at a place, of which the last one comes before the first. */
const idAround = (shown: readonly Option[], to: number): string | null =>
  shown[to < 0 ? shown.length - 1 : to >= shown.length ? 0 : to]?.id ?? null;

type ComboboxOptions = Pick<EditorProps, 'field' | 'value' | 'onChange' | 'disabled' | 'control'> & {
  isSeveral: boolean;
};

/** The state of a choice by typing: what is typed, found and active, what is chosen, and the keys. */
export function useOptionCombobox({ field, value, onChange, disabled, control, isSeveral }: ComboboxOptions) {
  const intl = useIntl();
  const options = field.options ?? [];
  const selected = isSeveral ? chosen(value) : typeof value === 'string' && value !== '' ? [value] : [];
  // A free text has a control of its own.
  const ids = field.allow_other
    ? selected.filter((one) => options.some((option) => option.id === one))
    : selected;
  const labelOf = (one: string) =>
    options.find((option) => option.id === one)?.label ?? intl.formatMessage({ id: 'fields.hidden_option' });
  const start = useContext(ComboboxStart);
  const [typed, setTyped] = useState<string | null>(start?.typed || null);
  const [isOpen, setIsOpen] = useState(start !== null);
  const first = start?.typed ? findOptions(options, start.typed)[0]?.id : undefined;
  const [active, setActive] = useState(first ?? (start && !isSeveral ? (ids[0] ?? null) : null));
  const found = findOptions(options, typed ?? '');
  const shown = found.slice(0, SHOWN_MAX);
  const place = shown.findIndex((option) => option.id === active);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const optionId = (option: string) =>
    `${control.id}-option-${options.findIndex((one) => one.id === option)}`;
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
      // In a cell, another Enter stores what is chosen.
      if (start && typed) setActive(null);
    } else {
      onChange(option);
      close();
    }
  };
  /** Chooses what is found by what was typed in a cell that is left. */
  const chooseTyped = () => {
    const option = start && isOpen && typed ? shown[place] : undefined;
    if (option && !ids.includes(option.id)) choose(option.id);
  };
  const moveTo = (to: number) => setActive(idAround(shown, to));
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) open();
      else if (!event.altKey) moveTo(key === 'ArrowDown' ? place + 1 : place < 0 ? -1 : place - 1);
      else if (key === 'ArrowUp') close();
    } else if (key === 'Enter' && isOpen) {
      const option = shown[place] ?? (typed !== null && shown.length === 1 ? shown[0] : undefined);
      if (!start || (isSeveral && option)) event.preventDefault();
      if (option) choose(option.id);
    } else if (key === 'Tab') chooseTyped();
    // Escape leaves a cell, and closes the list of any other field alone.
    else if (key === 'Escape' && isOpen && !start) {
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
    const [first] = text === '' ? [] : findOptions(options, text);
    setActive(first?.id ?? null);
    if (!isSeveral && text === '') onChange(undefined);
  };
  const clear = () => {
    onChange(undefined);
    close();
    input.current?.focus();
  };
  const remove = (option: string) => {
    onChange(withChoice(field, value, option, false));
    input.current?.focus();
  };

  return {
    ids,
    labelOf,
    optionId,
    typed,
    isOpen,
    found,
    shown,
    place,
    activeId: isOpen && place >= 0 && active !== null ? optionId(active) : undefined,
    text: typed ?? single,
    input,
    list,
    open,
    close,
    chooseTyped,
    choose,
    onKeyDown,
    take,
    clear,
    remove,
  };
}

export type ComboboxState = ReturnType<typeof useOptionCombobox>;
