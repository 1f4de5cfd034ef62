import { WebSocketServer } from 'ws';

/** The floor of writing together, as a process of its own: what one sends, every other socket gets, and nothing is stored. */
const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
relay.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    for (const other of relay.clients) if (other !== socket) other.send(data);
  });
});
relay.on('listening', () => process.send?.(relay.address()));
process.on('disconnect', () => process.exit());
