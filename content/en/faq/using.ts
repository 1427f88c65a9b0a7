import type { FaqBlockContent } from '../../types.ts'

export const using: FaqBlockContent = {
  ident: 'using',
  title: 'During your trip',
  questions: [
    {
      ident: 'no-internet',
      question: 'There’s no internet. What should I do?',
      answer: [
        'Open your eSIM’s page. It opens without internet if you’ve opened it in that browser before. Under ‘No internet?’, choose what your phone shows. You’ll see what to change, with the networks and the APN of your plan.',
        'Without that page: turn the eSIM on, choose it for mobile data and turn on data roaming for it. Then turn flight mode on for ten seconds, and restart the phone.',
      ],
    },
    {
      ident: 'data-left',
      question: 'How do I see how much data is left?',
      answer: [
        'Open the link in your email, or the page with your QR code, and choose ‘Data left’. Networks report usage up to a few hours late, so the page shows when it was last updated.',
      ],
    },
    {
      ident: 'top-up',
      question: 'I’ve used all my data. Can I top up?',
      answer: [
        'Open the ‘Data left’ page. If it has the button ‘Add data’, choose how much and pay. The data is added to the same eSIM. Otherwise, buy another plan. It’s a new eSIM that you install the same way. If a plan can’t be topped up, its page says so before you pay. No plan renews by itself.',
      ],
    },
    {
      ident: 'slow',
      question: 'Why has the internet become slow?',
      answer: [
        'On an unlimited plan, you may have passed the daily limit, and full speed returns at midnight. A few plans have a lower speed all day, and their page says so. Otherwise, the network may be busy or far away. Choose another network manually, or switch from 5G to 4G in the eSIM’s settings.',
      ],
    },
    {
      ident: 'save-data',
      question: 'How do I use less data?',
      answer: [
        'Before you leave, save maps and music on Wi‑Fi. Then turn on data saving for the eSIM. Allow photo backup, updates and video autoplay on Wi‑Fi only.',
      ],
    },
    {
      ident: 'no-network',
      question: 'Can I open the QR code without internet?',
      answer: [
        'Yes, if you’ve opened your eSIM’s page in that browser before. Print it too, to be safe. You still need internet to install it.',
      ],
    },
    {
      ident: 'other-country',
      question: 'Why did the internet stop when I crossed a border?',
      answer: [
        'The plan works only in the countries listed on its page. In other countries it doesn’t connect and you aren’t charged. It connects again when you’re back in a listed country.',
      ],
    },
    {
      ident: 'unused-data',
      question: 'What happens to data I don’t use?',
      answer: [
        'It expires with the plan. You can’t move it to another plan or get a refund for it.',
      ],
    },
    {
      ident: 'another-phone',
      question: 'Can I move the eSIM to another phone?',
      answer: [
        'No. Once installed, it stays on that phone. Install it on the phone you’ll travel with.',
      ],
    },
    {
      ident: 'back-home',
      question: 'What do I do with the eSIM at home?',
      answer: [
        'Turn it off, and delete it when the plan has ended. Then turn mobile data back on for your own SIM.',
      ],
    },
  ],
}
