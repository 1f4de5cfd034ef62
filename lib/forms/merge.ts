import { sameValue } from '#lib/text/same-value.ts';
import {
  buildFormTree,
  type FormContent,
  type FormNode,
  type FormTree,
  formFromTree,
  type NodeKind,
  ROOT,
} from './form-tree.ts';
import { makeNamesUnique } from './merge-names.ts';
import { mergeOrder, movedKeys, type Side } from './merge-order.ts';
import { mergePresence } from './merge-presence.ts';
import { mergeProps, type ResolveConflict } from './merge-values.ts';
import type { FormTranslations } from './translations.ts';

export type { Side } from './merge-order.ts';

/** A conflict: both sides changed the same part differently. */
export type MergeConflict = {
  /** Unique within a merge, and the same when it is repeated. */
  key: string;
  about: { kind: 'form' } | { kind: NodeKind; id: string };
  /**
   * A property such as `label`, `options.<id>` or `rules.min`; `place` is its position, `there` whether it
   * exists at all, `translations.<language>.<words>` a translation.
   */
  part: string;
  /** Undefined where that side has none, or deleted it. */
  mine: unknown;
  theirs: unknown;
  /** The side whose value the merged form has. */
  winner: Side;
};

export type MergeResult = { content: FormContent; conflicts: MergeConflict[] };

/** @returns the side that wins; undefined for the default */
export type ChooseSide = (collision: MergeConflict) => Side | undefined;

/**
 * Merges two changed forms with a common base: structure, properties, options, rules, conditions and
 * translations, each by itself. Changes of only one side are applied, also equal changes of both. Conflicts
 * are resolved in favour of `mine`, or of the side that still has the node, unless `choose` decides
 * otherwise; nothing that one side added is ever lost.
 */
export function mergeForms(
  base: FormContent,
  mine: FormContent,
  theirs: FormContent,
  choose: ChooseSide = () => undefined,
): MergeResult {
  const collisions: MergeConflict[] = [];
  const settle = (collision: Omit<MergeConflict, 'key'>): Side => {
    const { about, part } = collision;
    const key = `${about.kind === 'form' ? 'form' : `${about.kind}:${about.id}`}/${part}`;
    const context = { ...collision, key };
    const chosen = choose(context) ?? collision.winner;
    collisions.push({ ...context, winner: chosen });
    return chosen;
  };
  const decideOf =
    (about: MergeConflict['about'], prefix = ''): ResolveConflict =>
    (part, ofMine, ofTheirs, defaultSide = 'mine') =>
      settle({ about, part: prefix + part, mine: ofMine, theirs: ofTheirs, winner: defaultSide });

  const own = ({ title, description }: FormContent) => ({ title, description });
  const texts = mergeProps(own(base), own(mine), own(theirs), decideOf({ kind: 'form' }));
  const tree = mergeTrees(buildFormTree(base), buildFormTree(mine), buildFormTree(theirs), settle, (node) =>
    decideOf({ kind: node.kind, id: node.id }),
  );
  const translations = mergeTranslations(
    [base.translations, mine.translations, theirs.translations],
    decideOf({ kind: 'form' }, 'translations.'),
  );
  const { fields, layout } = formFromTree(tree);
  const content: FormContent = {
    title: String(texts.title),
    description: String(texts.description),
    fields: makeNamesUnique(fields, buildFormTree(theirs)),
    layout,
    translations,
  };
  return { content, conflicts: collisions };
}

type Settle = (collision: Omit<MergeConflict, 'key'>) => Side;
type Three<Value> = readonly [base: Value, mine: Value, theirs: Value];

function mergeTrees(
  base: FormTree,
  mine: FormTree,
  theirs: FormTree,
  settle: Settle,
  decideOf: (node: FormNode) => ResolveConflict,
): FormTree {
  const present = mergePresence(base, mine, theirs, (node, goneIn) => {
    const { kind, id } = node;
    const gone =
      goneIn === 'mine' ? { mine: undefined, theirs: node.props } : { mine: node.props, theirs: undefined };
    return settle({
      about: { kind, id },
      part: 'there',
      ...gone,
      winner: goneIn === 'mine' ? 'theirs' : 'mine',
    });
  });
  const isPage = (key: string) => (mine.nodes.get(key) ?? theirs.nodes.get(key))?.kind === 'page';
  if (![...present].some(isPage)) {
    // Each side deleted the pages that the other kept: the first of those stays.
    const first = (base.children.get(ROOT) ?? []).find(isPage);
    if (first !== undefined) present.add(first);
  }
  const sides = new Map<string, Side>();
  const parents = parentsAfter([base, mine, theirs], present, settle, sides);
  const nodes = new Map<string, FormNode>();
  const members = new Map<string, Set<string>>();
  // In the order of the base form, which nodes of a deleted page keep.
  const inOrder = new Set([...base.nodes.keys(), ...[...present].toSorted()]);
  for (const key of inOrder) {
    if (!present.has(key)) continue;
    const [b, m, t] = [base.nodes.get(key), mine.nodes.get(key), theirs.nodes.get(key)];
    const any = m ?? t;
    if (!any) continue;
    const parent = parents.get(key) ?? ROOT;
    const props = m && t ? mergeProps(b?.props ?? {}, m.props, t.props, decideOf(any)) : any.props;
    nodes.set(key, { ...any, parent, props });
    members.set(parent, (members.get(parent) ?? new Set()).add(key));
  }
  const children = new Map<string, string[]>();
  for (const [parent, keys] of members) {
    const lists = [base, mine, theirs].map((tree) => [...(tree.children.get(parent) ?? [])]);
    const [b = [], m = [], t = []] = lists;
    // Whose order applies where both have a node and `choose` is not called: the same, regardless of who saved first.
    const either: Side = m.join() < t.join() ? 'mine' : 'theirs';
    children.set(
      parent,
      mergeOrder(b, m, t, keys, (key) => sides.get(key) ?? either),
    );
  }
  return { nodes, children };
}

