import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/**
 * Pages that don't go through `pageProps` (`components/layout/page-props.ts`), the one place that decides what a page does
 * when the API answers 401, 403, 404 or 5xx (docs/decisions/0034), and why.
 */
const OTHERS: Record<string, string> = {
  'pages/_app.tsx': 'is around every page, and loads nothing',
  'pages/_document.tsx': 'is around every page, and asks the API nothing',
  'pages/_error.tsx': 'shows a status, and asks the API nothing',
  'pages/f/[slug].tsx':
    'has no shell, which would be heavier than the form; loadFill passes answers through dataOrNull, and pages/_error.tsx answers with the status',
};

/** Loaders that look at an answer’s status themselves, and why. */
const DECIDING: Record<string, string> = {
  'components/layout/page-failure.ts': 'is where it is decided which answers are failures',
  'components/layout/page-props.ts': 'is where it is decided what a page does with them',
  'components/layout/page-session.ts': 'tells a session that ended from an API that failed',
  'pages/_error.tsx': 'is told the status of what could not be shown',
  'components/forms/fill/load-fill.ts': 'shows a public form also to whose session ended',
  'components/links/load-link.ts': 'a link asks for its password with 401',
};

const pages = sources('pages');

test('every page that loads data goes through pageProps, but for those with a reason', () => {
  const others = pages.filter(({ text }) => !/export const getServerSideProps = pageProps[(<]/.test(text));
  expect(others.map(({ path }) => path).toSorted()).toEqual(Object.keys(OTHERS).toSorted());
});

test('no page and no loader decides by the status of a response what it means, but for those with a reason', () => {
  const loaders = sources('components').filter(({ text }) =>
    /\bPage(?:Visit|Request|ApiResult)\b/.test(text),
  );
  const deciding = [...pages, ...loaders].filter(
    ({ text }) => /\bstatus\s*(?:[=!]==|[<>]=?)\s*\d/.test(text) || /\bthrow new PageFailure\b/.test(text),
  );
  expect(deciding.map(({ path }) => path).toSorted()).toEqual(Object.keys(DECIDING).toSorted());
});
