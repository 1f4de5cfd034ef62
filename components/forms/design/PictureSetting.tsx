import { ImageUp, Trash2 } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDraft } from '#components/forms/draft/draft-context.ts';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { Notice } from '#components/ui/Notice.tsx';
import type { FormTheme } from '#lib/forms/theme.ts';
import { pictureUrl, sendPicture } from '#services/form.ts';
import { color, radius, space } from '#styles/tokens.ts';

const Box = styled.div`
  display: grid;
  gap: ${space(2)};

  > h3 {
    font-size: 13px;
    font-weight: 500;
  }

  > img {
    max-width: 100%;
    max-height: 120px;
    border: 1px solid ${color('line')};
    border-radius: ${radius('control')};
    object-fit: cover;
  }
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

type PictureSettingProps = {
  part: 'cover' | 'logo';
  theme: FormTheme;
  /** Changes the theme as it is then: others may have changed it during the upload. */
  onChange: (edit: (theme: FormTheme) => FormTheme) => void;
};

/** A picture of the theme, which can be chosen, shown and removed. */
export function PictureSetting({ part, theme, onChange }: PictureSettingProps) {
  const intl = useIntl();
  const { form } = useDraft();
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const picture = theme[part];
  const label = intl.formatMessage({ id: `form_design.${part}` });

  const send = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    event.target.value = '';
    if (!chosen) return;
    setBusy(true);
    setProblem(null);
    try {
      const { id } = await sendPicture(form.id, chosen);
      onChange((now) => ({ ...now, [part]: id }));
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  const drop = () => {
    onChange(({ [part]: _, ...rest }) => rest);
  };

  return (
    <Box>
      <h3>{label}</h3>
      {/* biome-ignore lint/performance/noImgElement: the picture comes from the API, at the size that it has */}
      {picture && <img src={pictureUrl(form.slug, picture)} alt={label} />}
      {problem && <Notice tone="error">{problem}</Notice>}
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp,image/gif"
        aria-label={label}
        onChange={(event) => void send(event)}
      />
      <Acts>
        <Button size="small" icon={ImageUp} busy={busy} onClick={() => file.current?.click()}>
          <FormattedMessage id={picture ? 'form_design.replace' : 'form_design.choose'} values={{ label }} />
        </Button>
        {picture && (
          <Button size="small" variant="quiet" icon={Trash2} onClick={drop}>
            <FormattedMessage id="form_design.remove" values={{ label }} />
          </Button>
        )}
      </Acts>
    </Box>
  );
}
