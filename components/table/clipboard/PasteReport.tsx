import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { copyText } from '#components/ui/copy-text.ts';
import { Modal } from '#components/ui/Modal.tsx';
import { saveText } from '#components/ui/save-text.ts';
import { color, space } from '#styles/tokens.ts';
import { toTsv } from './clipboard-table.ts';
import type { PasteReport as Report } from './grid-action.ts';
import { refusedFile } from './refused-file.ts';

/** Problems that are listed; the others are counted. */
const SHOWN = 200;

const List = styled.table`
  width: 100%;
  margin-top: ${space(3)};
  border-collapse: collapse;
  font-size: 13px;

  th,
  td {
    padding: ${space(2)};
    border-bottom: 1px solid ${color('line')};
    overflow-wrap: anywhere;
    text-align: start;
    vertical-align: top;
  }

  th {
    color: ${color('quiet')};
    font-weight: 500;
    white-space: nowrap;
  }
`;

/** What of a paste was not stored, and why; it can be copied, so that nothing is lost. */
export function PasteReport({ report, onClose }: { report: Report; onClose: () => void }) {
  const intl = useIntl();
  const { pasted, added, problems, notAdded, beyond } = report;
  const messageOf = (message: string) =>
    message === 'computed' ? intl.formatMessage({ id: 'table.paste_computed' }) : message;
  const lines = problems.map(({ row, label, text, message }) =>
    [String(row + 1), label, text, messageOf(message)].map((one) => ({ text: one })),
  );
  return (
    <Modal
      open
      width={720}
      onClose={onClose}
      title={<FormattedMessage id="table.paste_title" />}
      footer={
        <>
          {problems.length > 0 && (
            <Button
              onClick={() =>
                saveText(
                  'not-pasted.csv',
                  'text/csv',
                  refusedFile({
                    notAdded,
                    problems: problems.map((one) => ({ ...one, message: messageOf(one.message) })),
                    headers: {
                      row: intl.formatMessage({ id: 'table.paste_row' }),
                      problem: intl.formatMessage({ id: 'table.paste_problem' }),
                    },
                  }),
                )
              }
            >
              <FormattedMessage id="table.paste_file" />
            </Button>
          )}
          {problems.length > 0 && (
            <Button onClick={() => void copyText(toTsv(lines))}>
              <FormattedMessage id="table.paste_copy" />
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="table.paste_result" values={{ pasted, added, problems: problems.length }} />{' '}
        {beyond > 0 && <FormattedMessage id="table.paste_beyond" values={{ count: beyond }} />}
      </p>
      {problems.length > 0 && (
        <List>
          <thead>
            <tr>
              {(['row', 'column', 'value', 'problem'] as const).map((part) => (
                <th key={part} scope="col">
                  <FormattedMessage id={`table.paste_${part}`} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, SHOWN).map(({ row, name, label, text, message }) => (
              <tr key={`${row}:${name}:${message}`}>
                <td>{row + 1}</td>
                <td dir="auto">{label}</td>
                <td dir="auto">{text}</td>
                <td>{messageOf(message)}</td>
              </tr>
            ))}
          </tbody>
        </List>
      )}
      {problems.length > SHOWN && (
        <p>
          <FormattedMessage id="table.paste_more" values={{ count: problems.length - SHOWN }} />
        </p>
      )}
    </Modal>
  );
}
