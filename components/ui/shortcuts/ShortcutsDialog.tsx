import { Fragment } from 'react';
import { FormattedMessage } from 'react-intl';
import styled from 'styled-components';
import { below, color, space } from '#styles/tokens.ts';
import { Modal } from '../Modal.tsx';
import { KeyboardKey } from '../SearchField.tsx';
import { EDITOR_SHORTCUTS, GRID_SHORTCUTS, MOD } from './shortcut-lists.ts';

const Groups = styled.div`
  columns: 2;
  column-gap: ${space(8)};

  ${below('md')} {
    columns: 1;
  }

  > section {
    margin-bottom: ${space(5)};
  }

  h3 {
    margin: 0 0 ${space(1)};
    font-size: 14px;
    font-weight: 600;
    break-after: avoid;
  }

  dl {
    margin: 0;
  }

  dl > div {
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: ${space(3)};
    padding: 5px 0;
    border-bottom: 1px solid ${color('line')};
    font-size: 14px;
    break-inside: avoid;
  }

  dd {
    flex: none;
    margin: 0;
    color: ${color('quiet')};
    font-size: 12px;
    text-align: end;
  }
`;

const LISTS = { grid: GRID_SHORTCUTS, editor: EDITOR_SHORTCUTS } as const;

/** A key by the name that it has here: of Macs, Command and Option have signs. */
function keyName(key: string, isMac: boolean): string {
  if (key === MOD) return isMac ? '⌘' : 'Ctrl';
  return isMac && key === 'Alt' ? '⌥' : key;
}

type ShortcutsDialogProps = { of: keyof typeof LISTS; onClose: () => void };

/** What the keys do in a grid, or in the editor of documents. */
export function ShortcutsDialog({ of, onClose }: ShortcutsDialogProps) {
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <Modal open width={820} onClose={onClose} title={<FormattedMessage id="shortcuts.title" />}>
      <Groups>
        {LISTS[of].map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>
              <FormattedMessage id={title} />
            </h3>
            <dl>
              {shortcuts.map(({ label, keys }) => (
                <div key={label}>
                  <dt>
                    <FormattedMessage id={label} />
                  </dt>
                  <dd>
                    {keys.map((together, at) => (
                      <Fragment key={together.join(' ')}>
                        {at > 0 && ' '}
                        {at > 0 && keys.length === 2 && (
                          <>
                            <FormattedMessage id="shortcuts.or" />{' '}
                          </>
                        )}
                        {together.map((key, place) => (
                          <Fragment key={key}>
                            {place > 0 && ' '}
                            <KeyboardKey>{keyName(key, isMac)}</KeyboardKey>
                          </Fragment>
                        ))}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </Groups>
    </Modal>
  );
}
