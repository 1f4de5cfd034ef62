import type { DraftContent } from './draft-content.ts';
import { mergeDrafts } from './draft-merge.ts';

/** A change of the draft by somebody else. */
type Change = { base: DraftContent; theirs: DraftContent };

/** A state that undo can return to, the action after it, and the changes of others since. */
type Step = { content: DraftContent; label: string; since?: readonly Change[] };

export type DraftHistory = {
  past: readonly Step[];
  future: readonly Step[];
  /** Consecutive changes of the same part, such as typing, are one step. */
  merge: { key: string; at: number } | null;
};

/** Maximum number of undo steps. */
export const UNDO_STEPS_MAX = 200;
/** A pause in typing longer than this, in milliseconds, begins a new step. */
const MERGE_PAUSE = 1500;

export const NO_HISTORY: DraftHistory = { past: [], future: [], merge: null };

/** Records the draft as it was before a change; steps that were undone can't be redone any more. */
export function recordStep(
  history: DraftHistory,
  before: DraftContent,
  { label, merge, at }: { label: string; merge: string | undefined; at: number },
): DraftHistory {
  const isMore = merge !== undefined && history.merge?.key === merge && at - history.merge.at < MERGE_PAUSE;
  const past = isMore ? history.past : [...history.past, { content: before, label }].slice(-UNDO_STEPS_MAX);
  return { past, future: [], merge: merge === undefined ? null : { key: merge, at } };
}

/** The history after somebody else's changes were merged: undo does not revert those. */
export function applyRemoteChange({ past, future }: DraftHistory, change: Change): DraftHistory {
  const later = (steps: readonly Step[]) =>
    steps.map((step) => ({ ...step, since: [...(step.since ?? []), change] }));
  return { past: later(past), future: later(future), merge: null };
}

/** The state that a step leads to, including all changes by others since. */
const stateAt = ({ content, since = [] }: Step): DraftContent =>
  since.reduce((mine, { base, theirs }) => mergeDrafts(base, mine, theirs).content, content);

type Moved = { content: DraftContent; history: DraftHistory; label: string };

/** The draft one step back; null where there is none. */
export function undoStep({ past, future }: DraftHistory, now: DraftContent): Moved | null {
  const step = past.at(-1);
  if (!step) return null;
  const undone = { content: now, label: step.label };
  return {
    content: stateAt(step),
    label: step.label,
    history: { past: past.slice(0, -1), future: [undone, ...future], merge: null },
  };
}

/** The draft one step forward again; null where nothing was undone. */
export function redoStep({ past, future }: DraftHistory, now: DraftContent): Moved | null {
  const [step, ...rest] = future;
  if (!step) return null;
  const done = { content: now, label: step.label };
  return {
    content: stateAt(step),
    label: step.label,
    history: { past: [...past, done].slice(-UNDO_STEPS_MAX), future: rest, merge: null },
  };
}
