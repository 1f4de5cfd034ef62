import { useCallback, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import { NEWER_COUNT_MAX } from '#lib/contract/submissions.ts';
import { countNewerSubmissions, listSubmissions } from '#services/submissions.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Strip = styled.div`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  justify-content: center;
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius('control')};
  background: ${color('primaryTint')};
  color: ${color('primaryText')};

  &:empty {
    display: none;
  }
`;

type NewSubmissionsNoticeProps = {
  formId: string;
  reloadKey: number;
  onShow: () => void;
};

/** Shows how many submissions arrived since the list was loaded; the list only changes on request. */
export function NewSubmissionsNotice({ formId, reloadKey, onShow }: NewSubmissionsNoticeProps) {
  const { hub } = useShell();
  const [count, setCount] = useState(0);
  /** The newest known submission; null for a form that had none. */
  const newest = useRef<string | null | undefined>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins with what is there then
  useEffect(() => {
    let over = false;
    newest.current = undefined;
    setCount(0);
    void listSubmissions(formId, {}, null, { size: 1 }).then(({ data, error }) => {
      if (!over && error === null) newest.current = data[0]?.id ?? null;
    });
    return () => {
      over = true;
    };
  }, [formId, reloadKey]);

  const look = useCallback(async () => {
    const known = newest.current;
    if (known === undefined) return;
    try {
      if (known !== null) setCount((await countNewerSubmissions(formId, known)).data.count);
      else setCount((await listSubmissions(formId, {}, null, { size: 100 })).data.length);
    } catch {
      // The next change event, or the next focus of the page, retries.
    }
  }, [formId]);

  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.about === 'answers' && event.id === formId) void look();
    },
    () => void look(),
  );
  useEffect(() => {
    const onShown = () => {
      if (document.visibilityState === 'visible') void look();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [look]);

  return (
    <Strip role="status">
      {count > 0 && (
        <>
          <span>
            <FormattedMessage
              id={count >= NEWER_COUNT_MAX ? 'answers.new_many' : 'answers.new'}
              values={{ count }}
            />
          </span>
          <Button size="small" onClick={onShow}>
            <FormattedMessage id="answers.show_new" />
          </Button>
        </>
      )}
    </Strip>
  );
}
