import type { Article } from '../shape.ts'

const about: Article = {
  title: 'About us',
  lead: 'We sell internet for journeys: one plan, one price, one QR code. No app is needed to buy or to install.',
  sections: [
    {
      title: 'What we mind',
      paragraphs: [
        'A traveller meets this shop on a slow network, or with no network at all yet. So the pages are small, everything works without scripts, and a bought eSIM comes by e-mail as well.',
        'We say what a plan does not do as plainly as what it does: which countries it covers, what ‘unlimited’ means, whether internet can be shared. What an operator does not state, we do not guess.',
      ],
    },
    {
      title: 'Where plans come from',
      paragraphs: [
        'We buy them from network operators and their suppliers. The operator’s name and contacts stand on every plan’s page.',
      ],
    },
    {
      title: 'The weekly prize',
      paragraphs: [
        'Each week one traveller who tags us on social media gets 10 GB for the next trip.',
      ],
    },
  ],
}

const dataPolicy: Article = {
  title: 'Data policy',
  lead: 'A sample text of this software. The operator of the shop replaces it with its own before the shop opens.',
  sections: [
    {
      title: 'What we collect',
      paragraphs: [
        'The e-mail address given with an order, what was ordered and when it was paid. Partners also give a phone number. Card data are entered at the payment provider and do not reach us.',
      ],
    },
    {
      title: 'What for',
      paragraphs: [
        'To issue the eSIM and send it, to show its balance, to answer questions, to pay partners’ rewards, and as long as tax law asks for records of sales.',
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        'The language and the consent are kept for 365 days, promo and referral codes for 30 days, a sign-in for 300 days. Visits are measured only after consent.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'Write to support to see, correct or delete what is kept about you, or to take consent back. In Russia consent to the processing of personal data is a document of its own (152-FZ); the operator publishes it here.',
      ],
    },
  ],
}

const userAgreement: Article = {
  title: 'User agreement',
  lead: 'A sample text of this software. The operator of the shop replaces it with its own before the shop opens.',
  sections: [
    {
      title: 'What is sold',
      paragraphs: [
        'Access to mobile internet of the operator named on the plan’s page, in the countries listed there, in the size and for the days stated there.',
      ],
    },
    {
      title: 'Start',
      paragraphs: [
        'An eSIM is activated within 89 days of purchase, one of the Russian market within 6 months. The usage period starts at the first connection to a network.',
      ],
    },
    {
      title: 'Return',
      paragraphs: [
        'There is no return or exchange after activation. If an eSIM does not work through no fault of the customer, the price is paid back.',
      ],
    },
    {
      title: 'Partners',
      paragraphs: [
        'A reward is booked when an order made through a partner’s link is paid, and taken back when it is refunded. Withdrawal is possible from $30.',
      ],
    },
  ],
}

export const articles = { about, dataPolicy, userAgreement }
