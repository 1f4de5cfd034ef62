import { buildFormTree } from '#lib/forms/form-tree.ts';
import { type ChooseSide, type MergeResult, mergeForms } from '#lib/forms/merge.ts';
import { sameValue } from '#lib/text/same-value.ts';
import { type DraftContent, reuseUnchangedParts, withCompleteLayout } from './draft-content.ts';

/** Merges what somebody else saved with the local changes; unchanged parts are theirs. */
export function mergeDrafts(
  base: DraftContent,
  mine: DraftContent,
  theirs: DraftContent,
  choose?: ChooseSide,
): MergeResult & { content: DraftContent } {
  const { content, conflicts } = mergeForms(base, mine, theirs, choose);
  return { content: reuseUnchangedParts(withCompleteLayout(content), theirs), conflicts };
}

/** The current draft without the effect of one change: later changes stay. */
export const revertChange = (before: DraftContent, after: DraftContent, now: DraftContent): DraftContent =>
  mergeDrafts(after, before, now, () => 'theirs').content;

/** Maximum number of names listed for somebody else's changes. */
const NAMED_MOST = 5;

/** The labels of the fields and titles of the pages that differ between two drafts. */
export function changedNodeLabels(before: DraftContent, after: DraftContent): string[] {
  const [was, is] = [buildFormTree(before), buildFormTree(after)];
  const nameOf = (props: Readonly<Record<string, unknown>>) => String(props.label ?? props.title ?? '');
  const names = [...new Set([...was.nodes.keys(), ...is.nodes.keys()])].flatMap((key) => {
    const [old, now] = [was.nodes.get(key), is.nodes.get(key)];
    if (old && now && old.parent === now.parent && sameValue(old.props, now.props)) return [];
    return nameOf((now ?? old)?.props ?? {});
  });
  const isTitled = before.title !== after.title ? [after.title] : [];
  return [...new Set([...isTitled, ...names])].filter((name) => name !== '').slice(0, NAMED_MOST);
}
