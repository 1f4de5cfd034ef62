import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { ErrorState } from '#components/common/ErrorState.tsx';
import { failureText } from '#components/common/failure-text.tsx';
import { Modal } from '#components/common/Modal.tsx';
import { Notice } from '#components/common/Notice.tsx';
import { DisclosureDetails } from '#components/sharing/DisclosureDetails.tsx';
import { useDisclosure } from '#components/sharing/DisclosureProvider.tsx';
import { WhoMaySee } from '#components/trash/WhoMaySee.tsx';
import type { Disclosure } from '#lib/contract/disclosure.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Visibility } from '#lib/policy/roles.ts';
import { disclosureOf } from '#services/disclosure.ts';
import { changeItem } from '#services/item.ts';
import { space } from '#styles/tokens.ts';
import { FolderTree, type Place } from './FolderTree.tsx';
import { useFolders } from './use-folders.ts';

const Parts = styled.div`
  display: grid;
  gap: ${space(4)};
`;

type MoveItemProps = {
  item: Item;
  onClose: () => void;
  /** Where it is now, and what that is called. */
  onMoved: (item: Item, place: string) => void;
};

/** Puts an item into another folder of its space; asks who may see it where more people would. */
export function MoveItem({ item, onClose, onMoved }: MoveItemProps) {
  const intl = useIntl();
  const folders = useFolders(item.space_slug, item.id);
  const [chosen, setChosen] = useState<{ place: Place; title: string } | null>(null);
  const [wider, setWider] = useState<Disclosure | null>(null);
  const disclose = useDisclosure();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const top = intl.formatMessage({ id: 'move.top' });

  /** Where something in it has settings of its own, more people may see that whatever is chosen for the folder. */
  const moveAs = async (visibility: Visibility) => {
    if (!chosen) return;
    const change = { parent: chosen.place, visibility };
    const moved = await disclose((accepted) => changeItem(item, { ...change, ...accepted }));
    if (moved) onMoved(moved.data, chosen.title);
    else onClose();
  };
  const tryMove = async () => {
    setBusy(true);
    setProblem(null);
    try {
      if (chosen) onMoved((await changeItem(item, { parent: chosen.place })).data, chosen.title);
    } catch (error) {
      const disclosure = disclosureOf(error);
      if (disclosure) setWider(disclosure);
      else setProblem(failureText(error));
      setBusy(false);
    }
  };

  if (wider && chosen) {
    return (
      <WhoMaySee
        title={<FormattedMessage id="move.wider_title" />}
        text={
          <FormattedMessage
            id="move.wider_text"
            values={{ title: <bdi>{item.title}</bdi>, place: <bdi>{chosen.title}</bdi> }}
          />
        }
        note={<DisclosureDetails disclosure={wider} most={3} />}
        place={chosen.title}
        submit={<FormattedMessage id="move.submit" />}
        onClose={onClose}
        onChosen={moveAs}
      />
    );
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={<FormattedMessage id="move.title" values={{ title: <bdi>{item.title}</bdi> }} />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" busy={busy} disabled={!chosen} onClick={() => void tryMove()}>
            <FormattedMessage id="move.submit" />
          </Button>
        </>
      }
    >
      <Parts>
        {problem && <Notice tone="error">{problem}</Notice>}
        {folders.error && <ErrorState message={folders.error} onRetry={folders.again} />}
        <FolderTree
          top={top}
          known={folders.known}
          open={folders.open}
          onToggle={folders.toggle}
          current={item.parent_id}
          chosen={chosen ? chosen.place : undefined}
          onChoose={(place, title) => setChosen({ place, title })}
        />
      </Parts>
    </Modal>
  );
}
