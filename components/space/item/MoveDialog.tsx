import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useSpaceSearch } from '#components/search/use-space-search.ts';
import { Button } from '#components/ui/Button.tsx';
import { ErrorState } from '#components/ui/ErrorState.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import { SkeletonList } from '#components/ui/Skeleton.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { space } from '#styles/tokens.ts';
import { FolderTree, type ParentId } from './FolderTree.tsx';
import { type ChosenSpace, SpacePicker } from './SpacePicker.tsx';
import { useFolders } from './use-folders.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

/** The chosen destination; `space` is absent where it is the items' own, or its slug is not known. */
export type MoveDestination = { space?: string; parent: ParentId; name: string };

type MoveDialogProps = {
  title: ReactNode;
  /** The current location of the items; `parent` is undefined where they are in several folders. */
  from: { space: string; parent: ParentId | undefined };
  /** Folders that are being moved themselves. */
  hidden: readonly string[];
  /** Moves them; an error is shown, and the dialog stays open. */
  onChosen: (place: MoveDestination) => Promise<void>;
  onClose: () => void;
};

/** Lets the user choose a space and a folder to move items to. */
export const MoveDialog = withQueries(function MoveDialog({
  title,
  from,
  hidden,
  onChosen,
  onClose,
}: MoveDialogProps) {
  const intl = useIntl();
  const [other, setOther] = useState<ChosenSpace | null>(null);
  const [chosen, setChosen] = useState<{ place: ParentId; title: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const slug = other?.slug ?? from.space;
  const { found: spaces } = useSpaceSearch('', { writable: true });
  const folders = useFolders(slug, hidden);
  const submit = async () => {
    if (!chosen) return;
    setBusy(true);
    setProblem(null);
    try {
      const name = chosen.place === null && other ? other.name : chosen.title;
      await onChosen({ ...(slug ? { space: slug } : {}), parent: chosen.place, name });
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" busy={busy} disabled={!chosen} onClick={() => void submit()}>
            <FormattedMessage id="move.submit" />
          </Button>
        </>
      }
    >
      <Parts>
        {problem && <Notice tone="error">{problem}</Notice>}
        {spaces && (
          <SpacePicker
            from={from.space}
            chosen={other}
            onChoose={(one) => {
              setOther(one);
              setChosen(null);
            }}
          />
        )}
        {folders.error && <ErrorState message={folders.error} onRetry={folders.again} />}
        {/* Nothing can be clicked that the other responses would still move. */}
        {spaces && !folders.pending ? (
          <FolderTree
            key={slug}
            top={intl.formatMessage({ id: 'move.top' })}
            known={folders.known}
            open={folders.open}
            onToggle={folders.toggle}
            current={other ? undefined : from.parent}
            chosen={chosen?.place}
            onChoose={(place, title) => setChosen({ place, title })}
          />
        ) : (
          <SkeletonList rows={2} />
        )}
      </Parts>
    </Modal>
  );
});
