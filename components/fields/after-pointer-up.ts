let waiting: (() => void)[] | null = null;

function release(): void {
  // The click of this press comes first: the function may move the button under the pointer.
  setTimeout(() => {
    const acts = waiting ?? [];
    waiting = null;
    for (const act of acts) act();
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (waiting ??= []), true);
  for (const eventType of ['mouseup', 'dragend']) window.addEventListener(eventType, release, true);
}

/**
 * Calls a function immediately or, while the mouse (or a finger, which browsers report as a mouse) is pressed, after
 * the click: leaving a field by pressing a button must not move that button before its click.
 */
export function afterPointerUp(act: () => void): void {
  if (waiting) waiting.push(act);
  else act();
}
