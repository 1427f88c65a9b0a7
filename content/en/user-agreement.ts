import type { Article } from '../types.ts'

export const userAgreement: Article = {
  isSample: true,
  title: 'User agreement',
  lead: 'This is a sample text, not legal advice. The operator’s own lawyer must replace it before the shop opens.',
  sections: [
    {
      title: '1. Who the agreement is between',
      paragraphs: [
        'The seller is the operator of the shop, named at the foot of each page. The buyer is the person who places an order. The agreement is made when the order is paid.',
      ],
    },
    {
      title: '2. What you buy',
      paragraphs: [
        'You buy access to mobile data on the network of the operator named on the plan’s page. The page states the countries, the amount and the number of days. We deliver it as an eSIM: a QR code and the same codes as text, on a page and by email.',
        'Quality and speed depend on the network, the place and the phone. What the plan’s page says about hotspot, fair use and top-up is part of this agreement.',
      ],
    },
    {
      title: '3. Before you order',
      paragraphs: [
        'Check that your phone supports eSIM and isn’t locked to an operator, that your destination is in the list of countries, and that your email address is correct.',
      ],
    },
    {
      title: '4. Price and payment',
      paragraphs: [
        'The price is shown in each currency in which you can pay. You pay the price in the currency you choose, once and before delivery. Your bank may charge its own fee.',
      ],
    },
    {
      title: '5. Start and end',
      paragraphs: [
        'You must activate an eSIM within 89 days of purchase, or within 6 months for the Russian market. The usage period starts when the eSIM first connects to a network, or, if the plan’s page says so, when it is installed. It ends on its last day or when the data runs out, whichever comes first.',
      ],
    },
    {
      title: '6. Returns',
      paragraphs: [
        'There is no return or exchange after activation. If an eSIM doesn’t work through no fault of yours and support can’t fix it, we refund the price to the payment method you used. This doesn’t limit the rights that the law in your country gives you.',
      ],
    },
    {
      title: '7. Use',
      paragraphs: [
        'The eSIM is for your own travel, within the law of the country you visit. The operator may block an eSIM used to send spam or resell data.',
      ],
    },
    {
      title: '8. Partners',
      paragraphs: [
        'We credit a reward when an order made through a partner’s link is paid, and reverse it if the order is refunded. Partners can withdraw $30 or more. A partner’s own orders earn no reward.',
      ],
    },
    {
      title: '9. Liability and disputes',
      paragraphs: [
        'The seller is liable up to the price of the plan, as far as the law allows such a limit. Send claims to support, and the seller will reply within 30 days, or sooner where the law requires it. The operator of the shop names the applicable law and the court here.',
      ],
    },
  ],
}
