import { SchedulerTimeout } from '#server/platform/database/fair-scheduler.ts';
import { withTenant } from '#server/platform/database/tenant.ts';
import type { Services } from '#server/platform/services.ts';
import { RecentHtml } from './recent-html.ts';
import { type RenderedTexts, renderCacheName, renderTexts } from './render-texts.ts';

/** Characters of HTML that this process caches, of the texts that were requested last. */
const REMEMBERED = 8_000_000;
/** How long a text is left alone that could not be rendered, in milliseconds. */
const FAILED_MS = 10 * 60_000;

type Needed = Pick<Services, 'config' | 'database' | 'extraction'>;

/** The pending or finished rendering, and when it expires. */
type Known = { rendered: Promise<RenderedTexts>; until: number };

const memories = new WeakMap<Services['extraction'], RecentHtml<Known>>();

/**
 * Texts of a page (a form's, say) as HTML, in their order; null where they can't be rendered within the
 * limits. They are rendered once and cached for a while, for all callers.
 */
export async function renderPageTexts(services: Needed, texts: readonly string[]): Promise<string[] | null> {
  const memory = memories.get(services.extraction) ?? new RecentHtml<Known>(REMEMBERED);
  memories.set(services.extraction, memory);
  const name = renderCacheName(texts);
  const known = memory.get(name);
  if (known && known.until > Date.now()) return (await known.rendered).html;
  const rendered = withTenant('pages', () => renderTexts(services, texts, null));
  memory.set(name, { rendered, until: Number.POSITIVE_INFINITY }, lengthOf(texts));
  try {
    const { html, isLasting } = await rendered;
    if (!isLasting) memory.delete(name);
    else if (html === null) memory.set(name, { rendered, until: Date.now() + FAILED_MS }, lengthOf(texts));
    else memory.set(name, { rendered, until: Number.POSITIVE_INFINITY }, lengthOf(html));
    return html;
  } catch (error) {
    memory.delete(name);
    if (error instanceof SchedulerTimeout) return null;
    throw error;
  }
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);
