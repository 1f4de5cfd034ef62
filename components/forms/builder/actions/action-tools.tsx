import { FormattedMessage, type IntlShape } from 'react-intl';
import { nodeName } from '#components/forms/builder/changes/node-name.ts';
import { findField, namesOf } from '#components/forms/draft/fields-in-draft.ts';
import type { Selection } from '#components/forms/draft/selection-context.ts';
import type { FormDraftControl } from '#components/forms/draft/use-form-draft.ts';
import type { Toast } from '#components/ui/Toaster.tsx';
import type { AccountStorage } from '#context/browser-storage.ts';
import { DEFINITION_LIMITS } from '#lib/fields/definition.ts';
import { LAYOUT_LIMITS } from '#lib/forms/layout.ts';
import type { PendingMove } from './MoveFieldDialog.tsx';

type Did = `builder.did_${'add' | 'remove' | 'restore' | 'duplicate' | 'move' | 'paste'}`;

/** What the builder's actions work on. */
export type BuilderSubject = Pick<FormDraftControl, 'change' | 'now' | 'revert'> &
  Pick<Selection, 'select' | 'goTo' | 'announce'> & {
    intl: IntlShape;
    storage: AccountStorage;
    toast: (toast: Toast) => void;
    /** Opens the dialog for a move that breaks something, or has no destination. */
    ask: (move: PendingMove) => void;
    /** The selected field, page or block; null for the form itself. */
    selectedId: () => string | null;
  };

/** What all actions need: messages, names, and what is at the selection. */
export type ActionTools = ReturnType<typeof actionTools>;

export function actionTools(subject: BuilderSubject) {
  const { intl, toast, announce, now, selectedId } = subject;
  return {
    ...subject,
    /** Announces a change. @returns the message */
    announceChange: (id: Did, name: string): string => {
      const message = intl.formatMessage({ id }, { name: name.slice(0, 60) });
      announce(message);
      return message;
    },
    /** Shows which limit of the form is reached. */
    refuse: (why: 'fields' | 'depth' | 'pages' | 'blocks'): void => {
      const max = { ...DEFINITION_LIMITS, ...LAYOUT_LIMITS }[why];
      toast({ tone: 'warning', text: <FormattedMessage id={`builder.too_many_${why}`} values={{ max }} /> });
    },
    nameOf: (id: string): string => nodeName(intl, now().content, id),
    /** The names of the fields beside the selection: a new one has another. */
    besideNames: (): Set<string> => {
      const { content } = now();
      const after = selectedId();
      return namesOf((after && findField(content.fields, after)?.beside) || content.fields);
    },
    /** The selected block, or the outermost group around the selection. */
    outermost: (): string | null => {
      const after = selectedId();
      return (after && findField(now().content.fields, after)?.around[0]?.id) || after;
    },
  };
}
