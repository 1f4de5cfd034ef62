import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { isKind } from '#components/ui/KindIcon.tsx';
import type { EmbedMessages } from './embed-card.ts';

/** The messages of cards, in the reader's language. */
export function useEmbedMessages(): EmbedMessages {
  const intl = useIntl();
  return useMemo(
    () => ({
      kind: (kind) => intl.formatMessage({ id: `kind.${isKind(kind) ? kind : 'general'}` }),
      restricted: intl.formatMessage({ id: 'embed.restricted' }),
      restrictedText: intl.formatMessage({ id: 'embed.restricted_text' }),
      more: intl.formatMessage({ id: 'embed.view_more' }),
      next: intl.formatMessage({ id: 'embed.view_next' }),
      first: intl.formatMessage({ id: 'embed.view_first' }),
      empty: intl.formatMessage({ id: 'table.shared_empty' }),
    }),
    [intl],
  );
}
