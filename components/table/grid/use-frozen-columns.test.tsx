import { fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFrozenColumns } from './use-frozen-columns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function Scrolled() {
  const root = useRef<HTMLDivElement>(null);
  useFrozenColumns(root);
  return (
    <div ref={root} data-testid="root">
      <p>A row</p>
    </div>
  );
}

/** A pointer that is pressed; jsdom knows no events of pointers. */
const press = (target: Element, pointerType: string) => {
  const event = new MouseEvent('pointerdown', { bubbles: true });
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  fireEvent(target, event);
};

test('frozen columns stick while the others are scrolled sideways, and a moment longer', () => {
  const root = render(<Scrolled />).getByTestId('root');
  fireEvent.scroll(root);
  fireEvent.wheel(root, { deltaY: 100 });
  expect(root).not.toHaveAttribute('data-shifted');
  root.scrollLeft = 40;
  fireEvent.scroll(root);
  vi.advanceTimersByTime(1000);
  expect(root).toHaveAttribute('data-shifted');
  root.scrollLeft = 0;
  fireEvent.scroll(root);
  expect(root).toHaveAttribute('data-shifted');
  vi.advanceTimersByTime(1000);
  expect(root).not.toHaveAttribute('data-shifted');
});

test('they stick before a wheel, a finger or the scroll bar moves the others', () => {
  const { getByTestId, getByText } = render(<Scrolled />);
  const root = getByTestId('root');
  const settled = () => {
    const isShifted = root.hasAttribute('data-shifted');
    vi.advanceTimersByTime(1000);
    expect(root).not.toHaveAttribute('data-shifted');
    return isShifted;
  };
  fireEvent.wheel(root, { deltaX: 30, deltaY: 2 });
  expect(settled()).toBe(true);
  fireEvent.wheel(root, { deltaY: 30, shiftKey: true });
  expect(settled()).toBe(true);
  press(getByText('A row'), 'touch');
  expect(settled()).toBe(true);
  press(getByText('A row'), 'mouse');
  expect(settled()).toBe(false);
  press(root, 'mouse');
  expect(settled()).toBe(true);
});
