/** Where providers send their webhooks, under our own address. */
export const WEBHOOK_PATH = '/api/webhooks/payments';

/** Whether only this machine reaches it. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
