import { type KeyboardEvent, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import type { ResourceAccess } from '#lib/contract/access.ts';
import { getAccess, type ShareableResource } from '#services/sharing.ts';
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

type SharePanelsProps = {
  resource: ShareableResource;
  /** Access to the resource changed. */
  onChanged: () => void;
};

/** Tabs for an item's or a form's members, its links, and everybody who can see it with the reason. */
export function SharePanels({ resource, onChanged }: SharePanelsProps) {
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
    <>
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
          <AsyncContent of={resource.id} load={() => getAccess(resource)} rows={4}>
            {(access) => <People resource={resource} access={access} onChanged={onChanged} />}
          </AsyncContent>
        )}
        {tab === 'links' && <LinksPanel resource={resource} onChanged={onChanged} />}
        {tab === 'who' && <WhoCanSee resource={resource} onChanged={onChanged} />}
      </div>
    </>
  );
}

function People({ resource, access, onChanged }: SharePanelsProps & { access: ResourceAccess }) {
  const control = useAccess({
    resource,
    initial: access,
    onChanged,
    conflict: <FormattedMessage id="sharing.conflict" />,
  });
  return <AccessPanel control={control} />;
}
