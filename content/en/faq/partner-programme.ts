import type { FaqBlockContent } from '../../types.ts'

export const partnerProgramme: FaqBlockContent = {
  ident: 'partner-programme',
  title: 'For partners',
  questions: [
    {
      ident: 'partners',
      question: 'Do you pay for recommendations?',
      answer: [
        'Yes. You get a share of every paid order made through your partner link. We remember the link for 30 days, so an order still counts a week after the click.',
      ],
    },
    {
      ident: 'become-partner',
      question: 'How do I become a partner?',
      answer: [
        'Sign in with your phone number and the code we send by SMS. Agree to the data policy and the user agreement. You’ll see your link in your partner account straight away.',
      ],
    },
    {
      ident: 'withdrawal',
      question: 'When can I withdraw my reward?',
      answer: [
        'From $30. Use the button in your partner account, above the history of rewards and withdrawals.',
      ],
    },
    {
      ident: 'reward-taken-back',
      question: 'Why did a reward disappear?',
      answer: [
        'The customer got a refund for that order, so we reversed your reward. The history shows both.',
      ],
    },
  ],
}
