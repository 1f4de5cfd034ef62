import { memo } from 'react';
import { Prose } from './Prose.tsx';

/**
 * A document as HTML that the server has sanitized. Memoized, so that highlights in it survive a rendering of the page.
 */
export const DocumentHtml = memo(function DocumentHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server; the page's security policy stands behind it
  return <Prose dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
});
