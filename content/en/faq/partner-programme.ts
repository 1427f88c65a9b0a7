import type { FaqBlock } from '../../types.ts'

export const partnerProgramme: FaqBlock = {
  ident: 'partner-programme',
  title: 'For partners',
  questions: [
    {
      ident: 'partners',
      question: 'Do you pay for recommendations?',
      answer: [
        'Yes. A partner gets a share of each paid order made through the partner’s link. The link is remembered for 30 days: an order counts even if it is made a week after the click.',
      ],
    },
    {
      ident: 'become-partner',
      question: 'How do I become a partner?',
      answer: [
        'Sign in with a phone number and the code we send by SMS, and agree to the data policy and the user agreement. Your link is in the partner account at once.',
      ],
    },
    {
      ident: 'withdrawal',
      question: 'When can I withdraw the reward?',
      answer: [
        'Once $30 have accumulated. The button is in the partner account; under it stands the history of rewards and withdrawals.',
      ],
    },
    {
      ident: 'reward-taken-back',
      question: 'Why did a reward disappear?',
      answer: [
        'The customer got the money back for that order, so the reward for it is taken back as well. The history shows both.',
      ],
    },
  ],
}
