import type { Article } from '../types.ts'

export const about: Article = {
  title: 'About us',
  lead: 'We sell internet for journeys: one plan, one price, one QR code. No app is needed to buy or to install.',
  sections: [
    {
      title: 'What we care about',
      paragraphs: [
        'A traveller opens this shop on a slow network, or with no network at all yet. So the pages are small, everything works without scripts, and a bought eSIM comes by e-mail as well.',
        'We say what a plan does not do as plainly as what it does: which countries it covers, what ‘unlimited’ means, whether internet can be shared. What an operator does not state, we do not guess.',
      ],
    },
    {
      title: 'Where plans come from',
      paragraphs: [
        'We buy them from network operators and their suppliers. The operator’s name is on every plan’s page, with its contacts where they are known.',
      ],
    },
    {
      title: 'What goes wrong, and what we do about it',
      paragraphs: [
        'A plan for the wrong country: before you pay, the page asks you to read the list once more.',
        'A QR code on the very phone that must scan it: beside it stand a button for one tap and the two codes to type.',
        'An e-mail that did not come: the page after payment leads to the eSIM too, and support sends the link again.',
      ],
    },
    {
      title: 'Who answers',
      paragraphs: [
        'People, in English and in Russian, within a day and usually sooner. The addresses are on the page ‘Contacts’.',
      ],
    },
    {
      title: 'The weekly prize',
      paragraphs: [
        'Each week one traveller who tags us on social media gets 10 GB for the next trip.',
      ],
    },
  ],
}
