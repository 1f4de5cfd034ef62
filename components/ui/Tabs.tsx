import NextLink from 'next/link';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color } from '#styles/tokens.ts';
import { tabBarLook, tabLook } from './tab-look.ts';
import { useCurrentInSight } from './use-current-in-sight.ts';

const Bar = styled.nav`
  ${tabBarLook}
  border-bottom: 1px solid ${color('line')};
`;

const Tab = styled(NextLink)`
  ${tabLook}
  min-height: 44px;
`;

const Count = styled.span`
  color: ${color('quiet')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  font-weight: 400;
`;

export type TabItem = { key: string; label: ReactNode; count?: ReactNode; href: string };

type TabsProps = {
  /** Their accessible name. */
  label: string;
  items: TabItem[];
  current: string;
  /** The page has the data of all tabs: nothing is requested from the server. */
  shallow?: boolean;
};

/** Tabs as links, so that each has an address; they scroll horizontally on narrow screens. */
export function Tabs({ label, items, current, shallow = false }: TabsProps) {
  const bar = useCurrentInSight(current);
  return (
    <Bar ref={bar} aria-label={label}>
      {items.map(({ key, label: text, count, href }) => (
        <Tab
          key={key}
          href={href}
          prefetch={false}
          aria-current={key === current ? 'page' : undefined}
          scroll={false}
          shallow={shallow}
        >
          {text}
          {count !== undefined && <Count>{count}</Count>}
        </Tab>
      ))}
    </Bar>
  );
}
