import { buildFormTree } from '#lib/forms/form-tree.ts';
import { type ChooseSide, type MergeResult, mergeForms } from '#lib/forms/merge.ts';
import { sameValue } from '#lib/text/same-value.ts';
import { type DraftContent, reuseUnchangedParts, withCompleteLayout } from './draft-content.ts';

/** What somebody else saved, with what was done here meanwhile; its parts are theirs where nothing was done to them. */
export function mergeDrafts(
  base: DraftContent,
  mine: DraftContent,
  theirs: DraftContent,
  choose?: ChooseSide,
): MergeResult & { content: DraftContent } {
  const { content, conflicts } = mergeForms(base, mine, theirs, choose);
  return { content: reuseUnchangedParts(withCompleteLayout(content), theirs), conflicts };
}

/** The draft as it is now, without what one act did to it: whatever was done later stays. */
export const revertChange = (before: DraftContent, after: DraftContent, now: DraftContent): DraftContent =>
  mergeDrafts(after, before, now, () => 'theirs').content;

/** Maximum number of names listed for somebody else's changes. */
const NAMED_MOST = 5;

/** What differs between two drafts, as people call it: fields by their labels, pages by their titles. */
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
