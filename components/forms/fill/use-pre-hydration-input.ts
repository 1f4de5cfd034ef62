'use no memo';

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Input that was typed before hydration. */
type PreHydrationInput = { name: string; place: number; value: string | boolean }[];

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (one): one is Control =>
      (one instanceof HTMLInputElement && !['hidden', 'file'].includes(one.type)) ||
      one instanceof HTMLTextAreaElement ||
      (one instanceof HTMLSelectElement && !one.multiple),
  );

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

function typedIn(control: Control): string | boolean | null {
  if (isBox(control)) return control.checked === control.defaultChecked ? null : control.checked;
  if (control instanceof HTMLSelectElement) {
    const before = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
    return control.value === (before?.value ?? '') ? null : control.value;
  }
  return control.value === control.defaultValue ? null : control.value;
}

/** Reads input from before hydration, which must not be lost on a slow network. */
function readPreHydrationInput(form: HTMLFormElement): PreHydrationInput {
  const places = new Map<string, number>();
  return controlsOf(form).flatMap((control) => {
    const place = places.get(control.name) ?? 0;
    places.set(control.name, place + 1);
    const value = typedIn(control);
    return value === null || control.name === '' ? [] : [{ name: control.name, place, value }];
  });
}

/** Restores it after hydration. */
function restorePreHydrationInput(form: HTMLFormElement, typed: PreHydrationInput): void {
  for (const { name, place, value } of typed) {
    const control = controlsOf(form).filter((one) => one.name === name)[place];
    if (!control) continue;
    if (isBox(control)) {
      // Checking a radio button unchecks the others of its group.
      if (control.checked !== value && (value || control.type === 'checkbox')) control.click();
      continue;
    }
    // React only detects a change that bypasses its own setter.
    const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
    setter?.call(control, value);
    control.dispatchEvent(
      new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
    );
  }
}

/** Input that was typed before hydration stays in the form. */
export function usePreHydrationInput(box: RefObject<HTMLFormElement | null>, isHydrated: boolean): void {
  const typed = useRef<PreHydrationInput>([]);
  useLayoutEffect(() => {
    if (box.current && !isHydrated) typed.current = readPreHydrationInput(box.current);
  }, [box, isHydrated]);
  useEffect(() => {
    if (!isHydrated || !box.current) return;
    restorePreHydrationInput(box.current, typed.current);
    typed.current = [];
  }, [box, isHydrated]);
}
