import { type KeyboardEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/common/Button.tsx';
import { Loaded } from '#components/common/Loaded.tsx';
import { Modal } from '#components/common/Modal.tsx';
import type { ItemAccess } from '#lib/contract/access.ts';
import type { Item } from '#lib/contract/item.ts';
import { getAccess } from '#services/sharing.ts';
import { color, space } from '#styles/tokens.ts';
import { AccessPanel } from './AccessPanel.tsx';
import { LinksPanel } from './LinksPanel.tsx';
import { useAccess } from './use-access.ts';
import { WhoCanSee } from './WhoCanSee.tsx';

const TABS = ['people', 'links', 'who'] as const;
type Tab = (typeof TABS)[number];

const Bar = styled.div`
  display: flex;
  gap: ${space(5)};
  margin-bottom: ${space(5)};
  overflow-x: auto;
  border-bottom: 1px solid ${color('line')};
`;

const TabButton = styled.button`
  flex: none;
  min-height: 44px;
  padding: 0;
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: ${color('quiet')};
  font: inherit;
  font-weight: 500;
  white-space: nowrap;
  cursor: pointer;

  &:hover {
    color: ${color('text')};
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  &[aria-selected='true'] {
    border-bottom-color: ${color('primary')};
    color: ${color('primaryText')};
  }
`;

type ShareDialogProps = {
  item: Pick<Item, 'id' | 'title'>;
  onClose: () => void;
  /** Something about who may see the item changed. */
  onChanged: () => void;
};

/** Who may see an item and do what with it: people, links, and everybody with the reason. */
export default function ShareDialog({ item, onClose, onChanged }: ShareDialogProps) {
  const intl = useIntl();
  const id = useId();
  const [tab, setTab] = useState<Tab>('people');

  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length] ?? 'people';
    setTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };

  return (
    <Modal
      open
      onClose={onClose}
      width={640}
      title={<FormattedMessage id="sharing.dialog" values={{ title: <bdi>{item.title}</bdi> }} />}
      footer={
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="sharing.close" />
        </Button>
      }
    >
      <Bar role="tablist" aria-label={intl.formatMessage({ id: 'sharing.tabs' })} onKeyDown={onKey}>
        {TABS.map((one) => (
          <TabButton
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === tab}
            aria-controls={`${id}-panel`}
            tabIndex={one === tab ? 0 : -1}
            onClick={() => setTab(one)}
          >
            <FormattedMessage id={`sharing.tab_${one}`} />
          </TabButton>
        ))}
      </Bar>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {tab === 'people' && (
          <Loaded of={item.id} load={() => getAccess(item.id)} rows={4}>
            {(access) => <People id={item.id} access={access} onChanged={onChanged} />}
          </Loaded>
        )}
        {tab === 'links' && <LinksPanel id={item.id} onChanged={onChanged} />}
        {tab === 'who' && <WhoCanSee thing={{ item: item.id }} />}
      </div>
    </Modal>
  );
}

function People({ id, access, onChanged }: { id: string; access: ItemAccess; onChanged: () => void }) {
  const control = useAccess({
    id,
    initial: access,
    onChanged,
    conflict: <FormattedMessage id="sharing.conflict" />,
  });
  return <AccessPanel control={control} />;
}
