import { Globe, Lock, type LucideIcon, Users } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import type { Visibility } from '#lib/access/roles.ts';
import { color, radius, space } from '#styles/tokens.ts';

const ICONS: Record<Visibility, LucideIcon> = { public: Globe, shared: Users, private: Lock };

const Chip = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 1px ${space(2)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('chip')};
  color: ${color('quiet')};
  font-size: 12.5px;
  font-weight: 500;
  line-height: 20px;
  white-space: nowrap;
`;

/** A visibility: Public, Shared or Private, with an icon and a label. */
export function VisibilityChip({ visibility }: { visibility: Visibility }) {
  const Icon = ICONS[visibility];
  return (
    <Chip>
      <Icon aria-hidden size={13} strokeWidth={1.75} />
      <FormattedMessage id={`visibility.${visibility}`} />
    </Chip>
  );
}

/** The icon alone, with its label for screen readers and on hover. */
export function VisibilityIcon({ visibility, size = 14 }: { visibility: Visibility; size?: number }) {
  const intl = useIntl();
  const Icon = ICONS[visibility];
  const label = intl.formatMessage({ id: `visibility.${visibility}` });
  return (
    <span role="img" aria-label={label} title={label}>
      <Icon aria-hidden size={size} strokeWidth={1.75} />
    </span>
  );
}
