import type { Article } from '../types.ts'

/** The reward percentage is a setting and appears in the partner account. */
export const referral: Article = {
  title: 'Partner programme',
  lead: 'Recommend us with your own link and get a share of every paid order made through it.',
  sections: [
    {
      title: 'How it works',
      paragraphs: [
        'Your link is ready as soon as you sign in. Share it on a page, in a channel or in a message.',
        'We remember anyone who opens your link for 30 days. If they pay for an order in that time, you get a reward, whichever plan they choose.',
      ],
    },
    {
      title: 'What you see',
      paragraphs: [
        'eSIMs bought through your link, your balance, and the history of rewards and withdrawals.',
        'You don’t see who bought them: we don’t share names or addresses.',
      ],
    },
    {
      title: 'How you get paid',
      paragraphs: [
        'A reward becomes available once the order can no longer be refunded. Your partner account shows how many days that takes. You can withdraw once $30 is available. The history shows your request, and when we’ve paid it.',
        'If a customer gets a refund for an order, we reverse the reward for it.',
      ],
    },
    {
      title: 'What we ask',
      paragraphs: [
        'Say that your link is a partner link where the law requires it. Don’t send spam, advertise in our name or order through your own link.',
      ],
    },
  ],
}
