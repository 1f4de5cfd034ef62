import dynamic from 'next/dynamic';
import { memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { diagramLook } from '#components/space/embeds/diagrams/diagram-look.ts';
import { useDiagramMessages } from '#components/space/embeds/diagrams/use-diagram-messages.ts';
import { withEmbeds } from '#components/space/embeds/embed-card.ts';
import { embedLook } from '#components/space/embeds/embed-look.ts';
import { useEmbedMessages } from '#components/space/embeds/use-embed-messages.ts';
import { codeLook } from '#components/ui/code-look.ts';
import { columnsLook } from '#components/ui/columns-look.ts';
import { headingLook } from '#components/ui/heading-look.ts';
import { mathLook } from '#components/ui/math-look.ts';
import { Prose } from '#components/ui/Prose.tsx';
import { pictureLook } from '#components/ui/picture-look.ts';
import type { DocumentEmbed } from '#lib/contract/preview.ts';

/** Only for texts that embed a table, once they are read: it adds to what the server rendered. */
const EmbeddedTables = dynamic(
  () => import('#components/space/embeds/EmbeddedTables.tsx').then((file) => file.EmbeddedTables),
  { ssr: false },
);

/** Only for texts with headings, once they are read. */
const HeadingLinks = dynamic(() => import('./HeadingLinks.tsx'), { ssr: false });

/** Only for texts that link to items by their titles. */
const ItemPreviews = dynamic(() =>
  import('#components/space/embeds/ItemPreviews.tsx').then((file) => file.ItemPreviews),
);

const Text = styled(Prose)`
  ${embedLook}
  ${codeLook}
  ${headingLook}
  ${mathLook}
  ${columnsLook}
  ${pictureLook}
  ${diagramLook}
`;

const NONE: readonly DocumentEmbed[] = [];

/** Loads the code that draws diagrams into a text that has some. */
function useDiagrams(text: RefObject<HTMLElement | null>, html: string): void {
  const intl = useIntl();
  const messages = useDiagramMessages();
  useEffect(() => {
    if (!html.includes('<figure data-diagram')) return;
    let remove: (() => void) | null = null;
    let isGone = false;
    import('#components/space/embeds/diagrams/show-diagrams.ts').then(
      ({ showDiagrams }) => {
        const source = intl.formatMessage({ id: 'diagram.source' });
        if (!isGone && text.current) remove = showDiagrams(text.current, { ...messages, source });
      },
      // Without a network they stay text.
      () => undefined,
    );
    return () => {
      isGone = true;
      remove?.();
    };
  }, [text, html, intl, messages]);
}

/**
 * A document as HTML that the server has sanitized, with what its reader may see of its embeds. Memoized, so that
 * highlights in it survive a rendering of the page.
 */
export const DocumentHtml = memo(function DocumentHtml({
  html,
  embeds = NONE,
}: {
  html: string;
  embeds?: readonly DocumentEmbed[] | undefined;
}) {
  const text = useRef<HTMLDivElement>(null);
  const messages = useEmbedMessages();
  const shown = useMemo(() => withEmbeds(html, embeds, messages), [html, embeds, messages]);
  useDiagrams(text, shown);
  const hasTables = embeds.some(({ target }) => target?.kind === 'table');
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server; the page's security policy stands behind it */}
      <Text ref={text} dir="auto" dangerouslySetInnerHTML={{ __html: shown }} />
      {shown.includes('<div data-heading') && <HeadingLinks text={text} html={shown} />}
      {shown.includes('<a data-item=') && <ItemPreviews text={text} />}
      {hasTables && <EmbeddedTables text={text} html={shown} />}
    </>
  );
});
