import { TurnTimeout } from '#server/platform/database/fair-turns.ts';
import { withTenant } from '#server/platform/database/tenant.ts';
import type { Services } from '#server/platform/services.ts';
import { nameOfTexts, type Rendered, renderTexts, SMALL_TEXT } from './render-texts.ts';

/** Characters of HTML that this process remembers, of the texts that were asked for last. */
const REMEMBERED = 8_000_000;
/** How long a text is left alone that could not be rendered, in milliseconds. */
const FAILED_MS = 10 * 60_000;

type Needed = Pick<Services, 'config' | 'database' | 'extraction'>;

type Memory = {
  size: number;
  texts: Map<string, { rendered: Promise<Rendered>; size: number; until: number }>;
};

const memories = new WeakMap<Services['extraction'], Memory>();

/**
 * Texts of a page (a form's, say) as HTML, in their order; null where they can't be rendered within the limits. Long
 * ones are rendered once and remembered for a while: whoever asks, it is the same work.
 */
export async function pageTexts(services: Needed, texts: readonly string[]): Promise<string[] | null> {
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  if (size <= SMALL_TEXT) return (await renderTexts(services, texts, null)).html;
  const memory = memories.get(services.extraction) ?? { size: 0, texts: new Map() };
  memories.set(services.extraction, memory);
  const name = nameOfTexts(texts);
  const known = memory.texts.get(name);
  if (known && known.until > Date.now()) {
    // The one asked for last goes last.
    memory.texts.delete(name);
    memory.texts.set(name, known);
    return (await known.rendered).html;
  }
  const rendered = withTenant('pages', () => renderTexts(services, texts, null));
  const entry = { rendered, size, until: Number.POSITIVE_INFINITY };
  forget(memory, name);
  memory.texts.set(name, entry);
  memory.size += size;
  try {
    const { html, isLasting } = await entry.rendered;
    if (!isLasting) forget(memory, name);
    else if (html === null) entry.until = Date.now() + FAILED_MS;
    else {
      memory.size -= entry.size;
      entry.size = html.reduce((sum, one) => sum + one.length, 0);
      memory.size += entry.size;
    }
    return html;
  } catch (error) {
    forget(memory, name);
    if (error instanceof TurnTimeout) return null;
    throw error;
  } finally {
    for (const oldest of memory.texts.keys()) {
      if (memory.size <= REMEMBERED) break;
      forget(memory, oldest);
    }
  }
}

function forget(memory: Memory, name: string): void {
  const entry = memory.texts.get(name);
  if (!entry) return;
  memory.texts.delete(name);
  memory.size -= entry.size;
}
