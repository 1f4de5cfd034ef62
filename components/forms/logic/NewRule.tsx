import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { NEW_RULE } from '#components/forms/draft/unfinished-rule.ts';
import { Button } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/Field.tsx';
import { Columns } from '#components/ui/Section.tsx';
import { color, radius, space } from '#styles/tokens.ts';
import { type LogicPlace, placeKey, type RulePart, ruleLocations } from './logic-rules.ts';
import { RuleEditor } from './RuleEditor.tsx';

const Card = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  padding: ${space(4)};
  border: 1px solid ${color('primary')};
  border-radius: ${radius('control')};
`;

const NOTHING = { about: '', part: 'visible_if' } as const;

/** Creates a rule: first its subject, then its condition. */
export function NewRule({ onClose, announce }: { onClose: () => void; announce: (message: string) => void }) {
  const intl = useIntl();
  const { content, unfinished, setUnfinished } = useDraft();
  const places = ruleLocations(content);
  const { about: key, part } = unfinished[NEW_RULE] ?? NOTHING;
  const choose = (about: string, wanted: RulePart) =>
    setUnfinished(NEW_RULE, { about, part: wanted, group: null });
  const cancel = () => {
    setUnfinished(NEW_RULE, null);
    onClose();
  };
  const place = places.find((one) => placeKey(one) === key);
  const has = (one: LogicPlace, wanted: RulePart) =>
    one.field
      ? one.field[wanted] !== undefined
      : content.layout.pages.some(({ id, visible_if }) => id === one.target.id && visible_if !== undefined);
  const nameOf = (one: LogicPlace) =>
    one.target.kind === 'page'
      ? intl.formatMessage({ id: 'form_logic.page_named' }, { number: one.number, title: one.label ?? '' })
      : (one.label ?? '');
  const mayRequire = place?.field && place.field.formula === undefined;
  const chosen: RulePart = mayRequire ? part : 'visible_if';
  const group = (kind: 'page' | 'field') => (
    <optgroup label={intl.formatMessage({ id: `form_logic.${kind}s` })}>
      {places
        .filter(({ target }) => target.kind === kind)
        .map((one) => (
          <option key={placeKey(one)} value={placeKey(one)}>
            {nameOf(one)}
          </option>
        ))}
    </optgroup>
  );
  return (
    <Card data-unfinished>
      <Columns>
        <SelectField
          label={<FormattedMessage id="form_logic.about" />}
          required
          autoFocus
          value={key}
          onChange={(event) => choose(event.target.value, part)}
        >
          <option value="" disabled>
            {intl.formatMessage({ id: 'form_logic.choose_about' })}
          </option>
          {group('field')}
          {group('page')}
        </SelectField>
        <SelectField
          label={<FormattedMessage id="form_logic.what" />}
          required
          value={chosen}
          onChange={(event) =>
            choose(key, event.target.value === 'required_if' ? 'required_if' : 'visible_if')
          }
        >
          <option value="visible_if">{intl.formatMessage({ id: 'form_logic.what_shown' })}</option>
          {mayRequire && (
            <option value="required_if">{intl.formatMessage({ id: 'form_logic.what_required' })}</option>
          )}
        </SelectField>
      </Columns>
      {place && has(place, chosen) ? (
        <>
          <p role="status">
            <FormattedMessage id="form_logic.has_one" />
          </p>
          <div>
            <Button onClick={cancel}>
              <FormattedMessage id="action.cancel" />
            </Button>
          </div>
        </>
      ) : place ? (
        <RuleEditor
          key={`${key} ${chosen}`}
          place={place}
          part={chosen}
          slot={NEW_RULE}
          onClose={onClose}
          onDone={() => {
            announce(intl.formatMessage({ id: 'form_logic.saved' }, { name: nameOf(place) }));
            onClose();
          }}
        />
      ) : (
        <div>
          <Button onClick={cancel}>
            <FormattedMessage id="action.cancel" />
          </Button>
        </div>
      )}
    </Card>
  );
}
