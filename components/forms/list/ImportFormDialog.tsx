import { Upload } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { ChoiceGroup } from '#components/ui/ChoiceGroup.tsx';
import { TextAreaField, TextField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { CreateFormRequest } from '#lib/contract/form.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import { textOfBytes } from '#lib/text/text-encoding.ts';
import { color, radius, space } from '#styles/tokens.ts';
import {
  IMPORT_KINDS,
  IMPORT_MAX,
  type Imported,
  type ImportKind,
  isCsvNote,
  kindOf,
  readImport,
} from './read-import.ts';

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
`;

const Found = styled.ul`
  max-height: 260px;
  overflow-y: auto;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};

  > li {
    display: flex;
    justify-content: space-between;
    gap: ${space(3)};
    padding: ${space(2)} ${space(3)};
  }

  > li + li {
    border-top: 1px solid ${color('line')};
  }

  bdi {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  small {
    flex: none;
    color: ${color('quiet')};
    font-size: 13px;
  }
`;

const Notes = styled.section`
  > h3 {
    margin-bottom: ${space(2)};
    font-size: 14px;
    font-weight: 600;
  }

  > ul {
    display: grid;
    gap: ${space(1)};
    max-height: 180px;
    overflow-y: auto;
    color: ${color('quiet')};
    font-size: 13px;
  }

  bdi {
    color: ${color('text')};
    font-weight: 500;
  }
`;

type ReadImport = Extract<Imported, { ok: true }>;

type ImportFormDialogProps = {
  /** Creates the form and opens it. @throws the client's error */
  onCreate: (request: CreateFormRequest) => Promise<void>;
  onClose: () => void;
};

type FileButtonProps = { name: string | null; onChoose: (file: File) => void };

/** Chooses a file, and shows the name of the chosen one. */
function FileButton({ name, onChoose }: FileButtonProps) {
  const intl = useIntl();
  const file = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,.csv,.tsv,.txt,application/json,text/csv"
        aria-label={intl.formatMessage({ id: 'form_new.file' })}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // Allows choosing the same file again, after it was corrected.
          target.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
      <Button icon={Upload} onClick={() => file.current?.click()}>
        {name ? (
          <FormattedMessage id="form_new.file_named" values={{ name: <bdi>{name}</bdi> }} />
        ) : (
          <FormattedMessage id="form_new.file" />
        )}
      </Button>
    </div>
  );
}

/** Creates a form from a JSON Schema or from a sheet's headers: chosen or pasted, and shown in a preview first. */
export function ImportFormDialog({ onCreate, onClose }: ImportFormDialogProps) {
  const intl = useIntl();
  const [kind, setKind] = useState<ImportKind>('schema');
  const [text, setText] = useState('');
  const [name, setName] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const [found, setFound] = useState<ReadImport | null>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);

  const read = (source: string, as: ImportKind, from: string | null) => {
    setFound(null);
    if (source.trim() === '') return setProblem(<FormattedMessage id="form_new.nothing" />);
    if (source.length > IMPORT_MAX) return setProblem(<FormattedMessage id="form_new.too_large" />);
    const result = readImport(as, source);
    if (!result.ok) return setProblem(<Refusal refused={result} />);
    setProblem(null);
    setFound(result);
    const named = result.title ?? from?.replace(/\.[^.]+$/, '').replace(/[_-]+/g, ' ');
    setTitle((named ?? intl.formatMessage({ id: 'form_new.blank_title' })).slice(0, TITLE_MAX));
  };

  const readFile = async (chosen: File) => {
    setName(chosen.name);
    if (chosen.size > IMPORT_MAX) {
      setFound(null);
      return setProblem(<FormattedMessage id="form_new.too_large" />);
    }
    try {
      const content = await textOfBytes(new Uint8Array(await chosen.arrayBuffer()));
      if (content === null) return setProblem(<FormattedMessage id="form_new.unreadable_file" />);
      const as = kindOf(chosen.name, content);
      setKind(as);
      setText(content);
      read(content, as, chosen.name);
    } catch {
      setProblem(<FormattedMessage id="form_new.unreadable_file" />);
    }
  };

  const create = async () => {
    if (!found) return read(text, kind, name);
    setBusy(true);
    setProblem(null);
    try {
      await onCreate({
        title: title.trim() || intl.formatMessage({ id: 'form_new.blank_title' }),
        fields: found.fields,
      });
    } catch (error) {
      setProblem(failureText(error));
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      onClose={onClose}
      width={640}
      title={<FormattedMessage id="form_new.import" />}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void create()}>
            <FormattedMessage id={found ? 'form_new.create' : 'form_new.read'} />
          </Button>
        </>
      }
    >
      <Parts>
        <ChoiceGroup
          legend={<FormattedMessage id="form_new.kind" />}
          name="kind"
          value={kind}
          options={IMPORT_KINDS.map((value) => ({
            value,
            label: <FormattedMessage id={`form_new.kind_${value}`} />,
          }))}
          onChange={(value) => {
            setKind(value);
            setFound(null);
            setProblem(null);
          }}
        />
        <FileButton name={name} onChoose={(chosen) => void readFile(chosen)} />
        <TextAreaField
          label={<FormattedMessage id="form_new.paste" />}
          rows={6}
          dir="ltr"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setName(null);
            setFound(null);
          }}
        />
        {problem && <Notice tone="error">{problem}</Notice>}
        {found && <WhatWasFound found={found} title={title} onTitle={setTitle} />}
      </Parts>
    </Modal>
  );
}

function Refusal({ refused }: { refused: Extract<Imported, { ok: false }> }) {
  if (refused.problem !== 'refused') return <FormattedMessage id={`form_new.${refused.problem}`} />;
  return (
    <>
      <p>
        <FormattedMessage id="form_new.refused" />
      </p>
      <ul>
        {refused.errors.slice(0, 10).map(({ place, message }) => (
          <li key={`${place} ${message}`}>
            <bdi>{place}</bdi>: {message}
          </li>
        ))}
      </ul>
    </>
  );
}

function WhatWasFound({
  found,
  title,
  onTitle,
}: {
  found: ReadImport;
  title: string;
  onTitle: (title: string) => void;
}) {
  const intl = useIntl();
  const id = useId();
  return (
    <>
      <TextField
        label={<FormattedMessage id="form_new.form_title" />}
        required
        dir="auto"
        maxLength={TITLE_MAX}
        value={title}
        onChange={(event) => onTitle(event.target.value)}
      />
      <section aria-labelledby={id}>
        <p id={id} role="status">
          <FormattedMessage id="form_new.found" values={{ count: found.fields.length }} />
        </p>
        <Found
          tabIndex={0}
          aria-label={intl.formatMessage({ id: 'form_new.found' }, { count: found.fields.length })}
        >
          {found.fields.map((field) => (
            <li key={field.id}>
              <bdi>{field.label}</bdi>
              <small>
                <FormattedMessage id={`field_type.${field.type}`} />
                {field.required !== false && (
                  <>
                    {' · '}
                    <FormattedMessage id="form_new.required" />
                  </>
                )}
              </small>
            </li>
          ))}
        </Found>
      </section>
      {found.notes.length === 0 ? (
        <Notice tone="success">
          <FormattedMessage id="form_new.notes_none" />
        </Notice>
      ) : (
        <Notes>
          <h3>
            <FormattedMessage id="form_new.notes" />
          </h3>
          <ul>
            {found.notes.map(({ place, note }) => (
              <li key={`${place} ${note}`}>
                <bdi>{place}</bdi>:{' '}
                {isCsvNote(note) ? <FormattedMessage id={`form_new.note_${note}`} /> : note}
              </li>
            ))}
          </ul>
        </Notes>
      )}
    </>
  );
}
