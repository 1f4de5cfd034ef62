let waiting: (() => void)[] | null = null;

function release(): void {
  // The click of this press comes first: what is done now may move the button under it.
  setTimeout(() => {
    const acts = waiting ?? [];
    waiting = null;
    for (const act of acts) act();
  });
}

if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (waiting ??= []), true);
  for (const end of ['mouseup', 'dragend']) window.addEventListener(end, release, true);
}

/**
 * Does something at once, or, while the mouse (or a finger, as browsers tell it) is pressed, after its click: leaving a
 * field by pressing a button must not move that button before the click arrives.
 */
export function afterPointerUp(act: () => void): void {
  if (waiting) waiting.push(act);
  else act();
}
