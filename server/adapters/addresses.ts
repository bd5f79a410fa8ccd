/** The path under our own address to which providers send webhooks. */
export const WEBHOOK_PATH = '/api/webhooks/payments';

/** Whether only this machine can reach it. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
