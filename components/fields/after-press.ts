const waiting = new Set<() => void>();
let isPressed = false;

function release(): void {
  // The click of this press comes first: what is done now may move the button under it.
  setTimeout(() => {
    isPressed = false;
    const acts = [...waiting];
    waiting.clear();
    for (const act of acts) act();
  });
}

if (typeof window !== 'undefined') {
  const press = ({ type }: Event) => {
    if (type === 'mousedown') isPressed = true;
    else if (isPressed) release();
  };
  // A press that is dragged ends in `dragend`.
  for (const type of ['mousedown', 'mouseup', 'dragend', 'blur', 'keydown'])
    window.addEventListener(type, press, type === 'blur' ? false : { capture: true, passive: true });
}

/**
 * Does something at once, or, while the mouse (or a finger, as browsers tell it) is pressed, after its click: leaving a
 * field by pressing a button must not move that button before the click arrives.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.add(act);
  else act();
}
