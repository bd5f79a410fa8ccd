/** A sentence with something in the place of each `{}`. */
export type Filled<Sentence extends string> = Sentence extends `${infer Before}{}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Sentence;

type Named = 'customer' | 'subscription' | 'transaction' | 'order' | 'checkout' | 'invoice';

/** All that is said of an event while it is read; the operators' pages have each in German. */
export type RemarkSentence =
  // why it changes nothing
  | '{} changes no record'
  | 'it belongs to the account {}, not to ours'
  | 'it belongs to {} mode, and the API key to {} mode'
  | 'nobody was asked to pay the invoice'
  | 'the checkout is {}'
  | 'the checkout session sells nothing'
  | `the ${'order' | 'transaction'} is ${'paid' | 'not paid'}`
  // why it can't be used
  | `the ${Named} has no usable id`
  | 'the checkout session has no usable subscription id'
  | 'the provider does not know what it names'
  // what of it was skipped
  | 'no usable transaction: no payment recorded'
  | 'several plans: {} (the highest counts)'
  | 'the order is not paid: no payment recorded'
  | `unknown plan: ${'metadata' | 'price'} {}`
  | 'unusable {}'
  // an operator's word in the place of an adapter's
  | 'ended by {}: {}';

export type Remark = Filled<RemarkSentence>;
