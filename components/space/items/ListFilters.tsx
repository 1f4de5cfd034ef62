import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import {
  directed,
  isDescending,
  NO_FILTERS,
  type SpaceView,
  sortAfter,
  sortKeyOf,
  sortKeysOf,
} from '#components/space/view/space-view.ts';
import { Button } from '#components/ui/Button.tsx';
import { Input, Select } from '#components/ui/control.ts';
import { Modal } from '#components/ui/Modal.tsx';
import { space } from '#styles/tokens.ts';

const PersonSelect = dynamic(() => import('./PersonSelect.tsx').then((file) => file.PersonSelect), {
  ssr: false,
});

const Fields = styled.form`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(4)};
`;

const Labelled = styled.div<{ $wide?: boolean }>`
  display: grid;
  gap: 6px;
  grid-column: ${({ $wide }) => ($wide ? '1 / -1' : 'auto')};
  min-width: 0;
  font-size: 13px;

  > label {
    font-weight: 500;
  }

  input {
    min-width: 0;
    width: 100%;
  }
`;

type ListFiltersProps = {
  slug: string;
  view: SpaceView;
  /** The name of the user that the list is filtered by, where it is known. */
  personName: string | null;
  /** False for users outside of the hub, who don't see its members. */
  people: boolean;
  onClose: () => void;
  onApply: (view: SpaceView) => void;
};

type DayRangeProps = Pick<SpaceView, 'from' | 'to'> & {
  id: string;
  onChange: (change: Partial<SpaceView>) => void;
};

/** The first and the last day of what is listed; both may be open. */
function DayRange({ id, from, to, onChange }: DayRangeProps) {
  const isBackwards = from !== '' && to !== '' && from > to;
  return (
    <>
      <Labelled>
        <label htmlFor={`${id}-from`}>
          <FormattedMessage id="item_list.from" />
        </label>
        <Input
          id={`${id}-from`}
          type="date"
          max={to || undefined}
          value={from}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </Labelled>
      <Labelled>
        <label htmlFor={`${id}-to`}>
          <FormattedMessage id="item_list.to" />
        </label>
        <Input
          id={`${id}-to`}
          type="date"
          min={from || undefined}
          value={to}
          aria-invalid={isBackwards || undefined}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </Labelled>
    </>
  );
}

/** The sorting and filters of a list: a dialog, a sheet on phones. Nothing changes before it is applied. */
export function ListFilters({ slug, view, personName, people, onClose, onApply }: ListFiltersProps) {
  const intl = useIntl();
  const id = useId();
  const [draft, setDraft] = useState(view);
  const set = (change: Partial<SpaceView>) => setDraft({ ...draft, ...change });
  const keys = sortKeysOf(view, people);
  return (
    <Modal
      open
      onClose={onClose}
      width={480}
      title={<FormattedMessage id="item_list.filters" />}
      footer={
        <>
          <Button variant="quiet" onClick={() => onApply({ ...draft, ...NO_FILTERS })}>
            <FormattedMessage id="item_list.clear_filters" />
          </Button>
          <Button variant="primary" type="submit" form={`${id}-form`}>
            <FormattedMessage id="item_list.apply" />
          </Button>
        </>
      }
    >
      <Fields
        id={`${id}-form`}
        onSubmit={(event) => {
          event.preventDefault();
          onApply({ ...draft, q: draft.q.trim() });
        }}
      >
        <Labelled>
          <label htmlFor={`${id}-sort`}>
            <FormattedMessage id="item_list.sort" />
          </label>
          <Select
            id={`${id}-sort`}
            value={sortKeyOf(draft.sort)}
            onChange={({ target }) => {
              const key = keys.find((one) => one === target.value);
              if (key && key !== sortKeyOf(draft.sort)) set({ sort: sortAfter(draft.sort, key) });
            }}
          >
            {keys.map((key) => (
              <option key={key} value={key}>
                {intl.formatMessage({ id: `item_list.by_${key}` })}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled>
          <label htmlFor={`${id}-direction`}>
            <FormattedMessage id="item_list.direction" />
          </label>
          <Select
            id={`${id}-direction`}
            value={isDescending(draft.sort) ? 'down' : 'up'}
            onChange={({ target }) => {
              const key = sortKeyOf(draft.sort);
              set({ sort: directed(key, target.value === 'down') });
            }}
          >
            <option value="up">{intl.formatMessage({ id: 'item_list.ascending' })}</option>
            <option value="down">{intl.formatMessage({ id: 'item_list.descending' })}</option>
          </Select>
        </Labelled>
        <Labelled $wide>
          <label htmlFor={`${id}-q`}>
            <FormattedMessage id="item_list.title_contains" />
          </label>
          <Input
            id={`${id}-q`}
            value={draft.q}
            maxLength={200}
            onChange={({ target }) => set({ q: target.value })}
          />
        </Labelled>
        {people && (
          <Labelled $wide>
            <label htmlFor={`${id}-by`}>
              <FormattedMessage id="item_list.creator" />
            </label>
            <PersonSelect
              id={`${id}-by`}
              slug={slug}
              value={draft.by}
              name={personName}
              placeholder={intl.formatMessage({ id: 'item_list.anybody' })}
              onChange={(by) => set({ by })}
            />
          </Labelled>
        )}
        <DayRange id={id} from={draft.from} to={draft.to} onChange={set} />
      </Fields>
    </Modal>
  );
}
