import { memo } from 'react';
import { Prose } from './Prose.tsx';

/** A document as HTML that the server has sanitized. Rendered again only for another text, so that marks in it stay. */
export const DocumentHtml = memo(function DocumentHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server; the page's security policy stands behind it
  return <Prose dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
});
