import type { Article } from '../types.ts'

/** What stands beside the addresses, which come from configuration. */
export const contacts: Article = {
  title: 'Before you write',
  lead: 'Most questions take one minute if the answer is already there, and one message if we know what you see.',
  sections: [
    {
      title: 'Look here first',
      paragraphs: [
        'No internet after landing: switch the eSIM’s line on, choose it for mobile data, switch on data roaming for it, then switch flight mode on and off.',
        'No e-mail: check the spam folder, and open the page after payment once more.',
      ],
    },
    {
      title: 'What to send',
      paragraphs: [
        'The e-mail address of the order or the ICCID, the model of the phone, the country you are in, and a screenshot of the message. Never send the number of your card: we do not need it.',
      ],
    },
    {
      title: 'When we answer',
      paragraphs: [
        'Within a day, usually sooner, in English and in Russian. If a network is down, its operator knows more: the contacts, where known, are on the page ‘Data left’ of your eSIM.',
      ],
    },
    {
      title: 'Partners and companies',
      paragraphs: [
        'Tell us what you do, where your customers travel, and how many of them a month. We answer with conditions and a name to write to.',
      ],
    },
  ],
}
