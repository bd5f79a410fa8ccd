import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that nothing listens on, from those that no system gives to outgoing connections, so that none takes it before
 * it is used, or while a process restarts.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const port = randomInt(20_000, 32_768);
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort(host);
    throw error;
  }
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
