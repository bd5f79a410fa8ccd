import type { Failure } from './records.ts';

/** A request that the company refuses, in neutral words; dialects translate it into their error shape. */
export class Refusal extends Error {
  constructor(
    readonly kind: 'not_found' | 'invalid' | 'conflict' | 'card_declined' | 'already_active',
    message: string,
    readonly param?: string,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** A card that a bank refused; nothing of what it was to pay for has happened. */
export class Declined extends Refusal {
  constructor(readonly failure: Failure) {
    super('card_declined', failure.message);
  }
}
