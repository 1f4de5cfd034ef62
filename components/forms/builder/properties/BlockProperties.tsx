import { Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { changeBlock } from '#components/forms/builder/changes/draft-changes.ts';
import { useProblem } from '#components/forms/builder/context/use-problem.ts';
import { ErrorText, HintText, PanelTitle } from '#components/forms/builder/panel/panel.tsx';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { TextAreaField, TextField } from '#components/ui/Field.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { type Block, LAYOUT_LIMITS } from '#lib/forms/layout.ts';
import { PICTURE_TYPES } from '#lib/forms/pictures.ts';
import { pictureUrl, sendPicture } from '#services/form.ts';
import { radius } from '#styles/tokens.ts';

type Between = Exclude<Block, { kind: 'field' }>;
type Of<Kind extends Between['kind']> = Extract<Between, { kind: Kind }>;

const Shown = styled.img`
  max-width: 100%;
  max-height: 240px;
  border-radius: ${radius('control')};
`;

/** The properties of a block between the fields: a section, a text, a picture. */
export function BlockProperties({ block }: { block: Between }) {
  return (
    <>
      <PanelTitle>
        <FormattedMessage id={`builder.block_${block.kind}`} />
      </PanelTitle>
      {block.kind === 'section' && <SectionProperties block={block} />}
      {block.kind === 'text' && <TextProperties block={block} />}
      {block.kind === 'picture' && <PictureProperties block={block} />}
    </>
  );
}

function SectionProperties({ block }: { block: Of<'section'> }) {
  const set = useSet(block);
  const problem = useProblem('block', block.id);
  return (
    <>
      <div data-part="title">
        <TextField
          required
          dir="auto"
          maxLength={LAYOUT_LIMITS.title}
          label={<FormattedMessage id="builder.section_title" />}
          value={block.title}
          error={problem('title')}
          onChange={({ target }) => set('title', { ...block, title: target.value })}
        />
      </div>
      <div data-part="text">
        <TextAreaField
          dir="auto"
          label={<FormattedMessage id="builder.section_text" />}
          help={<FormattedMessage id="builder.markdown_help" />}
          value={block.text ?? ''}
          error={problem('text')}
          onChange={({ target: { value } }) => {
            const { text: _, ...rest } = block;
            set('text', value === '' ? rest : { ...rest, text: value });
          }}
        />
      </div>
    </>
  );
}

function TextProperties({ block }: { block: Of<'text'> }) {
  const set = useSet(block);
  const problem = useProblem('block', block.id);
  return (
    <div data-part="text">
      <TextAreaField
        required
        dir="auto"
        rows={8}
        label={<FormattedMessage id="builder.block_text" />}
        help={<FormattedMessage id="builder.markdown_help" />}
        value={block.text}
        error={problem('text')}
        onChange={({ target }) => set('text', { ...block, text: target.value })}
      />
    </div>
  );
}

function PictureProperties({ block }: { block: Of<'picture'> }) {
  const { form, change } = useDraft();
  const intl = useIntl();
  const id = useId();
  const set = useSet(block);
  const problem = useProblem('block', block.id);
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);

  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setFailed(null);
    try {
      const { id: picture } = await sendPicture(form.id, file);
      change(
        (draft) => changeBlock(draft, block.id, 'picture', (one) => ({ ...one, picture })),
        intl.formatMessage({ id: 'builder.did_picture' }),
      );
    } catch (error) {
      setFailed(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <div data-part="picture">
        <Button icon={Upload} busy={isBusy} onClick={() => input.current?.click()}>
          <FormattedMessage id={block.picture === '' ? 'builder.choose_picture' : 'builder.change_picture'} />
        </Button>
        <input
          ref={input}
          id={id}
          hidden
          type="file"
          accept={PICTURE_TYPES.map((type) => `image/${type}`).join()}
          aria-label={intl.formatMessage({ id: 'builder.choose_picture' })}
          onChange={({ target }) => {
            void send(target.files?.[0]);
            target.value = '';
          }}
        />
        <div aria-live="polite">
          {failed !== null && <ErrorText>{failureText(failed)}</ErrorText>}
          {failed === null && problem('picture') && <ErrorText>{problem('picture')}</ErrorText>}
        </div>
        <HintText>
          <FormattedMessage id="builder.picture_help" />
        </HintText>
      </div>
      {block.picture !== '' && <Shown src={pictureUrl(form.slug, block.picture)} alt={block.alt} />}
      <div data-part="alt">
        <TextField
          dir="auto"
          maxLength={LAYOUT_LIMITS.title}
          label={<FormattedMessage id="builder.alt" />}
          help={<FormattedMessage id="builder.alt_help" />}
          value={block.alt}
          error={problem('alt')}
          onChange={({ target }) => set('alt', { ...block, alt: target.value })}
        />
      </div>
    </>
  );
}

/** Changes a block; consecutive typing into one part of it is a single undo step. */
function useSet<Kind extends Between['kind']>(block: Of<Kind>): (part: string, next: Between) => void {
  const intl = useIntl();
  const { change } = useDraft();
  return (part, next) =>
    change(
      (draft) => changeBlock(draft, block.id, block.kind, () => next),
      intl.formatMessage(
        { id: 'builder.did_change' },
        { name: intl.formatMessage({ id: `builder.block_${block.kind}` }) },
      ),
      `${block.id}.${part}`,
    );
}
