import { ArrowDown, ArrowUp } from 'lucide-react';
import { useIntl } from 'react-intl';
import { type ButtonSize, IconButton } from '#components/ui/Button.tsx';

type MoveButtonsProps = {
  /** The entry’s name. */
  name: string;
  /** Its place, of how many. */
  at: number;
  count: number;
  size?: ButtonSize;
  onMove: (to: number) => void;
};

/** The buttons that move an entry of a list up and down. */
export function MoveButtons({ name, at, count, size = 'medium', onMove }: MoveButtonsProps) {
  const intl = useIntl();
  return (
    <>
      <IconButton
        size={size}
        icon={ArrowUp}
        disabled={at === 0}
        label={intl.formatMessage({ id: 'table.inner_up' }, { name })}
        onClick={() => onMove(at - 1)}
      />
      <IconButton
        size={size}
        icon={ArrowDown}
        disabled={at === count - 1}
        label={intl.formatMessage({ id: 'table.inner_down' }, { name })}
        onClick={() => onMove(at + 1)}
      />
    </>
  );
}
