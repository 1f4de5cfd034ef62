import { render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useUrlLocation } from './use-url-location.ts';

const scrolledTo: string[] = [];
const { scrollIntoView } = Element.prototype;
beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function note(this: Element) {
    scrolledTo.push(this.id);
  };
});
afterEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView;
  window.history.replaceState(null, '', '/');
});

function Content({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  useUrlLocation(element, html, useRef<string | null>(null));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the test's own
  return <div ref={element} dangerouslySetInnerHTML={{ __html: html }} />;
}

const task = (id: string, text: string) => `<li data-task="" id="${id}"><input type="checkbox"> ${text}</li>`;
const TASKS = `<ul>${task('a', 'Order paper')}${task('b', 'Sweep')}${task('c', 'Order paper')}</ul>`;

const visit = (hash: string, html: string) => {
  window.history.replaceState(null, '', `/${hash}`);
  return render(<Content html={html} />);
};

it.each([
  ['#task=1&text=Sweep', 'b'],
  ['#task=2&text=Order%20paper', 'c'],
  ['#task=0&text=Order%20paper', 'a'],
  // Others were written above it since.
  ['#task=0&text=Sweep', 'b'],
  // Its text is another one by now.
  ['#task=1&text=Gone', 'b'],
  ['#task=1', 'b'],
])('scrolls to the task that %s names', (hash, id) => {
  visit(hash, TASKS);
  expect(scrolledTo).toEqual([id]);
});

it('scrolls nowhere for a task that is not there', () => {
  visit('#task=9&text=Gone', TASKS);
  expect(scrolledTo).toEqual([]);
});

it('waits for the content, opens the toggles around, and stays where the reader is afterwards', () => {
  const { rerender, container } = visit('#task=1&text=Sweep', '');
  expect(scrolledTo).toEqual([]);
  rerender(<Content html={`<details><details>${TASKS}</details></details>`} />);
  expect(scrolledTo).toEqual(['b']);
  expect(container.querySelectorAll('details[open]')).toHaveLength(2);
  rerender(<Content html={`<p>More</p>${TASKS}`} />);
  expect(scrolledTo).toEqual(['b']);
  window.dispatchEvent(new Event('hashchange'));
  expect(scrolledTo).toEqual(['b', 'b']);
});
