import type { KeyboardEvent } from 'react';

/** What browsers call a key that an input method takes; Safari also calls the one so that ends a composition, after its end. */
const TAKEN = 229;

/** Whether a key is one of an input method, and not the page's. */
export const isComposing = ({ nativeEvent: { isComposing, keyCode } }: KeyboardEvent): boolean =>
  isComposing || keyCode === TAKEN;
