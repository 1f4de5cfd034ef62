import { readPictureWidth } from '#lib/text/picture-layout.ts';

/** A side of a picture that is drawn to change its width, by mouse or finger; the tools have the same for keys. */
export function pictureGrip(
  side: 'left' | 'right',
  onWidth: (width: number, isLast: boolean) => void,
): HTMLElement {
  const element = document.createElement('span');
  element.dataset.grip = side;
  element.ariaHidden = 'true';
  element.addEventListener('pointerdown', (start) => {
    const frame = element.parentElement;
    const picture = frame?.querySelector('img');
    const text = frame?.parentElement?.closest('p, h1, h2, h3, h4, h5, h6, [data-summary]');
    if (start.button !== 0 || !frame || !picture || !text) return;
    start.preventDefault();
    element.setPointerCapture(start.pointerId);
    const before = picture.getBoundingClientRect().width;
    const whole = text.getBoundingClientRect().width;
    // A centered picture grows on both sides.
    const factor = (side === 'left' ? -1 : 1) * (frame.dataset.align === 'center' ? 2 : 1);
    const at = ({ clientX }: PointerEvent) =>
      readPictureWidth(Math.max(1, ((before + (clientX - start.clientX) * factor) / whole) * 100)) ?? 100;
    const onMove = (event: PointerEvent) => onWidth(at(event), false);
    const onStop = (event: PointerEvent) => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onStop);
      element.removeEventListener('pointercancel', onStop);
      if (event.clientX !== start.clientX) onWidth(at(event), true);
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onStop);
    element.addEventListener('pointercancel', onStop);
  });
  // The picture itself is not dragged by its sides.
  element.addEventListener('mousedown', (event) => event.preventDefault());
  return element;
}
