import type { Article } from '../types.ts'

export const userAgreement: Article = {
  title: 'User agreement',
  lead: 'A sample text of this software, not legal advice. The operator of the shop has it replaced by its own lawyer before the shop opens.',
  sections: [
    {
      title: '1. The parties',
      paragraphs: [
        'The seller is the operator of the shop, named at the foot of each page. The buyer is whoever places an order. The agreement is made when the order is paid.',
      ],
    },
    {
      title: '2. What is sold',
      paragraphs: [
        'Access to mobile internet of the operator named on the plan’s page, in the countries listed there, in the size and for the days stated there. It is delivered as an eSIM: a QR code with the same codes in text, on a page and by e-mail.',
        'Quality and speed depend on the network, the place and the phone. What the plan’s page says of hotspot, fair use and top-up belongs to this agreement.',
      ],
    },
    {
      title: '3. Before the order',
      paragraphs: [
        'The buyer makes sure that the phone has eSIM and is not locked to an operator, that the country of the journey is in the list, and that the e-mail address is correct.',
      ],
    },
    {
      title: '4. Price and payment',
      paragraphs: [
        'The price is shown in dollars and in roubles; the one in the currency chosen is due, once and before delivery. The buyer’s bank may charge a fee of its own.',
      ],
    },
    {
      title: '5. Start and end',
      paragraphs: [
        'An eSIM is activated within 89 days of purchase, one of the Russian market within 6 months. The usage period starts at the first connection to a network and ends with its last day or with the data, whichever comes first.',
      ],
    },
    {
      title: '6. Return',
      paragraphs: [
        'There is no return or exchange after activation. If an eSIM does not work through no fault of the buyer, and support cannot mend it, the price is paid back the way it was paid. Rights that the law of the buyer’s country gives in any case remain.',
      ],
    },
    {
      title: '7. Use',
      paragraphs: [
        'For one’s own journeys, within the law of the country visited. The operator may block a line used for sending spam or for resale of traffic.',
      ],
    },
    {
      title: '8. Partners',
      paragraphs: [
        'A reward is booked when an order made through a partner’s link is paid, and taken back when it is refunded. Withdrawal is possible from $30. Orders of one’s own bring no reward.',
      ],
    },
    {
      title: '9. Liability and disputes',
      paragraphs: [
        'The seller answers for the sum paid for the plan, as far as the law allows such a limit. A claim is sent to support and answered within 30 days; the applicable law and the court are named here by the operator of the shop.',
      ],
    },
  ],
}
