import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds: between two that are let in while others arrive, and until a connection is overdue. */
const PACE = { restMs: 10, overdueMs: 1_000 };

interface Arrival {
  socket: Socket;
  at: number;
}

/**
 * Lets new connections in two at a time, the newest and any other, and as few as possible while more arrive. The event
 * loop accepts one connection per turn: if each was read at once, whoever comes after a crowd would wait for all of its
 * requests. An overdue connection comes first, so none waits for ever.
 */
export function letInByTurns(server: Server, { restMs, overdueMs } = PACE): void {
  const [serve] = server.listeners('connection');
  server.removeAllListeners('connection');
  // An option of net's createServer that http's does not pass on: nothing is read until `resume`.
  Object.assign(server, { pauseOnConnect: true });
  const waiting: Arrival[] = [];
  let arriving = false;
  let lastAt = 0;
  server.on('connection', (socket) => {
    if (waiting.length === 0) setImmediate(takeTurn);
    waiting.push({ socket, at: performance.now() });
    arriving = true;
  });

  function takeTurn(): void {
    const now = performance.now();
    const [oldest] = waiting;
    const isOverdue = oldest !== undefined && now - oldest.at >= overdueMs;
    if (!arriving || isOverdue || now - lastAt >= restMs) {
      lastAt = now;
      letIn(waiting.pop());
      const other = isOverdue ? 0 : Math.floor(Math.random() * waiting.length);
      letIn(waiting.splice(other, 1)[0]);
    }
    arriving = false;
    if (waiting.length > 0) setImmediate(takeTurn);
  }

  function letIn(arrival?: Arrival): void {
    if (!arrival || arrival.socket.destroyed) return;
    serve?.call(server, arrival.socket);
    arrival.socket.resume();
  }
}
