import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { loadedPage } from '#context/list-error.ts';
import { useShell } from '#context/ShellContext.tsx';
import { useChangeEvents } from '#context/use-change-events.ts';
import { NEWER_COUNT_MAX } from '#lib/contract/submission-limits.ts';
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
  /** The id of the newest submission that is shown; null for a form that had none. */
  const { data: newest } = useQuery({
    queryKey: ['newest submission', formId, reloadKey],
    queryFn: async () => loadedPage(await listSubmissions(formId, {}, null, { size: 1 })).data[0]?.id ?? null,
  });
  const { data: count, refetch } = useQuery({
    queryKey: ['newer submissions', formId, reloadKey],
    queryFn: async () => {
      if (newest) return (await countNewerSubmissions(formId, newest)).data.count;
      return loadedPage(await listSubmissions(formId, {}, null, { size: 100 })).data.length;
    },
    // Each event counts again; a request for what is not counted yet would be joined.
    initialData: 0,
    enabled: false,
  });
  // Where it fails, the next change event, or the next focus of the page, tries again.
  const recount = useCallback(() => {
    if (newest !== undefined) void refetch();
  }, [newest, refetch]);

  useChangeEvents(
    hub?.domain_handle ?? null,
    (event) => {
      if (event.about === 'answers' && event.id === formId) recount();
    },
    recount,
  );
  useEffect(() => {
    const onShown = () => {
      if (document.visibilityState === 'visible') recount();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => document.removeEventListener('visibilitychange', onShown);
  }, [recount]);

  return (
    <Strip role="status">
      {count > 0 && (
        <>
          <span>
            <FormattedMessage
              id={count >= NEWER_COUNT_MAX ? 'submissions.new_many' : 'submissions.new'}
              values={{ count }}
            />
          </span>
          <Button size="small" onClick={onShow}>
            <FormattedMessage id="submissions.show_new" />
          </Button>
        </>
      )}
    </Strip>
  );
}
