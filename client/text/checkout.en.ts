/** Copy of coming back from a checkout. */
export const checkoutEn = {
  checkout: {
    activating: 'Activating your subscription…',
    activatingOneTime: 'Confirming your purchase…',
    activatingText: 'This takes a few seconds. The page updates by itself.',
    active: (plan: string) => `${plan} is active. Thank you!`,
    paid: 'Your purchase is confirmed. Thank you!',
    lateTitle: 'Payment received, access follows shortly',
    lateText:
      'We are still waiting for the confirmation. You don’t need to pay again. Your plan appears here as soon as it arrives.',
    unseenTitle: 'The payment provider knows of no payment yet',
    unseenText:
      'If you have paid, you don’t need to pay again: your plan appears here as soon as the payment is confirmed.',
    unread: 'We could not check whether your payment has arrived. You don’t need to pay again.',
    canceled: 'Checkout canceled. You were not charged.',
  },
};

export type CheckoutCopy = typeof checkoutEn;
