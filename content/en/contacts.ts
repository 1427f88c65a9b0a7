import type { Article } from '../types.ts'

export const contacts: Article = {
  title: 'Before you write',
  lead: 'You may find the answer here in a minute. If not, tell us what you see and we can help with one message.',
  sections: [
    {
      title: 'Try this first',
      paragraphs: [
        'If there’s no internet after landing, turn the eSIM on, choose it for mobile data, and turn on data roaming for it. Then turn flight mode on and off.',
        'If you didn’t get our email, check your spam folder, and open the page you saw after payment again.',
      ],
    },
    {
      title: 'What to send us',
      paragraphs: [
        'The email address on your order or the ICCID, your phone model, the country you’re in, and a screenshot of the message. Never send your card number. We don’t need it.',
      ],
    },
    {
      title: 'When we reply',
      paragraphs: [
        'Within a day, usually sooner, in English and Russian. If a network is down, its operator knows more. We list the contacts we have on your eSIM’s ‘Data left’ page.',
      ],
    },
    {
      title: 'Partners and companies',
      paragraphs: [
        'Tell us what you do, where your customers travel, and how many of them travel each month. We’ll send you our terms and the name of a person to write to.',
      ],
    },
  ],
}
