import { isRecord } from '#lib/text/is-record.ts';
import { sameValue } from '#lib/text/same-value.ts';
import { mergeOrder, type Side } from './merge-order.ts';

/** Called where both sides changed something differently. @returns the side that wins */
export type ResolveConflict = (part: string, mine: unknown, theirs: unknown, defaultSide?: Side) => Side;

/** Three-way merge of one value. */
export function mergeValue(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  part: string,
  decide: ResolveConflict,
): unknown {
  if (sameValue(mine, theirs) || sameValue(base, theirs)) return mine;
  if (sameValue(base, mine)) return theirs;
  return decide(part, mine, theirs) === 'mine' ? mine : theirs;
}

type Entry = Record<string, unknown>;
/** The key of the entries of lists that are merged entry by entry. */
const KEYS: Readonly<Record<string, string>> = { options: 'id', rules: 'rule' };

function entriesOf(value: unknown, key: string): Map<string, Entry> | null {
  if (value !== undefined && !Array.isArray(value)) return null;
  const entries = new Map<string, Entry>();
  for (const entry of value ?? []) {
    const name = isRecord(entry) ? entry[key] : undefined;
    if (!isRecord(entry) || typeof name !== 'string' || entries.has(name)) return null;
    entries.set(name, entry);
  }
  return entries;
}

/** Merges a list such as options, entry by entry; undefined where the entries have no keys. */
function mergeList(
  lists: readonly [unknown, unknown, unknown],
  part: string,
  decide: ResolveConflict,
): { list: unknown } | undefined {
  const key = KEYS[part];
  if (key === undefined) return undefined;
  // A side without any options changed the field to another type.
  if (lists.some((list) => list === undefined) && part === 'options') return undefined;
  const [base, mine, theirs] = lists.map((list) => entriesOf(list, key));
  if (!base || !mine || !theirs) return undefined;
  const merged = new Map<string, unknown>();
  for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
    const [b, m, t] = [base.get(name), mine.get(name), theirs.get(name)];
    if (m && t) merged.set(name, mergeValue(b, m, t, `${part}.${name}`, decide));
    else {
      const left = m ?? t;
      const isGone = b !== undefined && sameValue(b, left);
      // Deleted on one side, changed on the other: it stays unless the caller decides otherwise.
      const side = m ? 'mine' : 'theirs';
      const isRetained = !b || (!isGone && decide(`${part}.${name}`, m, t, side) === side);
      if (isRetained) merged.set(name, left);
    }
  }
  const order = mergeOrder(
    [...base.keys()],
    [...mine.keys()],
    [...theirs.keys()],
    new Set(merged.keys()),
    () => 'mine',
  );
  const list = order.map((name) => merged.get(name));
  return { list: list.length === 0 && part === 'rules' ? undefined : list };
}

/** Merges the properties of a node, each by itself; options and rules entry by entry. */
export function mergeProps(base: Entry, mine: Entry, theirs: Entry, decide: ResolveConflict): Entry {
  const merged: Entry = {};
  for (const part of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [b, m, t] = [base[part], mine[part], theirs[part]];
    const isBoth = !sameValue(m, t) && !sameValue(b, m) && !sameValue(b, t);
    const list = isBoth ? mergeList([b, m, t], part, decide) : undefined;
    const value = list ? list.list : mergeValue(b, m, t, part, decide);
    if (value !== undefined) merged[part] = value;
  }
  return merged;
}
