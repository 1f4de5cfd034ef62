import type { ChooseSide, Side } from '#lib/forms/merge.ts';
import { type DraftContent, draftContentOf, isSameContent } from './draft-content.ts';
import { removeCopy, storeCopy } from './draft-copy.ts';
import type { DraftCore } from './draft-core.ts';
import { applyRemoteChange, recordStep } from './draft-history.ts';
import { mergeDrafts } from './draft-merge.ts';
import { saveAfter } from './draft-save.ts';

/**
 * Resolves a conflict, with one side for all conflicting parts or with a choice for each; changes without a conflict
 * are included in any case. Undo restores what was not chosen.
 */
export function resolveDraftConflict(core: DraftCore, choice: Side | ChooseSide, label: string): void {
  const { theirs, content, mergeBase, saved, history } = core.state();
  if (!theirs) return;
  const their = draftContentOf(theirs);
  core.tries = 0;
  core.sent = null;
  core.olderBase = null;
  const choose: ChooseSide = typeof choice === 'string' ? () => choice : choice;
  const opposite: ChooseSide = (one) => ((choose(one) ?? one.winner) === 'mine' ? 'theirs' : 'mine');
  const outcome = (how: ChooseSide, side: Side): DraftContent => {
    if (mergeBase) return mergeDrafts(mergeBase, content, their, how).content;
    return side === 'mine' ? content : their;
  };
  const isMine = choice !== 'theirs';
  const wanted = outcome(choose, isMine ? 'mine' : 'theirs');
  const isAll = isSameContent(wanted, their);
  core.set({
    form: theirs,
    saved: their,
    theirs: null,
    mergeBase: null,
    content: isAll ? their : wanted,
    history: recordStep(
      applyRemoteChange(history, { base: mergeBase ?? saved, theirs: their }),
      outcome(opposite, isMine ? 'theirs' : 'mine'),
      { label, merge: undefined, at: Date.now() },
    ),
    isRestored: false,
    failure: null,
    problems: [],
    save: isAll ? 'saved' : 'saving',
  });
  if (isAll) removeCopy(core);
  else {
    storeCopy(core);
    saveAfter(core, 0);
  }
}
