import type MarkdownIt from 'markdown-it';

/** The people that a text mentions: their ids, and with `names` how they are called now. */
export type Mentions = { ids: Set<string>; names?: ReadonlyMap<string, string> };

const TARGET = /^user:([0-9a-f-]{36})$/;

/** What a rendering is given and finds, by markdown-it's environment object. */
const mentionsOf = new WeakMap<object, Mentions>();

/** An environment object for a rendering that collects the mentions of its text, or shows names of its own. */
export function mentionsEnvironment(mentioned: Mentions): Record<string, unknown> {
  const env = {};
  mentionsOf.set(env, mentioned);
  return env;
}

/**
 * Shows `@[name](user:<id>)` as the person's name, not as a link. What only looks like it (in code, say) stays text.
 */
export function mentions(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.core.ruler.after('inline', 'mentions', ({ tokens, env }) => {
    const found = typeof env === 'object' && env !== null ? mentionsOf.get(env) : undefined;
    for (const { children } of tokens) if (children) showMentions(children, found);
  });
}

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

function showMentions(children: Token[], found: Mentions | undefined): void {
  for (const [at, token] of children.entries()) {
    const id = token.type === 'link_open' ? TARGET.exec(String(token.attrGet('href')))?.[1] : undefined;
    const before = children[at - 1];
    if (id === undefined || before?.type !== 'text' || !before.content.endsWith('@')) continue;
    const closeAt = children.findIndex((other, n) => n > at && other.type === 'link_close');
    const inside = children.slice(at + 1, closeAt);
    const [first, close] = [inside[0], children[closeAt]];
    if (!first || !close) continue;
    found?.ids.add(id);
    const name = found?.names?.get(id) ?? inside.map(({ content }) => content).join('');
    before.content = before.content.slice(0, -1);
    for (const part of inside) Object.assign(part, { type: 'text', content: '', children: null });
    first.content = `@${name}`;
    Object.assign(token, { type: 'mention_open', tag: 'span', attrs: [['data-mention', id]] });
    Object.assign(close, { type: 'mention_close', tag: 'span' });
  }
}
