import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useNonce } from '#context/nonce.ts';
import { ANTD_CSS_ADDRESS } from '#styles/antd-address.ts';
import { antdTheme } from '#styles/antd-theme.ts';

/** antd in the app's look, around one control of antd's; its CSS comes with it, and only with it. */
export function AntdProvider({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <ConfigProvider theme={antdTheme} {...(nonce ? { csp: { nonce } } : {})}>
      {/* React puts it into the head, and waits for it before it shows what stands here. */}
      <link rel="stylesheet" href={ANTD_CSS_ADDRESS} precedence="antd" />
      {children}
    </ConfigProvider>
  );
}
