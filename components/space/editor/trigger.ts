import { Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';

/** `/` opens the menu of blocks, `@` that of people and days, `:` that of emoji. */
type TriggerSign = '/' | '@' | ':';

/** A sign that was typed, with what follows it up to the cursor. */
export type Trigger = { sign: TriggerSign; query: string; from: number; to: number };

/** Who shows the menu of a trigger. */
export type TriggerListener = {
  onChange: (trigger: Trigger | null) => void;
  /** @returns whether the menu took the key */
  onKeyDown: (event: KeyboardEvent) => boolean;
};

type TriggerState = { trigger: Trigger | null; dismissedAt: number | null };

/** Names of people and of blocks may have spaces, though none before their first word. */
const PATTERNS: Record<TriggerSign, RegExp> = {
  '/': /(?:^|\s)\/((?:[\p{L}\p{N}-]{1,30} ?){0,3})$/u,
  '@': /(?:^|[\s(])@([\p{L}\p{N}.'-]{0,30}(?: [\p{L}\p{N}.'-]{1,30})?)$/u,
  // A colon after a word is none.
  ':': /(?:^|[\s(]):([a-z0-9_+-]{2,30})$/iu,
};

/** The trigger that the cursor stands behind, if any; there is none in code. */
function triggerAt(state: EditorState): Trigger | null {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  if ($from.marks().some(({ type }) => type.name === 'code')) return null;
  const start = Math.max(0, $from.parentOffset - 70);
  const text = $from.parent.textBetween(start, $from.parentOffset, undefined, '\ufffc');
  for (const sign of ['/', '@', ':'] as const) {
    const query = PATTERNS[sign].exec(text)?.[1];
    if (query !== undefined) return { sign, query, from: $from.pos - query.length - 1, to: $from.pos };
  }
  return null;
}

const key = new PluginKey<TriggerState>('trigger');

/** Closes the menu of the trigger that is there; it stays closed until another one is typed. */
export function dismissTrigger(state: EditorState) {
  return state.tr.setMeta(key, 'dismiss');
}

/** Reports signs that open a menu, and asks it about keys first. */
export const TriggerMenus = Extension.create<{ listener: TriggerListener | null }>({
  name: 'triggerMenus',
  priority: 900,
  addOptions: () => ({ listener: null }),
  addProseMirrorPlugins() {
    const { listener } = this.options;
    return [
      new Plugin<TriggerState>({
        key,
        state: {
          init: () => ({ trigger: null, dismissedAt: null }),
          apply(tr, before, _old, state) {
            const found = triggerAt(state);
            if (tr.getMeta(key) === 'dismiss') return { trigger: null, dismissedAt: found?.from ?? null };
            const dismissedAt = before.dismissedAt === null ? null : tr.mapping.map(before.dismissedAt, -1);
            if (!found) return { trigger: null, dismissedAt: null };
            if (found.from === dismissedAt) return { trigger: null, dismissedAt };
            // It opens by typing here, not by a cursor that comes by.
            const wasOpen = before.trigger?.from === found.from;
            const isTyped = tr.docChanged && !ySyncPluginKey.getState(state)?.isChangeOrigin;
            return { trigger: wasOpen || isTyped ? found : null, dismissedAt: null };
          },
        },
        props: {
          handleKeyDown: (view, event) =>
            key.getState(view.state)?.trigger ? (listener?.onKeyDown(event) ?? false) : false,
        },
        view: () => ({
          update(view, before) {
            const now = key.getState(view.state)?.trigger ?? null;
            if (now !== (key.getState(before)?.trigger ?? null)) listener?.onChange(now);
          },
          destroy: () => listener?.onChange(null),
        }),
      }),
    ];
  },
});
