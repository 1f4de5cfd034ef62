import { SmilePlus } from 'lucide-react';
import { FormattedNumber, useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';
import { Menu } from '#components/ui/Menu.tsx';
import type { Reactions as ReactionCounts } from '#lib/contract/comment.ts';
import { color, MOTION, space } from '#styles/tokens.ts';

/** The emoji that are offered; others are shown where somebody used them. */
const OFFERED = ['👍', '❤️', '🎉', '😄', '🙏', '👀', '✅', '🤔'];

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  align-items: center;
`;

const Chip = styled.button`
  display: inline-flex;
  gap: ${space(1)};
  align-items: center;
  min-height: 28px;
  padding: 0 ${space(2)};
  border: 1px solid ${color('line')};
  border-radius: 14px;
  background: ${color('surface')};
  color: ${color('text')};
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  transition: background ${MOTION};

  &:hover:not(:disabled) {
    background: ${color('hover')};
  }

  &[aria-pressed='true'] {
    border-color: ${color('primary')};
    background: ${color('primaryTint')};
    color: ${color('primaryText')};
  }
`;

type ReactionsProps = {
  reactions: ReactionCounts;
  /** Null where the reader may not react. */
  onToggle: ((emoji: string, isOn: boolean) => void) | null;
};

/** The reactions, with a click to join or leave one. */
export function Reactions({ reactions, onToggle }: ReactionsProps) {
  const intl = useIntl();
  const shown = Object.entries(reactions);
  if (shown.length === 0) return null;
  return (
    <Row>
      {shown.map(([emoji, { count, mine, names }]) => (
        <Chip
          key={emoji}
          type="button"
          aria-pressed={mine}
          disabled={!onToggle}
          title={intl.formatList(names)}
          aria-label={intl.formatMessage({ id: 'comments.reaction' }, { emoji, count })}
          onClick={() => onToggle?.(emoji, !mine)}
        >
          <span aria-hidden>{emoji}</span>
          <FormattedNumber value={count} />
        </Chip>
      ))}
    </Row>
  );
}

/** A menu for another reaction. */
export function ReactionMenu({
  reactions,
  onToggle,
}: {
  reactions: ReactionCounts;
  onToggle: (emoji: string, isOn: boolean) => void;
}) {
  const intl = useIntl();
  return (
    <Menu
      align="end"
      entries={OFFERED.map((emoji) => ({
        label: emoji,
        onSelect: () => onToggle(emoji, !reactions[emoji]?.mine),
      }))}
    >
      {(trigger) => (
        <IconButton
          {...trigger}
          size="small"
          icon={SmilePlus}
          label={intl.formatMessage({ id: 'comments.react' })}
        />
      )}
    </Menu>
  );
}

/** The reactions after somebody joined or left one, as they look until the server says so. */
export function toggledReactions(reactions: ReactionCounts, emoji: string, isOn: boolean): ReactionCounts {
  const { count = 0, names = [] } = reactions[emoji] ?? {};
  const next = { count: count + (isOn ? 1 : -1), mine: isOn, names };
  const { [emoji]: _, ...others } = reactions;
  return next.count > 0 ? { ...reactions, [emoji]: next } : others;
}
