import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { optionColors } from '#components/table/columns/option-look.ts';
import type { OptionColor } from '#lib/fields/option-colors.ts';
import { color, radius } from '#styles/tokens.ts';

/** A label of people, as it is shown. */
export type Label = { id: string; label: string; color?: OptionColor | undefined };

/** A list of chips that wraps; it has no marks. */
export const Chips = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  min-width: 0;
  max-width: 100%;
  padding: 0;
  margin: 0;
  list-style: none;

  > li {
    min-width: 0;
    max-width: 100%;
  }
`;

/** The look of a label in its colour. */
export const Chip = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  max-width: 100%;
  padding: 0 8px;
  border-radius: ${radius('chip')};
  background: ${color('hover')};
  color: ${color('text')};
  font-size: 13px;
  line-height: 20px;

  > bdi {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  ${optionColors('&')}
`;

/** The labels that somebody has, as chips; nothing without any. @param after what follows each */
export function LabelChips({
  labels,
  after,
}: {
  labels: readonly Label[];
  after?: (label: Label) => ReactNode;
}) {
  const intl = useIntl();
  if (labels.length === 0) return null;
  return (
    <Chips aria-label={intl.formatMessage({ id: 'contacts.labels' })}>
      {labels.map((one) => (
        <li key={one.id}>
          <Chip data-color={one.color} title={one.label}>
            <bdi>{one.label}</bdi>
            {after?.(one)}
          </Chip>
        </li>
      ))}
    </Chips>
  );
}
