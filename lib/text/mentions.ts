import type MarkdownIt from 'markdown-it';

/** The people that a text mentions: their ids, and with `names` how they are called now. */
export type Mentions = { ids: Set<string>; names?: ReadonlyMap<string, string> };

/** What a rendering is given and finds, by markdown-it's environment object. */
const mentionsOf = new WeakMap<object, Mentions>();

/** An environment object for a rendering that collects the mentions of its text, or shows names of its own. */
export function mentionsEnvironment(mentioned: Mentions): Record<string, unknown> {
  const env = {};
  mentionsOf.set(env, mentioned);
  return env;
}

/**
 * Collects the mentions of a text, which `documentMarkdown` reads, and shows people by the names that are given: only
 * those are marked with their id.
 */
export function mentions(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.after('inline', 'mentions', ({ tokens, env }) => {
    const found = typeof env === 'object' && env !== null ? mentionsOf.get(env) : undefined;
    if (!found) return;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type !== 'mention') continue;
      const id = String(token.attrGet('id'));
      found.ids.add(id);
      const name = found.names?.get(id);
      if (name === undefined) continue;
      token.content = name;
      token.meta = { id };
    }
  });
}
