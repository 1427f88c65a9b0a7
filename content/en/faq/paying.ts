import type { FaqBlockContent } from '../../types.ts'

export const paying: FaqBlockContent = {
  ident: 'paying',
  title: 'Payment and returns',
  questions: [
    {
      ident: 'how-to-pay',
      question: 'How can I pay?',
      answer: [
        'By card. The order form shows the currencies, and below each one the cards and wallets that it accepts, if we know them. Choose one that your bank supports. The price you see is all you pay us. Your bank may add its own fee.',
      ],
    },
    {
      ident: 'subscription',
      question: 'Will I be charged again next month?',
      answer: [
        'No. You pay once for one plan. There’s no subscription, and we don’t keep your card for later.',
      ],
    },
    {
      ident: 'payment-failed',
      question: 'My payment failed. Have I been charged?',
      answer: [
        'No. Check your card number and limit, and whether the card works online. Then choose ‘Retry payment’. It’s the same order, so you’re charged only once. If your bank reserved the money, it comes back automatically.',
      ],
    },
    {
      ident: 'receipt',
      question: 'Do I get a receipt?',
      answer: [
        'Yes. We email it with your eSIM or separately. The payment provider may send its own too. If your company needs documents, open the printable receipt from the order’s page and add the company’s details. After a refund, it also has a credit note.',
      ],
    },
    {
      ident: 'no-mail',
      question: 'I’ve paid. Where’s my email?',
      answer: [
        'Wait five minutes and check your spam folder. You can also open your eSIM from the page you see after payment. The eSIM’s page has a button to send the email again.',
      ],
    },
    {
      ident: 'wrong-email',
      question: 'What if I entered the wrong email address?',
      answer: [
        'On the page you see after payment, choose ‘Wrong address?’ and tell support the right one. We correct it and email you new links, and the old links stop working. You can install the eSIM from that page straight away. If you’ve closed the page, tell support when you paid and how much. We’ll check the payment and send the links to the right address.',
      ],
    },
    {
      ident: 'refund',
      question: 'Can I return an eSIM?',
      answer: [
        'There’s no return or exchange after activation. Contact support if you haven’t activated the eSIM, or if it doesn’t work through no fault of yours.',
      ],
    },
    {
      ident: 'wrong-country',
      question: 'What if I bought a plan for the wrong country?',
      answer: [
        'Don’t turn the eSIM on. Write to support with the email address on your order. We can still help before activation. After activation there’s no return or exchange.',
      ],
    },
    {
      ident: 'promo-code',
      question: 'Where do I enter a promo code?',
      answer: [
        'In the order form, under the payment method. Press ‘Apply’ to see the price with the code before you pay. If you followed a link with a code, we fill it in for you and keep it for 30 days.',
      ],
    },
    {
      ident: 'personal-data',
      question: 'What do you know about me?',
      answer: [
        'Your email address, what you bought and how much data you’ve used. If you checked your phone, its model too. Your card details go to the payment provider, never to us. The data policy has the full list. To see, correct or delete your data, contact support.',
      ],
    },
  ],
}
