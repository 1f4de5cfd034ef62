import type { Condition } from '#lib/fields/definition.ts';
import { conditionFields } from '#lib/fields/evaluation-plan.ts';
import { sameValue } from '#lib/text/same-value.ts';
import { type FormNode, type FormTree, nodeKey } from './form-tree.ts';
import type { Side } from './merge-order.ts';

const CONDITIONS = ['visible_if', 'required_if'] as const;

/** The fields that conditions of one side refer to and did not before, by their keys. */
function newlyReferenced(base: FormTree, side: FormTree): Set<string> {
  const referenced = new Set<string>();
  for (const { key, props } of side.nodes.values())
    for (const part of CONDITIONS) {
      const condition = props[part];
      if (condition === undefined || sameValue(condition, base.nodes.get(key)?.props[part])) continue;
      for (const id of conditionFields(condition as Condition)) referenced.add(nodeKey('field', id));
    }
  return referenced;
}

/**
 * Whether one side changed something that the other deleted. Of a page only its own texts and condition
 * count.
 */
function isTouched(base: FormTree, side: FormTree, referenced: ReadonlySet<string>, key: string): boolean {
  const [before, now] = [base.nodes.get(key), side.nodes.get(key)];
  if (!now) return false;
  if (!before || before.parent !== now.parent || !sameValue(before.props, now.props) || referenced.has(key))
    return true;
  if (now.kind === 'page') return false;
  return (side.children.get(key) ?? []).some((inner) => isTouched(base, side, referenced, inner));
}

/** Called where one side deleted what the other changed. @returns the side that wins */
export type ResolvePresence = (node: FormNode, goneIn: Side) => Side;

/** The nodes that exist after the additions and deletions of both sides. */
export function mergePresence(
  base: FormTree,
  mine: FormTree,
  theirs: FormTree,
  decide: ResolvePresence,
): Set<string> {
  const present = new Set<string>();
  const judge = (side: FormTree, other: FormTree, name: Side): void => {
    const goneIn: Side = name === 'mine' ? 'theirs' : 'mine';
    const referenced = newlyReferenced(base, side);
    const isGone = (key: string) => base.nodes.has(key) && !other.nodes.has(key);
    /** `lost`: it is in a group that the other side deleted, and that stays deleted. */
    const visit = (key: string, inGone: 'retained' | 'lost' | null): void => {
      const node = side.nodes.get(key);
      let within = inGone;
      if (node && isGone(key) && inGone === null) {
        const isRetained = isTouched(base, side, referenced, key) && decide(node, goneIn) === name;
        // What is on a page outlives it.
        if (node.kind === 'page') {
          if (isRetained) present.add(key);
        } else within = isRetained ? 'retained' : 'lost';
      }
      if (node && (other.nodes.has(key) || (!isGone(key) && within !== 'lost') || within === 'retained'))
        present.add(key);
      for (const inner of side.children.get(key) ?? []) visit(inner, within);
    };
    visit('', null);
  };
  judge(mine, theirs, 'mine');
  judge(theirs, mine, 'theirs');
  return present;
}
