import { expect, it } from 'vitest';
import { embedFrame, embedScript } from './embed-code.ts';

it('writes a title that is markup as a title', () => {
  const code = embedFrame('https://hub.example.org', 'abc', '"><script>alert(1)</script>');
  const page = new DOMParser().parseFromString(code, 'text/html');
  expect(page.querySelectorAll('script').length).toBe(0);
  const frame = page.querySelector('iframe');
  expect(frame?.title).toBe('"><script>alert(1)</script>');
  expect(frame?.getAttribute('src')).toBe('https://hub.example.org/f/abc?embed=1');
});

it('names the form to the script', () => {
  const page = new DOMParser().parseFromString(embedScript('https://hub.example.org', 'abc'), 'text/html');
  const script = page.querySelector('script');
  expect(script?.dataset.form).toBe('abc');
  expect(script?.getAttribute('src')).toBe('https://hub.example.org/embed.js');
});
