import { ChevronUp } from 'lucide-react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { IconButton } from '#components/ui/Button.tsx';

/** Links of which each can be moved up. */
export const OrderedLinks = styled.div`
  li {
    position: relative;
  }

  /* Shown where it can be used: under the pointer, with the focus, and on touch screens always. */
  li > button {
    position: absolute;
    top: 3px;
    right: 4px;
    opacity: 0;
  }

  li:hover > button,
  li:focus-within > button {
    opacity: 1;
  }

  /* The button has no background of its own: what it would cover makes way. */
  @media (hover: hover) {
    li:hover:has(> button) > a,
    li:focus-within:has(> button) > a {
      padding-right: 40px;
    }
  }

  @media (hover: none) {
    li > button {
      top: 0;
      right: 0;
      width: 44px;
      height: 44px;
      opacity: 1;
    }

    li:has(> button) > a {
      padding-right: 52px;
    }
  }
`;

/** Moves the link that it stands in towards the front. */
export function MoveUpButton({ name, onClick }: { name: string; onClick: () => void }) {
  const intl = useIntl();
  return (
    <IconButton
      icon={ChevronUp}
      size="small"
      label={intl.formatMessage({ id: 'layout.move_up' }, { space: name })}
      onClick={onClick}
    />
  );
}
