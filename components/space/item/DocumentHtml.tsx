import { memo, useMemo } from 'react';
import styled from 'styled-components';
import { withEmbeds } from '#components/space/embeds/embed-card.ts';
import { embedLook } from '#components/space/embeds/embed-look.ts';
import { useEmbedMessages } from '#components/space/embeds/use-embed-messages.ts';
import { codeLook } from '#components/ui/code-look.ts';
import { mathLook } from '#components/ui/math-look.ts';
import { Prose } from '#components/ui/Prose.tsx';
import type { DocumentEmbed } from '#lib/contract/preview.ts';

const Text = styled(Prose)`
  ${embedLook}
  ${codeLook}
  ${mathLook}
`;

const NONE: readonly DocumentEmbed[] = [];

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
  const messages = useEmbedMessages();
  const shown = useMemo(() => withEmbeds(html, embeds, messages), [html, embeds, messages]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server; the page's security policy stands behind it
  return <Text dir="auto" dangerouslySetInnerHTML={{ __html: shown }} />;
});
