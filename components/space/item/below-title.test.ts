import { expect, it } from 'vitest';
import { belowTitle } from './below-title.ts';

it('leaves out a heading that only says the title again', () => {
  expect(belowTitle('<h1 id="a">Rules &amp; <b>boats</b></h1><p>x</p>', 'Rules & boats')).toBe('<p>x</p>');
  expect(belowTitle('<h1>Rules</h1><h1>Rules</h1>', 'Rules')).toBe('<h2>Rules</h2>');
  expect(belowTitle('<p>x</p><h1>Rules</h1>', 'Rules')).toBe('<p>x</p><h2>Rules</h2>');
});

it('puts every heading below the title, without a gap between their levels', () => {
  expect(belowTitle('<h1>A</h1><h2 id="b">B</h2><h6>C</h6><hr>', 'T')).toBe(
    '<h2>A</h2><h3 id="b">B</h3><h4>C</h4><hr>',
  );
  // The headings of a presentation's slides or of a message.
  expect(belowTitle('<h3>A</h3><p>x</p><h3>B</h3><h1>C</h1><h4>D</h4>', 'T')).toBe(
    '<h2>A</h2><p>x</p><h2>B</h2><h2>C</h2><h3>D</h3>',
  );
});

it('keeps the look of headings that were written on another level', () => {
  expect(belowTitle('<h2 id="a">A</h2><h3>B</h3><h1>C</h1><h2>D</h2><h6>E</h6>', 'T', true)).toBe(
    '<h2 data-level="2" id="a">A</h2><h3 data-level="3">B</h3><h2>C</h2><h3>D</h3><h4 data-level="6">E</h4>',
  );
});
