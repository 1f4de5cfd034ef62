/** Whether an event comes from where text is typed, so that its key is a letter and no shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [contenteditable="true"]'));
