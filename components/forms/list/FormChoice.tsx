import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, MOTION, radius, SHADOW, space } from '#styles/tokens.ts';

const Choice = styled.button`
  display: flex;
  align-items: flex-start;
  gap: ${space(4)};
  width: 100%;
  height: 100%;
  min-height: 88px;
  padding: ${space(4)};
  border: 1px solid ${color('line')};
  border-radius: ${radius('card')};
  background: ${color('surface')};
  box-shadow: ${SHADOW.card};
  color: ${color('text')};
  text-align: left;
  transition: background ${MOTION};

  &:hover:not([aria-disabled='true']) {
    background: ${color('hover')};
  }

  &[aria-disabled='true'] {
    cursor: not-allowed;
    opacity: 0.6;
  }

  > span:last-child {
    display: grid;
    gap: 2px;
    min-width: 0;
  }

  strong {
    font-weight: 600;
  }

  small {
    color: ${color('quiet')};
    font-size: 13px;
    font-variant-numeric: tabular-nums;
  }
`;

const Mark = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: ${radius('icon')};
  background: ${color('primaryTint')};
  color: ${color('primaryText')};
`;

/** The mark of a way to begin that is no template. */
export const MarkedIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <Mark aria-hidden>
    <Icon size={18} strokeWidth={1.75} />
  </Mark>
);

type FormChoiceProps = {
  mark: ReactNode;
  name: ReactNode;
  text: ReactNode;
  /** Of how many pages and fields a template is. */
  extent?: ReactNode;
  isDisabled: boolean;
  /** The form is created from this one. */
  isBusy?: boolean;
  onChoose: () => void;
};

/** What a new form can begin with: a card of the list. */
export function FormChoice({
  mark,
  name,
  text,
  extent,
  isDisabled,
  isBusy = false,
  onChoose,
}: FormChoiceProps) {
  return (
    <li>
      <Choice
        type="button"
        aria-disabled={isDisabled || undefined}
        aria-busy={isBusy || undefined}
        onClick={onChoose}
      >
        {mark}
        <span>
          <strong>{name}</strong>
          <small>{text}</small>
          {extent && <small>{extent}</small>}
        </span>
      </Choice>
    </li>
  );
}
