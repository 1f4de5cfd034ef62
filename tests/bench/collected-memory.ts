import { setTimeout as pause } from 'node:timers/promises';

/** Where Node's inspector listens once a process has received SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';

const MEBIBYTE = 1024 ** 2;

async function inspectorAddress(): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const found = await fetch(INSPECTOR).then(
      (response) => response.json(),
      () => null,
    );
    const [first]: { webSocketDebuggerUrl: string }[] = found ?? [];
    if (first) return first.webSocketDebuggerUrl;
    await pause(100);
  }
  throw new Error('the inspector does not listen');
}

/** Memory of a process of Node, in mebibytes, after its garbage was collected: what is left is in use, or a leak. */
export async function collectedMemory(pid: number): Promise<{ heap: number; outside: number; rss: number }> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorAddress());
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let id = 0;
  const send = (method: string, params: object = {}): Promise<{ result: { value: string } }> => {
    id += 1;
    const own = id;
    socket.send(JSON.stringify({ id: own, method, params }));
    return new Promise((resolve) => {
      const onMessage = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data));
        if (message.id !== own) return;
        socket.removeEventListener('message', onMessage);
        resolve(message.result);
      };
      socket.addEventListener('message', onMessage);
    });
  };
  await send('HeapProfiler.collectGarbage');
  await send('HeapProfiler.collectGarbage');
  const { result } = await send('Runtime.evaluate', {
    expression: 'JSON.stringify(process.memoryUsage())',
    returnByValue: true,
  });
  socket.close();
  const { heapUsed, external, rss }: NodeJS.MemoryUsage = JSON.parse(result.value);
  return { heap: heapUsed / MEBIBYTE, outside: external / MEBIBYTE, rss: rss / MEBIBYTE };
}
