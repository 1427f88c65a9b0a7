import type { FaqBlock } from '../../types.ts'

export const paying: FaqBlock = {
  ident: 'paying',
  title: 'Paying and returning',
  questions: [
    {
      ident: 'how-to-pay',
      question: 'How can I pay?',
      answer: [
        'By card in dollars or by card in roubles, whichever your bank supports. The price in the currency you choose is the whole price; your bank may add a fee of its own.',
      ],
    },
    {
      ident: 'subscription',
      question: 'Will I be charged again next month?',
      answer: [
        'No. You pay once for one plan. There is no subscription, and the card is not kept for later.',
      ],
    },
    {
      ident: 'payment-failed',
      question: 'The payment failed. Was money taken?',
      answer: [
        'No. Check the number of the card, its limit and whether it pays online, and press ‘Pay again’: it is the same order, and you are charged once. A sum that the bank only reserved comes back by itself.',
      ],
    },
    {
      ident: 'receipt',
      question: 'Do I get a receipt?',
      answer: [
        'The e-mail with the eSIM confirms what you bought; the receipt of the payment comes from the payment provider. If your company needs documents, write to support with the e-mail of the order and the company’s details.',
      ],
    },
    {
      ident: 'no-mail',
      question: 'I have paid, but there is no e-mail.',
      answer: [
        'Wait five minutes and check the spam folder. The page after payment leads to the eSIM as well, and from the eSIM’s page the e-mail can be sent again.',
      ],
    },
    {
      ident: 'wrong-email',
      question: 'I made a mistake in the e-mail address.',
      answer: [
        'The page after payment leads to the eSIM: open it and save its address. If you have closed it, write to support with the time and the amount of the payment. We check it and send the link again.',
      ],
    },
    {
      ident: 'refund',
      question: 'Can I return an eSIM?',
      answer: [
        'There is no return or exchange after activation. If the eSIM has not been activated, or does not work through no fault of yours, write to support.',
      ],
    },
    {
      ident: 'wrong-country',
      question: 'I bought a plan for the wrong country.',
      answer: [
        'Do not switch it on. Write to support with the e-mail of the order: until activation we can still help. After activation there is no return or exchange.',
      ],
    },
    {
      ident: 'promo-code',
      question: 'Where do I enter a promo code?',
      answer: [
        'In the order form, under the way to pay. A code from a link is filled in by itself and kept for 30 days.',
      ],
    },
    {
      ident: 'personal-data',
      question: 'What do you know about me?',
      answer: [
        'The e-mail address you give and what you bought. The details of the card go to the payment provider and never to us. To have your data shown, corrected or deleted, write to support.',
      ],
    },
  ],
}
