import { FormattedMessage } from 'react-intl';
import type { LogicPlace } from './logic-rules.ts';

/** The subject of a rule, in bold. */
export function PlaceName({ place }: { place: Pick<LogicPlace, 'label' | 'number' | 'target'> }) {
  const { label, number, target } = place;
  if (label !== null) return <strong dir="auto">{label}</strong>;
  return (
    <strong>
      <FormattedMessage
        id={target.kind === 'page' ? 'form_logic.page' : 'form_logic.gone_field'}
        values={{ number }}
      />
    </strong>
  );
}
