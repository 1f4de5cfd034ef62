import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react';

type ComboboxOptions<Option> = {
  /** Whether the field is in use: the options may depend on it. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  options: readonly Option[];
  onChoose: (option: Option) => void;
  /**
   * Whether free text is a value. Where it is not, one of the options is expected: the popup is open even without any,
   * Enter takes the only option without an arrow key, and never submits meanwhile.
   */
  takesText: boolean;
  /** Options are shown before anything is typed. */
  opensOnFocus: boolean;
};

const retainFocus = (event: SyntheticEvent) => event.preventDefault();

/**
 * The keyboard, pointer and screen reader behaviour of a text field with a list of options (WAI-ARIA 1.2 combobox with
 * a list): arrows, Enter, Escape; the focus stays in the field, and leaving it closes the list.
 */
export function useCombobox<Option>(of: ComboboxOptions<Option>) {
  const { open, onOpenChange, options, onChoose, takesText, opensOnFocus } = of;
  const listId = useId();
  const [active, setActive] = useState(-1);
  const isListed = open && options.length > 0;
  const hasPopup = takesText ? isListed : open;
  const hasActive = isListed && active >= 0 && active < options.length;
  const optionId = (at: number) => `${listId}-${at}`;

  const close = () => {
    onOpenChange(false);
    setActive(-1);
  };
  const chooseAt = (at: number) => {
    for (const option of options.slice(at, at + 1)) {
      close();
      onChoose(option);
    }
  };
  const move = (step: 1 | -1) => {
    onOpenChange(true);
    if (options.length === 0) return;
    const next = active < 0 && step < 0 ? options.length - 1 : active + step;
    const at = (next + options.length) % options.length;
    setActive(at);
    document.getElementById(optionId(at))?.scrollIntoView?.({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && hasPopup) {
      // A surrounding dialog stays open.
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && hasPopup && (!takesText || hasActive)) {
      chooseAt(!hasActive && options.length === 1 ? 0 : active);
    } else return;
    event.preventDefault();
  };
  const openImmediately = () => {
    if (opensOnFocus) onOpenChange(true);
  };

  return {
    isListed,
    active,
    /** To be called when the text changed. */
    onTyped: () => {
      onOpenChange(true);
      setActive(-1);
    },
    /** For the element around the field and its popup. */
    wrapProps: {
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) close();
      },
    },
    inputProps: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isListed,
      'aria-controls': listId,
      'aria-activedescendant': hasActive ? optionId(active) : undefined,
      autoComplete: 'off',
      spellCheck: false,
      dir: 'auto',
      onFocus: openImmediately,
      onClick: openImmediately,
      onKeyDown,
    },
    listProps: { id: listId, role: 'listbox', hidden: !isListed },
    optionProps: (at: number) => ({
      id: optionId(at),
      role: 'option',
      onPointerDown: retainFocus,
      onMouseDown: retainFocus,
      onClick: () => chooseAt(at),
    }),
  } as const;
}