/**
 * The parent of each node: the page or group around it. Nodes that both moved to different parents conflict.
 */
function parentsAfter(
  [base, mine, theirs]: Three<FormTree>,
  present: ReadonlySet<string>,
  settle: Settle,
  sides: Map<string, Side>,
): Map<string, string> {
  const parents = new Map<string, string>();
  const moved = movedByBoth([base, mine, theirs]);
  for (const key of present) {
    const [b, m, t] = [base, mine, theirs].map((tree) => tree.nodes.get(key));
    const either = m ?? t;
    if (!either) continue;
    if (!m || !t) {
      parents.set(key, either.parent);
      continue;
    }
    const collides =
      m.parent !== t.parent ? b?.parent !== m.parent && b?.parent !== t.parent : moved.has(key);
    if (collides) {
      const { kind, id } = either;
      const place = (tree: FormTree, parent: string) => ({
        parent,
        at: (tree.children.get(parent) ?? []).indexOf(key),
      });
      const [ofMine, ofTheirs] = [place(mine, m.parent), place(theirs, t.parent)];
      sides.set(
        key,
        settle({ about: { kind, id }, part: 'place', mine: ofMine, theirs: ofTheirs, winner: 'mine' }),
      );
    }
    const isMine = collides ? sides.get(key) === 'mine' : b?.parent !== m.parent;
    parents.set(key, isMine ? m.parent : t.parent);
  }
  giveHomes(parents, [base, mine, theirs], present, settle);
  return parents;
}

/** Nodes that both sides moved to different positions in the same list. */
function movedByBoth([base, mine, theirs]: Three<FormTree>): Set<string> {
  const both = new Set<string>();
  for (const [parent, list] of base.children) {
    const [m, t] = [mine.children.get(parent) ?? [], theirs.children.get(parent) ?? []];
    const common = list.filter((key) => m.includes(key) && t.includes(key));
    const known = new Set(common);
    if (
      sameValue(
        m.filter((key) => known.has(key)),
        t.filter((key) => known.has(key)),
      )
    )
      continue;
    const byTheirs = movedKeys(common, t);
    for (const key of movedKeys(common, m)) if (byTheirs.has(key)) both.add(key);
  }
  return both;
}

/** Ensures that every node has a parent that exists, and that there are no cycles. */
function giveHomes(
  parents: Map<string, string>,
  [base, mine, theirs]: Three<FormTree>,
  present: ReadonlySet<string>,
  settle: Settle,
): void {
  const isHome = (parent: string | undefined): parent is string =>
    parent === ROOT || (parent !== undefined && present.has(parent));
  const pagesBefore = base.children.get(ROOT) ?? [];
  const pages = [
    ...pagesBefore,
    ...[mine, theirs].flatMap((tree) => tree.children.get(ROOT) ?? []).toSorted(),
  ];
  const firstPage = pages.find((key) => present.has(key)) ?? ROOT;
  /** The nearest remaining page before a deleted one. */
  const pageInstead = (key: string): string =>
    pagesBefore.slice(0, Math.max(0, pagesBefore.indexOf(key))).findLast((one) => present.has(one)) ??
    firstPage;
  for (const [key, parent] of parents) {
    if (isHome(parent)) continue;
    const others = [mine, theirs, base].map((tree) => tree.nodes.get(key)?.parent);
    parents.set(key, others.find(isHome) ?? pageInstead(parent));
  }
  for (const start of parents.keys()) {
    const visited = new Set<string>();
    let key: string | undefined = start;
    while (key !== undefined && key !== ROOT && !visited.has(key)) {
      visited.add(key);
      key = parents.get(key);
    }
    if (key === undefined || key === ROOT) continue;
    // Groups that were moved into each other get the parents of the one side that has all of them.
    const { id = '', kind = 'field' } = mine.nodes.get(key) ?? {};
    const [ofMine, ofTheirs] = [mine, theirs].map((tree) => ({
      parent: tree.nodes.get(String(key))?.parent,
      at: 0,
    }));
    const side = settle({
      about: { kind, id },
      part: 'place',
      mine: ofMine,
      theirs: ofTheirs,
      winner: 'mine',
    });
    for (const one of visited) {
      const home = (side === 'mine' ? mine : theirs).nodes.get(one)?.parent;
      parents.set(one, isHome(home) ? home : firstPage);
    }
  }
}

function mergeTranslations(
  [base, mine, theirs]: Three<FormTranslations>,
  decide: ResolveConflict,
): FormTranslations {
  const merged: Record<string, Record<string, string>> = {};
  for (const language of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [b, m, t] = [base[language], mine[language], theirs[language]];
    const decideHere: ResolveConflict = (part, ofMine, ofTheirs) => {
      const preferred = ofMine === undefined ? 'theirs' : 'mine';
      return decide(`${language}.${part}`, ofMine, ofTheirs, preferred);
    };
    const texts = mergeProps(b ?? {}, m ?? {}, t ?? {}, decideHere) as Record<string, string>;
    const isThere = b === undefined || (m !== undefined && t !== undefined);
    if (isThere || Object.keys(texts).length > 0) merged[language] = texts;
  }
  return merged;
}
