import type { Answer } from '../../calls/ask.ts';
import type { Fact } from '../../events/wire.ts';
import { messageOf, post } from '../parts/deliveries.ts';

export interface Sent {
  id: string;
  answer: Answer;
}

export interface SteadyLoad {
  /** Stops sending. Resolves to all answers after the last one. */
  end(): Promise<Sent[]>;
}

/**
 * Sends signed webhooks at a fixed rate: late ones are caught up, and none waits for an answer. `url` returns the
 * receiver of the next one.
 */
export function sendSteadily(url: () => string, facts: Iterator<Fact, never>, perSecond: number): SteadyLoad {
  const begun = performance.now();
  const sent: Promise<Sent>[] = [];
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1000) * perSecond;
    while (sent.length < due) {
      const fact = facts.next().value;
      sent.push(post(url(), messageOf('alpha', fact)).then((answer) => ({ id: fact.id, answer })));
    }
  }, 5);
  return {
    end() {
      clearInterval(timer);
      return Promise.all(sent);
    },
  };
}
