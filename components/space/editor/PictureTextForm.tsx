import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '#components/ui/Button.tsx';
import { Input } from '#components/ui/control.ts';
import { CAPTION_MAX } from '#lib/text/picture-layout.ts';
import { Form } from './picture-tools-look.ts';

type PictureTextFormProps = {
  label: string;
  text: string;
  /** Null where it is empty. */
  onApply: (text: string | null) => void;
  onClose: () => void;
};

/** The alternative text or the caption of a picture. */
export function PictureTextForm({ label, text, onApply, onClose }: PictureTextFormProps) {
  const [typed, setTyped] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(typed.trim() || null);
    onClose();
  };
  return (
    <Form
      aria-label={label}
      onSubmit={apply}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Input
        ref={field}
        dir="auto"
        maxLength={CAPTION_MAX}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button size="small" variant="primary" type="submit">
        <FormattedMessage id="editor.link_apply" />
      </Button>
      <Button size="small" type="button" onClick={onClose}>
        <FormattedMessage id="action.cancel" />
      </Button>
    </Form>
  );
}
