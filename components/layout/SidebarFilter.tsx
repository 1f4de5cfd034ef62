import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { SearchField } from '#components/ui/SearchField.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { color, space } from '#styles/tokens.ts';
import type { useSpaceFilter } from './use-space-filter.ts';

const Field = styled.div`
  padding: 0 ${space(1)} ${space(2)};

  > p {
    padding: ${space(2)} ${space(2)} 0;
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

/** The field that filters the sidebar's spaces. */
export function SpaceFilter({ filter }: { filter: ReturnType<typeof useSpaceFilter> }) {
  const intl = useIntl();
  const { typed, setTyped, count, error } = filter;
  return (
    <Field>
      <SearchField
        label={intl.formatMessage({ id: 'layout.filter_spaces' })}
        value={typed}
        maxLength={200}
        dir="auto"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
        }}
      />
      {error && <p role="alert">{error}</p>}
      {count === 0 && !error && (
        <p>
          <FormattedMessage id="layout.filter_none" />
        </p>
      )}
      <VisuallyHidden role="status">
        {count !== null && !error && <FormattedMessage id="layout.filtered" values={{ count }} />}
      </VisuallyHidden>
    </Field>
  );
}
