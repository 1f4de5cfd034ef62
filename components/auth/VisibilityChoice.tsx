import { FormattedMessage } from 'react-intl';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { VISIBILITIES, type Visibility } from '#lib/access/roles.ts';

const STRICTEST_FIRST = [...VISIBILITIES].reverse();

type VisibilityChoiceProps = { value: Visibility; onChange: (visibility: Visibility) => void };

/** The visibility of a hub (docs/contract.md §4), the strictest first. */
export function VisibilityChoice({ value, onChange }: VisibilityChoiceProps) {
  return (
    <ChoiceGroup
      legend={<FormattedMessage id="create_hub.visibility" />}
      name="visibility"
      options={STRICTEST_FIRST.map((visibility) => ({
        value: visibility,
        label: <FormattedMessage id={`create_hub.${visibility}`} />,
        help: <FormattedMessage id={`create_hub.${visibility}_help`} />,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
