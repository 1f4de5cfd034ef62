import { describe, expect, it } from 'vitest';
import { sources } from '../architecture/sources.ts';
import { builtPages, folder, isBuilt, partsOf, readBuilt, scriptsOf } from './built-pages.ts';

/*
 * What `dynamic()` loads and the server renders is there before a page hydrates only where the page's manifest names it
 * (docs/decisions/0249-what-a-table-loads-first.md). Otherwise the browser first renders nothing in its place, and not what the
 * server has.
 */

/** The arguments of each call of `dynamic()`. */
function dynamicCalls(text: string): string[] {
  return [...text.matchAll(/\bdynamic\((?!\))/g)].map(({ index, 0: begin }) => {
    const from = index + begin.length;
    let open = 1;
    let at = from;
    for (; open > 0 && at < text.length; at += 1) open += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    return text.slice(from, at - 1);
  });
}

it('parts that the server may render are imported within the call of dynamic(), where the build sees it', () => {
  const calls = sources('components', 'context', 'pages').flatMap(({ path, text }) =>
    dynamicCalls(text).map((call) => ({ path, call })),
  );
  expect(calls.length).toBeGreaterThan(50);
  const wrong = calls.filter(({ call }) => !/\bssr: false\b/.test(call) && !/\bimport\(\s*'/.test(call));
  expect(wrong).toEqual([]);
});

/** Ids of what a script loads by `dynamic()`, as the build writes it, where the server may render it. */
const RENDERED = /\bloadableGenerated:\{modules:\[([\de]+)\]\}(?!,ssr:!1)/g;

/** Pages whose server renders none of what they load: fields are edited in the builder of a form after the page is hydrated. */
const LATER: ReadonlySet<string> = new Set(['/[handle]/[space]/forms/[id]']);

/** The parts of a page that its server may render, and parts of these; with the scripts that are named for them. */
function renderedParts(page: string): Map<string, string[] | null> {
  const parts = partsOf(page);
  const rendered = new Map<string, string[] | null>();
  const scripts = scriptsOf(page);
  for (const script of scripts) {
    for (const [, id] of isBuilt(script) ? readBuilt(script).matchAll(RENDERED) : []) {
      const files = parts.get(String(Number(id))) ?? null;
      rendered.set(String(Number(id)), files);
      for (const file of files ?? []) scripts.add(file);
    }
  }
  return rendered;
}

describe.skipIf(folder === null)('the built pages', () => {
  it('name the scripts of each part that their server may render', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const page of builtPages().filter((one) => !LATER.has(one)))
      for (const [id, files] of renderedParts(page)) {
        count += 1;
        if (!files?.every(isBuilt)) wrong.push(`${page}: ${id} is in ${files?.join() ?? 'no script'}`);
      }
    expect(count).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });
});
