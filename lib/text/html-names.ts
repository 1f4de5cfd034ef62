export const MARKS: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  del: '~~',
  strike: '~~',
};
export const BREAKS = new Set(
  (
    'p div center section article header footer main nav figure figcaption picture address dl dt dd ' +
    'blockquote aside table thead tbody tfoot tr td th caption'
  ).split(' '),
);
export const LITERAL = new Set(['code', 'kbd', 'tt', 'samp']);
export const QUOTES = new Set(['blockquote', 'aside']);
export const DROPPED_WHOLE = new Set(['script', 'style']);
export const DROPPED = new Set(
  'span font u ins mark small big abbr cite q var dfn time label source wbr colgroup col a sub sup'.split(
    ' ',
  ),
);
export const HEADING = /^h[1-6]$/;
export const OTHER = new Set(['ul', 'ol', 'li', 'hr', 'pre', 'details', 'summary']);

export const isKnown = (name: string): boolean =>
  Object.hasOwn(MARKS, name) ||
  BREAKS.has(name) ||
  LITERAL.has(name) ||
  DROPPED.has(name) ||
  DROPPED_WHOLE.has(name) ||
  OTHER.has(name) ||
  HEADING.test(name);
