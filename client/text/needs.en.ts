import type { NeedKind } from '../views/needs.ts';

interface NeedText {
  /** With their number. */
  things(count: number): string;
  said(things: string, count: number): string;
  why: string;
  action: string;
}

/** Copy of what needs an operator. */
export const needsEn = {
  heading: (things: string, count: number) => `${things} ${count === 1 ? 'needs' : 'need'} you.`,
  total: (count: number) => (count === 1 ? '1 thing' : `${count} things`),
  none: 'Nothing needs you.',
  since: (date: string) => `Since ${date}.`,
  compared: (time: string, what: string) => `Compared with the provider on ${time}: ${what}.`,
  neverCompared: 'Never compared with the provider: this is only what the service noticed by itself.',
  kinds: {
    disputes: {
      things: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
      said: (things: string, count: number) => `${things} ${count === 1 ? 'is' : 'are'} disputed at a bank.`,
      why: 'Without an answer in time the money is lost.',
      action: 'Look',
    },
    duplicates: {
      things: (count: number) => (count === 1 ? '1 person' : `${count} people`),
      said: (things: string, count: number) => `${things} ${count === 1 ? 'has' : 'have'} two subscriptions.`,
      why: 'Both are charged until one is kept.',
      action: 'Decide',
    },
    requests: {
      things: (count: number) => (count === 1 ? '1 request' : `${count} requests`),
      said: (things: string, count: number) => `${things} ${count === 1 ? 'waits' : 'wait'} for an answer.`,
      why: 'Cancellations and withdrawals: what counts is the day on which they came.',
      action: 'Answer',
    },
    held: {
      things: (count: number) => (count === 1 ? '1 refund' : `${count} refunds`),
      said: (things: string, count: number) => `${things} ${count === 1 ? 'is' : 'are'} held back.`,
      why: 'Many people were concerned within an hour.',
      action: 'Look',
    },
    late: {
      things: (count: number) => (count === 1 ? '1 charge' : `${count} charges`),
      said: (things: string) => `${things} came after the account was deleted.`,
      why: 'Perhaps the money has to go back.',
      action: 'Decide',
    },
    failed: {
      things: (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`),
      said: (things: string) => `${things} failed.`,
      why: 'What the provider said there is not in the records yet.',
      action: 'Look',
    },
    unmatched: {
      things: (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`),
      said: (things: string, count: number) => `${things} ${count === 1 ? 'belongs' : 'belong'} to nobody here.`,
      why: 'The customer has no account here.',
      action: 'Look',
    },
    failing: {
      things: (count: number) => (count === 1 ? '1 job' : `${count} jobs`),
      said: (things: string, count: number) => `${things} ${count === 1 ? 'fails' : 'fail'}.`,
      why: 'It is tried again by itself.',
      action: 'Look',
    },
    aside: {
      things: (count: number) => (count === 1 ? '1 piece of work' : `${count} pieces of work`),
      said: (things: string, count: number) => `${things} ${count === 1 ? 'keeps' : 'keep'} failing.`,
      why: 'It is tried again, but rarely.',
      action: 'Look',
    },
    differences: {
      things: (count: number) => (count === 1 ? '1 record' : `${count} records`),
      said: (things: string, count: number) => `${things} ${count === 1 ? 'differs' : 'differ'} from the provider’s.`,
      why: 'The last comparison left it as it is.',
      action: 'Look',
    },
    shared: {
      things: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
      said: (things: string) => `${things} lost the address to another account, and kept what was bought.`,
      why: 'Perhaps both are of one person.',
      action: 'Decide',
    },
  } satisfies Record<NeedKind, NeedText> as Record<NeedKind, NeedText>,
};

export type NeedsCopy = typeof needsEn;
