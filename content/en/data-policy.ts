import type { Article } from '../types.ts'

export const dataPolicy: Article = {
  title: 'Data policy',
  lead: 'A sample text of this software, not legal advice. The operator of the shop has it replaced by its own lawyer before the shop opens.',
  sections: [
    {
      title: '1. Who is responsible',
      paragraphs: [
        'The operator of the shop, whose name and address stand at the foot of each page. Questions about personal data go to the support address on the page ‘Contacts’.',
      ],
    },
    {
      title: '2. What we collect',
      paragraphs: [
        'With an order: the e-mail address, what was ordered, the sum, and when it was paid. The details of the card are entered at the payment provider and do not reach us.',
        'For the eSIM: its number (ICCID), when it was first used, and how much data has been used. The operator of the network reports no pages or places to us.',
        'From partners: also a phone number, and the details needed to pay a reward.',
        'With a message to support: what you write and attach.',
      ],
    },
    {
      title: '3. What for',
      paragraphs: [
        'To issue the eSIM and send it, to show its balance, to answer questions, to pay partners’ rewards, and to keep records of sales for as long as tax law asks for them. We do not sell data and send no advertising without separate consent.',
      ],
    },
    {
      title: '4. On what ground',
      paragraphs: [
        'The contract of sale, a duty by law where records are concerned, and your consent where the law asks for one.',
        'In Russia consent to the processing of personal data is a document of its own (152-FZ) and is not hidden in other texts; the operator publishes it here, and says in which country the database stands.',
      ],
    },
    {
      title: '5. Who else sees them',
      paragraphs: [
        'The payment provider, the operator of the network as far as the eSIM needs it (some countries require a passport), the services that deliver e-mail and SMS, and authorities where the law obliges us.',
      ],
    },
    {
      title: '6. How long',
      paragraphs: [
        'Orders for as long as tax law asks. Messages to support for one year after the last answer. A partner’s data until the account is closed and the last reward is paid.',
      ],
    },
    {
      title: '7. Cookies',
      paragraphs: [
        'The language and the consent are kept for 365 days, promo and referral codes for 30 days, a sign-in for 300 days. Visits are measured only after consent.',
      ],
    },
    {
      title: '8. Your rights',
      paragraphs: [
        'Write to support to see, correct or delete what is kept about you, to receive a copy, or to take consent back. We answer within 30 days, or sooner where the law says so. You may also complain to the supervisory authority of your country.',
      ],
    },
  ],
}
