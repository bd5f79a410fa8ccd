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
    receipt: 'Receipt',
    receiptOf: (date: string) => `Receipt of ${date}`,
    empty: 'No payments yet.',
    emptyText: 'Charges appear here, with a receipt where there is one.',
    more: 'Show older payments',
    loadedMore: (count: number) => `${count} payments shown`,
  },
};

export type PaymentsCopy = typeof paymentsEn;
