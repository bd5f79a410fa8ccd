import { type Answer, ask } from '../../calls/ask.ts';
import { signers } from '../../company/sign.ts';
import { type Fact, type Provider, toBody } from '../../events/wire.ts';
import { SECRET } from './service.ts';

export interface Message {
  body: string | Buffer;
  headers: Record<string, string>;
}

/** Signs the bytes as the provider does; gamma sends the event id in a header, the same in every repeat. */
export function sign(provider: Provider, body: string | Buffer, id: string): Message {
  return { body, headers: { 'content-type': 'application/json', ...signers[provider]?.(body, SECRET, id) } };
}

export function messageOf(provider: Provider, fact: Fact): Message {
  return sign(provider, JSON.stringify(toBody(provider, fact)), fact.id);
}

/** Posts once; never rejects. */
export const post = (url: string, message: Message): Promise<Answer> => ask(url, { method: 'POST', ...message });

export const isAccepted = ({ status }: Answer) => status !== null && status >= 200 && status < 300;

/** Runs `work` for every item in order, at most `atOnce` at a time. */
export async function forEach<T>(items: readonly T[], atOnce: number, work: (item: T, index: number) => Promise<void>) {
  let next = 0;
  const runner = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, runner));
}
