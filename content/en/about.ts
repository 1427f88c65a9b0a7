import type { Article } from '../types.ts'

export const about: Article = {
  title: 'About us',
  lead: 'We sell internet for travellers: one plan, one price, one QR code. You don’t need an app to buy or install it.',
  sections: [
    {
      title: 'What we care about',
      paragraphs: [
        'You may open this shop on a slow network, or just before you lose your connection. So our pages are small and work without scripts, and we also send your eSIM by email.',
        'We tell you what a plan doesn’t do as clearly as what it does. You see which countries it covers, what ‘unlimited’ means, and whether you can share the internet. If an operator doesn’t state something, we don’t guess.',
      ],
    },
    {
      title: 'Where our plans come from',
      paragraphs: [
        'We buy plans from network operators and their suppliers. Each plan’s page names the operator and gives its contacts if we have them.',
      ],
    },
    {
      title: 'What can go wrong, and how we help',
      paragraphs: [
        'To keep you from buying a plan for the wrong country, we ask you to check the list before you pay.',
        'If the QR code is on the phone you’ll use, tap the install button or enter the two codes by hand.',
        'If your email doesn’t arrive, you can open your eSIM from the page you see after payment. Support can also send the link again.',
      ],
    },
    {
      title: 'Who answers your questions',
      paragraphs: [
        'People, in English and Russian, within a day and usually sooner. You’ll find our addresses on the ‘Contact us’ page.',
      ],
    },
    {
      title: 'Win 10 GB every week',
      paragraphs: [
        'Tag us on social media. Each week one traveller who does gets 10 GB for their next trip.',
      ],
    },
  ],
}
