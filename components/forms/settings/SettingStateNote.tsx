import { Check } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { color, space } from '#styles/tokens.ts';
import type { SettingState } from './use-setting.tsx';

const State = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  color: ${color('quiet')};
  font-size: 13px;
`;

/** The result of a change, beside its label; announced to screen readers, too. */
export function SettingStateNote({ state }: { state: SettingState }) {
  return (
    <State role="status">
      {state === 'saved' && <Check aria-hidden size={14} strokeWidth={2} />}
      {typeof state === 'string' && <FormattedMessage id={`form_settings.${state}`} />}
      {typeof state === 'object' && state !== null && <ChangedBy name={state.by} />}
    </State>
  );
}

function ChangedBy({ name }: { name: string | null }) {
  const intl = useIntl();
  return (
    <FormattedMessage
      id="form_settings.changed_by"
      values={{ name: <bdi>{name ?? intl.formatMessage({ id: 'builder.conflict_somebody' })}</bdi> }}
    />
  );
}
