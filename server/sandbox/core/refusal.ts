import type { Failure } from './records.ts';

/** A request that the company refuses, in neutral terms; dialects translate it into their error format. */
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

/** A card that the bank declined; the purchase or change was not made. */
export class Declined extends Refusal {
  constructor(readonly failure: Failure) {
    super('card_declined', failure.message);
  }
}
