import { FormattedMessage, type MessageDescriptor } from 'react-intl';
import styled from 'styled-components';
import { color, radius, space } from '#styles/tokens.ts';

const Help = styled.section`
  display: grid;
  gap: ${space(3)};
  font-size: 13px;

  > h2 {
    font-size: 13px;
  }
`;

const List = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: ${space(2)} ${space(4)};
  align-items: baseline;

  dt > code {
    padding: 2px 6px;
    border-radius: ${radius('chip')};
    background: ${color('hover')};
    font-size: 12.5px;
  }

  dd {
    color: ${color('quiet')};
  }
`;

const OPERATORS = [
  ['"boat house"', 'search.help_phrase'],
  ['-draft', 'search.help_without'],
  ['kind:table', 'search.help_kind'],
  ['in:handbook', 'search.help_in'],
  ['by:amina', 'search.help_by'],
  ['before:2026-01-31', 'search.help_before'],
] as const satisfies readonly (readonly [string, MessageDescriptor['id']])[];

/** The search operators that can be typed. */
export function SearchHelp() {
  return (
    <Help>
      <h2>
        <FormattedMessage id="search.help" />
      </h2>
      <List>
        {OPERATORS.map(([operator, id]) => (
          <div key={id} style={{ display: 'contents' }}>
            <dt>
              <code dir="ltr">{operator}</code>
            </dt>
            <dd>
              <FormattedMessage id={id} />
            </dd>
          </div>
        ))}
      </List>
    </Help>
  );
}
