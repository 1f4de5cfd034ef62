import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import styled from 'styled-components';
import { Button } from '#components/ui/Button.tsx';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { color, radius, space } from '#styles/tokens.ts';
import { qrPath, qrSvg } from './qr-code.ts';

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(5)};
`;

/* White in the dark scheme, too: readers need dark on light. */
const Code = styled.svg`
  flex: none;
  width: 160px;
  height: 160px;
  border: 1px solid ${color('line')};
  border-radius: ${radius('control')};
  background: #fff;
  shape-rendering: crispEdges;
`;

const Acts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

/** Width and height of the saved image, in pixels. */
const PNG_SIZE = 1024;

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

const asAddress = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** The code as a bitmap. @throws Error where the browser can't draw */
async function asPng(svg: string): Promise<string> {
  const picture = new Image(PNG_SIZE, PNG_SIZE);
  picture.src = asAddress(svg);
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PNG_SIZE;
  canvas.height = PNG_SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser does not draw pictures.');
  pen.imageSmoothingEnabled = false;
  pen.drawImage(picture, 0, 0, PNG_SIZE, PNG_SIZE);
  return canvas.toDataURL('image/png');
}

/** A link as a QR code, to be shown and downloaded. */
export function QrCode({
  link,
  name,
}: {
  link: string /** Of the files, without their extension. */;
  name: string;
}) {
  const intl = useIntl();
  const toast = useToast();
  const { size, path } = useMemo(() => qrPath(link), [link]);
  const savePng = async () => {
    try {
      save(await asPng(qrSvg(link)), `${name}.png`);
    } catch (error) {
      toast({ tone: 'error', text: failureText(error) });
    }
  };
  return (
    <Box>
      <Code
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={intl.formatMessage({ id: 'form_share.qr_label' })}
      >
        <path d={path} fill="#000" />
      </Code>
      <Acts>
        <Button icon={Download} onClick={() => save(asAddress(qrSvg(link)), `${name}.svg`)}>
          <FormattedMessage id="form_share.qr_svg" />
        </Button>
        <Button icon={Download} onClick={() => void savePng()}>
          <FormattedMessage id="form_share.qr_png" />
        </Button>
      </Acts>
    </Box>
  );
}
