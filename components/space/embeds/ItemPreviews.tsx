import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { popupLook } from '#components/ui/popup-look.ts';
import { embedTarget } from '#lib/text/embed-address.ts';
import { getPreviewText } from '#services/item.ts';
import { color, space } from '#styles/tokens.ts';

/** A preview comes when the pointer or the focus rests on a link so long, in milliseconds. */
const REST_MS = 350;
const TEXT_MAX = 280;
/** Distance from the link and from the edges of the window, in pixels. */
const AIR = 8;

const Card = styled.div`
  position: fixed;
  z-index: 1000;
  display: grid;
  gap: ${space(1)};
  width: min(340px, calc(100vw - 16px));
  padding: ${space(3)};
  ${popupLook}
  font-size: 13px;
  line-height: 1.5;
  overflow-wrap: anywhere;
  pointer-events: none;

  > p {
    color: ${color('quiet')};
  }
`;

/** The beginning of a text, up to a space. */
function beginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= TEXT_MAX ? line : `${line.slice(0, line.lastIndexOf(' ', TEXT_MAX))} …`;
}

const isUnder = (link: HTMLElement) =>
  link.isConnected && (link.matches(':hover') || link === document.activeElement);

type Preview = { link: HTMLAnchorElement; title: string; text: string };

/** Calls back with the link that the pointer or the focus rests on, and its item; with null when it leaves. */
function watchLinks(
  text: HTMLElement,
  onRest: (link: HTMLAnchorElement, id: string) => void,
  onLeave: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    clearTimeout(timer);
    onLeave();
  };
  const rest = (link: HTMLAnchorElement | null) => {
    const found = embedTarget(link?.getAttribute('href'));
    if (!link || found?.kind !== 'item') return;
    clearTimeout(timer);
    timer = setTimeout(() => onRest(link, found.id), REST_MS);
  };
  const enter = (event: Event) => {
    // A touch opens the link.
    if ('pointerType' in event && event.pointerType === 'touch') return;
    rest(event.target instanceof Element ? event.target.closest('a[data-item]') : null);
  };
  const leaveLink = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a[data-item]')) leave();
  };
  const abort = new AbortController();
  const { signal } = abort;
  for (const name of ['pointerover', 'focusin']) text.addEventListener(name, enter, { signal });
  for (const name of ['pointerout', 'focusout']) text.addEventListener(name, leaveLink, { signal });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal });
  window.addEventListener('scroll', leave, { signal, passive: true });
  // This code may come while the pointer rests on a link already.
  const under = window.matchMedia('(hover: hover)').matches ? ':is(:hover, :focus)' : ':focus';
  rest(text.querySelector(`a[data-item]${under}`));
  return () => {
    abort.abort();
    clearTimeout(timer);
  };
}

/**
 * How the text of an item begins, while the pointer or the focus rests on a link to it. What its reader may not see is no
 * link.
 */
export function ItemPreviews({ text }: { text: RefObject<HTMLElement | null> }) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const texts = new Map<string, Promise<string>>();
    const open = async (link: HTMLAnchorElement, id: string) => {
      const known = texts.get(id) ?? getPreviewText(id).then(beginning, () => '');
      texts.set(id, known);
      const shown = await known;
      if (isUnder(link)) setPreview({ link, title: link.textContent ?? '', text: shown });
    };
    return watchLinks(
      element,
      (link, id) => void open(link, id),
      () => setPreview(null),
    );
  }, [text]);
  useLayoutEffect(() => {
    if (!preview || !card.current) return;
    const { left, top, bottom } = preview.link.getBoundingClientRect();
    const { width, height } = card.current.getBoundingClientRect();
    const isAbove = bottom + AIR + height > window.innerHeight && top - AIR - height > 0;
    card.current.style.left = `${Math.max(AIR, Math.min(left, window.innerWidth - width - AIR))}px`;
    card.current.style.top = `${isAbove ? top - AIR - height : bottom + AIR}px`;
  }, [preview]);
  if (!preview) return null;
  return (
    <Card ref={card} role="tooltip" data-print="hidden">
      <strong dir="auto">{preview.title}</strong>
      {preview.text && <p dir="auto">{preview.text}</p>}
    </Card>
  );
}
