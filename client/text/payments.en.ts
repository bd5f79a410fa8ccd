export const paymentsEn = {
  payments: {
    caption: 'Your payments, newest first',
    date: 'Date',
    for: 'Description',
    status: 'Status',
    amount: 'Amount',
    types: { subscription: 'Subscription', one_time: 'One-time purchase' } as Record<string, string>,
    statuses: {
      succeeded: 'Paid',
      failed: 'Failed',
      refunded: 'Refunded',
      disputed: 'Disputed',
    } as Record<string, string>,
    partlyRefunded: (refunded: string, amount: string) => `Partly refunded ${refunded} of ${amount}`,
    discount: (amount: string) => `${amount} discount`,
    writtenOff: { voided: 'Canceled', uncollectible: 'Not collected' },
    period: (start: string, end: string) => `${start} to ${end}`,
    invoice: 'Invoice',
    invoiceOf: (date: string) => `Invoice of ${date}`,
    confirm: 'Confirm payment',
    confirmOf: (money: string, date: string) => `Confirm the payment of ${money} from ${date}`,
    confirmTitle: (money: string) => `Your bank asks you to confirm a payment of ${money}`,
    confirmText: 'The charge failed because it waits for you. Confirm it on our payment provider’s page.',
    receipt: 'Receipt',
    receiptOf: (date: string) => `Receipt of ${date}`,
    empty: 'No payments yet.',
    emptyText: 'Charges appear here, with their invoice and receipt where there is one.',
    more: 'Show older payments',
    loadedMore: (count: number) => `${count} payments shown`,
  },
};

export type PaymentsCopy = typeof paymentsEn;
