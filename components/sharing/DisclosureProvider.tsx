import dynamic from 'next/dynamic';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import { disclosureOf } from '#services/disclosure.ts';

const DisclosureDialog = dynamic(() => import('./DisclosureDialog.tsx'), { ssr: false });

/** @returns whether what a change would disclose is accepted */
type Ask = (disclosure: Disclosure) => Promise<boolean>;
const AskContext = createContext<Ask>(async () => false);

type Question = { disclosure: Disclosure; answer: (accepted: boolean) => void };

/** Shows the question that `useDisclosure` asks, over the page. */
export function DisclosureProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback<Ask>(
    (disclosure) => new Promise((answer) => setQuestion({ disclosure, answer })),
    [],
  );
  return (
    <AskContext.Provider value={ask}>
      {children}
      {question && (
        <DisclosureDialog
          disclosure={question.disclosure}
          onAnswer={(accepted) => {
            setQuestion(null);
            question.answer(accepted);
          }}
        />
      )}
    </AskContext.Provider>
  );
}

type Send<Result> = (accepted: { disclosure?: string }) => Promise<Result>;

/**
 * Sends a change; where it would show things to more people, asks with their names, and sends it again with the answer.
 * @returns a function that gives the change's result, or null where it was declined and nothing was changed; it throws
 *   the client's error
 */
export function useDisclosure(): <Result>(send: Send<Result>) => Promise<Result | null> {
  const ask = useContext(AskContext);
  return useCallback(
    async <Result,>(send: Send<Result>) => {
      let accepted = {};
      for (;;) {
        try {
          return await send(accepted);
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
