import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { SelectField } from '#components/ui/Field.tsx';
import { VisuallyHidden } from '#components/ui/VisuallyHidden.tsx';
import { IMPORT_TYPES } from '#lib/contract/import-choice.ts';
import { color, space } from '#styles/tokens.ts';
import { type ImportControl, NEW } from './use-import.ts';

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
  gap: ${space(3)};
  align-items: start;
  padding-bottom: ${space(3)};
  border-bottom: 1px solid ${color('line')};
`;

const Target = styled.div`
  display: grid;
  gap: ${space(2)};
  min-width: 0;
`;

const Sample = styled.div`
  min-width: 0;

  strong {
    display: block;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  small {
    display: block;
    overflow: hidden;
    color: ${color('quiet')};
    font-size: 13px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** Where each column of the file goes, with what it contains. */
export function ImportMapping({ head, fillable, goesTo, map, typeOf, chooseType, check }: ImportControl) {
  const intl = useIntl();
  const detected = (at: number) => {
    const type = check?.types[at];
    return type
      ? intl.formatMessage(
          { id: 'table.import_type_detected' },
          { type: intl.formatMessage({ id: `column_type.${type}` }) },
        )
      : intl.formatMessage({ id: 'table.import_type_of_cells' });
  };
  return (
    <>
      {head?.headers.map((header, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may be called the same
        <Pair key={at}>
          <Sample dir="auto">
            <strong>{header || <FormattedMessage id="table.import_nameless" />}</strong>
            <small>{head.samples[at]}</small>
          </Sample>
          <Target>
            <SelectField
              label={
                <>
                  <FormattedMessage id="table.import_goes_to" />{' '}
                  <VisuallyHidden>{header || <FormattedMessage id="table.import_nameless" />}</VisuallyHidden>
                </>
              }
              required
              value={goesTo(header)}
              onChange={(event) => map(header, event.target.value)}
            >
              <option value={NEW}>{intl.formatMessage({ id: 'table.import_new_column' })}</option>
              <option value="">{intl.formatMessage({ id: 'table.import_nowhere' })}</option>
              {fillable.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
            {goesTo(header) === NEW && (
              <SelectField
                label={
                  <>
                    <FormattedMessage id="table.column_type" />{' '}
                    <VisuallyHidden>
                      {header || <FormattedMessage id="table.import_nameless" />}
                    </VisuallyHidden>
                  </>
                }
                required
                value={typeOf(header)}
                onChange={(event) =>
                  chooseType(header, IMPORT_TYPES.find((type) => type === event.target.value) ?? '')
                }
              >
                <option value="">{detected(at)}</option>
                {IMPORT_TYPES.map((type) => (
                  <option key={type} value={type}>
                    {intl.formatMessage({ id: `column_type.${type}` })}
                  </option>
                ))}
              </SelectField>
            )}
          </Target>
        </Pair>
      ))}
    </>
  );
}
