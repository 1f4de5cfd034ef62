import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import { tabLook } from './tab-look.ts';
import { useCurrentInSight } from './use-current-in-sight.ts';

const Bar = styled.div`
  display: flex;
  margin-bottom: ${space(4)};
  overflow-x: auto;
  border-bottom: 1px solid ${color('line')};
  scrollbar-width: none;
`;

const Tab = styled.button`
  ${tabLook}
  min-height: 44px;
  border-width: 0 0 2px;
  background: none;
  font: inherit;
  font-weight: 500;
  cursor: pointer;

  &[aria-selected='true'] {
    border-bottom-color: ${color('primary')};
    color: ${color('primaryText')};
  }
`;

type PanelTabsProps<Key extends string> = {
  /** Their accessible name. */
  label: string;
  tabs: readonly { key: Key; label: ReactNode }[];
  current: Key;
  onSelect: (key: Key) => void;
  /** What the current tab shows. */
  children: ReactNode;
};

/** Tabs within a dialog or a panel, which have no addresses: arrow keys, Home and End select one. */
export function PanelTabs<Key extends string>({
  label,
  tabs,
  current,
  onSelect,
  children,
}: PanelTabsProps<Key>) {
  const id = useId();
  const bar = useCurrentInSight<HTMLDivElement>(current);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === current);
    const targets: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : tabs.at(target % tabs.length);
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.key);
    document.getElementById(`${id}-${tab.key}`)?.focus();
  };
  return (
    <>
      <Bar ref={bar} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ key, label: text }) => (
          <Tab
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            {text}
          </Tab>
        ))}
      </Bar>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
