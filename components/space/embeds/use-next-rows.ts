import { type RefObject, useEffect } from 'react';
import { embedTarget } from '#lib/text/embed-address.ts';
import { getEmbedded } from '#services/table-views.ts';
import { embedCard } from './embed-card.ts';
import { useEmbedMessages } from './use-embed-messages.ts';

type Messages = ReturnType<typeof useEmbedMessages>;

/** Adds the rows behind a link to the table that it is of, with the links of what comes after them. */
async function showNextRows(link: HTMLAnchorElement, messages: Messages): Promise<void> {
  const target = embedTarget(link.closest<HTMLElement>('[data-embed]')?.dataset.embed);
  const table = link.closest('[data-embed-view]');
  const body = table?.querySelector('tbody');
  const view = await getEmbedded(target?.id ?? '', target?.view ?? null, link.dataset.embedNext);
  const path = table?.querySelector('a')?.getAttribute('href') ?? '';
  const next = document.createElement('template');
  // Its texts are escaped.
  next.innerHTML = embedCard(
    { kind: 'table', title: '', path, picture: null, view: { ...view, is_later: false } },
    messages,
  );
  const rows = [...next.content.querySelectorAll('tbody > tr')];
  body?.append(...rows);
  const links = link.parentElement;
  const others = next.content.querySelector('[data-embed-view] > p');
  if (others) links?.replaceWith(others);
  else links?.remove();
  // The link that had the focus was replaced.
  const region = body?.closest<HTMLElement>('[tabindex]');
  region?.focus({ preventScroll: true });
}

/** Shows the next rows of an embedded view below those that are there, where its link is followed; without scripts the link leads to them. */
export function useNextRows(text: RefObject<HTMLElement | null>, html: string): void {
  const messages = useEmbedMessages();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another element
  useEffect(() => {
    const element = text.current;
    let isLoading = false;
    const onClick = (event: MouseEvent) => {
      const link =
        event.target instanceof Element
          ? event.target.closest<HTMLAnchorElement>('a[data-embed-next]')
          : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (isLoading) return;
      isLoading = true;
      showNextRows(link, messages)
        // The page that the link leads to says why.
        .catch(() => window.location.assign(link.href))
        .finally(() => {
          isLoading = false;
        });
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [text, html, messages]);
}
