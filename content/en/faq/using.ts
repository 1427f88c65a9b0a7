import type { FaqBlock } from '../../types.ts'

export const using: FaqBlock = {
  ident: 'using',
  title: 'On the way',
  questions: [
    {
      ident: 'data-left',
      question: 'How do I see how much data is left?',
      answer: [
        'On the page ‘Data left’ of your eSIM; the link is in the e-mail and on the page with the QR code. Networks report with a delay of up to a few hours, so the page says as of when.',
      ],
    },
    {
      ident: 'top-up',
      question: 'The data is used up. Can I top up?',
      answer: [
        'Where the plan’s page says that top-up is possible: write to support, and the data is added to the same eSIM. Elsewhere buy another plan; it is a new eSIM, installed the same way.',
      ],
    },
    {
      ident: 'slow',
      question: 'The internet has become slow. Why?',
      answer: [
        'On an unlimited plan you may have passed the daily threshold: the speed comes back at midnight. Otherwise the network is crowded or far away; choose another one by hand, or switch from 5G to 4G in the settings of the line.',
      ],
    },
    {
      ident: 'save-data',
      question: 'How do I use less data?',
      answer: [
        'Before you leave, save maps and music on Wi-Fi. Then switch on data saving for the travel line and allow photo backup, updates and automatic playing of video on Wi-Fi only.',
      ],
    },
    {
      ident: 'no-network',
      question: 'Can I open the QR code without internet?',
      answer: [
        'Print the page or take a picture of it before you leave. Installing itself needs internet: a profile is downloaded.',
      ],
    },
    {
      ident: 'other-country',
      question: 'I crossed the border and the internet is gone.',
      answer: [
        'The plan works in the countries listed on its page and in no others. In another country nothing is charged; the eSIM waits. Back in the country of the plan it connects again.',
      ],
    },
    {
      ident: 'unused-data',
      question: 'What happens to the data I did not use?',
      answer: ['It ends with the plan: it does not move to another plan and is not paid back.'],
    },
    {
      ident: 'another-phone',
      question: 'Can I move the eSIM to another phone?',
      answer: [
        'No. Once installed it belongs to that phone. Install it in the phone you will travel with.',
      ],
    },
    {
      ident: 'back-home',
      question: 'What do I do with it back home?',
      answer: [
        'Switch the line off, and delete it when the plan has ended. Switch data on your own SIM on again.',
      ],
    },
  ],
}
