import type { EndsTexts } from '../message.ts';

const wishes = {
  period_end: () => 'You asked for it to end as soon as possible, with the time that is paid for.',
  date: (date: string) => `You asked for it to end on ${date}.`,
  now: () => 'You asked for it to end at once, for an important reason.',
};
const said = (quote: string) => (quote ? [`You wrote: ${quote}`] : []);

export const endsEn: EndsTexts = {
  cancel_link: {
    subject: 'Confirm that you cancel',
    body: (_, { number, received, quote, wish, wishedFor }) => [
      `We received your cancellation on ${received}. That time counts. Its number is ${number}.`,
      wishes[wish](wishedFor),
      ...said(quote),
      'This link shows what you pay for and when it would end. You cancel it there. It works once, for seven days. Until then your cancellation waits with us.',
    ],
    action: 'See what ends, and cancel',
    note: 'If this was not you, ignore this email: without the link nothing ends.',
  },
  cancel_received: {
    subject: 'We received your cancellation',
    body: (_, { number, received, quote, wish, wishedFor }) => [
      `We received your cancellation on ${received}. That time counts. Its number is ${number}.`,
      wishes[wish](wishedFor),
      ...said(quote),
      'No account has confirmed this address, so somebody here looks for what you pay for. If you can sign in, you can also cancel there at once.',
    ],
    note: 'If this was not you, ignore this email: somebody entered this address by mistake.',
  },
  cancel_done: {
    subject: 'Your cancellation is confirmed',
    body: (_, { number, received, plan, isDue, quote, wish, wishedFor }) => [
      'You canceled. This ends on the day beside it and does not renew:',
      ...plan.split('\n'),
      isDue
        ? 'A payment for it is already due. It is still asked for.'
        : 'You keep it until then, and nothing more is charged for it.',
      `We received your cancellation on ${received}. Its number is ${number}.`,
      ...(wish === 'period_end' ? [] : [wishes[wish](wishedFor), 'We answer this part by email.']),
      ...said(quote),
    ],
    action: 'See your plan',
    note: 'If you changed your mind, sign in and resume it before that day.',
  },
  withdrawal_received: {
    subject: 'We received your withdrawal',
    body: (_, { number, received, quote }) => [
      `We received your withdrawal from your purchase on ${received}. That time counts. Its number is ${number}.`,
      ...said(quote),
      'We look at it and answer by email: what ends, and what you get back.',
    ],
    note: 'If this was not you, ignore this email: somebody entered this address by mistake.',
  },
  trial_ends: {
    subject: (facts) => `${facts.name} is free until ${facts.date}`,
    body: (_, { name, plan, date, time }) => [
      `Your free trial of ${name} ends on ${date} at ${time}. From then on you pay for ${plan}.`,
      'To keep it, you don’t need to do anything.',
      'To pay nothing, cancel before that: open your plan and choose “Cancel plan”.',
    ],
    action: 'See your plan, or cancel it',
    note: 'You get this once, before the first charge.',
  },
  renewal_ahead: {
    subject: (facts) => `${facts.name} renews on ${facts.date}`,
    body: (_, { plan, date, time }) => [
      `Your subscription renews on ${date} at ${time}. You then pay for ${plan}.`,
      'To keep it, you don’t need to do anything.',
      'To end it, cancel before that: open your plan and choose “Cancel plan”. You keep it until then.',
    ],
    action: 'See your plan, or cancel it',
    note: 'You get this once, before each yearly charge.',
  },
};
