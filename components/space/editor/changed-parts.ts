import { Fragment, type Node, Slice } from '@tiptap/pm/model';
import { ReplaceStep, Transform } from '@tiptap/pm/transform';

type Change = { from: number; to: number; content: Fragment };

const childrenOf = (fragment: Fragment): readonly Node[] => fragment.content;

/** What differs in the text of one block. */
function addTextChange(before: Fragment, after: Fragment, start: number, changes: Change[]): void {
  const from = before.findDiffStart(after);
  const tail = before.findDiffEnd(after);
  if (from === null || tail === null) return;
  // Where a letter was repeated, the same text is part of both tails.
  const overlap = Math.max(0, from - Math.min(tail.a, tail.b));
  changes.push({
    from: start + from,
    to: start + tail.a + overlap,
    content: after.cut(from, tail.b + overlap),
  });
}

const isSame = (one: Node | undefined, other: Node | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && one.eq(other));

/** Pairs of blocks that are the same object in both, in the order of both. */
function samePairs(before: readonly Node[], after: readonly Node[]): [number, number][] {
  const places = new Map(before.map((node, at) => [node, at]));
  const pairs: [number, number][] = [];
  for (const [at, node] of after.entries()) {
    const place = places.get(node);
    if (place !== undefined && place > (pairs.at(-1)?.[0] ?? -1)) pairs.push([place, at]);
  }
  return pairs;
}

function addPartChanges(
  before: readonly Node[],
  after: readonly Node[],
  start: number,
  changes: Change[],
): void {
  if (before.length !== after.length) {
    const to = before.reduce((at, { nodeSize }) => at + nodeSize, start);
    changes.push({ from: start, to, content: Fragment.fromArray([...after]) });
    return;
  }
  let at = start;
  for (const [index, node] of before.entries()) {
    const now = after[index];
    if (now && !isSame(node, now)) {
      if (node.sameMarkup(now) && !node.isLeaf) addChanges(node.content, now.content, at + 1, changes);
      else changes.push({ from: at, to: at + node.nodeSize, content: Fragment.from(now) });
    }
    at += node.nodeSize;
  }
}

function addChanges(before: Fragment, after: Fragment, start: number, changes: Change[]): void {
  if (before.firstChild?.isInline || after.firstChild?.isInline) {
    addTextChange(before, after, start, changes);
    return;
  }
  const [old, now] = [childrenOf(before), childrenOf(after)];
  let head = 0;
  while (head < Math.min(old.length, now.length) && isSame(old[head], now[head])) head += 1;
  let tail = 0;
  while (
    tail < Math.min(old.length, now.length) - head &&
    isSame(old[old.length - 1 - tail], now[now.length - 1 - tail])
  )
    tail += 1;
  const [oldRest, nowRest] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  let [oldAt, nowAt] = [0, 0];
  let position = old.slice(0, head).reduce((at, { nodeSize }) => at + nodeSize, start);
  for (const [oldNext, nowNext] of [
    ...samePairs(oldRest, nowRest),
    [oldRest.length, nowRest.length],
  ] as const) {
    const part = oldRest.slice(oldAt, oldNext);
    addPartChanges(part, nowRest.slice(nowAt, nowNext), position, changes);
    position = [...part, ...oldRest.slice(oldNext, oldNext + 1)].reduce(
      (at, node) => at + node.nodeSize,
      position,
    );
    [oldAt, nowAt] = [oldNext + 1, nowNext + 1];
  }
}

/**
 * The steps that make one content of a document into another and leave alone what is the same in both, so that
 * positions outside of what changed stay known; null where the schema allows no such steps.
 */
export function stepsBetween(document: Node, content: Fragment): readonly ReplaceStep[] | null {
  const changes: Change[] = [];
  addChanges(document.content, content, 0, changes);
  const trial = new Transform(document);
  try {
    // From the end, so that each position is still true when its step comes.
    for (const { from, to, content: part } of changes.reverse())
      trial.step(new ReplaceStep(from, to, new Slice(part, 0, 0)));
  } catch {
    return null;
  }
  if (!trial.doc.content.eq(content)) return null;
  return trial.steps.filter((step) => step instanceof ReplaceStep);
}
