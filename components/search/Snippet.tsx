import { snippetParts } from './snippet-parts.ts';

/** A snippet with the matches marked. */
export function Snippet({ html }: { html: string }) {
  return (
    <>
      {snippetParts(html).map(({ text, marked }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
        marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </>
  );
}
