import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react';

type ComboboxOptions<Option> = {
  /** Whether the person is at it: what is offered may depend on it. */
  open: boolean;
  onOpenChange: (open: boolean) => void;
  options: readonly Option[];
  onChoose: (option: Option) => void;
  /**
   * Whether what is typed is a value of its own. Where it is not, one of the options is meant: the popup is there without
   * any, too, Enter takes the only one without an arrow, and submits nothing meanwhile.
   */
  takesText: boolean;
  /** Options are offered before a letter is typed. */
  opensOnFocus: boolean;
};

const keepFocus = (event: SyntheticEvent) => event.preventDefault();

/**
 * What a text field with a list of options does by keyboard and pointer, and says to screen readers (WAI-ARIA 1.2
 * combobox with a list): arrows, Enter, Escape; the focus stays in the field, and leaving it closes the list.
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
      // A dialog around it stays.
      event.stopPropagation();
      close();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && hasPopup && (!takesText || hasActive)) {
      chooseAt(!hasActive && options.length === 1 ? 0 : active);
    } else return;
    event.preventDefault();
  };
  const openAtOnce = () => {
    if (opensOnFocus) onOpenChange(true);
  };

  return {
    isListed,
    active,
    /** To be called when something was typed. */
    onTyped: () => {
      onOpenChange(true);
      setActive(-1);
    },
    /** Of the element around the field and its popup. */
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
      onFocus: openAtOnce,
      onClick: openAtOnce,
      onKeyDown,
    },
    listProps: { id: listId, role: 'listbox', hidden: !isListed },
    optionProps: (at: number) => ({
      id: optionId(at),
      role: 'option',
      onPointerDown: keepFocus,
      onMouseDown: keepFocus,
      onClick: () => chooseAt(at),
    }),
  } as const;
}
