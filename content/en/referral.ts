import type { Article } from '../types.ts'

/** How the partner programme works. The share itself is the operator’s setting and is shown in the partner account. */
export const referral: Article = {
  title: 'Partner programme',
  lead: 'Recommend the shop by your own link and get a share of each paid order made through it.',
  sections: [
    {
      title: 'How it works',
      paragraphs: [
        'Sign in with a phone number and the code from the SMS. Your link is ready at once: put it on a page, in a channel or in a message.',
        'Anyone who opens the link is remembered for 30 days. An order paid in that time counts as yours, whichever country the plan is for.',
      ],
    },
    {
      title: 'What you see',
      paragraphs: [
        'How many eSIMs were bought through the link, your balance, and the history of rewards and withdrawals. You do not see who bought: names and addresses stay with us.',
      ],
    },
    {
      title: 'How you are paid',
      paragraphs: [
        'Withdrawal is available only after accumulating $30. A request stays in the history until the money is sent.',
        'If a customer gets the money back for an order, the reward for it is taken back too.',
      ],
    },
    {
      title: 'What we ask',
      paragraphs: [
        'Say that the link is a partner’s where the law wants it said. No spam, no advertising under our name, no orders through your own link.',
      ],
    },
  ],
}
