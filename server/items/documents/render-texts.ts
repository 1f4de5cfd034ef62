import { createHash } from 'node:crypto';
import { renderMarkdown } from '#lib/text/render-markdown.ts';
import { acquireCallerSlot } from '#server/items/pictures/caller-slots.ts';
import { isCostly } from '#server/items/pictures/picture-failures.ts';
import { SchedulerTimeout } from '#server/platform/database/fair-scheduler.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import {
  type Counter,
  consumeLimits,
  type Limit,
  limitCounter,
  refuseIfLimited,
} from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';

/** Characters that are rendered in this process: at most some ten milliseconds, whatever they are. */
export const INLINE_RENDER_LENGTH = 8_000;

/** How long the reader of a text waits for a process that is free, in milliseconds. */
const WAIT_TIMEOUT_MS = 5_000;

/** A limit for texts that used all of the time or memory: nobody reads many of that kind. */
const COSTLY_FAILURES: Limit = { name: 'markdown-failed', most: 20, seconds: 600 };

/** The result for a text: its HTML, or null where it has none, and whether it should be cached. */
export type RenderedTexts = { html: string[] | null; isLasting: boolean };

type Needed = Pick<Services, 'config' | 'database' | 'extraction'>;

/** With the first document that is read: it brings the languages of code. */
const loadRenderDocument = () => import('#lib/documents/render-document.ts');

/** A cache name for texts and the renderer version. */
export function renderCacheName(texts: readonly string[]): string {
  const hash = createHash('sha256').update('markdown-8');
  for (const text of texts) hash.update(`\n${text.length}\n`).update(text);
  return hash.digest('hex');
}

/**
 * Markdown as HTML: short texts directly, long ones in a process with limits of time and memory.
 * @param caller an account or an address, which has one long text rendered at a time; null for the author who
 * has just written it
 * @param as documents have coloured code
 */
export async function renderTexts(
  services: Needed,
  texts: readonly string[],
  caller: string | null,
  as: 'document' | 'text' = 'text',
): Promise<RenderedTexts> {
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  if (size <= INLINE_RENDER_LENGTH) {
    const render = as === 'document' ? (await loadRenderDocument()).renderDocument : renderMarkdown;
    return { html: texts.map((text) => render(text)), isLasting: true };
  }
  if (caller === null) return inProcess(services, { texts, as }, []);
  const failures = [limitCounter(COSTLY_FAILURES, caller)];
  try {
    const leave = await acquireCallerSlot(caller);
    try {
      await refuseIfLimited(services, failures);
      return await inProcess(services, { texts, as }, failures);
    } finally {
      leave();
    }
  } catch (error) {
    // The text itself can be shown: nobody is refused because of its formatting.
    if (error instanceof ApiError || error instanceof SchedulerTimeout)
      return { html: null, isLasting: false };
    throw error;
  }
}

async function inProcess(
  services: Needed,
  { texts, as }: { texts: readonly string[]; as: 'document' | 'text' },
  failures: readonly Counter[],
): Promise<RenderedTexts> {
  const rendered = await services.extraction.renderMarkdown(texts, { waitTimeoutMs: WAIT_TIMEOUT_MS }, as);
  if (rendered.ok) return { html: rendered.html, isLasting: true };
  if (rendered.code === 'aborted') return { html: null, isLasting: false };
  if (failures.length > 0 && isCostly(rendered.code)) {
    // The limit applies to the next text; this one is returned as it is.
    await consumeLimits(services, failures).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
  return { html: null, isLasting: true };
}
