import type { MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { RelativeTime } from '#components/ui/RelativeTime.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { SettingMergeConflict } from '#lib/contract/merge-settings.ts';
import { color, space } from '#styles/tokens.ts';
import { settingPartName, settingValueText } from './setting-messages.ts';

/** Rendered in place of a message, inside a line of text. */
const Box = styled.span`
  display: grid;
  gap: ${space(2)};
`;

const Sides = styled.span`
  display: grid;
  gap: 2px;
  color: ${color('text')};
  white-space: pre-line;
  overflow-wrap: anywhere;
`;

const Acts = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** The pressed button disappears: the focus moves to the control of the setting. */
function focusControl({ currentTarget }: MouseEvent<HTMLElement>): void {
  let around: HTMLElement | null = currentTarget;
  while (around) {
    const control = around.querySelector<HTMLElement>(
      'input:checked, input:not([type="radio"]), select, textarea',
    );
    if (control) {
      control.focus();
      return;
    }
    around = around.parentElement;
  }
}

type SettingConflictNoteProps = {
  parts: readonly SettingMergeConflict[];
  onKeepMine: () => void;
  onUseTheirs: () => void;
};

/** A conflict of two users' changes to one setting: who the other is, both values, and a choice between them. */
export function SettingConflictNote({ parts, onKeepMine, onUseTheirs }: SettingConflictNoteProps) {
  const intl = useIntl();
  const { form, content } = useDraft();
  const { viewer } = useShell();
  const changes = parts.flatMap(({ part }) => form.setting_changes[part] ?? []);
  const [last] = changes.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const name = last?.name ?? intl.formatMessage({ id: 'builder.conflict_somebody' });
  const isOneself = last !== undefined && last.id === viewer?.id;
  return (
    <Box>
      <span>
        <FormattedMessage
          id={isOneself ? 'form_settings.conflict_you' : 'form_settings.conflict'}
          values={{ name: <bdi>{name}</bdi>, time: last ? <RelativeTime value={last.at} /> : '' }}
        />
      </span>
      {parts.map(({ part, mine, theirs }) => (
        <Sides key={part}>
          {part.startsWith('theme.') && <strong>{settingPartName(intl, part)}</strong>}
          <span>
            <FormattedMessage
              id={isOneself ? 'form_settings.conflict_there' : 'form_settings.conflict_theirs'}
              values={{
                name: <bdi>{name}</bdi>,
                value: <bdi>{settingValueText(intl, content, part, theirs)}</bdi>,
              }}
            />
          </span>
          <span>
            <FormattedMessage
              id="form_settings.conflict_mine"
              values={{ value: <bdi>{settingValueText(intl, content, part, mine)}</bdi> }}
            />
          </span>
        </Sides>
      ))}
      <Acts>
        <Button
          size="small"
          onClick={(event) => {
            focusControl(event);
            onKeepMine();
          }}
        >
          <FormattedMessage id="form_settings.conflict_use_mine" />
        </Button>
        <Button
          size="small"
          onClick={(event) => {
            focusControl(event);
            onUseTheirs();
          }}
        >
          <FormattedMessage id="form_settings.conflict_use_theirs" />
        </Button>
      </Acts>
    </Box>
  );
}
