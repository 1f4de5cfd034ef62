import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { ColumnIcon } from '#components/table/columns/ColumnIcon.tsx';
import { VIEW_ICONS } from '#components/table/views/view-icons.ts';
import type { TableTemplate } from '#lib/templates/tables/table-template.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Part = styled.section`
  display: grid;
  gap: ${space(2)};

  > h3 {
    color: ${color('quiet')};
    font-size: 13px;
    font-weight: 500;
  }

  > ul {
    display: flex;
    flex-wrap: wrap;
    gap: ${space(2)};
  }

  li {
    display: inline-flex;
    gap: ${space(2)};
    align-items: center;
    padding: ${space(1)} ${space(3)};
    border: 1px solid ${color('line')};
    border-radius: ${radius('chip')};
    font-size: 13px;
  }

  svg {
    flex: none;
    color: ${color('quiet')};
  }
`;

/** The columns and views that a table of a template begins with. */
export function TablePreview({ template }: { template: TableTemplate }) {
  const intl = useIntl();
  return (
    <>
      <Part>
        <h3>
          <FormattedMessage id="table.columns" />
        </h3>
        <ul>
          {template.columns.map(({ id, label, type }) => (
            <li key={id} title={intl.formatMessage({ id: `column_type.${type}` })}>
              <ColumnIcon type={type} />
              {label}
            </li>
          ))}
        </ul>
      </Part>
      <Part>
        <h3>
          <FormattedMessage id="table.views" />
        </h3>
        <ul>
          {template.views.map(({ name, type = 'grid' }) => {
            const Icon = VIEW_ICONS[type];
            return (
              <li key={name}>
                <Icon aria-hidden size={14} strokeWidth={1.75} />
                {name}
              </li>
            );
          })}
        </ul>
      </Part>
    </>
  );
}
