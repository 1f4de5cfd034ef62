import { renderHook } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useSelectedText } from './use-selected-text.ts';

const boxOf = Range.prototype.getBoundingClientRect;
// jsdom lays nothing out.
Range.prototype.getBoundingClientRect = () => new DOMRect(10, 20, 30, 5);
afterEach(() => {
  Range.prototype.getBoundingClientRect = boxOf;
  document.body.replaceChildren();
});

it('knows what was selected before its code was there', () => {
  const text = document.body.appendChild(document.createElement('p'));
  text.textContent = 'Bring a lamp';
  window.getSelection()?.selectAllChildren(text);
  const element = createRef<HTMLElement>();
  element.current = text;
  const { result } = renderHook(() => useSelectedText(element));
  expect(result.current).toMatchObject({ quote: { quote: 'Bring a lamp' }, left: 25, bottom: 25 });
});
