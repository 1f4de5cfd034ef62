import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import { disclosureOf } from '#services/disclosure.ts';
import { sendWithRetry } from '#services/retry.ts';

const DisclosureDialog = lazyDialog(() => import('./DisclosureDialog.tsx').then((file) => file.default));

/** @returns whether what a change would disclose is accepted */
type Ask = (disclosure: Disclosure) => Promise<boolean>;
const AskContext = createContext<Ask>(async () => false);

type Question = { disclosure: Disclosure; answer: (accepted: boolean) => void };

/** Shows the question that `useDisclosure` asks, over the page. */
export function DisclosureProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const open = useRef<Question['answer'] | null>(null);
  const ask = useCallback<Ask>(
    (disclosure) =>
      new Promise((answer) => {
        // One question at a time: who asked before is not left waiting.
        open.current?.(false);
        open.current = answer;
        setQuestion({ disclosure, answer });
      }),
    [],
  );
  const answerWith = (accepted: boolean) => {
    open.current = null;
    setQuestion(null);
    question?.answer(accepted);
  };
  return (
    <AskContext.Provider value={ask}>
      {children}
      {question && (
        <DisclosureDialog
          disclosure={question.disclosure}
          onConfirm={async () => answerWith(true)}
          onClose={() => answerWith(false)}
        />
      )}
    </AskContext.Provider>
  );
}

/** `turn` counts from 0: an answer to a question is another request than the one that asked. */
type Send<Result> = (accepted: { disclosure?: string }, turn: number) => Promise<Result>;

/**
 * Sends a change; where it would show things to more people, or take them from some, asks with their names, and sends it
 * again with the answer. Waits where the server prepares a large folder for the change first.
 * @returns a function that gives the change's result, or null where it was declined and nothing was changed; it throws
 *   the client's error
 */
export function useDisclosure(): <Result>(send: Send<Result>) => Promise<Result | null> {
  const ask = useContext(AskContext);
  return useCallback(
    async <Result,>(send: Send<Result>) => {
      let accepted = {};
      for (let turn = 0; ; turn++) {
        try {
          const request = accepted;
          return await sendWithRetry(() => send(request, turn));
        } catch (error) {
          const disclosure = disclosureOf(error);
          if (!disclosure) throw error;
          if (!(await ask(disclosure))) return null;
          accepted = { disclosure: disclosure.disclosure };
        }
      }
    },
    [ask],
  );
}
