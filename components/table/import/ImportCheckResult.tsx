import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import type { ImportCheck } from '#lib/contract/table-import.ts';
import { below, color, space } from '#styles/tokens.ts';
import type { ImportControl } from './use-import.ts';

const SHOWN = 5;
const CELLS_SHOWN = 3;

const Note = styled.small`
  flex: 1 1 180px;
  min-width: 0;
  color: ${color('quiet')};
  font-size: 13px;
  overflow-wrap: anywhere;

  &[data-alarming] {
    color: ${color('error')};
  }

  ${below('sm')} {
    flex-basis: 100%;
  }
`;

const Lines = styled.ul`
  display: grid;
  gap: ${space(2)};
  margin: ${space(2)} 0 0;
  padding: 0;
  list-style: none;
  font-size: 13px;

  li {
    min-width: 0;
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

const checkedLines = (head: ImportControl['head']) => Math.max(0, (head?.lines.length ?? 0) - 1);

/** How many of them would be left out, beside the button that imports them: the reasons may be out of sight. */
export function ImportCheckNote({ head, check, noneFits }: ImportControl) {
  if (noneFits)
    return (
      <Note role="status">
        <FormattedMessage id="table.import_none_fits" />
      </Note>
    );
  const [first] = check?.refused ?? [];
  if (!check || !first) return null;
  const values = { count: checkedLines(head), refused: check.refused.length, reason: first.reason };
  // What is below says the same to screen readers.
  if (values.refused >= values.count)
    return (
      <Note aria-hidden data-alarming>
        <FormattedMessage id="table.import_check_note_all" values={values} />
      </Note>
    );
  return (
    <Note aria-hidden>
      <FormattedMessage id="table.import_check_note" values={values} />
    </Note>
  );
}

/** Lines with the reasons, the first of them. */
function LineReasons({ lines, head }: Pick<ImportControl, 'head'> & { lines: ImportCheck['refused'] }) {
  if (lines.length === 0) return null;
  return (
    <Lines>
      {lines.slice(0, SHOWN).map(({ line, reason }) => (
        <li key={line} dir="auto">
          <small>
            {(head?.lines[line] ?? [])
              .filter((cell) => cell !== '')
              .slice(0, CELLS_SHOWN)
              .join(' · ')}
          </small>
          {reason}
        </li>
      ))}
      {lines.length > SHOWN && (
        <li>
          <FormattedMessage id="table.import_check_more" values={{ count: lines.length - SHOWN }} />
        </li>
      )}
    </Lines>
  );
}

/** Which of the first lines would be left out, or taken in part, as they are chosen to be imported, and why. */
export function ImportCheckResult({ head, check, retryCheck }: ImportControl) {
  const count = checkedLines(head);
  if (retryCheck)
    return (
      <p role="status">
        <FormattedMessage id="table.import_check_failed" />{' '}
        <Button variant="link" onClick={retryCheck}>
          <FormattedMessage id="action.retry" />
        </Button>
      </p>
    );
  if (!check || count === 0) return null;
  const { refused, partial } = check;
  return (
    <div>
      <p role="status">
        <FormattedMessage id="table.import_check" values={{ count, refused: refused.length }} />
      </p>
      <LineReasons lines={refused} head={head} />
      {partial.length > 0 && (
        <p>
          <FormattedMessage id="table.import_check_partial" values={{ partial: partial.length }} />
        </p>
      )}
      <LineReasons lines={partial} head={head} />
    </div>
  );
}
