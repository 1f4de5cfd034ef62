import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { lazyDialog } from '#components/ui/lazy-component.tsx';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import { disclosureOf } from '#services/disclosure.ts';
import { sendWithRetry } from '#services/retry.ts';

const DisclosureDialog = lazyDialog(() => import('./DisclosureDialog.tsx').then((file) => file.default));

/** @returns whether the disclosure of a change is confirmed */
type Ask = (disclosure: Disclosure) => Promise<boolean>;
const AskContext = createContext<Ask>(async () => false);

type Question = { disclosure: Disclosure; resolve: (accepted: boolean) => void };

/** Shows the confirmation dialog of `useDisclosure` over the page. */
export function DisclosureProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const open = useRef<Question['resolve'] | null>(null);
  const ask = useCallback<Ask>(
    (disclosure) =>
      new Promise((resolve) => {
        // One dialog at a time: an earlier caller is not left waiting.
        open.current?.(false);
        open.current = resolve;
        setQuestion({ disclosure, resolve });
      }),
    [],
  );
  const settle = (accepted: boolean) => {
    open.current = null;
    setQuestion(null);
    question?.resolve(accepted);
  };
  return (
    <AskContext.Provider value={ask}>
      {children}
      {question && (
        <DisclosureDialog
          disclosure={question.disclosure}
          onConfirm={async () => settle(true)}
          onClose={() => settle(false)}
        />
      )}
    </AskContext.Provider>
  );
}

/** `turn` counts from 0: a confirmed request is another one than the first. */
type Send<Result> = (accepted: { disclosure?: string }, turn: number) => Promise<Result>;

/**
 * Sends a change; where it would show resources to more users, or hide them from some, requests confirmation with their
 * names, and sends the change again with it. Waits first where the server prepares a large folder for the change.
 * @returns a function that returns the change's result, or null where it was declined and nothing was changed; it
 * throws the client's error
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
