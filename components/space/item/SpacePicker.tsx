import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useSpaceSearch } from '#components/search/use-space-search.ts';
import { Select } from '#components/ui/control.ts';
import { SearchField } from '#components/ui/SearchField.tsx';
import type { Space } from '#lib/contract/space.ts';
import { color, space } from '#styles/tokens.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};

  > label {
    font-weight: 500;
  }

  > p {
    color: ${color('quiet')};
    font-size: 13px;
    overflow-wrap: anywhere;
  }
`;

/** The properties of a space that are needed to choose it. */
export type ChosenSpace = Pick<Space, 'slug' | 'name' | 'visibility'>;

type SpacePickerProps = {
  /** The slug of the items' current space. */
  from: string;
  /** Null: the current space. */
  chosen: ChosenSpace | null;
  onChoose: (space: ChosenSpace | null) => void;
};

/** Lets the user choose one of the hub's spaces, and shows who can see it. */
export function SpacePicker({ from, chosen, onChoose }: SpacePickerProps) {
  const intl = useIntl();
  const id = useId();
  const [q, setQ] = useState('');
  const { found } = useSpaceSearch(q, { writable: true });
  const isAll = found?.isAll ?? true;
  const others = (found?.spaces ?? []).filter((one) => one.slug !== from && one.slug !== chosen?.slug);
  const offered: ChosenSpace[] = chosen ? [chosen, ...others] : others;
  if (offered.length === 0 && isAll) return null;
  return (
    <Parts>
      <label htmlFor={id}>
        <FormattedMessage id="move.space" />
      </label>
      {!isAll && (
        <SearchField
          label={intl.formatMessage({ id: 'move.find_space' })}
          value={q}
          maxLength={200}
          onChange={({ target }) => setQ(target.value)}
        />
      )}
      <Select
        id={id}
        value={chosen?.slug ?? ''}
        onChange={({ target }) => onChoose(offered.find((one) => one.slug === target.value) ?? null)}
      >
        <option value="">{intl.formatMessage({ id: 'move.this_space' })}</option>
        {offered.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </Select>
      {chosen && (
        <p role="status">
          <FormattedMessage
            id={`move.seen_${chosen.visibility}`}
            values={{ space: <bdi>{chosen.name}</bdi> }}
          />
        </p>
      )}
    </Parts>
  );
}
