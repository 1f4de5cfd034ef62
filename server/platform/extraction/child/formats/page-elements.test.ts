import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { linkHeadings } from './page-elements.ts';

const linked = (html: string): string[] => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  linkHeadings(document.body);
  return [...document.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '');
};

it('leads links by the ids of another program to the headings', () => {
  const headings =
    '<h1 id="7d5f-11">The deposit</h1><h2 id="Boats-Keys">Keys</h2><h2 id="h.x1">Keys</h2><h3><a name="old way"></a>Fees</h3>';
  expect(
    linked(
      `<a href="#7d5f-11">a</a><a href="#Boats-Keys">b</a><a href="#h.x1">c</a><a href="#old%20way">d</a>${headings}`,
    ),
  ).toEqual(['#the-deposit', '#keys', '#keys-2', '#fees']);
});

it('leaves other links alone', () => {
  const others = ['#gone', '#%E0%A4%A', '/x#7d5f-11', 'https://e.example/#7d5f-11', '#part'];
  const html = others.map((href) => `<a href="${href}">x</a>`).join('');
  expect(linked(`${html}<h1 id="7d5f-11">Deposit</h1><p id="part">y</p>`)).toEqual(others);
});
