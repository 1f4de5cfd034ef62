import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { AsyncContent } from '#components/ui/AsyncContent.tsx';
import { PanelTabs } from '#components/ui/PanelTabs.tsx';
import type { ResourceAccess } from '#lib/contract/access.ts';
import { getAccess, type ShareableResource } from '#services/sharing.ts';
import { AccessPanel } from './AccessPanel.tsx';
import { LinksPanel } from './LinksPanel.tsx';
import { useAccess } from './use-access.ts';
import { WhoCanSee } from './WhoCanSee.tsx';

const TABS = ['people', 'links', 'who'] as const;
type Tab = (typeof TABS)[number];

type SharePanelsProps = {
  resource: ShareableResource;
  /** Access to the resource changed. */
  onChanged: () => void;
};

/** Tabs for an item's or a form's members, its links, and everybody who can see it with the reason. */
export function SharePanels({ resource, onChanged }: SharePanelsProps) {
  const intl = useIntl();
  const [tab, setTab] = useState<Tab>('people');
  /** What was typed for a link, and its address, which is given once, stay while another tab is looked at. */
  const [hasLinks, setHasLinks] = useState(false);
  const select = (selected: Tab) => {
    setTab(selected);
    if (selected === 'links') setHasLinks(true);
  };

  return (
    <PanelTabs
      label={intl.formatMessage({ id: 'sharing.tabs' })}
      tabs={TABS.map((key) => ({ key, label: <FormattedMessage id={`sharing.tab_${key}`} /> }))}
      current={tab}
      onSelect={select}
    >
      {tab === 'people' && (
        <AsyncContent of={resource.id} load={() => getAccess(resource)} rows={4}>
          {(access) => <People resource={resource} access={access} onChanged={onChanged} />}
        </AsyncContent>
      )}
      {hasLinks && (
        <div hidden={tab !== 'links'}>
          <LinksPanel resource={resource} onChanged={onChanged} />
        </div>
      )}
      {tab === 'who' && <WhoCanSee resource={resource} onChanged={onChanged} />}
    </PanelTabs>
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
